// Trains small networks on CUDA devices and holds the weights to the textbook's loop on the CPU: what the tests run on the
// stand-ins, healthy and with faults.
//   cuda_trainee BACKEND VARIANT STRATEGY DEVICES...   VARIANT or STRATEGY may be "all"
//   cuda_trainee BACKEND VARIANT by_the_book           the textbook's loop on the kernels that evaluate
// Exit code: as ringside's; 1: wrong weights.
#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <span>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/exec/session.h"
#include "core/exec/textbook.h"
#include "core/net/init.h"
#include "strategies/strategy.h"
#include "tests/core/exec/small_networks.h"

namespace ringside {
namespace {

constexpr std::int64_t steps = 5;
constexpr std::uint64_t seed = 11;
constexpr int batch = 9;
constexpr float scale = 1.0F / 256;
constexpr double tolerance = 1e-4;  // of the largest weight

double largest_difference(const std::vector<float>& found, const std::vector<float>& expected) {
  double largest = 0;
  double difference = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    largest = std::max(largest, std::abs(double{expected[i]}));
    difference = std::max(difference, std::abs(double{found[i]} - double{expected[i]}));
  }
  return difference / largest;
}

std::vector<float> weights_by_the_book(const std::string& variant, const Backend& backend, TextbookOptions options) {
  const Network network = small_network(variant);
  const LabelledImages images = some_images(network.input, small_classes, 61);
  Batches batches(images, batch, {}, scale, seed);
  return train_by_the_book(network, backend, initial_weights(network, seed), batches, steps, options).weights;
}

// The largest difference to the textbook, of the largest weight.
double train(const std::string& variant, const Strategy& strategy, int devices, const Backend& backend) {
  const Network network = small_network(variant);
  const LabelledImages images = some_images(network.input, small_classes, 61);
  const std::vector<float> first = initial_weights(network, seed);
  const StepGraph graph = strategy.build({network, devices, batch, backend.has_collective(devices)});

  Session session(network, graph, backend, {.seed = seed, .pinned = false});
  session.load(first);
  Batches batches(images, batch, {}, scale, seed);
  constexpr double patience_s = 20;
  const RunResult ran = session.run(batches, {.steps = steps, .trace_steps = 2, .timeout_s = patience_s});
  for (const StepResult& step : ran.steps) {
    for (const Phases& phases : step.phases) {
      if (phases.compute_s <= 0) throw Error(ErrorKind::wrong_result, "a device computed for no time at all");
    }
  }

  TextbookOptions options{.delay = strategy.meaning == Meaning::delayed_sgd ? 1 : 0, .seed = seed};
  if (strategy.meaning == Meaning::local_sgd) options.sample_count = graph.shards[0].count;
  return largest_difference(session.weights(), weights_by_the_book(variant, find_backend("reference"), options));
}

bool is_right(const std::string& what, double difference) {
  const bool right = difference <= tolerance;  // false for not-a-number
  fmt::print("{}: off by {:.1e}{}\n", what, difference, right ? "" : ": WRONG");
  return right;
}

bool check_one(const std::string& variant, const Strategy& strategy, int devices, const Backend& backend) {
  return is_right(fmt::format("{} {} on {}", variant, strategy.name, devices),
                  train(variant, strategy, devices, backend));
}

bool check_by_the_book(const std::string& variant, const Backend& backend) {
  const TextbookOptions options{.seed = seed};
  return is_right(fmt::format("{} by the book", variant),
                  largest_difference(weights_by_the_book(variant, backend, options),
                                     weights_by_the_book(variant, find_backend("reference"), options)));
}

int run(std::span<const std::string> words) {
  check(words.size() >= 3, "cuda_trainee BACKEND VARIANT STRATEGY DEVICES...");
  const Backend& backend = find_backend(words[0]);
  fmt::print("{}\n", backend.details());
  const std::vector<std::string> all{"plain", "lrn", "dropout", "tanh", "average"};
  bool right = true;
  for (const std::string& variant : words[1] == "all" ? all : std::vector{words[1]}) {
    if (words[2] == "by_the_book") right = check_by_the_book(variant, backend) && right;
    for (const Strategy& strategy : strategies()) {
      if (words[2] != "all" && words[2] != strategy.name) continue;
      for (const std::string& devices : words.subspan(3)) {
        if (strategy.name == "single" && devices != "1") continue;
        right = check_one(variant, strategy, std::stoi(devices), backend) && right;
      }
    }
  }
  return right ? 0 : 1;
}

}  // namespace
}  // namespace ringside

int main(int count, char** words) {
  try {
    return ringside::run(std::vector<std::string>(words + 1, words + count));
  } catch (const ringside::Error& error) {
    std::fprintf(stderr, "cuda_trainee: %s\n", error.what());
    return error.kind() == ringside::ErrorKind::bad_input ? 2 : error.kind() == ringside::ErrorKind::timeout ? 5 : 4;
  }
}
