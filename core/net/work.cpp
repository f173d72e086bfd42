// The cost formulas; core/net/README.md says where they come from.
#include "core/net/work.h"

#include "core/base/match.h"

namespace ringside {

namespace {

// Flops of one sample and one output channel's share of the layer, by what they are spent on.
struct Flops {
  std::int64_t forward = 0;
  std::int64_t input_gradient = 0;
  std::int64_t params_gradient = 0;
};

Flops channel_flops(const Layer& layer) {
  const std::int64_t pixels = layer.output.pixels();
  const std::int64_t window = fan_in(layer);  // inputs of one output
  return match(
      layer.kind,
      [&](const Conv&) {
        return Flops{2 * window * pixels, 2 * window * pixels, 2 * window * pixels};
      },
      [&](const Dense&) {
        return Flops{2 * window, 2 * window, 2 * window};
      },
      [&](const Pool& pool) {
        const bool max = pool.kind == Pool::Kind::max;
        return Flops{window * pixels, (max ? 1 : window + 1) * pixels, 0};
      },
      [&](const Subsample&) {
        return Flops{(window + 1) * pixels, pixels, (window + 2) * pixels};
      },
      [&](const Relu&) {
        return Flops{pixels, pixels, 0};
      },
      [&](const Tanh&) {
        return Flops{pixels, 3 * pixels, 0};
      },
      [&](const Lrn&) {
        return Flops{(window + 4) * pixels, (window + 6) * pixels, 0};
      },
      [&](const Dropout&) {
        return Flops{pixels, pixels, 0};
      },
      [&](const SoftmaxLoss&) {
        return Flops{5, 2, 0};
      });
}

// Floats that one call touches.
struct Floats {
  std::int64_t input, output, state, params;
};

Floats call_floats(const Layer& layer, int samples, int channels) {
  const std::int64_t all = layer.output.channels;
  const auto slice = [&](std::int64_t count) { return count / all * channels; };
  const std::int64_t input = is_channel_local(layer) ? slice(layer.input.count()) : layer.input.count();
  return {samples * input, samples * slice(layer.output.count()), samples * slice(state_count(layer)),
          slice(layer.params())};
}

std::int64_t forward_floats(const Layer& layer, int samples, const Floats& floats) {
  const std::int64_t labels_and_losses = is_loss(layer) ? 2 * std::int64_t{samples} : 0;
  return floats.input + floats.params + floats.output + floats.state + labels_and_losses;
}

// What the input gradient is worked out from, besides the output's gradient.
std::int64_t input_gradient_sources(const Layer& layer, int samples, const Floats& floats) {
  return match(
      layer.kind, [&](const Conv&) { return floats.params; }, [&](const Dense&) { return floats.params; },
      [&](const Pool&) { return floats.state; }, [&](const Subsample&) { return floats.params; },
      [&](const Relu&) { return floats.output; }, [&](const Tanh&) { return floats.output; },
      [&](const Lrn&) { return floats.input + floats.state; }, [](const Dropout&) { return std::int64_t{0}; },
      [&](const SoftmaxLoss&) { return floats.output + samples; });
}

std::int64_t backward_floats(const Layer& layer, int samples, const Floats& floats, bool input_gradient) {
  const bool params_gradient = layer.params() > 0;
  if (!input_gradient && !params_gradient) return 0;
  std::int64_t sum = is_loss(layer) ? 0 : floats.output;  // the output's gradient
  if (params_gradient) sum += floats.input + floats.params;
  if (input_gradient) sum += input_gradient_sources(layer, samples, floats) + floats.input;
  return sum;
}

}  // namespace

Work layer_work(const Layer& layer, Direction direction, int samples, int channels, bool input_gradient) {
  const Flops flops = channel_flops(layer);
  const Floats floats = call_floats(layer, samples, channels);
  const std::int64_t share = std::int64_t{samples} * channels;
  if (direction == Direction::forward) {
    return {share * flops.forward, std::int64_t{sizeof(float)} * forward_floats(layer, samples, floats)};
  }
  return {share * (flops.params_gradient + (input_gradient ? flops.input_gradient : 0)),
          std::int64_t{sizeof(float)} * backward_floats(layer, samples, floats, input_gradient)};
}

Work step_work(const Network& network, int samples) {
  Work sum;
  for (const Layer& layer : network.layers) {
    const bool first = &layer == &network.layers.front();
    for (const Direction direction : {Direction::forward, Direction::backward}) {
      const Work work = layer_work(layer, direction, samples, layer.output.channels, !first);
      sum.flops += work.flops;
      sum.bytes += work.bytes;
    }
  }
  return sum;
}

std::int64_t multiply_adds(const Network& network) {
  std::int64_t sum = 0;
  for (const Layer& layer : network.layers) {
    if (std::holds_alternative<Conv>(layer.kind) || std::holds_alternative<Dense>(layer.kind)) {
      sum += fan_in(layer) * layer.output.count();
    }
  }
  return sum;
}

}  // namespace ringside
