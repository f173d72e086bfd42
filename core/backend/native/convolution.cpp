// Convolution: weights are put into panels, which takes microseconds; a last block that is not full is cut into strips.
#include "core/backend/native/layers.h"
#include "core/backend/native/strips.h"
#include "core/backend/native/transpose.h"
#include "core/backend/native/window_gradient.h"
#include "core/backend/native/window_sums.h"

namespace ringside::native {

namespace {

// Both write one place after another: weights are read here and there, but a panel's stay in the cache.

// packed: [panel of outputs][row][column][channel][output] of weights [output][channel][row][column].
void pack_for_outputs(const float* weights, const Windows& windows, const Panels& panels, float* packed) {
  const int places = windows.places();
  const int channels = windows.input.channels;
  for (int panel = 0; panel < panels.count(); ++panel) {
    const int first = panels.first(panel);
    const int size = panels.size(panel);
    for (int place = 0; place < places; ++place) {
      for (int channel = 0; channel < channels; ++channel) {
        const float* weight = weights + (std::int64_t{first} * channels + channel) * places + place;
        for (int o = 0; o < size; ++o) *packed++ = weight[std::int64_t{o} * channels * places];
      }
    }
  }
}

// packed: [panel of channels][row][column][output][channel]; the kernel turned by half a turn if asked for.
void pack_for_inputs(const float* weights, const Windows& windows, const Panels& panels, bool turned, float* packed) {
  const int places = windows.places();
  const int channels = windows.input.channels;
  for (int panel = 0; panel < panels.count(); ++panel) {
    const int first = panels.first(panel);
    const int size = panels.size(panel);
    for (int place = 0; place < places; ++place) {
      const int from = turned ? places - 1 - place : place;
      for (int o = 0; o < windows.output.channels; ++o) {
        const float* weight = weights + (std::int64_t{o} * channels + first) * places + from;
        for (int c = 0; c < size; ++c) *packed++ = weight[std::int64_t{c} * places];
      }
    }
  }
}

// The windows of a convolution whose outputs are another one's input gradient, with stride 1.
Windows turned(const Windows& windows) {
  return {windows.output,
          windows.input,
          windows.kernel,
          1,
          windows.kernel - 1 - windows.row_pad,
          windows.kernel - 1 - windows.column_pad};
}

class Convolution : public LayerKernel {
 public:
  Convolution(const LayerCall& call, const Conv& conv, SimdLevel level, Scratch& scratch)
      : level_(level),
        scratch_(scratch),
        blocks_(call.samples),
        windows_{call.layer.input, {call.channels, call.layer.output.height, call.layer.output.width},
                 conv.kernel,      conv.stride,
                 conv.pad,         conv.pad},
        turned_(turned(windows_)),
        strips_(windows_, blocks_.rest()),
        turned_strips_(turned_, blocks_.rest()),
        weights_(std::int64_t{call.channels} * call.layer.input.channels * windows_.places()) {
    std::int64_t floats = std::max(weights_, window_gradient_scratch(windows_, blocks_.full()));
    if (blocks_.rest() > 0) {
      floats = std::max(floats, weights_ + most_rest_floats());
      floats = std::max(
          floats, strips_.input_floats() + strips_.output_floats() + window_gradient_scratch(strips_.windows(), 1));
    }
    scratch.reserve(floats);
  }

  void forward(const ForwardArgs& args) override {
    pack_for_outputs(args.params, windows_, window_panels(level_, windows_.output.channels), scratch_.data());
    const float* bias = args.params + weights_;
    sum_from_inputs(level_, windows_, {args.input, scratch_.data(), bias, args.output, blocks_.full()});
    if (blocks_.rest() > 0) sum_strips(strips_, args.input + rest_input(), bias, args.output + rest_output());
  }

  void backward(const BackwardArgs& args) override {
    params_gradient(args);
    if (args.input_gradient != nullptr) input_gradient(args);
  }

  std::string_view origin() const override { return "native"; }

 private:
  // Where the last block begins.
  std::int64_t rest_input() const { return Blocks::start(blocks_.full(), windows_.input.count()); }
  std::int64_t rest_output() const { return Blocks::start(blocks_.full(), windows_.output.count()); }

  std::int64_t most_rest_floats() const {
    const std::int64_t wide = (windows_.input.count() + windows_.output.count()) * block_images;
    return std::max({wide, strips_.input_floats() + strips_.output_floats(),
                     turned_strips_.input_floats() + turned_strips_.output_floats()});
  }

  // With weights already in scratch memory.
  void sum_strips(const Strips& strips, const float* input, const float* bias, float* output) {
    float* cut = scratch_.data() + weights_;
    float* sums = cut + strips.input_floats();
    strips.cut_input(input, cut);
    sum_from_inputs(level_, strips.windows(), {cut, scratch_.data(), bias, sums, 1});
    strips.join_output(sums, output);
  }

  void params_gradient(const BackwardArgs& args) {
    float* bias_gradient = args.params_gradient + weights_;
    std::fill_n(args.params_gradient, weights_ + windows_.output.channels, 0.0F);
    window_gradient(
        level_, windows_,
        {args.input, args.output_gradient, blocks_.full(), args.params_gradient, bias_gradient, scratch_.data()});
    if (blocks_.rest() == 0) return;
    float* input = scratch_.data();
    float* gradient = input + strips_.input_floats();
    strips_.cut_input(args.input + rest_input(), input);
    strips_.cut_output(args.output_gradient + rest_output(), gradient);
    window_gradient(level_, strips_.windows(),
                    {input, gradient, 1, args.params_gradient, bias_gradient, gradient + strips_.output_floats()});
  }

  void input_gradient(const BackwardArgs& args) {
    const bool turns = windows_.stride == 1;
    pack_for_inputs(args.params, windows_, window_panels(level_, windows_.input.channels), turns, scratch_.data());
    const WindowSumsArgs sums{args.output_gradient, scratch_.data(), nullptr, args.input_gradient, blocks_.full()};
    turns ? sum_from_inputs(level_, turned_, sums) : sum_from_outputs(level_, windows_, sums);
    if (blocks_.rest() == 0) return;
    const float* rest_gradient = args.output_gradient + rest_output();
    float* to = args.input_gradient + rest_input();
    turns ? sum_strips(turned_strips_, rest_gradient, nullptr, to) : sum_widened(rest_gradient, to);
  }

  // The gradient of the last block's inputs where windows lie apart.
  void sum_widened(const float* output_gradient, float* input_gradient) {
    float* wide_gradient = scratch_.data() + weights_;
    float* sums = wide_gradient + windows_.output.count() * block_images;
    widen(output_gradient, blocks_.rest(), windows_.output.count(), wide_gradient);
    sum_from_outputs(level_, windows_, {wide_gradient, scratch_.data(), nullptr, sums, 1});
    narrow(sums, blocks_.rest(), windows_.input.count(), input_gradient);
  }

  SimdLevel level_;
  Scratch& scratch_;
  Blocks blocks_;
  Windows windows_, turned_;
  Strips strips_, turned_strips_;
  std::int64_t weights_;
};

}  // namespace

std::unique_ptr<LayerKernel> make_convolution(const LayerCall& call, const Conv& conv, SimdLevel level,
                                              Scratch& scratch) {
  return std::make_unique<Convolution>(call, conv, level, scratch);
}

}  // namespace ringside::native
