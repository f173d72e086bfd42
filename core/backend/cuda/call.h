// Every call into a CUDA library is checked by one of these.
#pragma once
#include <cublas_v2.h>
#include <cuda_runtime_api.h>
#include <cudnn.h>

#include <string_view>

namespace ringside::cuda {

// Unless the call succeeded: throws Error (wrong_result: a run failed), "cuda 1: cudaMemcpyAsync: invalid argument (error 1)".
void must(cudaError_t status, std::string_view call);
void must(cudnnStatus_t status, std::string_view call);
void must(cublasStatus_t status, std::string_view call);

// Throws it: what a call into a library that is not named above said, in its words and by its number.
[[noreturn]] void fail_call(std::string_view call, std::string_view words, int status);

}  // namespace ringside::cuda
