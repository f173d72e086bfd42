// Convolution by cuDNN. Activations stay NHWC; the weights, which are small, are put into cuDNN's order in every call.
#include "core/backend/cuda/algorithms.h"
#include "core/backend/cuda/call.h"
#include "core/backend/cuda/descriptors.h"
#include "core/backend/cuda/launch.h"
#include "core/backend/cuda/layers.h"

namespace ringside::cuda {

namespace {

constexpr float one = 1;
constexpr float zero = 0;

// What may be taken for workspace: half of what the graph's buffers have left, and what the other layers have taken already.
std::int64_t workspace_budget(const Scratch& scratch) {
  std::size_t free = 0;
  std::size_t total = 0;
  must(cudaMemGetInfo(&free, &total), "cudaMemGetInfo");
  return static_cast<std::int64_t>(free / 2) + scratch.floats() * static_cast<std::int64_t>(sizeof(float));
}

class Convolution : public LayerKernel {
 public:
  Convolution(Context& context, const LayerCall& call, const Conv& conv)
      : context_(context),
        outputs_(call.channels),
        inputs_(call.layer.input.channels),
        taps_(std::int64_t{conv.kernel} * conv.kernel),
        weight_count_(outputs_ * inputs_ * taps_),
        rows_(call.samples * call.layer.output.pixels()),
        input_(describe_activation(call.samples, inputs_, call.layer.input)),
        filters_(describe_filters(outputs_, inputs_, conv.kernel)),
        convolution_(describe_convolution(conv, context.arithmetic.tf32)),
        output_(describe_activation(call.samples, outputs_, call.layer.output)) {
    const ConvolutionShape shape{input_.get(), filters_.get(), convolution_.get(), output_.get()};
    algorithms_ = find_algorithms(context, call, conv, shape, call.input_gradient, workspace_budget(context.scratch));
    const std::int64_t workspace = (algorithms_.workspace_bytes + 3) / static_cast<std::int64_t>(sizeof(float));
    context.scratch.reserve(std::max(workspace, column_parts(rows_) * outputs_) + aligned_weights());
  }

  void forward(const ForwardArgs& args) override {
    must(cudnnConvolutionForward(context_.cudnn(), &one, input_.get(), args.input, filters_.get(),
                                 arranged(args.params), convolution_.get(), algorithms_.forward, workspace(),
                                 workspace_bytes(), &zero, output_.get(), args.output),
         "cudnnConvolutionForward");
    launch_add_bias(context_.stream, args.output, args.params + weight_count_, rows_, outputs_);
  }

  void backward(const BackwardArgs& args) override {
    float* gradient = is_arranged() ? args.params_gradient : context_.scratch.data();
    must(cudnnConvolutionBackwardFilter(context_.cudnn(), &one, input_.get(), args.input, output_.get(),
                                        args.output_gradient, convolution_.get(), algorithms_.backward_filter,
                                        workspace(), workspace_bytes(), &zero, filters_.get(), gradient),
         "cudnnConvolutionBackwardFilter");
    if (!is_arranged()) {
      launch_swap_inner(context_.stream, gradient, args.params_gradient, outputs_, taps_, inputs_);
    }
    launch_column_sums(context_.stream, args.output_gradient, workspace(), args.params_gradient + weight_count_, rows_,
                       outputs_);
    if (args.input_gradient == nullptr) return;
    must(cudnnConvolutionBackwardData(context_.cudnn(), &one, filters_.get(), arranged(args.params), output_.get(),
                                      args.output_gradient, convolution_.get(), algorithms_.backward_data, workspace(),
                                      workspace_bytes(), &zero, input_.get(), args.input_gradient),
         "cudnnConvolutionBackwardData");
  }

  std::span<const Algorithm> algorithms() const override { return algorithms_.named; }

 private:
  // [output][input][tap] and [output][tap][input] are the same.
  bool is_arranged() const { return inputs_ == 1 || taps_ == 1; }

  const float* arranged(const float* weights) const {
    if (is_arranged()) return weights;
    launch_swap_inner(context_.stream, weights, context_.scratch.data(), outputs_, inputs_, taps_);
    return context_.scratch.data();
  }

  // Scratch: arranged weights or their gradient first, then the workspace, where cuDNN may want it: at a round address.
  std::int64_t aligned_weights() const {
    constexpr std::int64_t alignment = 64;
    return (weight_count_ + alignment - 1) / alignment * alignment;
  }
  float* workspace() const { return context_.scratch.data() + aligned_weights(); }
  std::size_t workspace_bytes() const { return static_cast<std::size_t>(algorithms_.workspace_bytes); }

  Context& context_;
  int outputs_, inputs_;
  std::int64_t taps_, weight_count_, rows_;
  TensorDescriptor input_;
  FilterDescriptor filters_;
  ConvolutionDescriptor convolution_;
  TensorDescriptor output_;
  Algorithms algorithms_;
};

}  // namespace

std::unique_ptr<LayerKernel> make_convolution(Context& context, const LayerCall& call, const Conv& conv) {
  return std::make_unique<Convolution>(context, call, conv);
}

}  // namespace ringside::cuda
