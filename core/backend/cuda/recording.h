// Commands of a stream, recorded as a CUDA graph: one launch where there were many.
#pragma once
#include <span>
#include <vector>

#include "core/backend/cuda/cuda_kernels.h"
#include "core/backend/device.h"

namespace ringside::cuda {

class Recording {
 public:
  // Executes the commands while the stream records; nothing runs. Requires: they were executed before, so that no library
  // has anything left to set up. Keeps references to the kernels and the commands.
  Recording(cudaStream_t stream, CudaKernels& kernels, std::span<const Command* const> commands, std::int64_t step);

  // Puts all of it into the stream that was recorded, with the numbers of this step.
  void launch(std::int64_t step);

  // Recorded anew with every launch: command i runs from mark i to mark i + 1.
  cudaEvent_t mark(std::size_t i) const { return marks_[i].get(); }

  std::int64_t runs = 0;  // of the stream, that had been issued after the last launch

 private:
  void renew(std::int64_t step);

  cudaStream_t stream_;
  CudaKernels& kernels_;
  std::vector<const Command*> commands_;
  std::vector<EventHandle> marks_;
  std::vector<VaryingNode> nodes_;
  std::vector<const Command*> varying_;  // whose launches these are
  GraphHandle graph_;                    // names the nodes
  GraphExecHandle executable_;
};

}  // namespace ringside::cuda
