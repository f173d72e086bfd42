// The launches of our own kernels: the one file that nvcc compiles.
#include "core/backend/cuda/launch.h"

#include <bit>
#include <tuple>

#include "core/backend/cuda/arrays.cuh"
#include "core/backend/cuda/call.h"

// With the arrays that these need:
#include "core/backend/cuda/activation_kernels.cuh"
#include "core/backend/cuda/pool_kernels.cuh"
#include "core/backend/cuda/row_kernels.cuh"
#include "core/backend/cuda/vector_kernels.cuh"

namespace ringside::cuda {

namespace {

constexpr int block = 256;
constexpr std::int64_t most_blocks = 4096;  // more than any GPU runs at once; the loops take up the rest

unsigned blocks_for(std::int64_t values) {
  const std::int64_t blocks = (values + block - 1) / block;
  return static_cast<unsigned>(blocks < most_blocks ? blocks : most_blocks);
}

template <class... Params, class... Args>
void launch(cudaStream_t stream, std::int64_t values, void (*kernel)(Params...), Args... args) {
  if (values == 0) return;
  kernel<<<blocks_for(values), block, 0, stream>>>(args...);
  must(cudaGetLastError(), "the launch of a kernel");
}

// What was recorded may be repeated with other `args`, though not with other `values`.
template <class... Params, class... Args>
void launch_varying(cudaStream_t stream, Varying& varying, std::uint64_t version, std::int64_t values,
                    void (*kernel)(Params...), Args... args) {
  if (values == 0) return;
  if (!varying.renews()) {
    launch(stream, values, kernel, args...);
    varying.launched(stream, version);
    return;
  }
  std::tuple<Params...> params(args...);
  std::apply(
      [&](auto&... each) {
        void* pointers[] = {&each...};
        varying.renew(version, {.func = reinterpret_cast<void*>(kernel),
                                .gridDim = blocks_for(values),
                                .blockDim = block,
                                .sharedMemBytes = 0,
                                .kernelParams = pointers,
                                .extra = nullptr});
      },
      params);
}

In<float> in(const float* data, std::int64_t count) {
  return {data, count};
}
Out<float> out(float* data, std::int64_t count) {
  return {data, count};
}

std::int64_t outputs(const LayerCall& call) {
  return call.samples * call.layer.output.pixels() * call.channels;
}
// Of a layer whose channels are each their own.
std::int64_t local_inputs(const LayerCall& call) {
  return call.samples * call.layer.input.pixels() * call.channels;
}

Windows windows(const LayerCall& call, int kernel, int stride, int pad) {
  const Shape& from = call.layer.input;
  const Shape& to = call.layer.output;
  return {call.channels, from.height, from.width, to.height, to.width, kernel, stride, pad};
}

LrnSlice lrn_slice(const LayerCall& call, const Lrn& lrn) {
  return {call.layer.input.channels,
          call.first_channel,
          call.channels,
          lrn.size / 2,
          lrn.k,
          lrn.alpha / static_cast<float>(lrn.size),
          lrn.beta};
}

}  // namespace

void launch_add(cudaStream_t stream, float* into, const float* source, std::int64_t count) {
  launch(stream, count, add_kernel, out(into, count), in(source, count));
}

void launch_sgd(cudaStream_t stream, Varying& varying, const SgdArgs& args) {
  launch_varying(stream, varying, std::bit_cast<std::uint32_t>(args.rate), args.count, sgd_kernel,
                 in(args.gradient, args.count), in(args.weights, args.count), out(args.updated, args.count),
                 out(args.velocity, args.velocity != nullptr ? args.count : 0), args.rate, args.decay, args.momentum);
}

void launch_copy_channels(cudaStream_t stream, const CopyChannelsArgs& args) {
  const std::int64_t pixels = args.samples * args.pixels;
  launch(stream, pixels * args.count, copy_channels_kernel, in(args.from, pixels * args.from_channels),
         out(args.to, pixels * args.to_channels), pixels, args.from_first, args.from_channels, args.to_first,
         args.to_channels, args.count);
}

void launch_add_bias(cudaStream_t stream, float* output, const float* bias, std::int64_t rows, int columns) {
  launch(stream, rows * columns, add_bias_kernel, out(output, rows * columns), in(bias, columns));
}

std::int64_t column_parts(std::int64_t rows) {
  constexpr std::int64_t most_parts = 512;
  return rows < most_parts ? rows : most_parts;
}

void launch_column_sums(cudaStream_t stream, const float* values, float* parts, float* sums, std::int64_t rows,
                        std::int64_t columns) {
  const std::int64_t part_rows = (rows + column_parts(rows) - 1) / column_parts(rows);
  const std::int64_t used = (rows + part_rows - 1) / part_rows;
  launch(stream, used * columns, column_parts_kernel, in(values, rows * columns), out(parts, used * columns), columns,
         part_rows);
  launch(stream, columns, column_parts_kernel, in(parts, used * columns), out(sums, columns), columns, used);
}

void launch_swap_inner(cudaStream_t stream, const float* from, float* to, std::int64_t outer, std::int64_t a,
                       std::int64_t b) {
  const std::int64_t count = outer * a * b;
  launch(stream, count, swap_inner_kernel, in(from, count), out(to, count), a, b);
}

void launch_relu_forward(cudaStream_t stream, const float* input, float* output, std::int64_t count) {
  launch(stream, count, relu_forward_kernel, in(input, count), out(output, count));
}
void launch_relu_backward(cudaStream_t stream, const float* output, const float* output_gradient, float* input_gradient,
                          std::int64_t count) {
  launch(stream, count, relu_backward_kernel, in(output, count), in(output_gradient, count),
         out(input_gradient, count));
}
void launch_tanh_forward(cudaStream_t stream, const float* input, float* output, std::int64_t count) {
  launch(stream, count, tanh_forward_kernel, in(input, count), out(output, count));
}
void launch_tanh_backward(cudaStream_t stream, const float* output, const float* output_gradient, float* input_gradient,
                          std::int64_t count) {
  launch(stream, count, tanh_backward_kernel, in(output, count), in(output_gradient, count),
         out(input_gradient, count));
}

void launch_dropout(cudaStream_t stream, Varying& varying, const LayerCall& call, const DropoutNumbers& numbers,
                    const float* from, float* to) {
  const DropoutDraw draw{numbers.key.seed,
                         numbers.key.stream,
                         numbers.threshold,
                         numbers.scale,
                         numbers.place.first_sample * call.layer.output.pixels(),
                         call.first_channel,
                         call.channels,
                         call.layer.output.channels};
  launch_varying(stream, varying, static_cast<std::uint64_t>(numbers.place.step), outputs(call), dropout_kernel,
                 in(from, outputs(call)), out(to, outputs(call)), draw);
}

void launch_pool_forward(cudaStream_t stream, const LayerCall& call, const Pool& pool, const ForwardArgs& args) {
  const Windows w = windows(call, pool.kernel, pool.stride, pool.pad);
  const auto from = in(args.input, local_inputs(call));
  const auto to = out(args.output, outputs(call));
  if (pool.kind == Pool::Kind::max) {
    const Out<int> state{reinterpret_cast<int*>(args.state), outputs(call)};  // an int in a float's place
    launch(stream, outputs(call), max_pool_forward_kernel, from, to, state, w);
  } else {
    launch(stream, outputs(call), average_pool_forward_kernel, from, to, w);
  }
}

void launch_pool_backward(cudaStream_t stream, const LayerCall& call, const Pool& pool, const BackwardArgs& args) {
  const Windows w = windows(call, pool.kernel, pool.stride, pool.pad);
  const auto from = in(args.output_gradient, outputs(call));
  const auto to = out(args.input_gradient, local_inputs(call));
  if (pool.kind == Pool::Kind::max) {
    const In<int> state{reinterpret_cast<const int*>(args.state), outputs(call)};
    launch(stream, to.count, max_pool_backward_kernel, from, state, to, w);
  } else {
    launch(stream, to.count, average_pool_backward_kernel, from, to, w);
  }
}

void launch_subsample_forward(cudaStream_t stream, const LayerCall& call, int kernel, const ForwardArgs& args) {
  launch(stream, outputs(call), subsample_forward_kernel, in(args.input, local_inputs(call)),
         in(args.params, 2 * std::int64_t{call.channels}), out(args.output, outputs(call)),
         windows(call, kernel, kernel, 0));
}

void launch_subsample_products(cudaStream_t stream, const LayerCall& call, int kernel, const BackwardArgs& args,
                               float* products) {
  launch(stream, outputs(call), subsample_products_kernel, in(args.input, local_inputs(call)),
         in(args.output_gradient, outputs(call)), out(products, 2 * outputs(call)), windows(call, kernel, kernel, 0));
}

void launch_subsample_backward(cudaStream_t stream, const LayerCall& call, int kernel, const BackwardArgs& args) {
  launch(stream, local_inputs(call), subsample_backward_kernel, in(args.params, 2 * std::int64_t{call.channels}),
         in(args.output_gradient, outputs(call)), out(args.input_gradient, local_inputs(call)),
         windows(call, kernel, kernel, 0));
}

void launch_lrn_forward(cudaStream_t stream, const LayerCall& call, const Lrn& lrn, const ForwardArgs& args) {
  const LrnSlice slice = lrn_slice(call, lrn);
  launch(stream, outputs(call), lrn_forward_kernel, in(args.input, call.samples * call.layer.input.count()),
         out(args.output, outputs(call)), out(args.state, outputs(call)), slice);
}

void launch_lrn_backward(cudaStream_t stream, const LayerCall& call, const Lrn& lrn, const BackwardArgs& args) {
  const LrnSlice slice = lrn_slice(call, lrn);
  const std::int64_t inputs = call.samples * call.layer.input.count();
  launch(stream, inputs, lrn_backward_kernel, in(args.input, inputs), in(args.state, outputs(call)),
         in(args.output_gradient, outputs(call)), out(args.input_gradient, inputs), slice);
}

void launch_loss_forward(cudaStream_t stream, const LayerCall& call, const float* labels, float* output) {
  const auto classes = static_cast<int>(call.layer.input.count());
  launch(stream, std::int64_t{call.samples} * classes, loss_forward_kernel, in(labels, call.samples),
         out(output, std::int64_t{call.samples} * (classes + 1)), classes);
}

void launch_loss_backward(cudaStream_t stream, const LayerCall& call, const BackwardArgs& args) {
  const auto classes = static_cast<int>(call.layer.input.count());
  const std::int64_t count = std::int64_t{call.samples} * classes;
  launch(stream, count, loss_backward_kernel, in(args.output, count), in(args.labels, call.samples),
         out(args.input_gradient, count), classes, static_cast<float>(args.divisor));
}

}  // namespace ringside::cuda
