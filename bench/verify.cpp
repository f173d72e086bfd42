// Strategies against the textbook loop.
#include "bench/verify.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "strategies/strategy.h"

namespace ringside {
namespace {

double norm_of_difference(std::span<const float> a, std::span<const float> b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double difference = static_cast<double>(a[i]) - static_cast<double>(b[i]);
    sum += difference * difference;
  }
  return std::sqrt(sum);
}

// A NaN is larger than everything: std::max might drop it, and an error with it.
double larger(double a, double b) {
  return std::isnan(a) || a > b ? a : b;
}

struct Reference {
  std::string words;
  TextbookResult result;
};

Reference reference_run(const Cell& cell, const StepGraph& graph, const TrainingData& data,
                        const std::vector<float>& initial) {
  const Backend& backend = find_backend(cell.backend);
  const auto train = [&](const TextbookOptions& options) {
    Batches batches = data.training_batches(cell.batch, cell.seed);
    return train_by_the_book(cell.network, backend, initial, batches, verified_steps, options);
  };
  switch (find_strategy(cell.strategy).meaning) {
    case Meaning::sgd:
      return {"textbook SGD on one device, the same global batch", train({.seed = cell.seed})};
    case Meaning::delayed_sgd:
      return {"textbook SGD with gradients one step late, on one device", train({.delay = 1, .seed = cell.seed})};
    case Meaning::local_sgd:
      break;
  }
  Reference reference{"textbook SGD of every device alone on its shard", {}};
  reference.result.losses.assign(verified_steps, 0);
  for (const Samples& shard : graph.shards) {
    TextbookResult alone = train({.first_sample = shard.first, .sample_count = shard.count, .seed = cell.seed});
    for (std::size_t step = 0; step < alone.losses.size(); ++step)
      reference.result.losses[step] += alone.losses[step] * shard.count / graph.batch;
    if (shard.first == 0) reference.result.weights = std::move(alone.weights);
  }
  return reference;
}

}  // namespace

double weights_error(const Network& network, std::span<const float> weights, std::span<const float> reference,
                     std::span<const float> initial) {
  double error = 0;
  for (const Layer& layer : network.layers) {
    const auto first = static_cast<std::size_t>(layer.offset);
    const auto count = static_cast<std::size_t>(layer.params());
    if (count == 0) continue;
    const double off = norm_of_difference(weights.subspan(first, count), reference.subspan(first, count));
    const double moved = norm_of_difference(reference.subspan(first, count), initial.subspan(first, count));
    error = larger(error, moved > 0 ? off / moved : off);
  }
  return error;
}

double losses_error(std::span<const double> losses, std::span<const double> reference) {
  double error = losses.size() == reference.size() ? 0 : std::numeric_limits<double>::infinity();
  for (std::size_t step = 0; step < std::min(losses.size(), reference.size()); ++step) {
    const double off = std::abs(losses[step] - reference[step]);
    error = larger(error, reference[step] != 0 ? off / std::abs(reference[step]) : off);
  }
  return error;
}

std::vector<Check> verify(Session& session, const Cell& cell, const StepGraph& graph, const TrainingData& data,
                          const std::vector<float>& initial, const std::atomic<bool>& stop) {
  Batches batches = data.training_batches(cell.batch, cell.seed);
  session.load(initial);
  const RunResult run = session.run(batches, {.steps = verified_steps, .stop = &stop, .on_step = {}});
  if (stop) return {};
  std::vector<double> losses;
  for (const StepResult& step : run.steps) losses.push_back(step.loss);

  const Reference reference = reference_run(cell, graph, data, initial);
  const std::vector<float> weights = session.weights();
  return {{"weights", reference.words, weights_error(cell.network, weights, reference.result.weights, initial),
           verified_tolerance},
          {"losses", reference.words, losses_error(losses, reference.result.losses), verified_tolerance}};
}

}  // namespace ringside
