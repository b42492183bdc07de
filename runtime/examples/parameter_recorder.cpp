// SPDX-License-Identifier: Apache-2.0
#include "runtime/examples/parameter_recorder.h"

#include "runtime/instrumentation/collector_observer.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace runlens::runtime {

namespace {

double norm(std::span<const float> values)
{
    double sum = 0.0;
    for (const float value : values) {
        sum += static_cast<double>(value) * static_cast<double>(value);
    }
    return std::sqrt(sum);
}

/// |after - before| / |before|
double relativeChange(std::span<const float> before, std::span<const float> after)
{
    double sum = 0.0;
    for (std::size_t i = 0; i < before.size(); ++i) {
        const double change = static_cast<double>(after[i]) - static_cast<double>(before[i]);
        sum += change * change;
    }
    return std::sqrt(sum) / norm(before);
}

} // namespace

ParameterRecorder::ParameterRecorder(SummaryCollector& collector,
                                     const Trainer& trainer,
                                     std::int64_t every)
    : m_collector(collector), m_trainer(trainer), m_every(every)
{
    for (const ParameterRef& parameter : trainer.parameters()) {
        Watched watched;
        const std::string& name = parameter->name;
        watched.gradientNorm = collector.scalarTag("gradient_norm/" + name, NumberType::Float32);
        watched.weightNorm = collector.scalarTag("weight_norm/" + name, NumberType::Float32);
        if (parameter->value.shape().size() >= 2) {
            watched.updateRatio = collector.scalarTag("update_ratio/" + name, NumberType::Float32);
            watched.before.resize(parameter->value.floats().size());
        }
        m_watched.push_back(std::move(watched));
    }
}

void ParameterRecorder::beforeStep()
{
    for (std::size_t i = 0; i < m_watched.size(); ++i) {
        if (!m_watched[i].before.empty()) {
            const auto values = m_trainer.parameters()[i]->value.floats();
            std::copy(values.begin(), values.end(), m_watched[i].before.begin());
        }
    }
}

void ParameterRecorder::afterStep(std::int64_t step)
{
    const std::vector<Tensor> gradients = m_trainer.gradients();
    for (std::size_t i = 0; i < m_watched.size(); ++i) {
        const Watched& watched = m_watched[i];
        const ParameterRef& parameter = m_trainer.parameters()[i];
        const Tensor gradient = gradients[i].toDense();
        m_collector.addTensorStats(parameter->name, step, viewOf(parameter->value));
        m_collector.addTensorStats(parameter->name + "/gradient", step, viewOf(gradient));
        m_collector.addScalar(watched.gradientNorm, step, norm(gradient.floats()));
        m_collector.addScalar(watched.weightNorm, step, norm(parameter->value.floats()));
        if (!watched.before.empty()) {
            m_collector.addScalar(watched.updateRatio,
                                  step,
                                  relativeChange(watched.before, parameter->value.floats()));
        }
    }
}

} // namespace runlens::runtime
