// A small right network file, with parts to be replaced by wrong ones.
#pragma once
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "bench/network_file.h"

namespace ringside {

// A folder of this test's own, empty.
inline std::filesystem::path fresh_folder() {
  const auto* test = testing::UnitTest::GetInstance()->current_test_info();
  std::filesystem::path folder = std::filesystem::path(testing::TempDir()) /
                                 (std::string("ringside_") + test->test_suite_name() + "_" + test->name());
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  return folder;
}

inline void write_file(const std::filesystem::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

inline Network load_text(const std::string& text) {
  const std::filesystem::path file = fresh_folder() / "tried.json";
  write_file(file, text);
  return load_network(file);
}

struct NetworkParts {
  std::string description = R"("a small one")";
  std::string dataset = R"("mnist")";
  std::string input = R"({"channels": 1, "height": 8, "width": 6})";
  std::string transform = R"({"mean": "image", "scale": 0.5})";
  std::string rate = R"({"policy": "fixed", "base": 0.01})";
  std::string solver = R"("momentum": 0.9, "weight_decay": 0.25, "batch": 32, "steps": 1000)";  // besides the rate
  std::string weights = R"({"filler": "xavier"})";
  std::string bias = "{}";
  std::string layers{};  // empty: a dense layer of `weights` and `bias`, and a loss
  std::string more{};    // fields at the end
};

inline std::string network_text(const NetworkParts& parts = {}) {
  const std::string dense = R"([{"name": "ip1", "kind": "dense", "outputs": 10, "weights": )" + parts.weights +
                            R"(, "bias": )" + parts.bias + R"(}, {"name": "loss", "kind": "softmax_loss"}])";
  return R"({"description": )" + parts.description + R"(, "dataset": )" + parts.dataset + R"(, "input": )" +
         parts.input + R"(, "transform": )" + parts.transform + R"(, "solver": {"rate": )" + parts.rate + ", " +
         parts.solver + R"(}, "layers": )" + (parts.layers.empty() ? dense : parts.layers) + parts.more + "}";
}

}  // namespace ringside
