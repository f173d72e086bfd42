// From a library's status to our error.
#include "core/backend/cuda/call.h"

#include "core/base/error.h"

namespace ringside::cuda {

void fail_call(std::string_view call, std::string_view words, int status) {
  int device = -1;
  static_cast<void>(cudaGetDevice(&device));
  static_cast<void>(cudaGetLastError());  // an error that is reported must not be reported by the next call too
  // After a GPU's fault even the question which one it is gets no answer.
  const std::string where = device < 0 ? "cuda" : fmt::format("cuda {}", device);
  throw Error(ErrorKind::wrong_result, fmt::format("{}: {}: {} (error {})", where, call, words, status));
}

void must(cudaError_t status, std::string_view call) {
  if (status != cudaSuccess) fail_call(call, cudaGetErrorString(status), static_cast<int>(status));
}

void must(cudnnStatus_t status, std::string_view call) {
  if (status != CUDNN_STATUS_SUCCESS) fail_call(call, cudnnGetErrorString(status), static_cast<int>(status));
}

void must(cublasStatus_t status, std::string_view call) {
  if (status != CUBLAS_STATUS_SUCCESS) fail_call(call, cublasGetStatusString(status), static_cast<int>(status));
}

}  // namespace ringside::cuda
