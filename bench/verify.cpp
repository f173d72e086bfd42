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

// Steps until the first gradient has been applied.
int steps_to_first_update(Meaning meaning) {
  return meaning == Meaning::delayed_sgd ? 2 : 1;
}

std::string_view words(Meaning meaning) {
  switch (meaning) {
    case Meaning::sgd:
      return "textbook SGD on one device, the same global batch";
    case Meaning::delayed_sgd:
      return "textbook SGD with gradients one step late, on one device";
    case Meaning::local_sgd:
      return "textbook SGD of every device alone on its shard";
  }
  return "";
}

TextbookResult reference(Meaning meaning, int steps, const Cell& cell, const StepGraph& graph, const TrainingData& data,
                         const std::vector<float>& initial) {
  const auto train = [&](const TextbookOptions& options) {
    Batches batches = data.training_batches(cell.batch, cell.seed);
    return train_by_the_book(cell.network, find_backend(cell.backend), initial, batches, steps, options);
  };
  if (meaning != Meaning::local_sgd) return train({.delay = meaning == Meaning::sgd ? 0 : 1, .seed = cell.seed});
  TextbookResult all;
  all.losses.assign(static_cast<std::size_t>(steps), 0);
  for (const Samples& shard : graph.shards) {
    TextbookResult alone = train({.first_sample = shard.first, .sample_count = shard.count, .seed = cell.seed});
    for (std::size_t step = 0; step < alone.losses.size(); ++step)
      all.losses[step] += alone.losses[step] * shard.count / graph.batch;
    if (shard.first == 0) all.weights = std::move(alone.weights);
  }
  return all;
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
                          const std::vector<float>& initial, const Limits& limits) {
  const Meaning meaning = find_strategy(cell.strategy).meaning;
  const int first = steps_to_first_update(meaning);
  Batches batches = data.training_batches(cell.batch, cell.seed);
  session.load(initial);
  std::vector<double> losses;
  const auto weights_after = [&](int steps) {
    const RunOptions options{.steps = steps, .timeout_s = limits.timeout_s, .stop = &limits.stop};
    for (const StepResult& step : session.run(batches, options).steps) losses.push_back(step.loss);
    return session.weights();
  };
  const std::vector<float> early = weights_after(first), late = weights_after(verified_steps - first);
  if (limits.stop) return {};

  const TextbookResult early_book = reference(meaning, first, cell, graph, data, initial);
  const TextbookResult late_book = reference(meaning, verified_steps, cell, graph, data, initial);
  const std::string book(words(meaning));
  return {
      {"first_update", book, weights_error(cell.network, early, early_book.weights, initial), first_update_tolerance},
      {"weights", book, weights_error(cell.network, late, late_book.weights, initial), weights_tolerance},
      {"losses", book, losses_error(losses, late_book.losses), losses_tolerance}};
}

}  // namespace ringside
