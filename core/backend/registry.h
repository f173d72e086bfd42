// The menu of backends.
#pragma once
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "core/backend/device.h"

namespace ringside {

struct Backend {
  std::string_view name;
  std::string_view summary;
  // Versions and instruction set, for the record; empty if there is nothing to tell.
  std::string (*details)();
  // Arithmetic alone, for a caller that wants no thread (tests, the textbook loop, evaluation).
  std::unique_ptr<Kernels> (*make_kernels)();
  // Device `index` of `devices`. Pinned: all its streams' threads run on one core, (index mod cores).
  std::unique_ptr<Device> (*make_device)(int index, bool pinned);
  // Physical devices there are: cores for a CPU. More logical devices than these are allowed, and are no speed-up.
  int (*physical_devices)();
  // Whether a library of its own sums over so many of its devices, and what does. Requires for the latter: there is one.
  bool (*has_collective)(int devices) = [](int) { return false; };
  std::unique_ptr<Collective> (*make_collective)(int devices) = [](int) { return std::unique_ptr<Collective>(); };
  // What this machine lacks for it, in words; empty if it can be used. Only then may the functions above be called, but for
  // `details` and `physical_devices`, which have nothing to tell and 0.
  std::string (*missing)() = [] { return std::string(); };
};

std::span<const Backend> backends();

// Throws bad_input: with the nearest name if there is none, with what is missing if it cannot be used here.
const Backend& find_backend(std::string_view name);

}  // namespace ringside
