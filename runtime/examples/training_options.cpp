// SPDX-License-Identifier: Apache-2.0
#include "runtime/examples/training_options.h"

#include <charconv>
#include <functional>
#include <limits>
#include <map>
#include <string_view>

namespace runlens::runtime {

namespace {

using Setter = std::function<bool(std::string_view)>;

constexpr int kMostThreads = 256;
constexpr int kMostGraphs = 3;

template <typename T>
Setter number(T& target, T lowest, T highest = std::numeric_limits<T>::max())
{
    return [&target, lowest, highest](std::string_view text) {
        T value{};
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (error != std::errc{} || end != text.data() + text.size() || !(value >= lowest)
            || !(value <= highest))
        {
            return false;
        }
        target = value;
        return true;
    };
}

Setter text(std::string& target)
{
    return [&target](std::string_view value) {
        target = value;
        return !value.empty();
    };
}

Setter mode(ExecutionMode& target)
{
    return [&target](std::string_view value) {
        target = value == "eager" ? ExecutionMode::Eager : ExecutionMode::Graph;
        return value == "eager" || value == "graph";
    };
}

} // namespace

Result<TrainingOptions> parseOptions(int count, const char* const* arguments)
{
    TrainingOptions options;
    const std::map<std::string_view, Setter> setters = {
        {"--data", text(options.data)},
        {"--epochs", number<std::int64_t>(options.epochs, 1)},
        {"--batch-size", number<std::int64_t>(options.batchSize, 1)},
        {"--learning-rate", number<double>(options.learningRate, 0.0)},
        {"--seed", number<std::uint64_t>(options.seed, 0)},
        {"--mode", mode(options.mode)},
        {"--logdir", text(options.logdir)},
        {"--run", text(options.run)},
        {"--save-graphs", number<int>(options.saveGraphs, 0, kMostGraphs)},
        {"--steps-limit", number<std::int64_t>(options.stepsLimit, 0)},
        {"--stats-every", number<std::int64_t>(options.statsEvery, 1)},
        {"--threads", number<int>(options.threads, 1, kMostThreads)},
    };
    for (int i = 1; i < count; ++i) {
        const std::string_view name = arguments[i];
        if (name == "--no-record") {
            options.record = false;
        } else if (name == "--help" || name == "-h") {
            options.help = true;
        } else {
            const auto known = setters.find(name);
            if (known == setters.end()) {
                return failure("read the command line",
                               {},
                               "there is no option " + std::string(name),
                               "--help");
            }
            if (i + 1 >= count || !known->second(arguments[i + 1])) {
                return failure("read the command line",
                               {},
                               std::string(name) + " needs a fitting value",
                               "--help");
            }
            ++i;
        }
    }
    return options;
}

std::string usageText()
{
    return "Trains LeNet-5 on Fashion-MNIST and records the run.\n\n"
           "  --data DIR            IDX files (default /usr/share/datasets/fashion-mnist)\n"
           "  --epochs N            default 5\n"
           "  --batch-size N        default 64\n"
           "  --learning-rate X     at the start; falls to zero along a cosine (default 0.02)\n"
           "  --seed N              of weights and order of samples (default 1)\n"
           "  --mode graph|eager    default graph\n"
           "  --logdir DIR          where the run's folder is made (default runs)\n"
           "  --run NAME            name of that folder (default lenet-<date>-seed<N>)\n"
           "  --save-graphs LEVEL   0 none, 1 milestones, 2 every pass, 3 also drawings (default "
           "0)\n"
           "  --steps-limit N       stop after so many steps (default 0: none)\n"
           "  --stats-every N       steps between statistics of weights and gradients (default "
           "100)\n"
           "  --threads N           of the operators (default 1: the other core is for data, "
           "recording and window)\n"
           "  --no-record           train only\n";
}

} // namespace runlens::runtime
