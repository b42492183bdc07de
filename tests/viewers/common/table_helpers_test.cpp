// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/common/table_helpers.h"

#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QStandardItemModel>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

#include <gtest/gtest.h>

namespace runlens::viewers {
namespace {

std::unique_ptr<QStandardItemModel> exampleModel()
{
    auto model = std::make_unique<QStandardItemModel>(2, 2);
    model->setHorizontalHeaderLabels({"Operator", "Mean, ms"});
    model->setItem(0, 0, new QStandardItem("Conv2D"));
    auto* mean = new QStandardItem("1.2");
    mean->setData("1.2345", kExportRole);
    model->setItem(0, 1, mean);
    model->setItem(1, 0, new QStandardItem("say \"hi\", you"));
    model->setItem(1, 1, new QStandardItem("3"));
    return model;
}

TEST(TableHelpers, CsvQuotesAndTakesFullPrecision)
{
    auto model = exampleModel();
    model->item(0, 0)->appendRow({new QStandardItem("child"), new QStandardItem("7")});
    EXPECT_EQ(modelAsCsv(*model).toStdString(),
              "Operator,\"Mean, ms\"\n"
              "Conv2D,1.2345\n"
              "child,7\n"
              "\"say \"\"hi\"\", you\",3\n");
}

TEST(TableHelpers, CtrlCCopiesTheSelectedRowAsShownOnScreen)
{
    auto model = exampleModel();
    QTableView view;
    view.setModel(model.get());
    setUpTable(view);
    view.show();
    QApplication::setActiveWindow(&view);
    view.setFocus();
    view.selectRow(0);
    QTest::keyClick(&view, Qt::Key_C, Qt::ControlModifier);
    EXPECT_EQ(QApplication::clipboard()->text().toStdString(),
              "Operator\tMean, ms\nConv2D\t1.2345\n");
    view.setColumnHidden(1, true);
    EXPECT_EQ(selectionAsTsv(view).toStdString(), "Operator\nConv2D\n");
}

TEST(TableHelpers, AnUnwritableFileIsAnErrorThatNamesIt)
{
    const QTemporaryDir folder;
    const auto model = exampleModel();
    EXPECT_TRUE(exportCsv(*model, folder.filePath("a.csv")));
    const Status failed = exportCsv(*model, folder.filePath("missing/a.csv"));
    ASSERT_FALSE(failed);
    EXPECT_NE(failed.error().message().find("missing/a.csv"), std::string::npos);
}

} // namespace
} // namespace runlens::viewers
