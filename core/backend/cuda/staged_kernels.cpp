// To the GPU, a call, and back.
#include "core/backend/cuda/staged_kernels.h"

#include <cmath>

#include "core/backend/cuda/call.h"
#include "core/backend/cuda/cuda_kernels.h"
#include "core/backend/cuda/memory.h"
#include "core/base/error.h"

namespace ringside::cuda {

namespace {

constexpr int first_gpu = 0;

// Memory of the GPU that stands for some of the host's.
class Twin {
 public:
  Twin() = default;
  Twin(std::int64_t floats, cudaStream_t stream)
      : floats_(floats), stream_(stream), memory_(floats > 0 ? allocate_on_gpu(floats, first_gpu) : nullptr) {}

  // Null for null.
  float* with(const float* from) const {
    if (from != nullptr) move(memory_.get(), from);
    return at(from);
  }
  float* at(const float* host) const { return host != nullptr ? memory_.get() : nullptr; }
  void bring_to(float* host) const {
    if (host != nullptr) move(host, memory_.get());
  }

 private:
  void move(float* to, const float* from) const {
    must(cudaMemcpyAsync(to, from, static_cast<std::size_t>(floats_) * sizeof(float), cudaMemcpyDefault, stream_),
         "cudaMemcpyAsync");
  }

  std::int64_t floats_ = 0;
  cudaStream_t stream_ = nullptr;
  DeviceMemory memory_;
};

void finish(cudaStream_t stream) {
  must(cudaStreamSynchronize(stream), "cudaStreamSynchronize");
}

struct LayerSizes {
  explicit LayerSizes(const LayerCall& call) {
    const Layer& layer = call.layer;
    const std::int64_t whole = layer.output.channels;
    input = call.samples * layer.input.pixels() * (is_channel_local(layer) ? call.channels : layer.input.channels);
    gradient = call.samples * layer.output.pixels() * call.channels;
    output = gradient + (is_loss(layer) ? call.samples : 0);
    params = layer.params() / whole * call.channels;
    state = call.samples * state_count(layer) / whole * call.channels;
  }
  std::int64_t input, gradient, output, params, state;
};

class StagedLayer final : public LayerKernel {
 public:
  StagedLayer(const LayerCall& call, cudaStream_t stream, std::unique_ptr<LayerKernel> kernel)
      : call_(call), stream_(stream), kernel_(std::move(kernel)) {
    const LayerSizes sizes(call);
    input_ = Twin(sizes.input, stream);
    output_ = Twin(sizes.output, stream);
    params_ = Twin(sizes.params, stream);
    labels_ = Twin(is_loss(call.layer) ? call.samples : 0, stream);
    state_ = Twin(sizes.state, stream);
    output_gradient_ = Twin(is_loss(call.layer) ? 0 : sizes.gradient, stream);
    input_gradient_ = Twin(sizes.input, stream);
    params_gradient_ = Twin(sizes.params, stream);
  }

  void forward(const ForwardArgs& args) override {
    if (args.labels != nullptr) check_labels(args.labels);
    ForwardArgs staged = args;
    staged.input = input_.with(args.input);
    staged.params = params_.with(args.params);
    staged.labels = labels_.with(args.labels);
    staged.state = state_.at(args.state);
    const Twin& output = args.output == args.input ? input_ : output_;  // in place here: in place there
    staged.output = output.at(args.output);
    kernel_->forward(staged);
    state_.bring_to(args.state);
    output.bring_to(args.output);
    finish(stream_);
  }

  void backward(const BackwardArgs& args) override {
    BackwardArgs staged = args;
    staged.input = input_.with(args.input);
    staged.output = output_.with(args.output);
    staged.output_gradient = output_gradient_.with(args.output_gradient);
    staged.state = state_.with(args.state);
    staged.labels = labels_.with(args.labels);
    staged.params = params_.with(args.params);
    const Twin& input_gradient = args.input_gradient == args.output_gradient ? output_gradient_ : input_gradient_;
    staged.input_gradient = input_gradient.at(args.input_gradient);
    staged.params_gradient = params_gradient_.at(args.params_gradient);
    kernel_->backward(staged);
    input_gradient.bring_to(args.input_gradient);
    params_gradient_.bring_to(args.params_gradient);
    finish(stream_);
  }

 private:
  // On a GPU a wrong label gives a loss that is not a number; here it can be named.
  void check_labels(const float* labels) const {
    const auto classes = static_cast<float>(call_.layer.input.count());
    for (int sample = 0; sample < call_.samples; ++sample) {
      const float label = labels[sample];
      check(label >= 0 && label < classes && label == std::floor(label),
            "layer \"{}\": label {} of sample {}: expected a whole number from 0 to {}", call_.layer.name, label,
            sample, classes - 1);
    }
  }

  LayerCall call_;
  cudaStream_t stream_;
  std::unique_ptr<LayerKernel> kernel_;
  Twin input_, output_, params_, labels_, state_, output_gradient_, input_gradient_, params_gradient_;
};

StreamHandle make_stream_on_first_gpu() {
  must(cudaSetDevice(first_gpu), "cudaSetDevice");
  return make_stream_handle();
}

class StagedKernels final : public Kernels {
 public:
  explicit StagedKernels(Arithmetic arithmetic)
      : stream_(make_stream_on_first_gpu()), kernels_(first_gpu, stream_.get(), arithmetic) {}

  std::unique_ptr<LayerKernel> layer(const LayerCall& call) override {
    return std::make_unique<StagedLayer>(call, stream_.get(), kernels_.layer(call));
  }

  void copy(float* to, const float* from, std::int64_t count) override {
    const Twin twin(count, stream_.get());
    twin.with(from);
    twin.bring_to(to);
    finish(stream_.get());
  }

  void arrange(const ArrangeArgs& args) override { copy(args.to, args.from, args.samples * args.shape.count()); }

  void copy_channels(const CopyChannelsArgs& args) override {
    const std::int64_t pixels = args.samples * args.pixels;
    const Twin from(pixels * args.from_channels, stream_.get());
    const Twin to(pixels * args.to_channels, stream_.get());
    CopyChannelsArgs staged = args;
    staged.from = from.with(args.from);
    staged.to = to.with(args.to);
    kernels_.copy_channels(staged);
    to.bring_to(args.to);
    finish(stream_.get());
  }

  void add(float* into, const float* source, std::int64_t count) override {
    const Twin sum(count, stream_.get());
    const Twin added(count, stream_.get());
    kernels_.add(sum.with(into), added.with(source), count);
    sum.bring_to(into);
    finish(stream_.get());
  }

  void sgd(const SgdArgs& args) override {
    const Twin gradient(args.count, stream_.get());
    const Twin weights(args.count, stream_.get());
    const Twin velocity(args.count, stream_.get());
    SgdArgs staged = args;
    staged.gradient = gradient.with(args.gradient);
    staged.weights = weights.with(args.weights);
    staged.updated = weights.at(args.updated);
    staged.velocity = velocity.with(args.velocity);
    kernels_.sgd(staged);
    weights.bring_to(args.updated);
    velocity.bring_to(args.velocity);
    finish(stream_.get());
  }

 private:
  StreamHandle stream_;
  CudaKernels kernels_;
};

}  // namespace

std::unique_ptr<Kernels> make_staged_kernels(Arithmetic arithmetic) {
  return std::make_unique<StagedKernels>(arithmetic);
}

}  // namespace ringside::cuda
