// Shapes, parameter counts and offsets.
#include "core/net/network.h"

#include <gtest/gtest.h>

#include "tests/core/net/networks.h"

namespace ringside {
namespace {

Shape pooled(int size, Pool pool) {
  return layer_of({3, size, size}, pool).output;
}

TEST(Network, LenetHasCaffesShapesAndParameters) {
  const Network network = lenet();
  const std::vector<Shape> outputs{{20, 24, 24}, {20, 12, 12}, {50, 8, 8}, {50, 4, 4},
                                   {500, 1, 1},  {500, 1, 1},  {10, 1, 1}, {10, 1, 1}};
  ASSERT_EQ(network.layers.size(), outputs.size());
  for (std::size_t i = 0; i < outputs.size(); ++i) EXPECT_EQ(network.layers[i].output, outputs[i]) << i;
  // 20·(25 + 1), 50·(20·25 + 1), 500·(800 + 1), 10·(500 + 1)
  EXPECT_EQ(network.layers[0].params(), 520);
  EXPECT_EQ(network.layers[2].params(), 25050);
  EXPECT_EQ(network.layers[4].params(), 400500);
  EXPECT_EQ(network.layers[6].params(), 5010);
  EXPECT_EQ(network.params(), 431080);
  EXPECT_EQ(network.classes(), 10);
}

TEST(Network, EveryLayerFollowsTheOneBefore) {
  const Network network = lenet();
  EXPECT_EQ(network.layers.front().input, network.input);
  EXPECT_EQ(network.layers.front().offset, 0);
  for (std::size_t i = 1; i < network.layers.size(); ++i) {
    const Layer& before = network.layers[i - 1];
    EXPECT_EQ(network.layers[i].input, before.output);
    EXPECT_EQ(network.layers[i].offset, before.offset + before.params());
  }
}

TEST(Network, ConvRoundsDown) {
  EXPECT_EQ(layer_of({3, 32, 32}, Conv{8, 5, 1, 2, {}, {}}).output, (Shape{8, 32, 32}));
  EXPECT_EQ(layer_of({3, 8, 7}, Conv{8, 3, 2, 0, {}, {}}).output, (Shape{8, 3, 3}));  // (8-3)/2 = 2.5, (7-3)/2 = 2
  EXPECT_EQ(layer_of({3, 224, 224}, Conv{64, 11, 4, 2, {}, {}}).output, (Shape{64, 55, 55}));  // 217/4 = 54.25
  EXPECT_EQ(layer_of({3, 5, 5}, Conv{8, 1, 3, 0, {}, {}}).output, (Shape{8, 2, 2}));           // stride > kernel
}

TEST(Network, PoolRoundsUp) {
  for (const auto kind : {Pool::Kind::max, Pool::Kind::average}) {
    EXPECT_EQ(pooled(32, {kind, 3, 2, 0}), (Shape{3, 16, 16}));  // 29/2 = 14.5: the last window hangs over by one
    EXPECT_EQ(pooled(16, {kind, 3, 2, 0}), (Shape{3, 8, 8}));
    EXPECT_EQ(pooled(8, {kind, 3, 2, 0}), (Shape{3, 4, 4}));
    EXPECT_EQ(pooled(24, {kind, 2, 2, 0}), (Shape{3, 12, 12}));
    EXPECT_EQ(pooled(55, {kind, 3, 2, 0}), (Shape{3, 27, 27}));  // 52/2 = 26 exactly
  }
}

TEST(Network, PoolDropsAWindowThatStartsBehindTheImage) {
  // 4 pixels, padded to 8: windows of 3 at 0, 3, 6 by rounding up; the third starts at pixel 6 - 2 = 4, behind the
  // last.
  EXPECT_EQ(pooled(4, {Pool::Kind::max, 3, 3, 2}), (Shape{3, 2, 2}));
  // 5 pixels, padded to 9: the third starts at pixel 4, the last: kept.
  EXPECT_EQ(pooled(5, {Pool::Kind::max, 3, 3, 2}), (Shape{3, 3, 3}));
  // Without padding a stride beyond the kernel can jump off the image: windows of 1 at 0, 3, 6 of 5 pixels.
  EXPECT_EQ(pooled(5, {Pool::Kind::max, 1, 3, 0}), (Shape{3, 2, 2}));
}

TEST(Network, EveryPoolWindowCoversAPixelAndEveryStrideIsTaken) {
  for (int size = 1; size <= 9; ++size) {
    for (int kernel = 1; kernel <= 5; ++kernel) {
      for (int stride = 1; stride <= 6; ++stride) {
        for (int pad = 0; pad < kernel && kernel <= size + 2 * pad; ++pad) {
          const int windows = pooled(size, {Pool::Kind::max, kernel, stride, pad}).height;
          const int last = (windows - 1) * stride - pad;
          ASSERT_LT(last, size) << size << " k" << kernel << " s" << stride << " p" << pad;
          ASSERT_GT(last + kernel, 0);
          // One more would start behind the image, or behind a window that already reached the end of the padding.
          ASSERT_TRUE(last + stride >= size || last + kernel >= size + pad)
              << size << " k" << kernel << " s" << stride << " p" << pad;
        }
      }
    }
  }
}

TEST(Network, SubsampleHasACoefficientAndABiasPerChannel) {
  const Layer layer = layer_of({6, 28, 28}, Subsample{2, {}, {}});
  EXPECT_EQ(layer.output, (Shape{6, 14, 14}));
  EXPECT_EQ(layer.weight_count, 6);
  EXPECT_EQ(layer.bias_count, 6);
}

TEST(Network, ShapeIsKeptByPointwiseLayers) {
  const Shape shape{5, 4, 3};
  for (const LayerKind& kind : {LayerKind{Relu{}}, LayerKind{Tanh{}}, LayerKind{Lrn{}}, LayerKind{Dropout{}}}) {
    const Layer layer = layer_of(shape, kind);
    EXPECT_EQ(layer.output, shape);
    EXPECT_EQ(layer.params(), 0);
  }
}

TEST(Network, TheLossTakesEveryInputForAClass) {
  const Network network = network_of({5, 4, 3}, {{"loss", SoftmaxLoss{}}});
  EXPECT_EQ(network.classes(), 60);
  EXPECT_EQ(network.layers.back().output, (Shape{60, 1, 1}));
  EXPECT_EQ(network.params(), 0);
}

TEST(Network, KeepsWhatItIsGiven) {
  Solver solver;
  solver.momentum = 0.5F;
  const Network network =
      make_network("mine", "mnist", {1, 2, 2}, {InputTransform::Mean::image, 0.5F}, solver, {{"loss", SoftmaxLoss{}}});
  EXPECT_EQ(network.name, "mine");
  EXPECT_EQ(network.dataset, "mnist");
  EXPECT_EQ(network.input, (Shape{1, 2, 2}));
  EXPECT_EQ(network.transform.mean, InputTransform::Mean::image);
  EXPECT_EQ(network.transform.scale, 0.5F);
  EXPECT_EQ(network.solver.momentum, 0.5F);
}

}  // namespace
}  // namespace ringside
