// Flops and bytes, worked out by hand.
#include "core/net/work.h"

#include <gtest/gtest.h>

#include "tests/core/net/networks.h"

namespace ringside {
namespace {

constexpr std::int64_t float_bytes = 4;

Work forward(const Layer& layer, int samples, int channels) {
  return layer_work(layer, Direction::forward, samples, channels, true);
}

Work backward(const Layer& layer, int samples, int channels, bool input_gradient = true) {
  return layer_work(layer, Direction::backward, samples, channels, input_gradient);
}

// 4 filters of 2 × 3 × 3 on 2 × 6 × 5: 18 inputs an output, 4 × 3 outputs a channel, 76 parameters.
Layer conv() {
  return layer_of({2, 6, 5}, Conv{4, 3, 1, 0, {}, {}});
}

TEST(Work, ConvForward) {
  const Work work = forward(conv(), 5, 4);
  EXPECT_EQ(work.flops, 5 * 4 * 12 * 2 * 18);
  EXPECT_EQ(work.bytes, float_bytes * (5 * 60 + 76 + 5 * 48));
}

TEST(Work, ConvBackwardIsTwiceForward) {
  const Work work = backward(conv(), 5, 4);
  EXPECT_EQ(work.flops, 2 * forward(conv(), 5, 4).flops);
  // Reads the output's gradient, the input, the parameters for each of the two; writes both gradients.
  EXPECT_EQ(work.bytes, float_bytes * (5 * 48 + (5 * 60 + 76) + (76 + 5 * 60)));
}

TEST(Work, ConvBackwardWithoutTheInputGradientIsHalfOfIt) {
  const Work work = backward(conv(), 5, 4, false);
  EXPECT_EQ(work.flops, forward(conv(), 5, 4).flops);
  EXPECT_EQ(work.bytes, float_bytes * (5 * 48 + 5 * 60 + 76));
}

TEST(Work, ASliceOfConvReadsTheWholeInput) {
  const Work work = forward(conv(), 5, 3);
  EXPECT_EQ(work.flops, 5 * 3 * 12 * 2 * 18);
  EXPECT_EQ(work.bytes, float_bytes * (5 * 60 + 57 + 5 * 36));
}

TEST(Work, Dense) {
  const Layer dense = layer_of({2, 3, 4}, Dense{7, {}, {}});
  EXPECT_EQ(forward(dense, 5, 7).flops, 5 * 7 * 2 * 24);
  EXPECT_EQ(backward(dense, 5, 7).flops, 2 * 5 * 7 * 2 * 24);
  EXPECT_EQ(forward(dense, 5, 2).bytes, float_bytes * (5 * 24 + 2 * 25 + 5 * 2));
}

TEST(Work, Pool) {
  // 3 × 7 × 7 to 3 × 3 × 3, windows of 9.
  const Layer max = layer_of({3, 7, 7}, Pool{Pool::Kind::max, 3, 2, 0});
  EXPECT_EQ(forward(max, 2, 3).flops, 2 * 27 * 9);
  EXPECT_EQ(forward(max, 2, 3).bytes, float_bytes * 2 * (147 + 27 + 27));  // and the arg-max
  EXPECT_EQ(backward(max, 2, 3).flops, 2 * 27);
  EXPECT_EQ(backward(max, 2, 3).bytes, float_bytes * 2 * (27 + 27 + 147));
  const Layer average = layer_of({3, 7, 7}, Pool{Pool::Kind::average, 3, 2, 0});
  EXPECT_EQ(forward(average, 2, 3).flops, 2 * 27 * 9);
  EXPECT_EQ(backward(average, 2, 3).flops, 2 * 27 * 10);
  EXPECT_EQ(backward(average, 2, 3).bytes, float_bytes * 2 * (27 + 147));
}

TEST(Work, ASliceOfAChannelLocalLayerReadsItsSliceAlone) {
  const Layer max = layer_of({3, 7, 7}, Pool{Pool::Kind::max, 3, 2, 0});
  EXPECT_EQ(3 * forward(max, 2, 1).flops, forward(max, 2, 3).flops);
  EXPECT_EQ(3 * forward(max, 2, 1).bytes, forward(max, 2, 3).bytes);
  EXPECT_EQ(3 * backward(max, 2, 1).bytes, backward(max, 2, 3).bytes);
}

TEST(Work, Subsample) {
  // 6 × 8 × 8 to 6 × 4 × 4: a window of 4 summed, times the coefficient, plus the bias.
  const Layer layer = layer_of({6, 8, 8}, Subsample{2, {}, {}});
  EXPECT_EQ(forward(layer, 2, 6).flops, 2 * 96 * 5);
  EXPECT_EQ(forward(layer, 2, 6).bytes, float_bytes * (2 * 384 + 12 + 2 * 96));
  EXPECT_EQ(backward(layer, 2, 6).flops, 2 * 96 * (1 + 6));
  EXPECT_EQ(backward(layer, 2, 6, false).flops, 2 * 96 * 6);
}

TEST(Work, PointwiseLayers) {
  const Shape shape{4, 3, 2};
  EXPECT_EQ(forward(layer_of(shape, Relu{}), 5, 4).flops, 5 * 24);
  EXPECT_EQ(backward(layer_of(shape, Relu{}), 5, 4).bytes, float_bytes * 5 * 24 * 3);
  EXPECT_EQ(backward(layer_of(shape, Tanh{}), 5, 4).flops, 5 * 24 * 3);
  EXPECT_EQ(forward(layer_of(shape, Dropout{}), 5, 4).bytes, float_bytes * 5 * 24 * 2);
  EXPECT_EQ(backward(layer_of(shape, Dropout{}), 5, 4).bytes, float_bytes * 5 * 24 * 2);
}

TEST(Work, Lrn) {
  const Layer layer = layer_of({4, 3, 2}, Lrn{3, 1, 0.75F, 1});
  EXPECT_EQ(forward(layer, 5, 4).flops, 5 * 24 * 7);
  EXPECT_EQ(forward(layer, 5, 4).bytes, float_bytes * 5 * 24 * 3);  // input, scale, output
  EXPECT_EQ(backward(layer, 5, 4).flops, 5 * 24 * 9);
  EXPECT_EQ(backward(layer, 5, 4).bytes, float_bytes * 5 * 24 * 4);  // both gradients, input, scale
}

TEST(Work, Loss) {
  const Layer loss = network_of({10, 1, 1}, {{"relu", Relu{}}, {"loss", SoftmaxLoss{}}}).layers.back();
  EXPECT_EQ(forward(loss, 5, 10).flops, 5 * 10 * 5);
  EXPECT_EQ(forward(loss, 5, 10).bytes, float_bytes * 5 * (10 + 10 + 2));  // label and loss of each sample
  EXPECT_EQ(backward(loss, 5, 10).flops, 5 * 10 * 2);
  EXPECT_EQ(backward(loss, 5, 10).bytes, float_bytes * 5 * (10 + 1 + 10));
}

TEST(Work, NothingIsLeftToDoBackwardsWithoutParametersAndInputGradient) {
  const Work work = backward(layer_of({4, 3, 2}, Relu{}), 5, 4, false);
  EXPECT_EQ(work.flops, 0);
  EXPECT_EQ(work.bytes, 0);
}

TEST(Work, IsProportionalToSamples) {
  for (const Layer& layer : lenet().layers) {
    const int channels = layer.output.channels;
    EXPECT_EQ(forward(layer, 12, channels).flops, 12 * forward(layer, 1, channels).flops) << layer.name;
    EXPECT_EQ(backward(layer, 12, channels).flops, 12 * backward(layer, 1, channels).flops) << layer.name;
    EXPECT_EQ(forward(layer, 0, channels).flops, 0) << layer.name;
  }
}

TEST(Work, DoesNotOverflowOnBigBatches) {
  // 512 channels of 224 × 224, 4096 samples: 2 · 4608 · 512 · 50176 · 4096 = 9.7e14.
  const Layer layer = layer_of({512, 224, 224}, Conv{512, 3, 1, 1, {}, {}});
  EXPECT_EQ(forward(layer, 4096, 512).flops, std::int64_t{2} * 4608 * 512 * 50176 * 4096);
  EXPECT_GT(forward(layer, 4096, 512).bytes, std::int64_t{4} * 2 * 4096 * 512 * 50176);
}

TEST(Work, MultiplyAddsOfLenet) {
  // conv1 25·20·576, conv2 500·50·64, ip1 800·500, ip2 500·10
  EXPECT_EQ(multiply_adds(lenet()), 288000 + 1600000 + 400000 + 5000);
  EXPECT_EQ(multiply_adds(lenet()), 2293000);
}

TEST(Work, StepOfLenet) {
  // Conv and dense: 2 flops a multiply-add, three passes, but no input gradient of conv1.
  const std::int64_t products = 2 * (3 * 2293000 - 288000);
  // The pools have 20·144 and 50·16 outputs, 4 forward and 1 backward each; relu 500 twice; loss 10 · (5 + 2).
  const std::int64_t others = 5 * (2880 + 800) + 2 * 500 + 10 * 7;
  EXPECT_EQ(step_work(lenet(), 64).flops, 64 * (products + others));
}

TEST(Work, StepIsTheSumOfItsLayers) {
  const Network network = lenet();
  std::int64_t bytes = 0;
  for (const Layer& layer : network.layers) {
    bytes += forward(layer, 3, layer.output.channels).bytes;
    bytes += backward(layer, 3, layer.output.channels, layer.name != "conv1").bytes;
  }
  EXPECT_EQ(step_work(network, 3).bytes, bytes);
}

}  // namespace
}  // namespace ringside
