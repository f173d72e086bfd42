// The stand-in for libcublas: single-precision products by three loops, sums in double.
#include <cublas_v2.h>

#include "tests/cuda_stand_in/vendor.h"

using namespace stand_in;

#define CUBLAS_CALL(function)              \
  switch (next_call(#function)) {          \
    case Trouble::fail:                    \
      return CUBLAS_STATUS_INTERNAL_ERROR; \
    case Trouble::drop:                    \
      return CUBLAS_STATUS_SUCCESS;        \
    case Trouble::none:                    \
      break;                               \
  }

namespace {

// A matrix by columns, or its transpose.
struct Matrix {
  const float* data;
  int stride;
  bool turned;

  double at(int row, int column) const {
    return turned ? data[std::int64_t{row} * stride + column] : data[std::int64_t{column} * stride + row];
  }
};

std::size_t bytes_of_matrix(cublasOperation_t operation, int rows, int columns, int stride) {
  const bool turned = operation == CUBLAS_OP_T;
  if (stride < (turned ? columns : rows)) violation("cublasSgemm: a stride of {} is too small", stride);
  return bytes_of(std::int64_t{stride} * (turned ? rows : columns));
}

}  // namespace

extern "C" {

cublasStatus_t cublasCreate_v2(cublasHandle_t* handle) {
  CUBLAS_CALL(cublasCreate);
  not_while_recording("cublasCreate");
  *handle = reinterpret_cast<cublasHandle_t>(keep(new LibraryHandle));
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasDestroy_v2(cublasHandle_t handle) {
  discard<LibraryHandle>(handle, "cublasDestroy");
  CUBLAS_CALL(cublasDestroy);  // an error that comes too late to matter
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasSetStream_v2(cublasHandle_t handle, cudaStream_t stream) {
  CUBLAS_CALL(cublasSetStream);
  kept<LibraryHandle>(handle, "cublasSetStream").set_stream(stream, "cublasSetStream");
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t) {
  CUBLAS_CALL(cublasSetMathMode);
  kept<LibraryHandle>(handle, "cublasSetMathMode");
  return CUBLAS_STATUS_SUCCESS;
}

const char* cublasGetStatusString(cublasStatus_t) {
  return "an error that the stand-in was asked for";
}

cublasStatus_t cublasSgemm_v2(cublasHandle_t handle, cublasOperation_t of_a, cublasOperation_t of_b, int rows,
                              int columns, int inner, const float* alpha, const float* a, int stride_a, const float* b,
                              int stride_b, const float* beta, float* c, int stride_c) {
  CUBLAS_CALL(cublasSgemm);
  if (*alpha != 1 || *beta != 0) violation("cublasSgemm: the stand-in knows alpha 1 and beta 0 alone");
  if (stride_c != rows) violation("cublasSgemm: the stand-in knows products without gaps alone");
  const std::vector<Access> accesses{{a, bytes_of_matrix(of_a, rows, inner, stride_a), Access::Kind::read},
                                     {b, bytes_of_matrix(of_b, inner, columns, stride_b), Access::Kind::read},
                                     {c, bytes_of(std::int64_t{rows} * columns), Access::Kind::write}};
  kept<LibraryHandle>(handle, "cublasSgemm").working_stream("cublasSgemm").put("cublasSgemm", accesses, [=] {
    const Matrix left{view(a), stride_a, of_a == CUBLAS_OP_T};
    const Matrix right{view(b), stride_b, of_b == CUBLAS_OP_T};
    float* product = view(c);
    for (int column = 0; column < columns; ++column) {
      for (int row = 0; row < rows; ++row) {
        double sum = 0;
        for (int k = 0; k < inner; ++k) sum += left.at(row, k) * right.at(k, column);
        product[std::int64_t{column} * stride_c + row] = static_cast<float>(sum);
      }
    }
  });
  return CUBLAS_STATUS_SUCCESS;
}

}  // extern "C"
