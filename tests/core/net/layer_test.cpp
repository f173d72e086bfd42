// What the suite asks of a layer, for every kind.
#include "core/net/layer.h"

#include <gtest/gtest.h>

#include "tests/core/net/networks.h"

namespace ringside {
namespace {

struct Expected {
  LayerKind kind;
  std::string name;
  bool parameters, channel_local, in_place, loss;
  std::int64_t fan_in, state;
};

// On 3 channels of 6 × 4.
std::vector<Expected> table() {
  return {
      {Conv{8, 3, 1, 1, {}, {}}, "conv", true, false, false, false, 27, 0},
      {Dense{7, {}, {}}, "dense", true, false, false, false, 72, 0},
      {Pool{Pool::Kind::max, 2, 2, 0}, "pool", false, true, false, false, 4, 18},  // the arg-max of 3 · 3 · 2 outputs
      {Pool{Pool::Kind::average, 2, 2, 0}, "pool", false, true, false, false, 4, 0},
      {Subsample{2, {}, {}}, "subsample", true, true, false, false, 4, 0},
      {Relu{}, "relu", false, true, true, false, 1, 0},
      {Tanh{}, "tanh", false, true, true, false, 1, 0},
      {Lrn{3, 1, 0.75F, 1}, "lrn", false, false, false, false, 3, 72},
      {Dropout{0.5F}, "dropout", false, true, true, false, 1, 0},
  };
}

void expect_like(const Layer& layer, const Expected& expected) {
  SCOPED_TRACE(expected.name);
  EXPECT_EQ(kind_name(layer), expected.name);
  EXPECT_EQ(weights_blob(layer) != nullptr, expected.parameters);
  EXPECT_EQ(bias_blob(layer) != nullptr, expected.parameters);
  EXPECT_EQ(layer.params() > 0, expected.parameters);
  EXPECT_EQ(is_channel_local(layer), expected.channel_local);
  EXPECT_EQ(is_in_place(layer), expected.in_place);
  EXPECT_EQ(is_loss(layer), expected.loss);
  EXPECT_EQ(fan_in(layer), expected.fan_in);
  EXPECT_EQ(state_count(layer), expected.state);
}

TEST(Layer, AnswersForEveryKind) {
  for (const Expected& expected : table()) expect_like(layer_of({3, 6, 4}, expected.kind), expected);
}

TEST(Layer, AnswersForTheLoss) {
  const Layer loss = network_of({10, 1, 1}, {{"loss", SoftmaxLoss{}}}).layers.back();
  expect_like(loss, {SoftmaxLoss{}, "softmax_loss", false, false, false, true, 10, 0});
}

TEST(Layer, BlobsAreTheLayersOwn) {
  const Blob weights{{Filler::Kind::gaussian, 0.5F}, 3, 4};
  const Blob bias{{Filler::Kind::constant, 0.25F}, 5, 6};
  for (const LayerKind& kind : {LayerKind{Conv{4, 3, 1, 0, weights, bias}}, LayerKind{Dense{4, weights, bias}},
                                LayerKind{Subsample{2, weights, bias}}}) {
    const Layer layer = layer_of({3, 6, 4}, kind);
    EXPECT_EQ(weights_blob(layer)->filler.value, 0.5F);
    EXPECT_EQ(weights_blob(layer)->decay_multiplier, 4);
    EXPECT_EQ(bias_blob(layer)->filler.value, 0.25F);
    EXPECT_EQ(bias_blob(layer)->rate_multiplier, 5);
  }
}

// A layer that works in place must keep the shape, or there would be no place.
TEST(Layer, InPlaceLayersKeepTheShape) {
  for (const Expected& expected : table()) {
    const Layer layer = layer_of({3, 6, 4}, expected.kind);
    EXPECT_TRUE(!is_in_place(layer) || layer.input == layer.output) << expected.name;
    EXPECT_TRUE(!is_channel_local(layer) || layer.input.channels == layer.output.channels) << expected.name;
  }
}

}  // namespace
}  // namespace ringside
