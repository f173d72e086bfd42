// Descriptors of the stand-in for libcudnn.
#pragma once
#include <cudnn.h>

#include "tests/cuda_stand_in/vendor.h"

namespace stand_in {

struct Tensor {
  int samples = 0, channels = 0, height = 0, width = 0;
  std::int64_t count() const { return std::int64_t{samples} * channels * height * width; }
};

struct Filters {  // [output][row][column][input]
  int outputs = 0, inputs = 0, height = 0, width = 0;
  std::int64_t count() const { return std::int64_t{outputs} * inputs * height * width; }
};

struct ConvolutionSettings {
  int pad = 0, stride = 1;
  bool fma_only = false;
};

}  // namespace stand_in

#define CUDNN_CALL(function)                \
  switch (stand_in::next_call(#function)) { \
    case stand_in::Trouble::fail:           \
      return CUDNN_STATUS_EXECUTION_FAILED; \
    case stand_in::Trouble::drop:           \
      return CUDNN_STATUS_SUCCESS;          \
    case stand_in::Trouble::none:           \
      break;                                \
  }
