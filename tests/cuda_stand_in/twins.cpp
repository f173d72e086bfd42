// Our kernels once more, compiled for a CPU: the same text, one GPU thread after another. That is enough for kernels whose
// threads do not speak to each other. g++ and nvcc give a function the same name.
#include "tests/cuda_stand_in/twins.h"

#include <dlfcn.h>

#include <cmath>
#include <map>
#include <mutex>
#include <tuple>

#include "tests/cuda_stand_in/checked_arrays.h"
#include "tests/cuda_stand_in/machine.h"

#undef __global__
#undef __device__
#define __global__ __attribute__((visibility("default")))
#define __device__

namespace {

struct Coordinate {
  unsigned x = 0;
};
thread_local Coordinate blockIdx, threadIdx, blockDim, gridDim;

float __fmul_rn(float a, float b) {
  return a * b;
}
float __fadd_rn(float a, float b) {
  return a + b;
}

}  // namespace

#include "core/backend/cuda/activation_kernels.cuh"
#include "core/backend/cuda/pool_kernels.cuh"
#include "core/backend/cuda/row_kernels.cuh"
#include "core/backend/cuda/vector_kernels.cuh"

namespace stand_in {

namespace {

using ringside::cuda::In;
using ringside::cuda::Out;

// What a GPU's kernel is given for an In or an Out.
struct Pair {
  void* data;
  std::int64_t count;
};

template <class T>
void note(std::vector<Access>&, const T&) {}
template <class T>
void note(std::vector<Access>& accesses, const In<T>& array) {
  if (array.count > 0)
    accesses.push_back({array.data, static_cast<std::size_t>(array.count) * sizeof(T), Access::Kind::some_read});
}
template <class T>
void note(std::vector<Access>& accesses, const Out<T>& array) {
  if (array.count > 0)
    accesses.push_back({array.data, static_cast<std::size_t>(array.count) * sizeof(T), Access::Kind::some_write});
}

template <class T>
struct Unpack {
  static T from(void* arg) { return *static_cast<T*>(arg); }
};
template <class T>
struct Unpack<In<T>> {
  static In<T> from(void* arg) {
    const Pair pair = *static_cast<Pair*>(arg);
    return {static_cast<const T*>(pair.data), pair.count, nullptr};
  }
};
template <class T>
struct Unpack<Out<T>> {
  static Out<T> from(void* arg) {
    const Pair pair = *static_cast<Pair*>(arg);
    return {static_cast<T*>(pair.data), pair.count, nullptr};
  }
};

// From the addresses that the program knows to those that the stand-ins work on.
template <class T>
void look_up(T&) {}
template <class Array>
void look_up_array(Array& array) {
  if (array.count == 0) return;
  array.written = machine().memory.written(array.data);
  array.data = machine().memory.view(array.data);
}
template <class T>
void look_up(In<T>& array) {
  look_up_array(array);
}
template <class T>
void look_up(Out<T>& array) {
  look_up_array(array);
}

using Bind = Launch (*)(void** args, unsigned blocks, unsigned threads);

template <auto kernel>
struct Twin;

template <class... Args, void (*kernel)(Args...)>
struct Twin<kernel> {
  static Launch bind(void** args, unsigned blocks, unsigned threads) {
    auto given = [&]<std::size_t... i>(std::index_sequence<i...>) {
      return std::tuple<Args...>{Unpack<Args>::from(args[i])...};
    }
    (std::index_sequence_for<Args...>{});
    Launch launch;
    std::apply([&](const auto&... each) { (note(launch.accesses, each), ...); }, given);
    launch.run = [=]() mutable {
      {
        const std::lock_guard lock(machine().memory_mutex);
        std::apply([](auto&... each) { (look_up(each), ...); }, given);
      }
      gridDim.x = blocks;
      blockDim.x = threads;
      for (blockIdx.x = 0; blockIdx.x < blocks; ++blockIdx.x) {
        for (threadIdx.x = 0; threadIdx.x < threads; ++threadIdx.x) std::apply(kernel, given);
      }
    };
    return launch;
  }
};

template <auto kernel>
std::pair<std::string, Bind> named() {
  Dl_info info{};
  if (dladdr(reinterpret_cast<void*>(kernel), &info) == 0 || info.dli_sname == nullptr)
    violation("a twin has no name that the loader knows");
  return {info.dli_sname, Twin<kernel>::bind};
}

using namespace ringside::cuda;

template <auto... kernels>
std::map<std::string, Bind> names_of() {
  return {named<kernels>()...};
}

const std::map<std::string, Bind>& twins() {
  static const auto* all = new std::map<std::string, Bind>(
      names_of<add_kernel, sgd_kernel, copy_channels_kernel, add_bias_kernel, column_parts_kernel, swap_inner_kernel,
               relu_forward_kernel, relu_backward_kernel, tanh_forward_kernel, tanh_backward_kernel, dropout_kernel,
               max_pool_forward_kernel, max_pool_backward_kernel, average_pool_forward_kernel,
               average_pool_backward_kernel, subsample_forward_kernel, subsample_products_kernel,
               subsample_backward_kernel, lrn_forward_kernel, lrn_backward_kernel, loss_forward_kernel,
               loss_backward_kernel>());
  return *all;
}

}  // namespace

Launch bind_twin(const std::string& kernel, void** args, unsigned blocks, unsigned threads) {
  const auto found = twins().find(kernel);
  if (found == twins().end()) violation("kernel {} has no twin in the stand-ins", kernel);
  return found->second(args, blocks, threads);
}

}  // namespace stand_in
