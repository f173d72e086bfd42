// What a kernel reads and writes. A kernel's signature says which: the tests' stand-in, which gives these two other bodies,
// checks bounds, first writes and the order of streams by it.
#pragma once
#include <cstdint>

namespace ringside::cuda {

template <class T>
struct In {
  const T* data = nullptr;
  std::int64_t count = 0;

  __device__ const T& operator[](std::int64_t i) const { return data[i]; }
};

// Written; may be read as well where it has been written.
template <class T>
struct Out {
  T* data = nullptr;
  std::int64_t count = 0;

  __device__ T& operator[](std::int64_t i) const { return data[i]; }
  __device__ const T& read(std::int64_t i) const { return data[i]; }
};

}  // namespace ringside::cuda
