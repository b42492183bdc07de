// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/ir/pass_diff.h"

#include "viewers/common/cross_links.h"
#include "viewers/common/text.h"

#include <QCoreApplication>

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>

namespace runlens::viewers {

namespace {

std::size_t at(int index)
{
    return static_cast<std::size_t>(index);
}

constexpr std::size_t kLongestNodeName = 300; ///< bytes

QString shortText(std::string_view text)
{
    return toText(text, kLongestNodeName);
}

struct DiffText {
    Q_DECLARE_TR_FUNCTIONS(runlens::viewers::PassDiff)
};

/// The passes of one graph and rank in order; a restart dumps them again, so the session counts
/// too.
using Chain = std::vector<PassId>;

std::vector<Chain> chainsOf(const Run& run)
{
    std::map<std::tuple<std::string_view, int, std::int32_t>, Chain> chains;
    for (std::size_t p = 0; p < run.irPasses().size(); ++p) {
        const IrPass* pass = run.irPass(static_cast<PassId>(p));
        if (pass != nullptr) {
            chains[{run.text(pass->graphName),
                    pass->rank,
                    static_cast<std::int32_t>(pass->session)}]
                .push_back(static_cast<PassId>(p));
        }
    }
    std::vector<Chain> result;
    for (auto& [key, chain] : chains) {
        std::stable_sort(chain.begin(), chain.end(), [&](PassId a, PassId b) {
            return run.irPass(a)->order < run.irPass(b)->order;
        });
        result.push_back(std::move(chain));
    }
    return result;
}

/// Finds for every node of a pass the one it was in the pass before: by name, else by its only
/// origin there.
class Pairing {
public:
    Pairing(const Run& run, PassId before, PassId here)
        : m_before(*run.irPass(before)), m_here(*run.irPass(here)), m_beforeId(before)
    {
        m_partner.assign(m_here.nodes.size(), -1);
        m_isTaken.assign(m_before.nodes.size(), false);
        byName();
        byOrigin();
    }

    void count(PassSummary& summary) const
    {
        for (std::size_t n = 0; n < m_here.nodes.size(); ++n) {
            if (m_partner[n] < 0) {
                ++summary.added;
                continue;
            }
            const IrNode& was = m_before.nodes[at(m_partner[n])];
            const IrNode& is = m_here.nodes[n];
            summary.changed += was.op != is.op ? 1 : 0;
            summary.reshaped += was.op == is.op && was.shape != is.shape ? 1 : 0;
        }
        summary.removed += static_cast<int>(std::count(m_isTaken.begin(), m_isTaken.end(), false));
    }

private:
    void byName()
    {
        std::unordered_map<std::int32_t, std::vector<int>> named;
        for (std::size_t n = m_before.nodes.size(); n-- > 0;) {
            named[static_cast<std::int32_t>(m_before.nodes[n].fullName)].push_back(
                static_cast<int>(n));
        }
        for (std::size_t n = 0; n < m_here.nodes.size(); ++n) {
            const auto name = static_cast<std::int32_t>(m_here.nodes[n].fullName);
            const auto found = named.find(name);
            if (name != 0 && found != named.end() && !found->second.empty()) {
                take(n, found->second.back());
                found->second.pop_back();
            }
        }
    }

    void byOrigin()
    {
        for (std::size_t o = 0; o < m_here.origins.size(); ++o) {
            const IrOrigin& origin = m_here.origins[o];
            const bool isOnly =
                (o == 0 || m_here.origins[o - 1].node != origin.node)
                && (o + 1 == m_here.origins.size() || m_here.origins[o + 1].node != origin.node);
            const bool isKnown = origin.node >= 0 && at(origin.node) < m_partner.size()
                                 && origin.from.pass == m_beforeId && origin.from.node >= 0
                                 && at(origin.from.node) < m_isTaken.size();
            if (isOnly && isKnown && m_partner[at(origin.node)] < 0
                && !m_isTaken[at(origin.from.node)]) {
                take(at(origin.node), origin.from.node);
            }
        }
    }

    void take(std::size_t here, int before)
    {
        m_partner[here] = before;
        m_isTaken[at(before)] = true;
    }

    const IrPass& m_before;
    const IrPass& m_here;
    PassId m_beforeId;
    std::vector<int> m_partner;
    std::vector<bool> m_isTaken;
};

QString shapeOf(const Run& run, const IrNode& node)
{
    return shortText(run.text(node.shape)).replace(QLatin1Char('x'), QChar(0x00D7));
}

std::vector<NodeRef> inPass(const std::vector<NodeRef>& related, PassId pass)
{
    std::vector<NodeRef> found;
    for (const NodeRef& ref : related) {
        if (ref.pass == pass) {
            found.push_back(ref);
        }
    }
    return found;
}

/// Which of several related nodes of a pass stands for them all: the one named like the tracked
/// node; before that name exists, the first member of what was fused into it, the same in every
/// pass.
class Representative {
public:
    Representative(const Run& run,
                   const Chain& chain,
                   const std::vector<NodeRef>& related,
                   NodeRef tracked)
        : m_run(run), m_name(run.irNode(tracked)->fullName), m_memberName(m_name)
    {
        for (const PassId pass : chain) {
            const std::vector<NodeRef> here = inPass(related, pass);
            const bool hasName = std::any_of(here.begin(), here.end(), [&](const NodeRef& ref) {
                return nameOf(ref) == m_name;
            });
            if (pass == tracked.pass) {
                break;
            }
            if (!here.empty() && !hasName) {
                m_memberName = nameOf(here.front());
            }
        }
    }

    void putFirst(std::vector<NodeRef>& nodes) const
    {
        std::stable_sort(nodes.begin(), nodes.end(), [&](const NodeRef& a, const NodeRef& b) {
            return rank(a) < rank(b);
        });
    }

private:
    [[nodiscard]] NameId nameOf(const NodeRef& ref) const { return m_run.irNode(ref)->fullName; }

    [[nodiscard]] int rank(const NodeRef& ref) const
    {
        const NameId name = nameOf(ref);
        return name == m_name ? 0 : name == m_memberName ? 1 : 2;
    }

    const Run& m_run;
    NameId m_name;
    NameId m_memberName;
};

/// "05 – 06" for passes in a row that changed nothing.
QString rangeText(const Run& run, PassId first, PassId last)
{
    const QString from = shortText(run.text(run.irPass(first)->name));
    const QString to = shortText(run.text(run.irPass(last)->name));
    return first == last ? from
                         : from.section(QLatin1Char('_'), 0, 0) + QStringLiteral(" \u2013 ")
                               + to.section(QLatin1Char('_'), 0, 0);
}

void describe(const Run& run,
              const std::vector<NodeRef>& here,
              const std::vector<NodeRef>& before,
              TrackRow& row)
{
    using Change = TrackRow::Change;
    const IrNode& is = *run.irNode(here.front());
    if (before.empty()) {
        row.change = Change::Created;
        row.what = DiffText::tr("created");
        return;
    }
    const IrNode& was = *run.irNode(before.front());
    if (before.size() > here.size()) {
        row.change = Change::FusedFrom;
        row.what = DiffText::tr("fused from %1 nodes").arg(before.size());
    } else if (here.size() > before.size()) {
        row.change = Change::Split;
        row.what = was.fullName == is.fullName
                       ? DiffText::tr("%1 nodes derived from it").arg(here.size() - before.size())
                       : DiffText::tr("became %1 nodes").arg(here.size());
    } else if (was.op != is.op) {
        const bool isFused =
            membersOf(run, here.front()).size() > membersOf(run, before.front()).size();
        row.change = isFused ? Change::FusedInto : Change::Replaced;
        row.what = (isFused ? DiffText::tr("fused into %1") : DiffText::tr("replaced by %1"))
                       .arg(shortText(run.text(is.op)));
    } else if (was.shape != is.shape) {
        row.change = run.text(was.shape).empty() ? Change::ShapeKnown : Change::Reshaped;
        row.what = run.text(was.shape).empty()
                       ? DiffText::tr("shape known")
                       : DiffText::tr("reshaped from %1")
                             .arg(shapeOf(run, was).isEmpty() ? DiffText::tr("unknown")
                                                              : shapeOf(run, was));
    } else {
        row.change = Change::Unchanged;
        row.what = DiffText::tr("unchanged");
    }
}

} // namespace

std::vector<PassSummary> passSummaries(const Run& run)
{
    std::vector<PassSummary> summaries;
    for (const Chain& chain : chainsOf(run)) {
        for (std::size_t i = 0; i < chain.size(); ++i) {
            const IrPass& pass = *run.irPass(chain[i]);
            PassSummary summary;
            summary.pass = chain[i];
            summary.name = shortText(run.text(pass.name));
            summary.graph = shortText(run.text(pass.graphName));
            summary.nodes = static_cast<int>(pass.nodes.size());
            summary.durationNs = pass.durationNs;
            summary.isFirst = i == 0;
            if (i > 0) {
                Pairing(run, chain[i - 1], chain[i]).count(summary);
            }
            summaries.push_back(std::move(summary));
        }
    }
    return summaries;
}

std::vector<TrackRow> trackNode(const Run& run, NodeRef node)
{
    std::vector<TrackRow> rows;
    const IrNode* known = run.irNode(node);
    if (known == nullptr) {
        return rows;
    }
    std::vector<NodeRef> related = originsOf(run, node);
    const std::vector<NodeRef> later = descendantsOf(run, node);
    related.insert(related.end(), later.begin(), later.end());
    if (related.size() == 1) { // no origins were recorded: the name has to do
        related =
            nodesNamed(run, run.text(run.irPass(node.pass)->graphName), run.text(known->fullName));
        if (related.empty()) {
            related.push_back(node);
        }
    }
    std::vector<NodeRef> before;
    for (const Chain& chain : chainsOf(run)) {
        if (std::find(chain.begin(), chain.end(), node.pass) == chain.end()) {
            continue;
        }
        const Representative representative(run, chain, related, node);
        for (const PassId pass : chain) {
            std::vector<NodeRef> here = inPass(related, pass);
            representative.putFirst(here);
            if (here.empty()) {
                if (!before.empty()) {
                    rows.push_back({pass,
                                    pass,
                                    {},
                                    shortText(run.text(run.irPass(pass)->name)),
                                    0,
                                    {},
                                    {},
                                    TrackRow::Change::Removed,
                                    DiffText::tr("removed")});
                    before.clear();
                }
                continue;
            }
            const IrNode& is = *run.irNode(here.front());
            TrackRow row;
            row.firstPass = pass;
            row.lastPass = pass;
            row.node = here.front();
            row.line = is.firstLine;
            row.as = (shortText(run.text(is.op)) + QLatin1Char(' ') + shortText(run.text(is.name)))
                         .trimmed();
            row.output = shapeOf(run, is);
            describe(run, here, before, row);
            before = here;
            const bool joins = row.change == TrackRow::Change::Unchanged && !rows.empty()
                               && rows.back().change == TrackRow::Change::Unchanged
                               && pass != node.pass && rows.back().firstPass != node.pass;
            if (joins) {
                rows.back().lastPass = pass;
                rows.back().pass = rangeText(run, rows.back().firstPass, pass);
            } else {
                row.pass = rangeText(run, pass, pass);
                rows.push_back(std::move(row));
            }
        }
    }
    return rows;
}

} // namespace runlens::viewers
