// What the files of the stand-in for libcudart share.
#pragma once
#include <cuda_runtime_api.h>

#include <utility>

#include "tests/cuda_stand_in/machine.h"

namespace stand_in {

// Notes an error for cudaGetLastError; returns it.
cudaError_t said(cudaError_t status);

// A kernel's (mangled) name, from the function that nvcc made to launch it.
const std::string& kernel_name(const void* host_function);

}  // namespace stand_in

// First in every function: counts the call, and does what a test wants of it.
#define STAND_IN_CALL(function)                \
  switch (stand_in::next_call(#function)) {    \
    case stand_in::Trouble::fail:              \
      return stand_in::said(cudaErrorUnknown); \
    case stand_in::Trouble::drop:              \
      return cudaSuccess;                      \
    case stand_in::Trouble::none:              \
      break;                                   \
  }
