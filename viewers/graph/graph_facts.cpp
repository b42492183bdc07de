// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/graph/graph_facts.h"

#include "viewers/common/cross_links.h"
#include "viewers/common/number_format.h"
#include "viewers/common/text.h"

#include <QCoreApplication>

#include <algorithm>

namespace runlens::viewers {

namespace {

constexpr std::size_t kMostListed = 24;

struct FactsText {
    Q_DECLARE_TR_FUNCTIONS(runlens::viewers::GraphFacts)
};

QString typeText(const GraphTensorType& type)
{
    const QString shape = shapeText(type);
    const QString dtype = toText(type.dtype);
    return shape.isEmpty() ? dtype : (dtype.isEmpty() ? shape : shape + QLatin1Char(' ') + dtype);
}

class FactMaker {
public:
    void add(const QString& name, const QString& value)
    {
        if (!value.isEmpty()) {
            m_facts.append({name, value, NodeFact::Link::None, {}});
        }
    }

    void
    addLink(const QString& name, const QString& value, NodeFact::Link link, const QString& target)
    {
        if (!value.isEmpty()) {
            m_facts.append({name, value, link, target});
        }
    }

    /// Calls each(index) for the first entries and says how many are left.
    template <typename Each>
    void list(const QString& name, std::size_t count, Each each)
    {
        for (std::size_t i = 0; i < std::min(count, kMostListed); ++i) {
            each(i);
        }
        if (count > kMostListed) {
            add(name, FactsText::tr("and %1 more").arg(count - kMostListed));
        }
    }

    [[nodiscard]] QList<NodeFact> take() { return std::move(m_facts); }

private:
    QList<NodeFact> m_facts;
};

void addName(FactMaker& facts, std::string_view op, std::string_view fullName)
{
    facts.add(FactsText::tr("Operator"), toText(op));
    facts.add(FactsText::tr("Name"), toText(fullName));
    const std::size_t slash = fullName.rfind('/');
    facts.add(FactsText::tr("Scope"),
              slash == std::string_view::npos ? QString() : toText(fullName.substr(0, slash)));
}

void addSource(FactMaker& facts, std::string_view file, std::int32_t line)
{
    if (!file.empty() && line > 0) {
        const QString place = toText(file) + QLatin1Char(':') + QString::number(line);
        facts.addLink(FactsText::tr("Source"), place, NodeFact::Link::Source, place);
    }
}

} // namespace

QList<NodeFact> factsOfGraphNode(const GraphModel& model, int node, const NodeTimes& times)
{
    const std::vector<GraphNode>& nodes = model.graph().nodes;
    if (node < 0 || static_cast<std::size_t>(node) >= nodes.size()) {
        return {};
    }
    const GraphNode& known = nodes[static_cast<std::size_t>(node)];
    FactMaker facts;
    addName(facts, known.op, known.name);
    if (!known.irName.empty()) {
        facts.addLink(FactsText::tr("In the IR"),
                      toText(known.irName),
                      NodeFact::Link::Pass,
                      toText(model.graph().passName));
    }
    if (const auto time = times.find(known.name); time != times.end() && time->second.count > 0) {
        facts.add(FactsText::tr("Mean time"), formatDurationNs(time->second.meanNs()));
        facts.add(FactsText::tr("Total time"), formatDuration(time->second.totalNs));
        facts.add(FactsText::tr("Calls"), formatCount(time->second.count));
    }
    facts.list(FactsText::tr("Output"), known.outputs.size(), [&](std::size_t i) {
        const QString name =
            known.outputs.size() > 1 ? FactsText::tr("Output %1").arg(i) : FactsText::tr("Output");
        facts.add(name, typeText(known.outputs[i]));
    });
    facts.list(FactsText::tr("Input"), known.inputs.size(), [&](std::size_t i) {
        const GraphInput& input = known.inputs[i];
        if (input.node < 0 || static_cast<std::size_t>(input.node) >= nodes.size()) {
            return;
        }
        const GraphNode& from = nodes[static_cast<std::size_t>(input.node)];
        const auto output = static_cast<std::size_t>(std::max(input.output, 0));
        QString value = toText(model.leafName(input.node));
        value += output < from.outputs.size()
                     ? QStringLiteral("  ") + typeText(from.outputs[output])
                     : QString();
        facts.addLink(input.isControl ? FactsText::tr("Runs after")
                                      : FactsText::tr("Input %1").arg(i),
                      value,
                      NodeFact::Link::Node,
                      toText(from.name));
    });
    std::vector<int> users(model.usersOf(node).begin(), model.usersOf(node).end());
    users.erase(std::unique(users.begin(), users.end()), users.end());
    facts.list(FactsText::tr("Read by"), users.size(), [&](std::size_t i) {
        facts.addLink(FactsText::tr("Read by"),
                      toText(model.leafName(users[i])),
                      NodeFact::Link::Node,
                      toText(nodes[static_cast<std::size_t>(users[i])].name));
    });
    facts.list(FactsText::tr("Fused from"), known.fusedFrom.size(), [&](std::size_t i) {
        facts.addLink(FactsText::tr("Fused from"),
                      toText(known.fusedFrom[i]),
                      NodeFact::Link::Node,
                      toText(known.fusedFrom[i]));
    });
    facts.list(FactsText::tr("Attribute"), known.attributes.size(), [&](std::size_t i) {
        facts.add(toText(known.attributes[i].name), toText(known.attributes[i].value));
    });
    addSource(facts, known.sourceFile, known.sourceLine);
    return facts.take();
}

QList<NodeFact> factsOfIrNode(const Run& run, NodeRef node)
{
    const IrNode* known = run.irNode(node);
    if (known == nullptr) {
        return {};
    }
    const IrPass& pass = *run.irPass(node.pass);
    FactMaker facts;
    addName(facts, run.text(known->op), run.text(known->fullName));
    facts.add(FactsText::tr("In the IR"), toText(run.text(known->name)));
    facts.addLink(FactsText::tr("Pass"),
                  toText(run.text(pass.name)),
                  NodeFact::Link::Pass,
                  toText(run.text(pass.name)));
    facts.add(FactsText::tr("Lines"),
              known->firstLine <= 0 ? QString()
              : known->lastLine > known->firstLine
                  ? FactsText::tr("%1 to %2").arg(known->firstLine).arg(known->lastLine)
                  : QString::number(known->firstLine));
    facts.add(FactsText::tr("Output"),
              toText(run.text(known->shape)).replace(QLatin1Char('x'), QChar(0x00D7)));
    const std::vector<NodeRef> members = membersOf(run, node);
    if (members.size() > 1) {
        facts.list(FactsText::tr("Fused from"), members.size(), [&](std::size_t i) {
            const QString name = toText(run.text(run.irNode(members[i])->fullName));
            facts.addLink(FactsText::tr("Fused from"), name, NodeFact::Link::Node, name);
        });
    }
    const std::vector<NodeRef> origins = originsOf(run, node);
    if (origins.size() > 1) {
        const IrPass& first = *run.irPass(origins.back().pass);
        facts.addLink(FactsText::tr("First seen in"),
                      toText(run.text(first.name)),
                      NodeFact::Link::Pass,
                      toText(run.text(first.name)));
    }
    for (const NodeRef& origin : origins) {
        const IrNode& from = *run.irNode(origin);
        if (from.sourceLine > 0 && !run.text(from.sourceFile).empty()) {
            addSource(facts, run.text(from.sourceFile), from.sourceLine);
            break;
        }
    }
    return facts.take();
}

} // namespace runlens::viewers
