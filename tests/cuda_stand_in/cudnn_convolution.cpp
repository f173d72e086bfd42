// The stand-in for libcudnn: convolutions by six loops, sums in double. There are two algorithms of each kind: one that claims to
// be fast, may not repeat its bits and wants workspace, which it fills with rubbish; and one that claims to be slow.
#include <array>
#include <cstring>

#include "tests/cuda_stand_in/cudnn_objects.h"

using namespace stand_in;

namespace {

constexpr std::size_t fast_workspace = 4096;

struct Problem {
  Tensor input, output;
  Filters filters;
  ConvolutionSettings settings;

  bool fits() const {
    const auto size = [&](int in, int kernel) { return (in + 2 * settings.pad - kernel) / settings.stride + 1; };
    return input.samples == output.samples && filters.inputs == input.channels && filters.outputs == output.channels &&
           output.height == size(input.height, filters.height) && output.width == size(input.width, filters.width);
  }

  // f(place of the input, of the filter's weight, of the output) for every product
  template <class F>
  void for_each_product(F f) const {
    std::int64_t out = 0;
    for (int n = 0; n < output.samples; ++n)
      for (int y = 0; y < output.height; ++y)
        for (int x = 0; x < output.width; ++x)
          for (int o = 0; o < output.channels; ++o, ++out)
            for (int ky = 0; ky < filters.height; ++ky)
              for (int kx = 0; kx < filters.width; ++kx) {
                const int row = y * settings.stride - settings.pad + ky;
                const int column = x * settings.stride - settings.pad + kx;
                if (row < 0 || row >= input.height || column < 0 || column >= input.width) continue;
                const std::int64_t pixel = (std::int64_t{n} * input.height + row) * input.width + column;
                const std::int64_t tap = (std::int64_t{o} * filters.height + ky) * filters.width + kx;
                for (int i = 0; i < input.channels; ++i) f(pixel * input.channels + i, tap * input.channels + i, out);
              }
  }
};

Problem problem(cudnnTensorDescriptor_t input, cudnnFilterDescriptor_t filters,
                cudnnConvolutionDescriptor_t convolution, cudnnTensorDescriptor_t output) {
  constexpr const char* who = "a convolution";
  return {kept<Tensor>(input, who), kept<Tensor>(output, who), kept<Filters>(filters, who),
          kept<ConvolutionSettings>(convolution, who)};
}

template <class Perf>
cudnnStatus_t find(const Problem& of, int most, int* count, Perf* found) {
  if (!of.fits()) return CUDNN_STATUS_BAD_PARAM;
  const std::array<Perf, 3> all = [] {
    std::array<Perf, 3> made{};
    made[0].status = CUDNN_STATUS_NOT_SUPPORTED;
    made[1].algo = static_cast<decltype(made[1].algo)>(1);
    made[1].memory = fast_workspace;
    made[1].determinism = CUDNN_NON_DETERMINISTIC;
    made[2].determinism = CUDNN_DETERMINISTIC;
    return made;
  }();
  *count = std::min(most, static_cast<int>(all.size()));
  std::copy_n(all.begin(), *count, found);
  return CUDNN_STATUS_SUCCESS;
}

// sums[write] += product, over all products; then to where they belong.
template <class Add>
void put_sums(cudnnHandle_t handle, const char* name, const Problem& of, int algorithm, void* workspace,
              std::size_t workspace_bytes, std::array<Access, 2> reads, Access write, Add add) {
  if (algorithm != 0 && workspace_bytes < fast_workspace)
    violation("{}: the workspace has {} bytes, the algorithm wants {}", name, workspace_bytes, fast_workspace);
  std::vector<Access> accesses{reads[0], reads[1], write};
  if (algorithm != 0) accesses.push_back({workspace, fast_workspace, Access::Kind::write});
  kept<LibraryHandle>(handle, name).working_stream(name).put(name, accesses, [=] {
    if (algorithm != 0) std::memset(view(workspace), 0x7f, fast_workspace);
    std::vector<double> sums(write.bytes / sizeof(float));
    const auto* first = static_cast<const float*>(view(reads[0].data));
    const auto* second = static_cast<const float*>(view(reads[1].data));
    of.for_each_product([&](std::int64_t in, std::int64_t weight, std::int64_t out) {
      add(sums.data(), first, second, in, weight, out);
    });
    auto* to = static_cast<float*>(const_cast<void*>(view(write.data)));
    for (const double sum : sums) *to++ = static_cast<float>(sum);
  });
}

Access reads(const void* data, std::int64_t floats) {
  return {data, bytes_of(floats), Access::Kind::read};
}
Access writes(const void* data, std::int64_t floats) {
  return {data, bytes_of(floats), Access::Kind::write};
}

bool is_plain(const void* alpha, const void* beta) {
  return *static_cast<const float*>(alpha) == 1 && *static_cast<const float*>(beta) == 0;
}

}  // namespace

extern "C" {

cudnnStatus_t cudnnFindConvolutionForwardAlgorithm(cudnnHandle_t, cudnnTensorDescriptor_t input,
                                                   cudnnFilterDescriptor_t filters,
                                                   cudnnConvolutionDescriptor_t convolution,
                                                   cudnnTensorDescriptor_t output, int most, int* count,
                                                   cudnnConvolutionFwdAlgoPerf_t* found) {
  CUDNN_CALL(cudnnFindConvolutionForwardAlgorithm);
  not_while_recording("cudnnFindConvolutionForwardAlgorithm");
  return find(problem(input, filters, convolution, output), most, count, found);
}

cudnnStatus_t cudnnFindConvolutionBackwardDataAlgorithm(cudnnHandle_t, cudnnFilterDescriptor_t filters,
                                                        cudnnTensorDescriptor_t output,
                                                        cudnnConvolutionDescriptor_t convolution,
                                                        cudnnTensorDescriptor_t input, int most, int* count,
                                                        cudnnConvolutionBwdDataAlgoPerf_t* found) {
  CUDNN_CALL(cudnnFindConvolutionBackwardDataAlgorithm);
  not_while_recording("cudnnFindConvolutionBackwardDataAlgorithm");
  return find(problem(input, filters, convolution, output), most, count, found);
}

cudnnStatus_t cudnnFindConvolutionBackwardFilterAlgorithm(cudnnHandle_t, cudnnTensorDescriptor_t input,
                                                          cudnnTensorDescriptor_t output,
                                                          cudnnConvolutionDescriptor_t convolution,
                                                          cudnnFilterDescriptor_t filters, int most, int* count,
                                                          cudnnConvolutionBwdFilterAlgoPerf_t* found) {
  CUDNN_CALL(cudnnFindConvolutionBackwardFilterAlgorithm);
  not_while_recording("cudnnFindConvolutionBackwardFilterAlgorithm");
  return find(problem(input, filters, convolution, output), most, count, found);
}

cudnnStatus_t cudnnConvolutionForward(cudnnHandle_t handle, const void* alpha, cudnnTensorDescriptor_t in,
                                      const void* input, cudnnFilterDescriptor_t filters, const void* weights,
                                      cudnnConvolutionDescriptor_t convolution, cudnnConvolutionFwdAlgo_t algorithm,
                                      void* workspace, std::size_t bytes, const void* beta, cudnnTensorDescriptor_t out,
                                      void* output) {
  CUDNN_CALL(cudnnConvolutionForward);
  const Problem of = problem(in, filters, convolution, out);
  if (!of.fits() || !is_plain(alpha, beta)) return CUDNN_STATUS_BAD_PARAM;
  put_sums(handle, "cudnnConvolutionForward", of, algorithm, workspace, bytes,
           {reads(input, of.input.count()), reads(weights, of.filters.count())}, writes(output, of.output.count()),
           [](double* sums, const float* x, const float* w, std::int64_t i, std::int64_t tap, std::int64_t o) {
             sums[o] += double{x[i]} * w[tap];
           });
  return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnConvolutionBackwardFilter(cudnnHandle_t handle, const void* alpha, cudnnTensorDescriptor_t in,
                                             const void* input, cudnnTensorDescriptor_t out, const void* gradient,
                                             cudnnConvolutionDescriptor_t convolution,
                                             cudnnConvolutionBwdFilterAlgo_t algorithm, void* workspace,
                                             std::size_t bytes, const void* beta, cudnnFilterDescriptor_t filters,
                                             void* weights_gradient) {
  CUDNN_CALL(cudnnConvolutionBackwardFilter);
  const Problem of = problem(in, filters, convolution, out);
  if (!of.fits() || !is_plain(alpha, beta)) return CUDNN_STATUS_BAD_PARAM;
  put_sums(handle, "cudnnConvolutionBackwardFilter", of, algorithm, workspace, bytes,
           {reads(input, of.input.count()), reads(gradient, of.output.count())},
           writes(weights_gradient, of.filters.count()),
           [](double* sums, const float* x, const float* g, std::int64_t i, std::int64_t tap, std::int64_t o) {
             sums[tap] += double{x[i]} * g[o];
           });
  return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnConvolutionBackwardData(cudnnHandle_t handle, const void* alpha, cudnnFilterDescriptor_t filters,
                                           const void* weights, cudnnTensorDescriptor_t out, const void* gradient,
                                           cudnnConvolutionDescriptor_t convolution,
                                           cudnnConvolutionBwdDataAlgo_t algorithm, void* workspace, std::size_t bytes,
                                           const void* beta, cudnnTensorDescriptor_t in, void* input_gradient) {
  CUDNN_CALL(cudnnConvolutionBackwardData);
  const Problem of = problem(in, filters, convolution, out);
  if (!of.fits() || !is_plain(alpha, beta)) return CUDNN_STATUS_BAD_PARAM;
  put_sums(handle, "cudnnConvolutionBackwardData", of, algorithm, workspace, bytes,
           {reads(weights, of.filters.count()), reads(gradient, of.output.count())},
           writes(input_gradient, of.input.count()),
           [](double* sums, const float* w, const float* g, std::int64_t i, std::int64_t tap, std::int64_t o) {
             sums[i] += double{w[tap]} * g[o];
           });
  return CUDNN_STATUS_SUCCESS;
}

}  // extern "C"
