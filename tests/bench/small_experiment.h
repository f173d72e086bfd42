// An experiment that takes moments: a small network on synthetic data, written as the files that the program reads.
#pragma once
#include <fmt/format.h>

#include <string>

#include "tests/core/data/scratch.h"

namespace ringside::testing {

inline Bytes bytes_of(const std::string& text) {
  return {text.begin(), text.end()};
}

// In a folder of its own; `more` are fields of the experiment, each with a comma before it.
class SmallExperiment {
 public:
  explicit SmallExperiment(const std::string& more = "") {
    const std::string network = R"({
      "description": "small", "dataset": "synthetic", "input": {"channels": 1, "height": 8, "width": 8},
      "transform": {"mean": "image", "scale": 0.00390625},
      "solver": {"rate": {"policy": "fixed", "base": 0.02}, "momentum": 0.5, "weight_decay": 0.001, "batch": 6, "steps": 8},
      "layers": [
        {"name": "conv", "kind": "conv", "outputs": 4, "kernel": 3, "weights": {"filler": "xavier"}, "bias": {}},
        {"name": "pool", "kind": "pool", "method": "max", "kernel": 2, "stride": 2},
        {"name": "relu", "kind": "relu"},
        {"name": "ip", "kind": "dense", "outputs": 10, "weights": {"filler": "xavier"}, "bias": {}},
        {"name": "loss", "kind": "softmax_loss"}]})";
    const auto network_file = scratch_.write("small.json", bytes_of(network));
    const std::string experiment = fmt::format(R"({{"summary": "small", "networks": ["{}"],
      "strategies": ["single", "independent", "master_slave", "reduction_tree", "model_parallel", "ring_delayed"],
      "devices": [1, 2], "scaling": ["strong"], "repetitions": 2, "warm_up_steps": 1, "backend": "reference"{}}})",
                                               network_file.string(), more);
    file_ = scratch_.write("try.json", bytes_of(experiment)).string();
  }

  const std::string& file() const { return file_; }
  std::string path(const std::string& name) const { return (scratch_.path() / name).string(); }

 private:
  Scratch scratch_;
  std::string file_;
};

}  // namespace ringside::testing
