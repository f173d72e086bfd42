// Network files: what a right one means.
#include "bench/network_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <clocale>

#include "tests/bench/network_text.h"

namespace ringside {
namespace {

using testing::ElementsAre;

TEST(NetworkFile, ReadsTheHead) {
  const Network network = load_text(network_text());
  EXPECT_EQ(network.name, "tried");
  EXPECT_EQ(network.description, "a small one");
  EXPECT_EQ(network.dataset, "mnist");
  EXPECT_EQ(network.input, (Shape{1, 8, 6}));
  EXPECT_EQ(network.transform.mean, InputTransform::Mean::image);
  EXPECT_EQ(network.transform.scale, 0.5F);
  EXPECT_EQ(network.solver.momentum, 0.9F);
  EXPECT_EQ(network.solver.weight_decay, 0.25F);
  EXPECT_EQ(network.solver.batch, 32);
  EXPECT_EQ(network.solver.steps, 1000);
}

TEST(NetworkFile, ReadsEveryRatePolicy) {
  const auto rate_of = [](const std::string& rate) { return load_text(network_text({.rate = rate})).solver.rate; };
  EXPECT_EQ(rate_of(R"({"policy": "fixed", "base": 0.5})").policy, LearningRate::Policy::fixed);
  const LearningRate step = rate_of(R"({"policy": "step", "base": 0.5, "gamma": 0.25, "step_size": 7})");
  EXPECT_EQ(step.policy, LearningRate::Policy::step);
  EXPECT_EQ(step.base, 0.5);
  EXPECT_EQ(step.gamma, 0.25);
  EXPECT_EQ(step.step_size, 7);
  const LearningRate multistep = rate_of(R"({"policy": "multistep", "base": 0.5, "gamma": 0.25, "at": [3, 9]})");
  EXPECT_EQ(multistep.policy, LearningRate::Policy::multistep);
  EXPECT_THAT(multistep.steps, ElementsAre(3, 9));
  const LearningRate inv = rate_of(R"({"policy": "inv", "base": 0.5, "gamma": 0.25, "power": 0.75})");
  EXPECT_EQ(inv.policy, LearningRate::Policy::inv);
  EXPECT_EQ(inv.power, 0.75);
}

TEST(NetworkFile, ReadsEveryKindOfLayer) {
  const std::string weights = R"("weights": {"filler": "xavier"})";
  const Network network = load_text(network_text({.layers = R"([
    {"name": "a", "kind": "conv", "outputs": 4, "kernel": 3, "stride": 1, "pad": 1, )" +
                                                            weights + R"(},
    {"name": "b", "kind": "lrn", "size": 3, "alpha": 0.5, "beta": 0.75, "k": 2},
    {"name": "c", "kind": "relu"},
    {"name": "d", "kind": "pool", "method": "average", "kernel": 2, "stride": 2, "pad": 0},
    {"name": "e", "kind": "pool", "method": "max", "kernel": 2},
    {"name": "f", "kind": "subsample", "kernel": 1, )" + weights +
                                                            R"(},
    {"name": "g", "kind": "tanh"},
    {"name": "h", "kind": "dropout", "ratio": 0.25},
    {"name": "i", "kind": "dense", "outputs": 10, )" + weights +
                                                            R"(},
    {"name": "j", "kind": "softmax_loss"}])"}));
  std::vector<std::string> kinds;
  for (const Layer& layer : network.layers) kinds.push_back(kind_name(layer));
  EXPECT_THAT(kinds, ElementsAre("conv", "lrn", "relu", "pool", "pool", "subsample", "tanh", "dropout", "dense",
                                 "softmax_loss"));
  const auto& conv = std::get<Conv>(network.layers[0].kind);
  EXPECT_EQ(conv.outputs, 4);
  EXPECT_EQ(conv.kernel, 3);
  EXPECT_EQ(conv.pad, 1);
  const auto& lrn = std::get<Lrn>(network.layers[1].kind);
  EXPECT_EQ(lrn.size, 3);
  EXPECT_EQ(lrn.alpha, 0.5F);
  EXPECT_EQ(lrn.beta, 0.75F);
  EXPECT_EQ(lrn.k, 2);
  EXPECT_EQ(std::get<Pool>(network.layers[3].kind).kind, Pool::Kind::average);
  EXPECT_EQ(std::get<Pool>(network.layers[3].kind).stride, 2);
  EXPECT_EQ(std::get<Pool>(network.layers[4].kind).kind, Pool::Kind::max);
  EXPECT_EQ(std::get<Pool>(network.layers[4].kind).stride, 1);  // the default
  EXPECT_EQ(std::get<Dropout>(network.layers[7].kind).ratio, 0.25F);
}

TEST(NetworkFile, ReadsFillersAndMultipliers) {
  const auto weights_of = [](const std::string& blob) {
    return *weights_blob(load_text(network_text({.weights = blob})).layers.front());
  };
  EXPECT_EQ(weights_of(R"({"filler": "xavier"})").filler.kind, Filler::Kind::xavier);
  EXPECT_EQ(weights_of(R"({"filler": "msra"})").filler.kind, Filler::Kind::msra);
  const Blob gaussian = weights_of(R"({"filler": "gaussian", "deviation": 0.5, "rate_multiplier": 3})");
  EXPECT_EQ(gaussian.filler.kind, Filler::Kind::gaussian);
  EXPECT_EQ(gaussian.filler.value, 0.5F);
  EXPECT_EQ(gaussian.rate_multiplier, 3);
  EXPECT_EQ(gaussian.decay_multiplier, 1);
  const Blob constant = weights_of(R"({"filler": "constant", "value": 0.25, "decay_multiplier": 0})");
  EXPECT_EQ(constant.filler.kind, Filler::Kind::constant);
  EXPECT_EQ(constant.filler.value, 0.25F);
  EXPECT_EQ(constant.decay_multiplier, 0);
}

TEST(NetworkFile, BiasStartsAtZeroUnlessSaid) {
  const auto bias_of = [](const std::string& bias) {
    return *bias_blob(load_text(network_text({.bias = bias})).layers.front());
  };
  EXPECT_EQ(bias_of("{}").filler.kind, Filler::Kind::constant);
  EXPECT_EQ(bias_of("{}").filler.value, 0);
  EXPECT_EQ(bias_of(R"({"rate_multiplier": 2})").rate_multiplier, 2);
  EXPECT_EQ(bias_of(R"({"rate_multiplier": 2})").filler.value, 0);
  EXPECT_EQ(bias_of(R"({"filler": "constant", "value": 1})").filler.value, 1);
}

TEST(NetworkFile, NumbersDoNotDependOnTheLocale) {
  const std::string before = std::setlocale(LC_NUMERIC, nullptr);
  // Where the machine has a locale with a decimal comma; without one the test holds all the same.
  for (const char* name : {"de_DE.UTF-8", "fr_FR.UTF-8", "C.UTF-8"}) {
    if (std::setlocale(LC_NUMERIC, name) != nullptr) break;
  }
  EXPECT_EQ(load_text(network_text()).transform.scale, 0.5F);
  std::setlocale(LC_NUMERIC, before.c_str());
}

TEST(NetworkFile, NamesAreThoseOfTheFolderSorted) {
  const std::filesystem::path folder = fresh_folder();
  for (const char* name : {"b.json", "a.json", "README.md"}) write_file(folder / name, network_text());
  EXPECT_THAT(network_names(folder), ElementsAre("a", "b"));
}

TEST(NetworkFile, IsFoundByNameAndByPath) {
  const std::filesystem::path folder = fresh_folder();
  write_file(folder / "mine.json", network_text());
  EXPECT_EQ(find_network("mine", folder).name, "mine");
  EXPECT_EQ(find_network((folder / "mine.json").string(), "/nowhere").name, "mine");
}

}  // namespace
}  // namespace ringside
