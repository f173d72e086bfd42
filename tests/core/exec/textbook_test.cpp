// The textbook loop against its formulas, written out in double for a single dense layer.
#include "core/exec/textbook.h"

#include <gtest/gtest.h>

#include <cmath>
#include <tuple>

#include "core/net/init.h"
#include "tests/core/exec/small_networks.h"

namespace ringside {
namespace {

constexpr int classes = 3;
constexpr int inputs = 4;
constexpr int batch = 5;

Network softmax_regression() {
  return make_network("softmax regression", "synthetic", {.channels = inputs}, {}, small_solver(),
                      {{"ip", dense(classes)}, {"loss", SoftmaxLoss{}}});
}

struct Doubles {
  std::vector<double> losses, weights;
};

// Where the parameters of output `o` stand: all weights, row by row, then the biases.
std::size_t weight_place(std::int64_t o, std::int64_t i) {
  return static_cast<std::size_t>(o * inputs + i);
}

std::size_t bias_place(std::int64_t o) {
  return static_cast<std::size_t>(classes * inputs + o);
}

// p = softmax(W x + b); the gradient of the mean of -log p[label] is (p - one hot) x / count, and (p - one hot) / count.
Doubles by_formula(const Network& network, const std::vector<float>& first, Batches& batches, std::int64_t steps,
                   const TextbookOptions& options) {
  const int count = options.sample_count > 0 ? options.sample_count : batch;
  Doubles result{{}, {first.begin(), first.end()}};
  std::vector<double> velocity(first.size());
  std::vector<std::vector<double>> gradients;
  for (std::int64_t step = 0; step < steps; ++step) {
    std::vector<float> images(std::size_t{batch} * inputs), labels(batch);
    batches.fill(step, images.data(), labels.data());
    auto& gradient = gradients.emplace_back(first.size());
    double loss = 0;
    for (int s = options.first_sample; s < options.first_sample + count; ++s) {
      const float* x = images.data() + s * inputs;
      double p[classes], sum = 0;
      for (int o = 0; o < classes; ++o) {
        double y = result.weights[bias_place(o)];
        for (int i = 0; i < inputs; ++i) y += result.weights[weight_place(o, i)] * x[i];
        sum += p[o] = std::exp(y);
      }
      const int label = static_cast<int>(labels[static_cast<std::size_t>(s)]);
      loss -= std::log(p[label] / sum);
      for (int o = 0; o < classes; ++o) {
        const double error = (p[o] / sum - (o == label ? 1 : 0)) / count;
        gradient[bias_place(o)] += error;
        for (int i = 0; i < inputs; ++i) gradient[weight_place(o, i)] += error * x[i];
      }
    }
    result.losses.push_back(loss / count);
    const std::int64_t made_in = step - options.delay;
    if (made_in < 0) continue;
    const double rate = 0.05 * std::pow(1 + 0.1 * static_cast<double>(made_in), -0.75);
    for (std::size_t i = 0; i < first.size(); ++i) {
      const bool bias = i >= std::size_t{classes} * inputs;
      const double decay = bias ? 0 : 0.01;
      velocity[i] =
          0.9 * velocity[i] +
          rate * (bias ? 2 : 1) * (gradients[static_cast<std::size_t>(made_in)][i] + decay * result.weights[i]);
      result.weights[i] -= velocity[i];
    }
  }
  EXPECT_EQ(network.params(), std::ssize(first));
  return result;
}

class Textbook : public testing::TestWithParam<std::tuple<int, int, int>> {};  // delay, first sample, count

TEST_P(Textbook, FollowsItsFormula) {
  const auto& [delay, first_sample, sample_count] = GetParam();
  const TextbookOptions options{.delay = delay, .first_sample = first_sample, .sample_count = sample_count};
  const Network network = softmax_regression();
  const LabelledImages images = some_images(network.input, classes, 23);
  const std::vector<float> first = initial_weights(network, 7);
  Batches batches(images, batch, {}, 1.0F / 256, 3);
  constexpr std::int64_t steps = 12;
  const auto found = train_by_the_book(network, find_backend("reference"), first, batches, steps, options);
  const Doubles expected = by_formula(network, first, batches, steps, options);
  ASSERT_EQ(found.losses.size(), expected.losses.size());
  for (std::size_t i = 0; i < found.losses.size(); ++i) EXPECT_NEAR(found.losses[i], expected.losses[i], 1e-5) << i;
  ASSERT_EQ(found.weights.size(), expected.weights.size());
  for (std::size_t i = 0; i < found.weights.size(); ++i) {
    EXPECT_NEAR(found.weights[i], expected.weights[i], 1e-5) << i;
    EXPECT_NE(found.weights[i], first[i]) << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Options, Textbook,
                         testing::Values(std::tuple{0, 0, 0}, std::tuple{1, 0, 0}, std::tuple{2, 0, 0},
                                         std::tuple{3, 0, 0}, std::tuple{0, 1, 3}, std::tuple{1, 4, 1}));

TEST(Textbook, DoesNothingBeforeThereIsAGradient) {
  const Network network = softmax_regression();
  const LabelledImages images = some_images(network.input, classes, 23);
  const std::vector<float> first = initial_weights(network, 7);
  Batches batches(images, batch, {}, 1.0F / 256, 3);
  EXPECT_EQ(train_by_the_book(network, find_backend("reference"), first, batches, 3, {.delay = 3}).weights, first);
  EXPECT_NE(train_by_the_book(network, find_backend("reference"), first, batches, 4, {.delay = 3}).weights, first);
}

TEST(Evaluate, CountsWhatAModelThatLooksAtOnePixelGetsRight) {
  // Two inputs, two classes, the identity: class 1 is guessed if pixel 1 is larger than pixel 0.
  const Network network = make_network("two pixels", "synthetic", {.channels = 2}, {}, small_solver(),
                                       {{"ip", dense(2)}, {"drop", Dropout{.ratio = 0.9F}}, {"loss", SoftmaxLoss{}}});
  LabelledImages images{network.input, {}, {}};
  const int right_of_seven[] = {1, 1, 0, 1, 0, 1, 1};
  double loss = 0;
  for (int i = 0; i < 7; ++i) {
    const int guess = i % 2;
    images.pixels.push_back(static_cast<std::uint8_t>(guess == 0 ? 3 : 1));
    images.pixels.push_back(static_cast<std::uint8_t>(guess == 0 ? 1 : 3));
    images.labels.push_back(static_cast<std::uint8_t>(right_of_seven[i] == 1 ? guess : 1 - guess));
    loss += std::log(1 + std::exp(right_of_seven[i] == 1 ? -2.0 : 2.0)) / 7;
  }
  const Batches batches(images, 1, {}, 1, 1);
  const std::vector<float> identity{1, 0, 0, 1, 0, 0};
  for (const int batch_size : {1, 3, 7, 10}) {
    const Evaluation found = evaluate(network, find_backend("reference"), identity, batches, 7, batch_size);
    EXPECT_EQ(found.samples, 7);
    EXPECT_DOUBLE_EQ(found.accuracy, 5.0 / 7);
    EXPECT_NEAR(found.loss, loss, 1e-6);
  }
}

}  // namespace
}  // namespace ringside
