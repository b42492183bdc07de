// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/graph/level_layout.h"

#include "viewers/graph/indexing.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace runlens::viewers {

namespace {

constexpr int kLongestRouted = 16; ///< ranks; longer edges go straight
constexpr int kOrderSweeps = 8;
constexpr int kPlaceSweeps = 8;
constexpr double kViaGap = 14;
constexpr double kViaWidth = 2;
constexpr std::size_t kMostCrossingChecks =
    20'000; ///< edges; above, the last order is taken unseen

struct Slot {
    LayoutBox box;
    int rank = 0;
    int position = 0;
    double x = 0.0; ///< of the port
    bool isVia = false;
    std::vector<int> above; ///< neighbours in the rank above and below
    std::vector<int> below;
};

struct UniqueEdge {
    int from = -1; ///< after cutting cycles: always downwards
    int to = -1;
    bool isReversed = false;
    std::vector<int> via; ///< row, from top to bottom
};

class Level {
public:
    explicit Level(const LevelInput& input) : m_input(input)
    {
        for (const LayoutBox& box : input.boxes) {
            m_slots.push_back({box, 0, 0, 0.0, false, {}, {}});
        }
    }

    LevelPlaces run(const std::stop_token& stop)
    {
        collectEdges();
        cutCycles();
        rank();
        splitLongEdges();
        order(stop);
        placeX(stop);
        return places();
    }

private:
    void collectEdges()
    {
        std::map<std::pair<int, int>, int> known;
        for (const auto& [from, to] : m_input.edges) {
            if (from == to) {
                m_edgeOf.push_back(-1);
                continue;
            }
            const auto [entry, isNew] =
                known.try_emplace({from, to}, static_cast<int>(m_edges.size()));
            if (isNew) {
                m_edges.push_back({from, to, false, {}});
            }
            m_edgeOf.push_back(entry->second);
        }
    }

    [[nodiscard]] std::vector<std::vector<int>> outgoing() const
    {
        std::vector<std::vector<int>> out(m_input.boxes.size());
        for (std::size_t e = 0; e < m_edges.size(); ++e) {
            out[at(m_edges[e].from)].push_back(static_cast<int>(e));
        }
        return out;
    }

    /// Turns around every edge that leads back to a box on the way of the walk.
    void cutCycles()
    {
        const std::vector<std::vector<int>> out = outgoing();
        enum class Mark : std::uint8_t { New, OnWay, Done };
        std::vector<Mark> marks(out.size(), Mark::New);
        std::vector<std::pair<int, std::size_t>> way;
        for (std::size_t start = 0; start < out.size(); ++start) {
            if (marks[start] != Mark::New) {
                continue;
            }
            marks[start] = Mark::OnWay;
            way.emplace_back(static_cast<int>(start), 0);
            while (!way.empty()) {
                auto& [box, next] = way.back();
                if (next == out[at(box)].size()) {
                    marks[at(box)] = Mark::Done;
                    way.pop_back();
                    continue;
                }
                UniqueEdge& edge = m_edges[at(out[at(box)][next++])];
                if (marks[at(edge.to)] == Mark::OnWay) {
                    edge.isReversed = true;
                } else if (marks[at(edge.to)] == Mark::New) {
                    marks[at(edge.to)] = Mark::OnWay;
                    way.emplace_back(edge.to, 0);
                }
            }
        }
        for (UniqueEdge& edge : m_edges) {
            if (edge.isReversed) {
                std::swap(edge.from, edge.to);
            }
        }
    }

    /// Longest path from the top; boxes with nothing above them come down to just above their first
    /// user.
    void rank()
    {
        const std::vector<std::vector<int>> out = outgoing();
        std::vector<int> waiting(out.size(), 0);
        for (const UniqueEdge& edge : m_edges) {
            ++waiting[at(edge.to)];
        }
        std::vector<int> ready;
        for (std::size_t box = 0; box < out.size(); ++box) {
            if (waiting[box] == 0) {
                ready.push_back(static_cast<int>(box));
            }
        }
        const std::size_t sources = ready.size();
        for (std::size_t next = 0; next < ready.size(); ++next) {
            const int box = ready[next];
            for (const int e : out[at(box)]) {
                const int to = m_edges[at(e)].to;
                m_slots[at(to)].rank = std::max(m_slots[at(to)].rank, m_slots[at(box)].rank + 1);
                if (--waiting[at(to)] == 0) {
                    ready.push_back(to);
                }
            }
        }
        for (std::size_t i = 0; i < sources; ++i) {
            Slot& source = m_slots[at(ready[i])];
            if (out[at(ready[i])].empty()) {
                m_alone.push_back(ready[i]);
                continue;
            }
            int lowest = INT32_MAX;
            for (const int e : out[at(ready[i])]) {
                lowest = std::min(lowest, m_slots[at(m_edges[at(e)].to)].rank);
            }
            source.rank = lowest - 1;
        }
    }

    void splitLongEdges()
    {
        std::size_t budget = 4 * m_slots.size() + 1000;
        for (UniqueEdge& edge : m_edges) {
            const int span = m_slots[at(edge.to)].rank - m_slots[at(edge.from)].rank;
            int previous = edge.from;
            if (span > 1 && (span > kLongestRouted || budget < at(span))) {
                continue;
            }
            for (int step = 1; step < span; ++step, --budget) {
                const auto via = static_cast<int>(m_slots.size());
                m_slots.push_back({{kViaWidth, 0, kViaWidth / 2},
                                   m_slots[at(edge.from)].rank + step,
                                   0,
                                   0.0,
                                   true,
                                   {},
                                   {}});
                edge.via.push_back(via);
                join(previous, via);
                previous = via;
            }
            join(previous, edge.to);
        }
    }

    void join(int upper, int lower)
    {
        m_slots[at(upper)].below.push_back(lower);
        m_slots[at(lower)].above.push_back(upper);
        ++m_joins;
    }

    void order(const std::stop_token& stop)
    {
        std::vector<bool> isAlone(m_slots.size(), false);
        for (const int box : m_alone) {
            isAlone[at(box)] = true;
        }
        int ranks = 0;
        for (const Slot& slot : m_slots) {
            ranks = std::max(ranks, slot.rank + 1);
        }
        m_ranks.resize(at(ranks));
        for (std::size_t s = 0; s < m_slots.size(); ++s) {
            if (!isAlone[s]) {
                m_ranks[at(m_slots[s].rank)].push_back(static_cast<int>(s));
            }
        }
        std::vector<std::vector<int>> best;
        std::size_t fewest = SIZE_MAX;
        for (int sweep = 0; sweep < kOrderSweeps && !stop.stop_requested(); ++sweep) {
            orderOnce(sweep % 2 == 0);
            if (m_joins <= kMostCrossingChecks) {
                const std::size_t crossings = countCrossings();
                if (crossings < fewest) {
                    fewest = crossings;
                    best = m_ranks;
                }
            }
        }
        if (!best.empty()) {
            m_ranks = std::move(best);
        }
        number();
    }

    void number()
    {
        for (const std::vector<int>& row : m_ranks) {
            for (std::size_t i = 0; i < row.size(); ++i) {
                m_slots[at(row[i])].position = static_cast<int>(i);
            }
        }
    }

    /// Sorts every rank by the mean position of its neighbours in the rank before.
    void orderOnce(bool isDown)
    {
        number();
        const std::size_t count = m_ranks.size();
        std::vector<std::pair<double, int>> keyed;
        for (std::size_t i = 0; i < count; ++i) {
            std::vector<int>& row = m_ranks[isDown ? i : count - 1 - i];
            keyed.clear();
            for (const int s : row) {
                const Slot& slot = m_slots[at(s)];
                const std::vector<int>& neighbours = isDown ? slot.above : slot.below;
                double sum = 0.0;
                for (const int neighbour : neighbours) {
                    sum += m_slots[at(neighbour)].position;
                }
                const double mean = neighbours.empty()
                                        ? slot.position
                                        : sum / static_cast<double>(neighbours.size());
                keyed.emplace_back(mean, s);
            }
            std::stable_sort(keyed.begin(), keyed.end(), [](const auto& a, const auto& b) {
                return a.first < b.first;
            });
            for (std::size_t k = 0; k < keyed.size(); ++k) {
                row[k] = keyed[k].second;
                m_slots[at(row[k])].position = static_cast<int>(k);
            }
        }
    }

    [[nodiscard]] std::size_t countCrossings() const
    {
        std::size_t crossings = 0;
        std::vector<int> tree;
        for (std::size_t r = 0; r + 1 < m_ranks.size(); ++r) {
            const std::size_t width = m_ranks[r + 1].size();
            tree.assign(width + 1, 0);
            std::size_t seen = 0;
            std::vector<int> ends;
            for (const int s : m_ranks[r]) {
                ends.clear();
                for (const int below : m_slots[at(s)].below) {
                    ends.push_back(m_slots[at(below)].position);
                }
                for (const int end : ends) { // edges from further left that end further right
                    std::size_t notRight = 0;
                    for (std::size_t i = at(end) + 1; i > 0; i -= i & (~i + 1)) {
                        notRight += static_cast<std::size_t>(tree[i]);
                    }
                    crossings += seen - notRight;
                }
                for (const int end : ends) {
                    for (std::size_t i = at(end) + 1; i <= width; i += i & (~i + 1)) {
                        ++tree[i];
                    }
                }
                seen += ends.size();
            }
        }
        return crossings;
    }

    void placeX(const std::stop_token& stop)
    {
        for (const std::vector<int>& row : m_ranks) {
            double right = 0.0;
            for (const int s : row) {
                m_slots[at(s)].x = right + m_slots[at(s)].box.portX;
                right += m_slots[at(s)].box.width + kNodeGap;
            }
        }
        for (int sweep = 0; sweep < kPlaceSweeps && !stop.stop_requested(); ++sweep) {
            const bool isDown = sweep % 2 == 0;
            for (std::size_t i = 0; i < m_ranks.size(); ++i) {
                placeRank(m_ranks[isDown ? i : m_ranks.size() - 1 - i], isDown);
            }
        }
    }

    [[nodiscard]] double median(const std::vector<int>& neighbours) const
    {
        std::vector<double> xs;
        xs.reserve(neighbours.size());
        for (const int neighbour : neighbours) {
            xs.push_back(m_slots[at(neighbour)].x);
        }
        const auto middle = xs.begin() + static_cast<std::ptrdiff_t>(xs.size() / 2);
        std::nth_element(xs.begin(), middle, xs.end());
        if (xs.size() % 2 == 1) {
            return *middle;
        }
        return (*middle + *std::max_element(xs.begin(), middle)) / 2;
    }

    /// The places nearest to what every slot wants (least squares) that keep the order and the
    /// gaps: pools of row that push each other move as one.
    void placeRank(const std::vector<int>& row, bool isDown)
    {
        struct Pool {
            double sum;
            double weight;
            std::size_t count;
        };

        std::vector<Pool> pools;
        std::vector<double> offset(row.size(), 0.0);
        for (std::size_t i = 0; i < row.size(); ++i) {
            const Slot& slot = m_slots[at(row[i])];
            if (i > 0) {
                const Slot& left = m_slots[at(row[i - 1])];
                const double gap = slot.isVia || left.isVia ? kViaGap : kNodeGap;
                offset[i] =
                    offset[i - 1] + (left.box.width - left.box.portX) + gap + slot.box.portX;
            }
            const std::vector<int>& neighbours = isDown ? slot.above : slot.below;
            const double wanted = neighbours.empty() ? slot.x : median(neighbours);
            const double weight = neighbours.empty() ? 0.2 : (slot.isVia ? 2.0 : 1.0);
            pools.push_back({(wanted - offset[i]) * weight, weight, 1});
            while (pools.size() > 1) {
                Pool& last = pools.back();
                Pool& before = pools[pools.size() - 2];
                if (before.sum / before.weight <= last.sum / last.weight) {
                    break;
                }
                before.sum += last.sum;
                before.weight += last.weight;
                before.count += last.count;
                pools.pop_back();
            }
        }
        std::size_t i = 0;
        for (const Pool& pool : pools) {
            for (std::size_t k = 0; k < pool.count; ++k, ++i) {
                m_slots[at(row[i])].x = std::round(pool.sum / pool.weight + offset[i]);
            }
        }
    }

    LevelPlaces places()
    {
        LevelPlaces result;
        result.topLeft.resize(m_input.boxes.size());
        double left = 0.0;
        double right = 0.0;
        bool isFirst = true;
        for (const std::vector<int>& row : m_ranks) {
            for (const int s : row) {
                const Slot& slot = m_slots[at(s)];
                const double slotLeft = slot.x - slot.box.portX;
                left = isFirst ? slotLeft : std::min(left, slotLeft);
                right = isFirst ? slotLeft + slot.box.width
                                : std::max(right, slotLeft + slot.box.width);
                isFirst = false;
            }
        }
        std::vector<double> rankTop;
        std::vector<double> rankHeight;
        double top = 0.0;
        for (const std::vector<int>& row : m_ranks) {
            double height = 0.0;
            for (const int s : row) {
                height = std::max(height, m_slots[at(s)].box.height);
            }
            rankTop.push_back(top);
            rankHeight.push_back(height);
            for (const int s : row) {
                const Slot& slot = m_slots[at(s)];
                if (!slot.isVia) {
                    result.topLeft[at(s)] = {slot.x - slot.box.portX - left,
                                             top + (height - slot.box.height) / 2};
                }
            }
            top += row.empty() ? 0.0 : height + kRankGap;
        }
        double bottom = std::max(0.0, top - kRankGap);
        double width = right - left;
        placeAlone(result, width, bottom);
        result.size = {width, bottom};
        result.via.resize(m_edgeOf.size());
        for (std::size_t e = 0; e < m_edgeOf.size(); ++e) {
            if (m_edgeOf[e] < 0) {
                continue;
            }
            const UniqueEdge& edge = m_edges[at(m_edgeOf[e])];
            for (const int v : edge.via) {
                const Slot& via = m_slots[at(v)];
                result.via[e].emplace_back(via.x - left, rankTop[at(via.rank)]);
                result.via[e].emplace_back(via.x - left,
                                           rankTop[at(via.rank)] + rankHeight[at(via.rank)]);
            }
            if (edge.isReversed) {
                std::reverse(result.via[e].begin(), result.via[e].end());
            }
        }
        return result;
    }

    /// Boxes without edges fill rows below the rest, about as wide as high.
    void placeAlone(LevelPlaces& result, double& width, double& bottom)
    {
        if (m_alone.empty()) {
            return;
        }
        double area = 0.0;
        for (const int box : m_alone) {
            const LayoutBox& size = m_input.boxes[at(box)];
            area += (size.width + kNodeGap) * (size.height + kNodeGap);
        }
        const double rowWidth = std::max(width, std::sqrt(area * 1.6));
        double x = 0.0;
        double y = bottom > 0.0 ? bottom + kRankGap : 0.0;
        double rowHeight = 0.0;
        for (const int box : m_alone) {
            const LayoutBox& size = m_input.boxes[at(box)];
            if (x > 0.0 && x + size.width > rowWidth) {
                x = 0.0;
                y += rowHeight + kNodeGap;
                rowHeight = 0.0;
            }
            result.topLeft[at(box)] = {x, y};
            width = std::max(width, x + size.width);
            rowHeight = std::max(rowHeight, size.height);
            x += size.width + kNodeGap;
        }
        bottom = y + rowHeight;
    }

    const LevelInput& m_input;
    std::vector<Slot> m_slots;
    std::vector<UniqueEdge> m_edges;
    std::vector<int> m_edgeOf; ///< per edge of the input: its unique edge, -1 for a self-loop
    std::vector<int> m_alone;
    std::vector<std::vector<int>> m_ranks;
    std::size_t m_joins = 0;
};

} // namespace

LevelPlaces layoutLevel(const LevelInput& input, const std::stop_token& stop)
{
    return Level(input).run(stop);
}

} // namespace runlens::viewers
