// Records made by hand, with numbers chosen to be seen again.
#pragma once
#include <nlohmann/json.hpp>
#include <string>

#include "bench/record_file.h"

namespace ringside::testing {

// A valid record of 8 steps of LeNet on 2 physical devices; the fields a test cares about are for it to change.
inline nlohmann::json made_record(const std::string& strategy, int devices, double img_per_s) {
  nlohmann::json record = nlohmann::json::parse(R"({
    "schema_version": 1,
    "identity": {"timing": "measured", "network": "lenet", "strategy": "", "devices": 0, "scaling": "strong",
      "dataset": {"name": "mnist", "real": true, "origin": "5,000 + 1,000 images of MNIST", "hash": "ab12"},
      "base_batch": 64, "batch": 64, "backend": "onednn", "seed": 1, "steps": 8, "epochs": null},
    "status": "ok", "valid": true,
    "results": {"statistics": {"median_s": 0.0125}, "throughput": {"median_img_per_s": 0},
      "speed_up": {"value": null, "low": null, "high": null, "efficiency": null, "reason": null},
      "convergence": [{"test_accuracy": 0.5}, {"test_accuracy": 0.9712}]},
    "context": {"cpu": "A CPU", "physical_devices": 2, "build_type": "Release", "commit": "abc123",
      "finished_at": "2026-01-31T12:00:00Z"}})");
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

inline PlacedRecord placed(nlohmann::json record) {
  return {std::move(record), "made.jsonl:1"};
}

}  // namespace ringside::testing
