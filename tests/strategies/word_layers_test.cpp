// The integer layers have the structure that strategies rely on: slices of channels put together are the layer, partial
// gradients add up, and samples do not know each other.
#include "tests/strategies/word_layers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "tests/strategies/small_networks.h"

namespace ringside {
namespace {

constexpr int batch = 5;

Words random_words(Word seed, std::int64_t count) {
  Words words;
  for (Word i = 0; i < static_cast<Word>(count); ++i) words.push_back(mixed({seed, i}));
  return words;
}

Words zeros(std::int64_t count) {
  return Words(static_cast<std::size_t>(count));
}

// All that a layer's two passes read and write.
struct Passes {
  Words input, params, labels, output_gradient;
  Words state, output, input_gradient, params_gradient;
};

Passes run(const Network& network, int l, Samples samples, Channels channels, const Words& input, const Words& params,
           const Words& labels, const Words& output_gradient) {
  const WordCall call{network, l, 0, samples, channels};
  const Layer& layer = call.it();
  const std::int64_t sizes = samples.count * layer.output.pixels() * channels.count;
  Passes p{input, params, labels, output_gradient, zeros(sizes), zeros(sizes + samples.count), {}, {}};
  p.input_gradient = zeros(std::ssize(input));
  p.params_gradient = zeros(std::ssize(params));
  word_forward(call, {input.data(), params.data(), labels.data(), p.state.data(), p.output.data()});
  word_backward(call, {input.data(), p.output.data(), output_gradient.data(), p.state.data(), labels.data(),
                       params.data(), p.input_gradient.data(), p.params_gradient.data(), batch});
  if (!is_loss(layer)) p.output.resize(static_cast<std::size_t>(sizes));
  return p;
}

class WordLayers : public testing::TestWithParam<std::pair<std::string, int>> {
 protected:
  const Network& network = small_network(GetParam().first);
  const int l = GetParam().second;
  const Layer& layer = network.layers[static_cast<std::size_t>(l)];
  const Words input = random_words(1, batch* layer.input.count());
  const Words params = random_words(2, layer.params());
  const Words labels = word_batch(network, batch, 0).labels;
  const Words output_gradient = random_words(3, batch* layer.output.count());
  const Passes whole = run(network, l, {0, batch}, {0, layer.output.channels}, input, params, labels, output_gradient);
};

TEST_P(WordLayers, SamplesAreIndependentAndTheirGradientsAddUp) {
  const Samples parts[] = {{0, 2}, {2, 3}};
  Words params_gradient = zeros(layer.params());
  for (const Samples part : parts) {
    const auto cut = [&](const Words& words) {
      const std::int64_t size = std::ssize(words) / batch;
      return Words(words.begin() + part.first * size, words.begin() + (part.first + part.count) * size);
    };
    const Passes p =
        run(network, l, part, {0, layer.output.channels}, cut(input), params, cut(labels), cut(output_gradient));
    EXPECT_EQ(p.input_gradient, cut(whole.input_gradient));
    if (!is_loss(layer)) {
      EXPECT_EQ(p.output, cut(whole.output));
    }
    std::ranges::transform(p.params_gradient, params_gradient, params_gradient.begin(), std::plus<>());
  }
  EXPECT_EQ(params_gradient, whole.params_gradient);
}

TEST_P(WordLayers, SlicesOfChannelsMakeTheWhole) {
  if (is_loss(layer)) return;  // is not split
  const int outputs = layer.output.channels;
  const bool local = is_channel_local(layer);
  const auto cut = [](const Words& words, Channels slice, int width) {
    Words part;
    for (std::size_t i = 0; i < words.size(); ++i) {
      const int channel = static_cast<int>(i % static_cast<std::size_t>(width)) - slice.first;
      if (channel >= 0 && channel < slice.count) part.push_back(words[i]);
    }
    return part;
  };
  Words partial_sum = zeros(std::ssize(input));
  for (const Channels slice : {Channels{0, outputs / 2}, Channels{outputs / 2, outputs - outputs / 2}}) {
    if (slice.count == 0) continue;
    const std::int64_t row = layer.weight_count / outputs;
    const auto own_params = [&](const Words& model) {
      Words own(model.begin() + slice.first * row, model.begin() + (slice.first + slice.count) * row);
      const auto bias = model.begin() + layer.weight_count;
      if (layer.bias_count > 0) own.insert(own.end(), bias + slice.first, bias + slice.first + slice.count);
      return own;
    };
    const Passes p = run(network, l, {0, batch}, slice, local ? cut(input, slice, outputs) : input, own_params(params),
                         labels, cut(output_gradient, slice, outputs));
    EXPECT_EQ(p.output, cut(whole.output, slice, outputs));
    EXPECT_EQ(p.params_gradient, own_params(whole.params_gradient));
    if (local) {
      EXPECT_EQ(p.input_gradient, cut(whole.input_gradient, slice, outputs));
    } else {
      std::ranges::transform(p.input_gradient, partial_sum, partial_sum.begin(), std::plus<>());
    }
  }
  if (!local) {
    EXPECT_EQ(partial_sum, whole.input_gradient);
  }
}

TEST_P(WordLayers, MostGradientsAreNotZero) {
  const auto share_of_zeros = [](const Words& words) {
    return words.empty() ? 0
                         : static_cast<double>(std::ranges::count(words, Word{0})) / static_cast<double>(words.size());
  };
  EXPECT_LT(share_of_zeros(whole.input_gradient), 0.9);
  EXPECT_EQ(share_of_zeros(whole.params_gradient), 0);
}

std::vector<std::pair<std::string, int>> every_layer() {
  std::vector<std::pair<std::string, int>> layers;
  for (const Network& network : small_networks()) {
    for (int l = 0; l < static_cast<int>(network.layers.size()); ++l) layers.emplace_back(network.name, l);
  }
  return layers;
}

std::string test_name(const testing::TestParamInfo<std::pair<std::string, int>>& test) {
  const auto& [network, l] = test.param;
  return network + "_" + small_network(network).layers[static_cast<std::size_t>(l)].name;
}

INSTANTIATE_TEST_SUITE_P(All, WordLayers, testing::ValuesIn(every_layer()), test_name);

}  // namespace
}  // namespace ringside
