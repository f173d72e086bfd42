// Training and testing on one device by the plain loop of a textbook: no graph, no lane, no thread. What strategies are checked against.
#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/backend/registry.h"
#include "core/data/batches.h"
#include "core/net/network.h"

namespace ringside {

// Which recurrence the loop follows.
struct TextbookOptions {
  int delay = 0;  // w(t+1) = w(t) - v(t+1) with the gradient of step t - delay, taken at w(t - delay), and its rate
  int first_sample = 0;    // train on samples [first, first + count) of every batch only
  int sample_count = 0;    // 0: the whole batch
  std::uint64_t seed = 1;  // of dropout
};

struct TextbookResult {
  std::vector<double> losses;  // mean loss of every step
  std::vector<float> weights;
};

TextbookResult train_by_the_book(const Network& network, const Backend& backend, std::span<const float> weights,
                                 Batches& batches, std::int64_t steps, const TextbookOptions& options);

struct Evaluation {
  double loss = 0;      // mean
  double accuracy = 0;  // 0..1
  int samples = 0;
};

// Forward passes in testing mode over a whole set, in stored order. The last batch may be smaller.
Evaluation evaluate(const Network& network, const Backend& backend, std::span<const float> weights,
                    const Batches& batches, int samples, int batch);

}  // namespace ringside
