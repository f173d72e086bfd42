// Testing a model.
#include <algorithm>
#include <numeric>
#include <optional>

#include "core/backend/flush_denormals.h"
#include "core/exec/chain.h"
#include "core/exec/textbook.h"

namespace ringside {

Evaluation evaluate(const Network& network, const Backend& backend, std::span<const float> weights,
                    const Batches& batches, int samples, int batch) {
  const FlushDenormals flush;
  std::vector<float> images(static_cast<std::size_t>(batch * network.input.count()));
  std::vector<float> labels(static_cast<std::size_t>(batch));
  const auto classes = static_cast<std::size_t>(network.classes());
  const std::unique_ptr<Kernels> kernels = backend.make_kernels();
  std::optional<Chain> chain;
  double loss = 0;
  std::int64_t right = 0;
  int count = 0;  // of the chain's batch
  for (int first = 0; first < samples; first += count) {
    const int left = std::min(batch, samples - first);
    if (left != count) chain.emplace(network, *kernels, left);
    count = left;
    batches.fill_in_order(first, count, images.data(), labels.data());
    chain->forward(images.data(), labels.data(), weights.data(), {.first_sample = first, .training = false});
    const std::span<const float> losses = chain->losses();
    loss += std::accumulate(losses.begin(), losses.end(), 0.0);
    for (int s = 0; s < count; ++s) {
      const auto p = chain->probabilities().subspan(static_cast<std::size_t>(s) * classes, classes);
      const auto guess = std::ranges::max_element(p) - p.begin();
      right += guess == static_cast<std::int64_t>(labels[static_cast<std::size_t>(s)]) ? 1 : 0;
    }
  }
  return {loss / samples, static_cast<double>(right) / samples, samples};
}

}  // namespace ringside
