// From timed graphs to the numbers of a machine.
#pragma once
#include <map>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "bench/calibration.h"
#include "bench/environment.h"
#include "core/sim/measured.h"

namespace ringside {

// A value, and how far it varied, relative.
struct Reading {
  double value = 0;
  double spread = 0;
};

// Hand-overs between lanes: from the end of what was waited for to the beginning of what waited.
struct Handovers {
  std::vector<double> awake;   // within a device, or to one that had just begun to wait
  std::vector<double> asleep;  // to another device that had waited for long
};

class CalibrationNumbers {
 public:
  CalibrationNumbers(std::span<const TimedGraph> graphs, const Backend& backend);

  nlohmann::ordered_json machine(const Environment& here) const;

 private:
  struct CallKey {
    std::string geometry;
    bool backward, input_gradient;
    int channels, samples;
    bool operator<(const CallKey& other) const {
      const auto all = [](const CallKey& k) {
        return std::tie(k.geometry, k.backward, k.input_gradient, k.channels, k.samples);
      };
      return all(*this) < all(other);
    }
  };
  struct CopyOfChannels {
    double pixels, bytes, seconds;
  };

  void read(const TimedGraph& timed);
  void read_crowding(std::span<const TimedGraph> graphs);
  void read_handovers(const TimedGraph& timed);
  Reading largest_rate(Move move, double bytes_per_float) const;
  double pixel_seconds(double bytes_per_s) const;
  nlohmann::ordered_json device(const Environment& here) const;
  nlohmann::ordered_json measured() const;
  nlohmann::ordered_json efficiencies(double peak) const;

  const Backend& backend_;
  std::string source_;
  std::map<CallKey, std::vector<Reading>> calls_;
  std::map<std::pair<Move, std::int64_t>, std::vector<Reading>> moves_;
  std::map<std::string, std::vector<std::pair<double, double>>>
      rates_;  // by kind of layer: flops, seconds of whole calls
  std::vector<CopyOfChannels> copies_;
  std::vector<double> gaps_;  // between tasks of a lane that wait for nothing else
  Handovers handovers_;
  double crowding_ = 1;
};

}  // namespace ringside
