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
  const Network& network_ = small_network(GetParam().first);
  const int l_ = GetParam().second;
  const Layer& layer_ = network_.layers[static_cast<std::size_t>(l_)];
  const Words input_ = random_words(1, batch* layer_.input.count());
  const Words params_ = random_words(2, layer_.params());
  const Words labels_ = word_batch(network_, batch, 0).labels;
  const Words output_gradient_ = random_words(3, batch* layer_.output.count());
  const Passes whole_ =
      run(network_, l_, {0, batch}, {0, layer_.output.channels}, input_, params_, labels_, output_gradient_);
};

TEST_P(WordLayers, SamplesAreIndependentAndTheirGradientsAddUp) {
  const Samples parts[] = {{0, 2}, {2, 3}};
  Words params_gradient = zeros(layer_.params());
  for (const Samples part : parts) {
    const auto cut = [&](const Words& words) {
      const std::int64_t size = std::ssize(words) / batch;
      return Words(words.begin() + part.first * size, words.begin() + (part.first + part.count) * size);
    };
    const Passes p =
        run(network_, l_, part, {0, layer_.output.channels}, cut(input_), params_, cut(labels_), cut(output_gradient_));
    EXPECT_EQ(p.input_gradient, cut(whole_.input_gradient));
    if (!is_loss(layer_)) {
      EXPECT_EQ(p.output, cut(whole_.output));
    }
    std::ranges::transform(p.params_gradient, params_gradient, params_gradient.begin(), std::plus<>());
  }
  EXPECT_EQ(params_gradient, whole_.params_gradient);
}

TEST_P(WordLayers, SlicesOfChannelsMakeTheWhole) {
  if (is_loss(layer_)) return;  // is not split
  const int outputs = layer_.output.channels;
  const bool local = is_channel_local(layer_);
  const auto cut = [](const Words& words, Channels slice, int width) {
    Words part;
    for (std::size_t i = 0; i < words.size(); ++i) {
      const int channel = static_cast<int>(i % static_cast<std::size_t>(width)) - slice.first;
      if (channel >= 0 && channel < slice.count) part.push_back(words[i]);
    }
    return part;
  };
  Words partial_sum = zeros(std::ssize(input_));
  for (const Channels slice : {Channels{0, outputs / 2}, Channels{outputs / 2, outputs - outputs / 2}}) {
    if (slice.count == 0) continue;
    const std::int64_t row = layer_.weight_count / outputs;
    const auto own_params = [&](const Words& model) {
      Words own(model.begin() + slice.first * row, model.begin() + (slice.first + slice.count) * row);
      const auto bias = model.begin() + layer_.weight_count;
      if (layer_.bias_count > 0) own.insert(own.end(), bias + slice.first, bias + slice.first + slice.count);
      return own;
    };
    const Passes p = run(network_, l_, {0, batch}, slice, local ? cut(input_, slice, outputs) : input_,
                         own_params(params_), labels_, cut(output_gradient_, slice, outputs));
    EXPECT_EQ(p.output, cut(whole_.output, slice, outputs));
    EXPECT_EQ(p.params_gradient, own_params(whole_.params_gradient));
    if (local) {
      EXPECT_EQ(p.input_gradient, cut(whole_.input_gradient, slice, outputs));
    } else {
      std::ranges::transform(p.input_gradient, partial_sum, partial_sum.begin(), std::plus<>());
    }
  }
  if (!local) {
    EXPECT_EQ(partial_sum, whole_.input_gradient);
  }
}

TEST_P(WordLayers, MostGradientsAreNotZero) {
  const auto share_of_zeros = [](const Words& words) {
    return words.empty() ? 0 : static_cast<double>(std::ranges::count(words, Word{0})) / std::ssize(words);
  };
  EXPECT_LT(share_of_zeros(whole_.input_gradient), 0.9);
  EXPECT_EQ(share_of_zeros(whole_.params_gradient), 0);
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
