// Kernels that nvcc compiled for a GPU, found again as functions that run on a CPU.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "tests/cuda_stand_in/memory_map.h"

namespace stand_in {

struct Launch {
  std::vector<Access> accesses;
  std::function<void()> run;
};

// Prepares a launch of the kernel with this (mangled) name. Violation if it has no twin.
Launch bind_twin(const std::string& kernel, void** args, unsigned blocks, unsigned threads);

}  // namespace stand_in
