// Convolution: weights are put into panels, which takes microseconds, and a last block that is not full is widened to 16.
#include "core/backend/native/layers.h"
#include "core/backend/native/transpose.h"
#include "core/backend/native/window_gradient.h"
#include "core/backend/native/window_sums.h"

namespace ringside::native {

namespace {

// packed: [panel of outputs][row][column][channel][output] of weights [output][channel][row][column].
void pack_for_outputs(const float* weights, const Windows& windows, const Panels& panels, float* packed) {
  const int places = windows.places();
  const int channels = windows.input.channels;
  for (int panel = 0; panel < panels.count(); ++panel) {
    const int size = panels.size(panel);
    for (int o = 0; o < size; ++o) {
      const float* filter = weights + std::int64_t{panels.first(panel) + o} * channels * places;
      for (int channel = 0; channel < channels; ++channel) {
        for (int place = 0; place < places; ++place) {
          packed[(std::int64_t{place} * channels + channel) * size + o] = *filter++;
        }
      }
    }
    packed += std::int64_t{places} * channels * size;
  }
}

// packed: [panel of channels][row][column][output][channel]; the kernel turned by half a turn if asked for.
void pack_for_inputs(const float* weights, const Windows& windows, const Panels& panels, bool turned, float* packed) {
  const int places = windows.places();
  const int channels = windows.input.channels;
  const int outputs = windows.output.channels;
  for (int panel = 0; panel < panels.count(); ++panel) {
    const int size = panels.size(panel);
    for (int o = 0; o < outputs; ++o) {
      for (int c = 0; c < size; ++c) {
        const float* filter = weights + (std::int64_t{o} * channels + panels.first(panel) + c) * places;
        for (int place = 0; place < places; ++place) {
          const int to = turned ? places - 1 - place : place;
          packed[(std::int64_t{to} * outputs + o) * size + c] = filter[place];
        }
      }
    }
    packed += std::int64_t{places} * outputs * size;
  }
}

// The windows of a convolution whose outputs are another one's input gradient, with stride 1.
Windows turned(const Windows& windows) {
  return {windows.output, windows.input, windows.kernel, 1, windows.kernel - 1 - windows.pad};
}

class Convolution : public LayerKernel {
 public:
  Convolution(const LayerCall& call, const Conv& conv, SimdLevel level, Scratch& scratch)
      : level_(level),
        scratch_(scratch),
        blocks_(call.samples),
        windows_{call.layer.input,
                 {call.channels, call.layer.output.height, call.layer.output.width},
                 conv.kernel,
                 conv.stride,
                 conv.pad},
        turned_(turned(windows_)),
        weights_(std::int64_t{call.channels} * call.layer.input.channels * windows_.places()) {
    scratch.reserve(std::max(weights_ + rest_input() + rest_output(), window_gradient_scratch(windows_, blocks_)));
  }

  void forward(const ForwardArgs& args) override {
    const Panels panels = window_panels(level_, windows_.output.channels);
    pack_for_outputs(args.params, windows_, panels, scratch_.data());
    const float* bias = args.params + weights_;
    sum_blocks(args.input, rest_input(), args.output, rest_output(),
               [&](const float* input, float* output, int blocks) {
                 sum_from_inputs(level_, windows_, {input, scratch_.data(), bias, output, blocks});
               });
  }

  void backward(const BackwardArgs& args) override {
    window_gradient(level_, windows_,
                    {args.input, args.output_gradient, blocks_, args.params_gradient, args.params_gradient + weights_,
                     scratch_.data()});
    if (args.input_gradient == nullptr) return;
    const Panels panels = window_panels(level_, windows_.input.channels);
    const bool turns = windows_.stride == 1;
    pack_for_inputs(args.params, windows_, panels, turns, scratch_.data());
    sum_blocks(args.output_gradient, rest_output(), args.input_gradient, rest_input(),
               [&](const float* input, float* output, int blocks) {
                 const WindowSumsArgs sums{input, scratch_.data(), nullptr, output, blocks};
                 turns ? sum_from_inputs(level_, turned_, sums) : sum_from_outputs(level_, windows_, sums);
               });
  }

 private:
  // Floats of the last block if it is not full, widened.
  std::int64_t rest_input() const { return blocks_.rest() > 0 ? windows_.input.count() * block_images : 0; }
  std::int64_t rest_output() const { return blocks_.rest() > 0 ? windows_.output.count() * block_images : 0; }

  // f(input, output, blocks) for the full blocks and for the widened one, of so many floats.
  template <class F>
  void sum_blocks(const float* input, std::int64_t wide_input, float* output, std::int64_t wide_output, const F& f) {
    f(input, output, blocks_.full());
    if (blocks_.rest() == 0) return;
    float* from = scratch_.data() + weights_;
    float* to = from + wide_input;
    widen(input + blocks_.full() * wide_input, blocks_.rest(), wide_input / block_images, from);
    f(from, to, 1);
    narrow(to, blocks_.rest(), wide_output / block_images, output + blocks_.full() * wide_output);
  }

  SimdLevel level_;
  Scratch& scratch_;
  Blocks blocks_;
  Windows windows_, turned_;
  std::int64_t weights_;
};

}  // namespace

std::unique_ptr<LayerKernel> make_convolution(const LayerCall& call, const Conv& conv, SimdLevel level,
                                              Scratch& scratch) {
  return std::make_unique<Convolution>(call, conv, level, scratch);
}

}  // namespace ringside::native
