// Our own kernels, one function each: puts it into the stream and returns. What they compute stands in *_kernels.cuh.
#pragma once
#include <cuda_runtime_api.h>

#include <cstdint>

#include "core/backend/cuda/varying.h"
#include "core/backend/kernels.h"
#include "core/base/random.h"
#include "core/net/layer.h"

namespace ringside::cuda {

void launch_add(cudaStream_t stream, float* into, const float* source, std::int64_t count);
void launch_sgd(cudaStream_t stream, Varying& varying, const SgdArgs& args);
void launch_copy_channels(cudaStream_t stream, const CopyChannelsArgs& args);

// output[row][column] += bias[column]
void launch_add_bias(cudaStream_t stream, float* output, const float* bias, std::int64_t rows, int columns);

// sums[column] = the sum over rows of values[row][column]. `parts` is scratch of column_parts(rows) · columns floats.
std::int64_t column_parts(std::int64_t rows);
void launch_column_sums(cudaStream_t stream, const float* values, float* parts, float* sums, std::int64_t rows,
                        std::int64_t columns);

// to[outer][b][a] = from[outer][a][b]
void launch_swap_inner(cudaStream_t stream, const float* from, float* to, std::int64_t outer, std::int64_t a,
                       std::int64_t b);

void launch_relu_forward(cudaStream_t stream, const float* input, float* output, std::int64_t count);
void launch_relu_backward(cudaStream_t stream, const float* output, const float* output_gradient, float* input_gradient,
                          std::int64_t count);
void launch_tanh_forward(cudaStream_t stream, const float* input, float* output, std::int64_t count);
void launch_tanh_backward(cudaStream_t stream, const float* output, const float* output_gradient, float* input_gradient,
                          std::int64_t count);

// `key` and `threshold` as DropoutMask draws by, for the step of `place`.
struct DropoutNumbers {
  RandomKey key;
  std::uint64_t threshold;
  float scale;
  CallPlace place;
};
void launch_dropout(cudaStream_t stream, Varying& varying, const LayerCall& call, const DropoutNumbers& numbers,
                    const float* from, float* to);

void launch_pool_forward(cudaStream_t stream, const LayerCall& call, const Pool& pool, const ForwardArgs& args);
void launch_pool_backward(cudaStream_t stream, const LayerCall& call, const Pool& pool, const BackwardArgs& args);

// `products` is scratch of twice as many floats as the layer has outputs.
void launch_subsample_forward(cudaStream_t stream, const LayerCall& call, int kernel, const ForwardArgs& args);
void launch_subsample_products(cudaStream_t stream, const LayerCall& call, int kernel, const BackwardArgs& args,
                               float* products);
void launch_subsample_backward(cudaStream_t stream, const LayerCall& call, int kernel, const BackwardArgs& args);

void launch_lrn_forward(cudaStream_t stream, const LayerCall& call, const Lrn& lrn, const ForwardArgs& args);
void launch_lrn_backward(cudaStream_t stream, const LayerCall& call, const Lrn& lrn, const BackwardArgs& args);

// `output` holds the logarithms of the probabilities and becomes probabilities and losses.
void launch_loss_forward(cudaStream_t stream, const LayerCall& call, const float* labels, float* output);
void launch_loss_backward(cudaStream_t stream, const LayerCall& call, const BackwardArgs& args);

}  // namespace ringside::cuda
