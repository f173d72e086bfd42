// model_parallel: every layer's filters are split over the devices; all devices work on the same batch.
//
//   device 0:  conv1[0..9]   ─┐ exchange  ┌─ conv2[0..24]  ─┐ exchange  ┌─ ...
//   device 1:  conv1[10..19] ─┘ channels  └─ conv2[25..49] ─┘ channels  └─ ...
//
// A layer that works channel by channel (pooling, relu, ...) keeps to its device's slice. One that needs every channel
// (conv, dense, lrn, loss) is preceded by an exchange: forward, each device sends its slice to all that need it;
// backward, each device has a partial gradient of the whole input and sends every other one the part that belongs to
// it, to be summed.
//
// Moves    for each exchange over x floats a sample: (N-1) · batch · x floats forward, and as many backward (none
//          before the loss, whose gradient every device works out for itself). No weights, no gradients of weights.
// Memory   1/N of the model; slices of the activations, and whole ones where they were exchanged, of the whole batch.
// Means    SGD on the global batch.
// Overlaps the messages of one exchange with each other: every device sends at the same time. Compute waits, as every
//          exchange stands between two layers. (The next batch's way from the host is hidden.)
#include <algorithm>

#include "core/net/in_place.h"
#include "strategies/builders.h"
#include "strategies/pieces.h"

namespace ringside {
namespace {

// Channels that are split over the devices: a layer's output; of the loss, which is not split, its input.
int split_channels(const Layer& layer) {
  return is_loss(layer) ? layer.input.channels : layer.output.channels;
}

// Every device's slice of `channels`; with fewer channels than devices the last ones have none.
Channels slice(int channels, int devices, int device) {
  const Share s = share(channels, devices, device);
  return {static_cast<int>(s.first), static_cast<int>(s.count)};
}

// What one device holds.
struct Part {
  Span images, labels;        // the whole batch, double
  std::vector<Span> outputs;  // of each layer: its slice
  std::vector<Span> whole;    // of each layer that was exchanged: every channel
  std::vector<Span> states;
  std::vector<Span> gradients;  // of each layer's output: its slice
  std::vector<Span> params, params_gradients, momenta;
  Span first_slice;  // of the images, if the first layer works channel by channel
  Span partial;      // gradient of a whole input
  Span outbox;
  std::vector<Span> inboxes;  // one for each peer, so that they may all send at once
};

class ModelParallel {
 public:
  explicit ModelParallel(const StepSpec& spec)
      : network_(spec.network),
        devices_(spec.devices),
        batch_(spec.batch),
        builder_("model_parallel", spec.devices, spec.batch),
        host_(builder_, spec) {
    builder_.shards(std::vector<Samples>(static_cast<std::size_t>(devices_), Samples{0, batch_}));
    for (int d = 0; d < devices_; ++d) parts_.push_back(make_part(d));
  }

  StepGraph build() && {
    for (const Part& part : parts_) {
      builder_.add(Transfer{host_.images.aged(-1), part.images.aged(-1)});
      builder_.add(Transfer{host_.labels.aged(-1), part.labels.aged(-1)});
    }
    for (int l = 0; l < layers(); ++l) forward(l);
    const Span loss = parts_.front().outputs.back();
    builder_.add(Transfer{loss.part(loss.count - batch_, batch_), host_.losses});
    for (int l = layers() - 1; l >= 0; --l) backward(l);
    for (int l = 0; l < layers(); ++l) update(l);
    return std::move(builder_).finish();
  }

 private:
  int layers() const { return static_cast<int>(network_.layers.size()); }
  const Layer& layer(int l) const { return network_.layers[static_cast<std::size_t>(l)]; }
  static const Span& at(const std::vector<Span>& spans, int l) { return spans[static_cast<std::size_t>(l)]; }
  const Part& part(int d) const { return parts_[static_cast<std::size_t>(d)]; }
  Channels slice_of(int l, int d) const { return slice(split_channels(layer(l)), devices_, d); }
  bool works_on(int l, int d) const { return slice_of(l, d).count > 0; }
  std::int64_t pixels_after(int l) const { return batch_ * layer(l).output.pixels(); }
  bool exchanged_before(int l) const { return l > 0 && !is_channel_local(layer(l)); }

  Part make_part(int d) {
    const DeviceId device{d};
    Part p;
    p.images = builder_.buffer(device, host_.images.count, "images", 2);
    p.labels = builder_.buffer(device, batch_, "labels", 2);
    std::int64_t widest_whole = 0, widest_outbox = 0;
    std::vector<std::int64_t> widest_inbox(static_cast<std::size_t>(devices_));
    for (int l = 0; l < layers(); ++l) {
      const Layer& here = layer(l);
      const Channels channels = slice_of(l, d);
      const std::int64_t size = pixels_after(l) * channels.count;
      const bool in_place = overwrites_input(network_, l);
      const std::int64_t output = is_loss(here) ? (channels.count > 0 ? batch_ * (here.input.count() + 1) : 0) : size;
      p.outputs.push_back(in_place ? p.outputs.back() : builder_.buffer(device, output, here.name));
      p.gradients.push_back(in_place ? p.gradients.back()
                                     : builder_.buffer(device, is_loss(here) ? 0 : size, here.name + " gradient"));
      p.states.push_back(builder_.buffer(device, batch_ * state_count(here) * channels.count / here.output.channels,
                                         here.name + " state"));
      const std::int64_t params = here.params() / split_channels(here) * channels.count;
      p.params.push_back(builder_.buffer(device, params, here.name + " weights"));
      p.params_gradients.push_back(builder_.buffer(device, params, here.name + " weights gradient"));
      p.momenta.push_back(momentum_buffer(builder_, network_, device, params));
      for_each_blob(l, d, [&](std::int64_t offset, std::int64_t first, std::int64_t count) {
        builder_.holds_weights(l, offset, p.params.back().part(first, count));
      });

      const bool exchanged = l + 1 < layers() && exchanged_before(l + 1);
      const bool needed = exchanged && works_on(l + 1, d);
      p.whole.push_back(
          builder_.buffer(device, needed ? pixels_after(l) * here.output.channels : 0, here.name + " of all"));
      widest_whole = std::max(widest_whole, p.whole.back().count);
      for (int peer = 0; peer < devices_ && exchanged; ++peer) {
        const std::int64_t theirs = needed ? pixels_after(l) * slice_of(l, peer).count : 0;
        auto& widest = widest_inbox[static_cast<std::size_t>(peer)];
        widest = std::max({widest, theirs, size});  // activations come in theirs, gradients in our own size
        widest_outbox = std::max(widest_outbox, theirs);
      }
    }
    if (is_channel_local(layer(0))) {
      const std::int64_t pixels = batch_ * network_.input.pixels();
      p.first_slice = builder_.buffer(device, pixels * slice_of(0, d).count, "images slice");
    }
    p.partial = builder_.buffer(device, widest_whole, "gradient of all");
    p.outbox = builder_.buffer(device, devices_ > 1 ? widest_outbox : 0, "outbox");
    for (int peer = 0; peer < devices_; ++peer) {
      p.inboxes.push_back(builder_.buffer(device, peer == d ? 0 : widest_inbox[static_cast<std::size_t>(peer)],
                                          "inbox from " + std::to_string(peer)));
    }
    return p;
  }

  // Calls f(offset in the layer's parameters, offset in the device's, count) for the slice's weights and its bias.
  template <class F>
  void for_each_blob(int l, int d, const F& f) const {
    const Layer& here = layer(l);
    const Channels channels = slice_of(l, d);
    const std::int64_t row = here.weight_count / split_channels(here);
    const std::int64_t biases = here.bias_count / split_channels(here);
    f(channels.first * row, 0, channels.count * row);
    f(here.weight_count + channels.first * biases, channels.count * row, channels.count * biases);
  }

  CopyChannels copy(Span from, Channels from_channels, int from_width, Span to, Channels to_channels, int to_width,
                    std::int64_t pixels) const {
    return {from, to, batch_, pixels, from_channels.first, from_width, to_channels.first, to_width, to_channels.count};
  }

  // Calls f(from, to) for every two devices, at one distance around after another: all devices send at the same time,
  // each to another one.
  template <class F>
  void for_each_pair(const F& f) const {
    for (int distance = 1; distance < devices_; ++distance) {
      for (int from = 0; from < devices_; ++from) f(from, (from + distance) % devices_);
    }
  }

  // Every device that works on layer l gets every channel of layer l-1's output. All send before any unpacks what came:
  // a lane in which a sender waited for another's message first would make them send one after another.
  void gather_before(int l) {
    const int width = layer(l - 1).output.channels;
    const std::int64_t pixels = layer(l - 1).output.pixels();
    const auto output = [&](int d) { return at(part(d).outputs, l - 1); };
    const auto inbox = [&](int from, int to) { return at(part(to).inboxes, from).part(0, output(from).count); };
    const auto needs = [&](int from, int to) { return slice_of(l - 1, from).count > 0 && works_on(l, to); };
    const auto place = [&](int from, int to, Span packed) {
      const Channels theirs = slice_of(l - 1, from);
      builder_.add(copy(packed, {0, theirs.count}, theirs.count, at(part(to).whole, l - 1), theirs, width, pixels));
    };
    for_each_pair([&](int from, int to) {
      if (needs(from, to)) builder_.add(Transfer{output(from), inbox(from, to)});
    });
    for (int d = 0; d < devices_; ++d) {
      if (needs(d, d)) place(d, d, output(d));
    }
    for_each_pair([&](int from, int to) {
      if (needs(from, to)) place(from, to, inbox(from, to));
    });
  }

  // Every device gets the sum of the partial gradients of its slice of layer l-1's output.
  void scatter_before(int l) {
    const int width = layer(l - 1).output.channels;
    const std::int64_t pixels = layer(l - 1).output.pixels();
    const auto gradient = [&](int d) { return at(part(d).gradients, l - 1); };
    const auto take = [&](int from, int to, Span packed) {
      const Channels theirs = slice_of(l - 1, to);
      builder_.add(copy(whole_gradient(from, l), theirs, width, packed, {0, theirs.count}, theirs.count, pixels));
    };
    std::vector<bool> begun(static_cast<std::size_t>(devices_));  // whose sum has its first term
    const auto needs = [&](int from, int to) { return slice_of(l - 1, to).count > 0 && works_on(l, from); };
    for (int d = 0; d < devices_; ++d) {
      if (!needs(d, d)) continue;
      take(d, d, gradient(d));
      begun[static_cast<std::size_t>(d)] = true;
    }
    // The loss's input is split like the output before it, and its gradient is complete on every device that has a
    // slice.
    if (is_loss(layer(l))) return;
    std::vector<Reduce> sums;
    for_each_pair([&](int from, int to) {
      if (!needs(from, to)) return;
      const bool adds = begun[static_cast<std::size_t>(to)];
      begun[static_cast<std::size_t>(to)] = true;
      const Span outbox = part(from).outbox.part(0, gradient(to).count);
      const Span arrival = adds ? at(part(to).inboxes, from).part(0, gradient(to).count) : gradient(to);
      take(from, to, outbox);
      builder_.add(Transfer{outbox, arrival});
      if (adds) sums.push_back({arrival, gradient(to)});
    });
    for (const Reduce& sum : sums) builder_.add(sum);
  }

  Span whole_gradient(int d, int l) const { return part(d).partial.part(0, batch_ * layer(l).input.count()); }

  Span input_of(int l, int d) const {
    if (l == 0) return is_channel_local(layer(0)) ? part(d).first_slice : part(d).images;
    return exchanged_before(l) ? at(part(d).whole, l - 1) : at(part(d).outputs, l - 1);
  }

  void forward(int l) {
    if (exchanged_before(l)) gather_before(l);
    for (int d = 0; d < devices_; ++d) {
      if (!works_on(l, d)) continue;
      const Part& p = part(d);
      const Channels channels = slice_of(l, d);
      if (l == 0 && !p.first_slice.empty()) {
        builder_.add(copy(p.images, channels, network_.input.channels, p.first_slice, {0, channels.count},
                          channels.count, network_.input.pixels()));
      }
      builder_.add(Forward{l,
                           {0, batch_},
                           called_channels(l, d),
                           input_of(l, d),
                           at(p.params, l),
                           is_loss(layer(l)) ? p.labels : Span{},
                           at(p.states, l),
                           at(p.outputs, l)});
    }
  }

  void backward(int l) {
    for (int d = 0; d < devices_; ++d) {
      if (!works_on(l, d)) continue;
      const Part& p = part(d);
      const Span input_gradient = l == 0 ? Span{} : exchanged_before(l) ? whole_gradient(d, l) : at(p.gradients, l - 1);
      builder_.add(Backward{.layer = l,
                            .samples = {0, batch_},
                            .channels = called_channels(l, d),
                            .divisor = batch_,
                            .input = input_of(l, d),
                            .output = at(p.outputs, l),
                            .output_gradient = at(p.gradients, l),
                            .state = at(p.states, l),
                            .labels = is_loss(layer(l)) ? p.labels : Span{},
                            .params = at(p.params, l),
                            .input_gradient = input_gradient,
                            .params_gradient = at(p.params_gradients, l)});
    }
    if (exchanged_before(l)) scatter_before(l);
  }

  // The loss is not split: whoever has a slice of its input works it all out.
  Channels called_channels(int l, int d) const {
    return is_loss(layer(l)) ? Channels{0, layer(l).output.channels} : slice_of(l, d);
  }

  void update(int l) {
    for (int d = 0; d < devices_; ++d) {
      const Part& p = part(d);
      for_each_blob(l, d, [&](std::int64_t offset, std::int64_t first, std::int64_t count) {
        const Span weights = at(p.params, l).part(first, count);
        const Span momentum = at(p.momenta, l);
        builder_.add(Update{l, offset, at(p.params_gradients, l).part(first, count), weights, weights,
                            momentum.empty() ? Span{} : momentum.part(first, count)});
      });
    }
  }

  const Network& network_;
  int devices_;
  int batch_;
  Builder builder_;
  HostSide host_;
  std::vector<Part> parts_;
};

}  // namespace

StepGraph build_model_parallel(const StepSpec& spec) {
  return ModelParallel(spec).build();
}

Traffic model_parallel_traffic(const StepSpec& spec) {
  Traffic traffic;
  for (std::size_t l = 1; l < spec.network.layers.size(); ++l) {
    const Layer& layer = spec.network.layers[l];
    if (is_channel_local(layer)) continue;
    const std::int64_t senders = std::min(spec.devices, layer.input.channels);
    const std::int64_t receivers = std::min(spec.devices, split_channels(layer));
    // Channels that have no message to make, because their own device receives.
    const std::int64_t kept = receivers == spec.devices
                                  ? layer.input.channels
                                  : share(layer.input.channels, spec.devices, static_cast<int>(receivers)).first;
    const int ways = is_loss(layer) ? 1 : 2;
    traffic.messages += ways * (senders * receivers - std::min(senders, receivers));
    traffic.floats += ways * spec.batch * layer.input.pixels() * (receivers * layer.input.channels - kept);
  }
  return traffic;
}

}  // namespace ringside
