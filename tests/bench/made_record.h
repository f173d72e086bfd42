// Records made by hand, with numbers chosen to be seen again.
#pragma once
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "bench/record_file.h"

namespace ringside::testing {

// A valid record of 8 steps of LeNet on 2 physical devices; the fields a test cares about are for it to change.
inline nlohmann::json made_record(const std::string& strategy, int devices, double img_per_s) {
  nlohmann::json record = nlohmann::json::parse(R"({
    "schema_version": 1,
    "identity": {"timing": "measured", "network": "lenet", "strategy": "", "devices": 0, "scaling": "strong",
      "dataset": {"name": "mnist", "real": true, "origin": "5,000 + 1,000 images of MNIST", "hash": "ab12"},
      "base_batch": 64, "batch": 64, "backend": "onednn", "seed": 1, "steps": 8, "epochs": null, "repetitions": 2,
      "warm_up_steps": 3, "evaluate": "at_end", "solver": {"rate": {"policy": "fixed", "base": 0.01}, "momentum": 0.9}},
    "status": "ok", "valid": true,
    "results": {"statistics": {"median_s": 0.0125}, "throughput": {"median_img_per_s": 0},
      "speed_up": {"value": null, "low": null, "high": null, "efficiency": null, "reason": null},
      "traffic": {"counted": {"messages": 2, "bytes": 3448640}}, "memory": {"session_bytes": 9000, "device_bytes": [4000, 4500]},
      "parameters": 431080, "step_s": [[0.02, 0.0125, 0.0125, 0.0125], [0.02, 0.0125, 0.0125, 0.0125]],
      "cpu_s": [0.012, 0.012],
      "convergence": [{"step": 4, "test_accuracy": 0.5, "train_loss": 1.5},
                      {"step": 8, "test_accuracy": 0.9712, "train_loss": 0.25}]},
    "context": {"cpu": "A CPU", "machine_class": "a-cpu-2-cores-x86_64", "physical_devices": 2, "build_type": "Release",
      "commit": "abc123", "experiment": "made", "run": "2026-01-31T11:59:00Z-1", "finished_at": "2026-01-31T12:00:00Z"}})");
  record["identity"]["strategy"] = strategy;
  record["identity"]["devices"] = devices;
  record["results"]["throughput"]["median_img_per_s"] = img_per_s;
  return record;
}

inline nlohmann::json with_speed_up(nlohmann::json record, double value, double low, double high) {
  auto& speed_up = record["results"]["speed_up"];
  speed_up["value"] = value;
  speed_up["low"] = low;
  speed_up["high"] = high;
  speed_up["efficiency"] = value / record["identity"]["devices"].get<int>();
  return record;
}

// Every repetition a first step, which does not count, and steps of these seconds; processor time likewise.
inline nlohmann::json with_steps(nlohmann::json record, const std::vector<std::vector<double>>& rounds) {
  record["results"]["step_s"] = nlohmann::json::array();
  record["results"]["cpu_s"] = nlohmann::json::array();
  for (const auto& round : rounds) {
    auto& steps = record["results"]["step_s"].emplace_back(nlohmann::json::array({1.0}));
    for (const double step_s : round) steps.push_back(step_s);
    record["results"]["cpu_s"].push_back(round.at(0));
  }
  return record;
}

// Another run of the same cell, `minute` after the first.
inline nlohmann::json of_run(nlohmann::json record, int minute) {
  record["context"]["run"] = fmt::format("2026-01-31T12:{:02}:00Z-7", minute);
  record["context"]["finished_at"] = fmt::format("2026-01-31T12:{:02}:30Z", minute);
  return record;
}

inline PlacedRecord placed(nlohmann::json record) {
  return {std::move(record), "made.jsonl:1"};
}

}  // namespace ringside::testing
