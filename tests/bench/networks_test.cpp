// The networks of the suite: their sizes, and their recipes, against the papers and Caffe's files.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bench/network_file.h"
#include "core/net/work.h"

namespace ringside {
namespace {

Network network(const std::string& name) {
  return find_network(name, std::filesystem::path(RINGSIDE_SOURCE_DIR) / "bench/networks");
}

const Layer& layer(const Network& network, const std::string& name) {
  for (const Layer& candidate : network.layers) {
    if (candidate.name == name) return candidate;
  }
  throw std::out_of_range(name);
}

struct Published {
  std::string name, dataset;
  std::int64_t params;
  std::int64_t multiply_adds;
  int classes;
};

class Networks : public testing::TestWithParam<Published> {};

TEST_P(Networks, HaveThePublishedSize) {
  const Network loaded = network(GetParam().name);
  EXPECT_EQ(loaded.dataset, GetParam().dataset);
  EXPECT_EQ(loaded.params(), GetParam().params);
  EXPECT_EQ(multiply_adds(loaded), GetParam().multiply_adds);
  EXPECT_EQ(loaded.classes(), GetParam().classes);
  EXPECT_FALSE(loaded.description.empty());
  EXPECT_GT(loaded.solver.steps, 0);
}

INSTANTIATE_TEST_SUITE_P(
    All, Networks,
    testing::Values(
        Published{"lenet", "mnist", 431080, 2293000, 10},
        // C1 25·6·784, C3 150·16·100, C5 400·120, F6 120·84, output 84·10; 156 + 12 + 2416 + 32 + 48120 + 10164 + 850
        Published{"lenet5", "mnist", 61750, 117600 + 240000 + 48000 + 10080 + 840, 10},
        Published{"cifar10_quick", "cifar10", 145578, 12354176, 10},
        Published{"cifar10_full", "cifar10", 89578, 12298240, 10},
        // 363·64·3025, 1600·192·729, 1728·384·169, 3456·256·169, 2304·256·169; 9216·4096, 4096·4096, 4096·1000
        Published{"alexnet", "synthetic", 61100840,
                  70276800 + 223948800 + 112140288 + 149520384 + 99680256 + 37748736 + 16777216 + 4096000, 1000},
        Published{"vgg16", "synthetic", 138357544, 15470264320, 1000}),
    [](const auto& row) { return row.param.name; });

TEST(Networks, AllOfTheFolderAreTestedHere) {
  EXPECT_THAT(network_names(std::filesystem::path(RINGSIDE_SOURCE_DIR) / "bench/networks"),
              testing::ElementsAre("alexnet", "cifar10_full", "cifar10_quick", "lenet", "lenet5", "vgg16"));
}

TEST(Networks, LenetFollowsCaffesRecipe) {
  const Network lenet = network("lenet");
  EXPECT_EQ(lenet.transform.mean, InputTransform::Mean::none);
  EXPECT_EQ(lenet.transform.scale, 1 / 256.0F);
  EXPECT_EQ(lenet.solver.batch, 64);
  EXPECT_EQ(lenet.solver.steps, 10000);
  EXPECT_EQ(lenet.solver.momentum, 0.9F);
  EXPECT_EQ(lenet.solver.weight_decay, 0.0005F);
  EXPECT_EQ(learning_rate(lenet.solver.rate, 0), 0.01);
  EXPECT_NEAR(learning_rate(lenet.solver.rate, 10000), 0.01 / 1.681792830507429, 1e-17);  // (1 + 1)^-0.75
  for (const Layer& one : lenet.layers) {
    if (one.params() == 0) continue;
    EXPECT_EQ(weights_blob(one)->filler.kind, Filler::Kind::xavier) << one.name;
    EXPECT_EQ(weights_blob(one)->rate_multiplier, 1) << one.name;
    EXPECT_EQ(bias_blob(one)->rate_multiplier, 2) << one.name;
    EXPECT_EQ(bias_blob(one)->filler.value, 0) << one.name;
  }
}

TEST(Networks, Cifar10QuickFollowsCaffesRecipe) {
  const Network quick = network("cifar10_quick");
  EXPECT_EQ(quick.transform.mean, InputTransform::Mean::image);
  EXPECT_EQ(quick.transform.scale, 1);
  EXPECT_EQ(quick.solver.batch, 100);
  EXPECT_EQ(quick.solver.steps, 5000);
  EXPECT_EQ(quick.solver.weight_decay, 0.004F);
  EXPECT_DOUBLE_EQ(learning_rate(quick.solver.rate, 3999), 0.001);
  EXPECT_DOUBLE_EQ(learning_rate(quick.solver.rate, 4000), 0.0001);
  EXPECT_EQ(weights_blob(layer(quick, "conv1"))->filler.value, 0.0001F);
  EXPECT_EQ(weights_blob(layer(quick, "conv2"))->filler.value, 0.01F);
  EXPECT_EQ(weights_blob(layer(quick, "ip1"))->filler.value, 0.1F);
  EXPECT_EQ(layer(quick, "pool3").output, (Shape{64, 4, 4}));
  EXPECT_EQ(layer(quick, "ip1").params(), 65600);
}

TEST(Networks, Cifar10FullDecaysItsClassifierAlone) {
  const Network full = network("cifar10_full");
  EXPECT_EQ(weights_blob(layer(full, "ip1"))->decay_multiplier, 250);
  EXPECT_EQ(bias_blob(layer(full, "ip1"))->decay_multiplier, 0);
  EXPECT_EQ(bias_blob(layer(full, "ip1"))->rate_multiplier, 2);
  EXPECT_EQ(bias_blob(layer(full, "conv2"))->rate_multiplier, 2);
  EXPECT_EQ(bias_blob(layer(full, "conv3"))->rate_multiplier, 1);
  EXPECT_EQ(std::get<Lrn>(layer(full, "norm1").kind).size, 3);
  EXPECT_EQ(std::get<Lrn>(layer(full, "norm2").kind).alpha, 5e-5F);
  EXPECT_DOUBLE_EQ(learning_rate(full.solver.rate, 65000), 0.00001);
  EXPECT_EQ(full.solver.steps, 70000);
}

TEST(Networks, Lenet5HasTheShapesOfThePaper) {
  const Network lenet5 = network("lenet5");
  EXPECT_EQ(layer(lenet5, "c1").output, (Shape{6, 28, 28}));
  EXPECT_EQ(layer(lenet5, "s2").output, (Shape{6, 14, 14}));
  EXPECT_EQ(layer(lenet5, "c3").output, (Shape{16, 10, 10}));
  EXPECT_EQ(layer(lenet5, "s4").output, (Shape{16, 5, 5}));
  EXPECT_EQ(layer(lenet5, "c5").output, (Shape{120, 1, 1}));
  EXPECT_EQ(layer(lenet5, "f6").output, (Shape{84, 1, 1}));
  EXPECT_EQ(layer(lenet5, "s2").params(), 12);  // as in the paper; so have C1 156, S4 32, C5 48,120, F6 10,164
  EXPECT_EQ(layer(lenet5, "c5").params(), 48120);
}

TEST(Networks, BigNetworksEndInTheirKnownGrids) {
  EXPECT_EQ(layer(network("alexnet"), "conv1").output, (Shape{64, 55, 55}));
  EXPECT_EQ(layer(network("alexnet"), "pool5").output, (Shape{256, 6, 6}));
  EXPECT_EQ(layer(network("vgg16"), "pool5").output, (Shape{512, 7, 7}));
}

}  // namespace
}  // namespace ringside
