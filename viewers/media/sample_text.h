// SPDX-License-Identifier: GPL-3.0-or-later
/// Recorded text as Markdown: a table for a text tensor of rank 1 or 2, the text itself otherwise.
/// And a document that shows Markdown and loads nothing from anywhere.
#pragma once

#include <QString>
#include <QTextDocument>

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace runlens::viewers {

/// What the metadata of a record says of the strings joined in its payload.
struct StringParts {
    std::vector<std::int64_t> shape;
    std::vector<std::int64_t> sizes; ///< bytes of each string; empty: the payload is one
};

/// metadata: JSON object with "shape" and "sizes"; anything else gives none.
[[nodiscard]] StringParts stringPartsOf(std::string_view metadata);
/// Sizes that do not fit the payload give the payload as a whole.
[[nodiscard]] std::vector<std::span<const std::byte>>
splitStrings(std::span<const std::byte> payload, const StringParts& parts);

struct SampleText {
    QString markdown;
    QString plain; ///< as recorded, strings on lines of their own
    int rows = 0;  ///< of the table; 0 when it is none
    bool isCut = false;
};

inline constexpr std::size_t kMostTextBytes = std::size_t{1} << 20; ///< shown; the rest is counted

[[nodiscard]] SampleText textOf(std::span<const std::byte> payload, std::string_view metadata);

class OfflineDocument : public QTextDocument {
    Q_OBJECT

public:
    using QTextDocument::QTextDocument;

protected:
    /// Pictures and style sheets named in a text are not loaded, neither files nor from the net.
    QVariant loadResource(int type, const QUrl& name) override;
};

} // namespace runlens::viewers
