// ringside_rate: how fast Ringside trains, for goals.py, which lets it take turns with others. Reads requests from stdin, a line
// each, and answers each with a line:
//
//   peak                                              floating-point operations a second of one core
//   flops NETWORK BATCH                               of a training step
//   rate NETWORK STRATEGY DEVICES BATCH BACKEND SECONDS   images a second, from the median step
//
// What a request prepares is kept: asked again, it goes on training.
#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <iostream>
#include <map>
#include <memory>
#include <sstream>

#include "bench/network_file.h"
#include "bench/paths.h"
#include "bench/peers/peak_loop.h"
#include "bench/statistics.h"
#include "core/base/error.h"
#include "core/exec/session.h"
#include "core/net/init.h"
#include "core/net/work.h"
#include "strategies/strategy.h"

namespace ringside {
namespace {

// Random images: what they show does not matter to the time.
LabelledImages some_images(const Network& network, int count) {
  LabelledImages images{network.input, {}, {}};
  for (std::int64_t i = 0; i < count * network.input.count(); ++i) {
    images.pixels.push_back(static_cast<std::uint8_t>(i * 2654435761U >> 13));
  }
  for (int i = 0; i < count; ++i) images.labels.push_back(static_cast<std::uint16_t>(i % network.classes()));
  return images;
}

// A session of its own for every kind of request. No momentum and a small rate: no strategy may diverge.
class Training {
 public:
  Training(Network network, const std::string& strategy, int devices, int batch, const std::string& backend)
      : network_(std::move(network)),
        batch_(batch),
        images_(some_images(network_, batch)),
        batches_(images_, batch, {}, 1.0F / 256, 1),
        session_(
            network_,
            find_strategy(strategy).build({network_, devices, batch, find_backend(backend).has_collective(devices)}),
            find_backend(backend), {}) {
    session_.load(initial_weights(network_, 1));
    train(3);
  }

  double rate(double seconds) {
    const double guess = train(3);
    return batch_ / train(std::max<std::int64_t>(5, static_cast<std::int64_t>(seconds / guess)));
  }

 private:
  // Median seconds of a step; the first one, which fills the pipeline, is left out.
  double train(std::int64_t steps) {
    const RunResult result = session_.run(batches_, {.steps = steps, .stop = nullptr, .on_step = {}});
    std::vector<double> times;
    for (std::size_t i = 1; i < result.steps.size(); ++i) {
      times.push_back(result.steps[i].end_s - result.steps[i - 1].end_s);
    }
    return quantile(times, 0.5);
  }

  Network network_;
  int batch_;
  LabelledImages images_;
  Batches batches_;
  Session session_;
};

class Answers {
 public:
  double to(const std::string& request) {
    std::istringstream words(request);
    std::string kind;
    words >> kind;
    if (kind == "peak") return peak();
    if (kind == "flops") return flops(words);
    if (kind == "rate") return rate(request, words);
    fail("unknown request \"{}\"; there are: peak, flops, rate", request);
  }

 private:
  static double peak() {
    const auto begin = std::chrono::steady_clock::now();
    const double done = run_peak_loop(simd_level());
    return done / std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  }

  double flops(std::istringstream& words) {
    std::string network;
    int batch = 0;
    words >> network >> batch;
    return static_cast<double>(step_work(find_network(network, paths_.networks), batch).flops);
  }

  double rate(const std::string& request, std::istringstream& words) {
    std::string network, strategy, backend;
    int devices = 0, batch = 0;
    double seconds = 0;
    words >> network >> strategy >> devices >> batch >> backend >> seconds;
    check(!words.fail(), "request \"{}\": expected NETWORK STRATEGY DEVICES BATCH BACKEND SECONDS", request);
    auto& training = trainings_[request];
    if (!training) {
      Network quiet = find_network(network, paths_.networks);
      quiet.solver.rate.base = 1e-6;
      training = std::make_unique<Training>(std::move(quiet), strategy, devices, batch, backend);
    }
    return training->rate(seconds);
  }

  const Paths paths_ = find_paths();
  std::map<std::string, std::unique_ptr<Training>> trainings_;
};

}  // namespace
}  // namespace ringside

int main() {
  try {
    ringside::Answers answers;
    for (std::string request; std::getline(std::cin, request);) {
      fmt::print("{}\n", answers.to(request));
      std::fflush(stdout);
    }
  } catch (const ringside::Error& error) {
    fmt::print(stderr, "ringside_rate: {}\n", error.what());
    return 2;
  }
}
