// In and Out as the twins see them (instead of core/backend/cuda/arrays.cuh): every place that is looked at is checked.
#pragma once
#include <cstdint>

#include "tests/cuda_stand_in/trouble.h"

namespace ringside::cuda {

template <class T>
struct In {
  const T* data = nullptr;
  std::int64_t count = 0;
  const std::uint8_t* written = nullptr;

  const T& operator[](std::int64_t i) const {
    if (i < 0 || i >= count) stand_in::violation("a kernel reads place {} of {}", i, count);
    if (written[i] == 0) stand_in::violation("a kernel reads place {} of {}, which was never written", i, count);
    return data[i];
  }
};

template <class T>
struct Out {
  T* data = nullptr;
  std::int64_t count = 0;
  std::uint8_t* written = nullptr;

  T& operator[](std::int64_t i) const {
    if (i < 0 || i >= count) stand_in::violation("a kernel writes place {} of {}", i, count);
    written[i] = 1;
    return data[i];
  }
  const T& read(std::int64_t i) const {
    if (i < 0 || i >= count) stand_in::violation("a kernel reads place {} of {}", i, count);
    if (written[i] == 0) stand_in::violation("a kernel reads place {} of {}, which was never written", i, count);
    return data[i];
  }
};

}  // namespace ringside::cuda
