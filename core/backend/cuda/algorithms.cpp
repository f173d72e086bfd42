// Asks cuDNN once a shape, and remembers what it said.
#include "core/backend/cuda/algorithms.h"

#include <array>
#include <initializer_list>
#include <map>
#include <mutex>
#include <vector>

#include "core/backend/cuda/call.h"
#include "core/base/error.h"

namespace ringside::cuda {

namespace {

constexpr int most_candidates = 16;

// What was found for one direction, the fastest first.
template <class Found>
using Candidates = std::vector<Found>;

// A later cuDNN may know more.
std::string name_among(std::initializer_list<std::string_view> names, int number) {
  if (number < 0 || number >= std::ssize(names)) return fmt::format("number {}", number);
  return std::string(names.begin()[number]);
}

struct Search {
  Candidates<cudnnConvolutionFwdAlgoPerf_t> forward;
  Candidates<cudnnConvolutionBwdDataAlgoPerf_t> backward_data;
  Candidates<cudnnConvolutionBwdFilterAlgoPerf_t> backward_filter;
};

// As cudnn_ops.h numbers them.
std::string name_of(cudnnConvolutionFwdAlgo_t algorithm) {
  return name_among({"IMPLICIT_GEMM", "IMPLICIT_PRECOMP_GEMM", "GEMM", "DIRECT", "FFT", "FFT_TILING", "WINOGRAD",
                     "WINOGRAD_NONFUSED"},
                    algorithm);
}
std::string name_of(cudnnConvolutionBwdDataAlgo_t algorithm) {
  return name_among({"ALGO_0", "ALGO_1", "FFT", "FFT_TILING", "WINOGRAD", "WINOGRAD_NONFUSED"}, algorithm);
}
std::string name_of(cudnnConvolutionBwdFilterAlgo_t algorithm) {
  return name_among({"ALGO_0", "ALGO_1", "FFT", "ALGO_3", "WINOGRAD", "WINOGRAD_NONFUSED", "FFT_TILING"}, algorithm);
}

// find(how many, how many came back, where to)
template <class Found, class Find>
Candidates<Found> search(Find find, std::string_view call) {
  std::array<Found, most_candidates> found{};
  int count = 0;
  must(find(most_candidates, &count, found.data()), call);
  return {found.begin(), found.begin() + count};
}

template <class Found>
const Found& pick(const Candidates<Found>& candidates, bool deterministic, std::int64_t budget_bytes,
                  const std::string& layer, std::string_view direction) {
  std::size_t least = 0;
  for (const Found& candidate : candidates) {
    if (candidate.status != CUDNN_STATUS_SUCCESS) continue;
    if (deterministic && candidate.determinism != CUDNN_DETERMINISTIC) continue;
    if (static_cast<std::int64_t>(candidate.memory) <= budget_bytes) return candidate;
    least = least == 0 ? candidate.memory : std::min(least, candidate.memory);
  }
  if (least > 0) {
    fail(
        "layer \"{}\": {}: no algorithm of cuDNN's does with {} bytes of workspace, the least wants {}; choose a "
        "smaller "
        "--batch",
        layer, direction, budget_bytes, least);
  }
  fail("layer \"{}\": {}: cuDNN {} has no {}algorithm for it", layer, direction, cudnnGetVersion(),
       deterministic ? "deterministic " : "");
}

using Key = std::array<int, 12>;

Key key_of(const Context& context, const LayerCall& call, const Conv& conv, bool backward_data) {
  return {context.device,
          call.samples,
          call.channels,
          call.layer.input.channels,
          call.layer.input.height,
          call.layer.input.width,
          conv.kernel,
          conv.stride,
          conv.pad,
          int{context.arithmetic.deterministic},
          int{context.arithmetic.tf32},
          int{backward_data}};
}

Search search_all(Context& context, const ConvolutionShape& of, bool backward_data) {
  cudnnHandle_t cudnn = context.cudnn();
  Search found;
  found.forward = search<cudnnConvolutionFwdAlgoPerf_t>(
      [&](int most, int* count, auto* to) {
        return cudnnFindConvolutionForwardAlgorithm(cudnn, of.input, of.filters, of.convolution, of.output, most, count,
                                                    to);
      },
      "cudnnFindConvolutionForwardAlgorithm");
  found.backward_filter = search<cudnnConvolutionBwdFilterAlgoPerf_t>(
      [&](int most, int* count, auto* to) {
        return cudnnFindConvolutionBackwardFilterAlgorithm(cudnn, of.input, of.output, of.convolution, of.filters, most,
                                                           count, to);
      },
      "cudnnFindConvolutionBackwardFilterAlgorithm");
  if (!backward_data) return found;
  found.backward_data = search<cudnnConvolutionBwdDataAlgoPerf_t>(
      [&](int most, int* count, auto* to) {
        return cudnnFindConvolutionBackwardDataAlgorithm(cudnn, of.filters, of.output, of.convolution, of.input, most,
                                                         count, to);
      },
      "cudnnFindConvolutionBackwardDataAlgorithm");
  return found;
}

// The process's memory of searches: a timing that is repeated may end differently.
const Search& remembered(Context& context, const LayerCall& call, const Conv& conv, const ConvolutionShape& shape,
                         bool backward_data) {
  static std::mutex mutex;
  static std::map<Key, Search> searches;
  const std::lock_guard lock(mutex);
  const Key key = key_of(context, call, conv, backward_data);
  const auto known = searches.find(key);
  if (known != searches.end()) return known->second;
  return searches.emplace(key, search_all(context, shape, backward_data)).first->second;
}

}  // namespace

Algorithms find_algorithms(Context& context, const LayerCall& call, const Conv& conv, const ConvolutionShape& shape,
                           bool backward_data, std::int64_t budget_bytes) {
  const Search& found = remembered(context, call, conv, shape, backward_data);
  Algorithms chosen;
  const auto choose = [&](const auto& candidates, auto& algorithm, std::string_view direction) {
    const auto& best = pick(candidates, context.arithmetic.deterministic, budget_bytes, call.layer.name, direction);
    algorithm = best.algo;
    const auto bytes = static_cast<std::int64_t>(best.memory);
    chosen.workspace_bytes = std::max(chosen.workspace_bytes, bytes);
    chosen.named.push_back({direction, name_of(best.algo), bytes});
  };
  choose(found.forward, chosen.forward, "forward");
  choose(found.backward_filter, chosen.backward_filter, "weights_gradient");
  if (backward_data) choose(found.backward_data, chosen.backward_data, "input_gradient");
  return chosen;
}

}  // namespace ringside::cuda
