// The table.
#include "tests/core/backend/layer_cases.h"

#include <fmt/format.h>

namespace ringside::test {

namespace {

void add_convolutions(std::vector<LayerCase>& cases) {
  struct Row {
    Shape input;
    int outputs, kernel, stride, pad, samples;
  };
  for (const Row& row : std::vector<Row>{{{1, 1, 1}, 1, 1, 1, 0, 1},
                                         {{1, 12, 12}, 20, 5, 1, 0, 2},  // LeNet's first
                                         {{20, 8, 8}, 50, 5, 1, 0, 3},   // ... and second
                                         {{3, 11, 9}, 32, 5, 1, 2, 2},   // cifar10_quick's first
                                         {{64, 5, 5}, 64, 3, 1, 1, 2},   // VGG's
                                         {{3, 19, 19}, 6, 11, 4, 0, 1},  // AlexNet's first
                                         {{3, 7, 5}, 4, 3, 2, 1, 3},
                                         {{5, 9, 8}, 3, 2, 3, 0, 2},  // stride beyond the kernel
                                         {{4, 6, 7}, 5, 1, 2, 0, 2},  // pixels that no window sees
                                         {{20, 4, 4}, 50, 1, 1, 0, 4},
                                         {{7, 3, 3}, 9, 3, 1, 2, 1},
                                         {{2, 4, 6}, 3, 4, 1, 0, 5}}) {
    cases.push_back(
        {fmt::format("conv {}x{}x{} to {} kernel {} stride {} pad {} samples {}", row.input.channels, row.input.height,
                     row.input.width, row.outputs, row.kernel, row.stride, row.pad, row.samples),
         row.input, Conv{row.outputs, row.kernel, row.stride, row.pad, {}, {}}, row.samples});
  }
}

void add_dense(std::vector<LayerCase>& cases) {
  struct Row {
    Shape input;
    int outputs, samples;
  };
  for (const Row& row : std::vector<Row>{
           {{1, 1, 1}, 1, 1}, {{20, 4, 4}, 50, 3}, {{3, 5, 7}, 10, 1}, {{64, 1, 1}, 3, 8}, {{50, 1, 1}, 64, 7}}) {
    cases.push_back({fmt::format("dense {}x{}x{} to {} samples {}", row.input.channels, row.input.height,
                                 row.input.width, row.outputs, row.samples),
                     row.input, Dense{row.outputs, {}, {}}, row.samples});
  }
}

void add_pools(std::vector<LayerCase>& cases) {
  struct Row {
    Shape input;
    int kernel, stride, pad, samples;
  };
  for (const Row& row : std::vector<Row>{{{1, 1, 1}, 1, 1, 0, 1},
                                         {{20, 8, 8}, 2, 2, 0, 2},  // LeNet's
                                         {{3, 8, 8}, 3, 2, 0, 2},   // Caffe's round-up: the last window is clipped
                                         {{64, 7, 5}, 3, 2, 0, 1},
                                         {{50, 5, 4}, 2, 1, 0, 3},  // windows overlap
                                         {{3, 7, 7}, 2, 3, 0, 2},   // stride beyond the kernel
                                         {{5, 6, 7}, 3, 2, 1, 2},
                                         {{4, 5, 5}, 4, 3, 2, 1},
                                         {{1, 6, 4}, 4, 4, 0, 2},
                                         {{6, 4, 4}, 1, 2, 0, 1}}) {
    for (const auto kind : {Pool::Kind::max, Pool::Kind::average}) {
      cases.push_back({fmt::format("{} pool {}x{}x{} kernel {} stride {} pad {} samples {}",
                                   kind == Pool::Kind::max ? "max" : "average", row.input.channels, row.input.height,
                                   row.input.width, row.kernel, row.stride, row.pad, row.samples),
                       row.input, Pool{kind, row.kernel, row.stride, row.pad}, row.samples});
    }
  }
}

void add_subsamples(std::vector<LayerCase>& cases) {
  cases.push_back({"subsample 1x1x1 kernel 1", {1, 1, 1}, Subsample{1, {}, {}}, 1});
  cases.push_back({"subsample 6x8x8 kernel 2", {6, 8, 8}, Subsample{2, {}, {}}, 3});
  cases.push_back({"subsample 20x6x9 kernel 3", {20, 6, 9}, Subsample{3, {}, {}}, 1});
}

void add_activations(std::vector<LayerCase>& cases) {
  const std::vector<std::pair<std::string, LayerKind>> kinds{
      {"relu", Relu{}}, {"tanh", Tanh{}}, {"dropout 0.5", Dropout{0.5F}}, {"dropout 0.25", Dropout{0.25F}}};
  for (const auto& [name, kind] : kinds) {
    cases.push_back({name + " 1x1x1", {1, 1, 1}, kind, 1});
    cases.push_back({name + " 3x5x7", {3, 5, 7}, kind, 2});
    cases.push_back({name + " 50x1x1", {50, 1, 1}, kind, 5});
  }
}

void add_norms_and_losses(std::vector<LayerCase>& cases) {
  cases.push_back({"lrn 1x1x1 size 1", {1, 1, 1}, Lrn{1, 0.5F, 0.75F, 1}, 1});
  cases.push_back({"lrn 20x3x4 size 5", {20, 3, 4}, Lrn{5, 1, 0.75F, 1}, 2});
  cases.push_back({"lrn 3x3x3 size 5, wider than the image", {3, 3, 3}, Lrn{5, 0.1F, 0.75F, 2}, 1});
  cases.push_back({"lrn 64x2x2 size 3, cifar10_full's", {64, 2, 2}, Lrn{3, 5e-5F, 0.75F, 1}, 3});
  cases.push_back({"lrn 7x2x3 size 3 beta 0.5", {7, 2, 3}, Lrn{3, 0.3F, 0.5F, 1}, 2});
  cases.push_back({"softmax_loss 10", {10, 1, 1}, SoftmaxLoss{}, 7});
  cases.push_back({"softmax_loss 1", {1, 1, 1}, SoftmaxLoss{}, 2});
  cases.push_back({"softmax_loss 64, batch 1", {64, 1, 1}, SoftmaxLoss{}, 1});
}

}  // namespace

std::vector<LayerCase> layer_cases() {
  std::vector<LayerCase> cases;
  add_convolutions(cases);
  add_dense(cases);
  add_pools(cases);
  add_subsamples(cases);
  add_activations(cases);
  add_norms_and_losses(cases);
  return cases;
}

Network network_of(const LayerCase& layer_case) {
  std::vector<std::pair<std::string, LayerKind>> layers{{"layer", layer_case.kind}};
  if (!std::holds_alternative<SoftmaxLoss>(layer_case.kind)) layers.emplace_back("loss", SoftmaxLoss{});
  return make_network("test", "synthetic", layer_case.input, {}, {}, std::move(layers));
}

}  // namespace ringside::test
