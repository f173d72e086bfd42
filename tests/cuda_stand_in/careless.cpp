// A program that makes one mistake with errors, to show that the sweep names it.
//   cuda_careless careful|forgets|leaks
#include <cuda_runtime_api.h>

#include <cstdio>
#include <string_view>

namespace {

bool failed(cudaError_t status, const char* call) {
  if (status != cudaSuccess)
    std::fprintf(stderr, "cuda_careless: cuda 0: %s: %s (error %d)\n", call, cudaGetErrorString(status), status);
  return status != cudaSuccess;
}

int use(void* memory, std::size_t bytes, bool forgets) {
  const cudaError_t written = cudaMemset(memory, 0, bytes);
  if (!forgets && failed(written, "cudaMemset")) return 4;
  return failed(cudaDeviceSynchronize(), "cudaDeviceSynchronize") ? 4 : 0;
}

}  // namespace

int main(int count, char** words) {
  const std::string_view mistake = count > 1 ? words[1] : "";
  constexpr std::size_t bytes = 64;
  void* memory = nullptr;
  if (failed(cudaMalloc(&memory, bytes), "cudaMalloc")) return 4;
  const int code = use(memory, bytes, mistake == "forgets");
  if (code == 0 || mistake != "leaks") static_cast<void>(cudaFree(memory));
  return code;
}
