// The native order of activations, by its definition, and the choice between kernels.
#include "core/backend/native/native_kernels.h"

#include <gtest/gtest.h>

#include <numeric>

#include "core/base/error.h"
#include "tests/core/backend/layer_cases.h"
#include "tests/core/backend/layer_run.h"

namespace ringside::test {
namespace {

// 18 images of 2 rows, 1 column and 3 channels: a block of 16, then one of 2.
TEST(NativeKernels, ImagesStandSideBySideInBlocks) {
  constexpr int images = 18;
  constexpr int values = 6;
  std::vector<float> nhwc(images * values);
  std::iota(nhwc.begin(), nhwc.end(), 0.0F);
  for (const SimdLevel level : simd_levels()) {
    std::vector<float> arranged(nhwc.size());
    NativeKernels(level).arrange({nhwc.data(), arranged.data(), images, {.channels = 3, .height = 2, .width = 1}});
    for (int image = 0; image < images; ++image) {
      for (int value = 0; value < values; ++value) {
        const int place = image < 16 ? value * 16 + image : 16 * values + value * 2 + image - 16;
        EXPECT_EQ(arranged[static_cast<std::size_t>(place)], nhwc[static_cast<std::size_t>(image * values + value)])
            << name_of(level) << ", image " << image << ", value " << value;
      }
    }
  }
}

TEST(NativeKernels, ChooseAlikeForEveryStream) {
  constexpr auto fastest = NativeKernels::Products::fastest;
  for (const LayerCase& layer_case : layer_cases()) {
    const Network network = network_of(layer_case);
    const Layer& layer = network.layers[0];
    const bool product = std::holds_alternative<Conv>(layer.kind) || std::holds_alternative<Dense>(layer.kind);
    const LayerCall call = make_call(layer, layer_case.samples, whole(layer));
    NativeKernels one(simd_level(), fastest), other(simd_level(), fastest), own;
    const auto kernel = one.layer(call);
    EXPECT_EQ(kernel->origin(), other.layer(call)->origin()) << layer_case.name;
    if (product) {
      EXPECT_TRUE(kernel->origin() == "native" || kernel->origin() == "onednn") << kernel->origin();
      EXPECT_EQ(own.layer(call)->origin(), "native");
    } else {
      EXPECT_EQ(kernel->origin(), "") << layer_case.name;
    }
  }
}

}  // namespace
}  // namespace ringside::test
