// Dropout's mask: the same whatever the split, another for every step, layer and seed, and as dense as asked for.
#include <gtest/gtest.h>

#include <cmath>

#include "core/backend/reference/layers.h"
#include "core/backend/reference/reference_backend.h"
#include "tests/core/backend/layer_run.h"

namespace ringside::test {
namespace {

constexpr int batch = 13;

Layer make_dropout_layer(float ratio, const std::string& name = "drop") {
  const Network network =
      make_network("test", "synthetic", {5, 3, 2}, {}, {}, {{name, Dropout{ratio}}, {"loss", SoftmaxLoss{}}});
  return network.layers[0];
}

// Of inputs that are all 1: what is not zero has been kept.
std::vector<float> mask(const Layer& layer, int samples, Slice slice, const CallPlace& place) {
  const LayerCall call = make_call(layer, samples, slice);
  const std::vector<float> input(static_cast<std::size_t>(samples * layer.output.pixels() * slice.count), 1);
  std::vector<float> output(input.size());
  ForwardArgs args;
  args.input = input.data();
  args.output = output.data();
  args.place = place;
  reference::make_layer(call)->forward(args);
  return output;
}

TEST(Dropout, DrawsTheSameMaskForAnySplitOfSamplesAndChannels) {
  const Layer layer = make_dropout_layer(0.5F);
  const CallPlace place{.seed = 3, .step = 8, .first_sample = 0};
  const auto full = mask(layer, batch, whole(layer), place);
  for (const int devices : {2, 3, 5, 13}) {
    std::vector<float> joined;
    for (int device = 0; device < devices; ++device) {
      CallPlace shard = place;
      shard.first_sample = batch * device / devices;
      const auto part = mask(layer, batch * (device + 1) / devices - shard.first_sample, whole(layer), shard);
      joined.insert(joined.end(), part.begin(), part.end());
    }
    EXPECT_EQ(joined, full) << devices << " devices";
  }
  for (const auto& cut : cuts(layer)) {
    for (const Slice slice : cut) {
      EXPECT_EQ(mask(layer, batch, slice, place), take_channels(full, layer.output.channels, slice));
    }
  }
}

TEST(Dropout, DrawsAnotherMaskForEveryStepLayerSeedAndSample) {
  const Layer layer = make_dropout_layer(0.5F);
  const auto first = mask(layer, batch, whole(layer), {.seed = 3, .step = 8});
  EXPECT_EQ(first, mask(layer, batch, whole(layer), {.seed = 3, .step = 8}));
  EXPECT_NE(first, mask(layer, batch, whole(layer), {.seed = 3, .step = 9}));
  EXPECT_NE(first, mask(layer, batch, whole(layer), {.seed = 4, .step = 8}));
  EXPECT_NE(first, mask(layer, batch, whole(layer), {.seed = 3, .step = 8, .first_sample = 1}));
  EXPECT_NE(first, mask(make_dropout_layer(0.5F, "other"), batch, whole(layer), {.seed = 3, .step = 8}));
}

TEST(Dropout, KeepsAsManyAsItShouldAndScalesThem) {
  for (const float ratio : {0.0F, 0.25F, 0.5F, 0.9F}) {
    const Layer layer = make_dropout_layer(ratio);
    constexpr int samples = 2000;
    const auto values = mask(layer, samples, whole(layer), {.seed = 11});
    double kept = 0;
    for (const float value : values) {
      if (value != 0) {
        EXPECT_FLOAT_EQ(value, 1 / (1 - ratio));
        ++kept;
      }
    }
    const auto count = static_cast<double>(values.size());
    const double deviation = std::sqrt(ratio * (1 - ratio) / count);
    EXPECT_NEAR(kept / count, 1 - ratio, 5 * deviation) << "seed 11";
  }
}

TEST(Dropout, IsTheIdentityInTesting) {
  const Layer layer = make_dropout_layer(0.5F);
  for (const float value : mask(layer, batch, whole(layer), {.training = false})) EXPECT_EQ(value, 1);
}

}  // namespace
}  // namespace ringside::test
