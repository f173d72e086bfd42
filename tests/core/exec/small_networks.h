// Networks small enough to run in a blink, and images for them.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "core/data/dataset.h"
#include "core/net/network.h"

namespace ringside {

inline Blob blob(Filler::Kind kind, float value, float rate = 1, float decay = 1) {
  return {.filler = {kind, value}, .rate_multiplier = rate, .decay_multiplier = decay};
}

inline Conv conv(int outputs, int kernel, int pad = 0) {
  return {.outputs = outputs,
          .kernel = kernel,
          .pad = pad,
          .weights = blob(Filler::Kind::xavier, 0),
          .bias = blob(Filler::Kind::constant, 0.1F, 2, 0)};
}

inline Dense dense(int outputs) {
  return {.outputs = outputs, .weights = blob(Filler::Kind::xavier, 0), .bias = blob(Filler::Kind::constant, 0, 2, 0)};
}

inline Solver small_solver() {
  return {.rate = {.policy = LearningRate::Policy::inv, .base = 0.05, .gamma = 0.1, .power = 0.75, .steps = {}},
          .momentum = 0.9F,
          .weight_decay = 0.01F};
}

// One dense layer of two outputs with at least so many parameters.
inline Network dense_network(int params) {
  return make_network("dense", "synthetic", {.channels = params / 2 + 1}, {}, small_solver(),
                      {{"ip", dense(2)}, {"loss", SoftmaxLoss{}}});
}

inline constexpr Shape small_input{.channels = 2, .height = 8, .width = 8};
inline constexpr int small_classes = 5;

// conv-pool-relu-conv-...-dense on 8x8 images, with one of the more particular layers in the middle.
inline Network small_network(const std::string& variant) {
  std::vector<std::pair<std::string, LayerKind>> layers{
      {"conv1", conv(6, 3, 1)}, {"pool1", Pool{.kernel = 2, .stride = 2}}, {"relu1", Relu{}}};
  if (variant == "lrn") layers.push_back({"norm1", Lrn{.size = 3, .alpha = 0.5F}});
  if (variant == "dropout") layers.push_back({"drop1", Dropout{.ratio = 0.3F}});
  layers.push_back({"conv2", conv(7, 3)});
  if (variant == "tanh") layers.push_back({"tanh2", Tanh{}});
  if (variant == "tanh")
    layers.push_back({"sub2", Subsample{.kernel = 2,
                                        .weights = blob(Filler::Kind::constant, 0.5F),
                                        .bias = blob(Filler::Kind::constant, 0)}});
  if (variant == "average") layers.push_back({"pool2", Pool{.kind = Pool::Kind::average, .kernel = 2, .stride = 2}});
  layers.push_back({"ip1", dense(9)});
  layers.push_back({"relu3", Relu{}});
  layers.push_back({"ip2", dense(small_classes)});
  layers.push_back({"loss", SoftmaxLoss{}});
  return make_network(variant, "synthetic", small_input, {}, small_solver(), std::move(layers));
}

inline LabelledImages some_images(Shape shape, int classes, int count) {
  LabelledImages images{shape, {}, {}};
  std::uint32_t state = 12345;
  const auto next = [&] { return (state = state * 1664525U + 1013904223U) >> 16; };
  for (int i = 0; i < count; ++i) {
    const auto label = static_cast<std::uint8_t>(next() % static_cast<std::uint32_t>(classes));
    images.labels.push_back(label);
    for (std::int64_t p = 0; p < shape.count(); ++p) {
      images.pixels.push_back(static_cast<std::uint8_t>(next() % 128 + (p % classes == label ? 100 : 0)));
    }
  }
  return images;
}

}  // namespace ringside
