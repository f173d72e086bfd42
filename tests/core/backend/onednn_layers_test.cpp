// Which layers oneDNN's kernels take, and what a table of shapes cannot show: every vector width, and numbers gone astray.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/backend/onednn/onednn_kernels.h"
#include "core/backend/reference/layers.h"
#include "tests/core/backend/layer_cases.h"
#include "tests/core/backend/layer_run.h"

namespace ringside::test {
namespace {

constexpr Pool max_2{Pool::Kind::max, 2, 2, 0};
constexpr Pool max_3{Pool::Kind::max, 3, 2, 0};
constexpr Pool average_3{Pool::Kind::average, 3, 2, 0};
const Lrn across_3{3, 5e-5F, 0.75F, 1};

Conv conv(int outputs, int kernel, int pad, int stride = 1) {
  return {.outputs = outputs, .kernel = kernel, .stride = stride, .pad = pad, .weights = {}, .bias = {}};
}

Dense dense(int outputs) {
  return {.outputs = outputs, .weights = {}, .bias = {}};
}

// The layers of LeNet, the CIFAR-10 networks, LeNet-5 and AlexNet (its large images cut down), at their batch sizes.
std::vector<LayerCase> layers_of_networks() {
  return {{"lenet conv1", {1, 28, 28}, conv(20, 5, 0), 64},
          {"lenet pool1", {20, 24, 24}, max_2, 64},
          {"lenet conv2", {20, 12, 12}, conv(50, 5, 0), 64},
          {"lenet ip1", {50, 4, 4}, dense(500), 64},
          {"lenet relu1", {500, 1, 1}, Relu{}, 64},
          {"lenet ip2", {500, 1, 1}, dense(10), 64},
          {"cifar10 conv1", {3, 32, 32}, conv(32, 5, 2), 100},
          {"cifar10 pool1", {32, 32, 32}, max_3, 100},
          {"cifar10 norm1", {32, 16, 16}, across_3, 100},
          {"cifar10 conv2", {32, 16, 16}, conv(32, 5, 2), 100},
          {"cifar10 pool2", {32, 16, 16}, average_3, 100},
          {"cifar10 conv3", {32, 8, 8}, conv(64, 5, 2), 100},
          {"cifar10 ip1", {64, 4, 4}, dense(64), 100},
          {"lenet5 c1", {1, 32, 32}, conv(6, 5, 0), 64},
          {"lenet5 tanh1", {6, 28, 28}, Tanh{}, 64},
          {"lenet5 s2", {6, 28, 28}, Subsample{2, {}, {}}, 64},
          {"lenet5 c3", {6, 14, 14}, conv(16, 5, 0), 64},
          {"alexnet conv1", {3, 59, 59}, conv(64, 11, 2, 4), 16},
          {"alexnet conv2", {64, 27, 27}, conv(192, 5, 2), 4},
          {"alexnet conv3", {192, 13, 13}, conv(384, 3, 1), 4}};
}

// The share of each of `devices` under model parallelism.
std::vector<Slice> shares(int channels, int devices) {
  std::vector<Slice> all;
  for (int device = 0, first = 0; device < devices; ++device) {
    const int count = channels / devices + (device < channels % devices ? 1 : 0);
    all.push_back({first, count});
    first += count;
  }
  return all;
}

TEST(OnednnLayers, NetworksNeedNoReferenceLoops) {
  OnednnKernels kernels;
  for (const LayerCase& layer_case : layers_of_networks()) {
    const Network network = network_of(layer_case);
    const Layer& layer = network.layers[0];
    for (const int devices : {1, 2, 3, 4}) {
      const int samples = layer_case.samples / devices;
      EXPECT_NE(kernels.own_layer(make_call(layer, samples, whole(layer))), nullptr) << layer_case.name << samples;
      for (const Slice slice : shares(layer.output.channels, devices)) {
        EXPECT_NE(kernels.own_layer(make_call(layer, layer_case.samples, slice)), nullptr)
            << layer_case.name << ", channels " << slice.first << " to " << slice.first + slice.count;
      }
    }
  }
}

void expect_like_reference(OnednnKernels& kernels, const LayerCase& layer_case) {
  SCOPED_TRACE(layer_case.name);
  const Network network = network_of(layer_case);
  const Layer& layer = network.layers[0];
  const LayerCall call = make_call(layer, layer_case.samples, whole(layer));
  const LayerData data = make_data(layer, layer_case.samples, 3);
  const LayerResult actual = run_layer(kernels, call, data);
  const LayerResult expected = run_layer(*reference::make_layer(call), call, data);
  const auto expect_close = [](const std::vector<float>& a, const std::vector<float>& b, const char* what) {
    float largest = 0;
    for (const float value : b) largest = std::max(largest, std::abs(value));
    for (std::size_t i = 0; i < b.size(); ++i) ASSERT_NEAR(a[i], b[i], 1e-5F * largest) << what << " " << i;
  };
  expect_close(actual.output, expected.output, "output");
  expect_close(actual.input_gradient, expected.input_gradient, "input gradient");
  expect_close(actual.params_gradient, expected.params_gradient, "parameters' gradient");
}

// One to two vectors of the widest kind, with every rest.
TEST(OnednnLayers, AnyNumberOfChannels) {
  OnednnKernels kernels;
  for (int channels = 1; channels <= 34; ++channels) {
    const Shape input{channels, 6, 8};
    for (const LayerKind& kind :
         std::vector<LayerKind>{max_3, Pool{Pool::Kind::average, 3, 2, 1}, Subsample{2, {}, {}}, Relu{}, Tanh{},
                                Lrn{5, 0.5F, 0.75F, 2}, conv(channels, 3, 1), dense(channels)}) {
      expect_like_reference(kernels, {fmt::format("{} channels, kind {}", channels, kind.index()), input, kind, 3});
    }
  }
}

// With AVX-512, oneDNN 2.6 has but reference loops for these gradients.
TEST(OnednnLayers, PaddingWiderThanTheImage) {
  OnednnKernels kernels;
  expect_like_reference(kernels, {"weights", {49, 8, 22}, conv(4, 12, 9), 2});
  expect_like_reference(kernels, {"input", {10, 23, 1}, conv(1, 9, 6), 2});
}

TEST(OnednnLayers, NotANumberStays) {
  OnednnKernels kernels;
  for (const int channels : {1, 5, 9, 20}) {
    for (const LayerKind& kind : std::vector<LayerKind>{max_3, average_3, Subsample{3, {}, {}}, Relu{}, Tanh{},
                                                        across_3, conv(4, 3, 0), dense(10)}) {
      const Network network = network_of({"", {channels, 9, 9}, kind, 1});
      const Layer& layer = network.layers[0];
      LayerData data = make_data(layer, 1, 1);
      const int middle_of_first_window = 10;
      data.input[static_cast<std::size_t>(middle_of_first_window) * static_cast<std::size_t>(channels)] = std::nanf("");
      const auto result = run_layer(kernels, make_call(layer, 1, whole(layer)), data);
      EXPECT_TRUE(std::ranges::any_of(result.output, [](float value) { return std::isnan(value); }))
          << kind_name(layer) << " of " << channels << " channels";
    }
  }
}

}  // namespace
}  // namespace ringside::test
