// Copies, sums and updates of a CUDA stream.
#include "core/backend/cuda/cuda_kernels.h"

#include "core/backend/cuda/call.h"
#include "core/backend/cuda/launch.h"
#include "core/backend/cuda/layers.h"

namespace ringside::cuda {

std::unique_ptr<LayerKernel> CudaKernels::layer(const LayerCall& call) {
  must(cudaSetDevice(context_.device), "cudaSetDevice");
  return make_layer(context_, call);
}

// Where to and where from, the driver sees from the addresses: within a GPU, to and from the host, or between two GPUs (directly
// where make_device has opened the way, through the host elsewhere). Why not by NCCL, see nccl_collective.cpp.
void CudaKernels::copy(float* to, const float* from, std::int64_t count) {
  must(cudaMemcpyAsync(to, from, static_cast<std::size_t>(count) * sizeof(float), cudaMemcpyDefault, context_.stream),
       "cudaMemcpyAsync");
}

// Activations are NHWC here, too.
void CudaKernels::arrange(const ArrangeArgs& args) {
  copy(args.to, args.from, args.samples * args.shape.count());
}

void CudaKernels::copy_channels(const CopyChannelsArgs& args) {
  launch_copy_channels(context_.stream, args);
}

void CudaKernels::add(float* into, const float* source, std::int64_t count) {
  launch_add(context_.stream, into, source, count);
}

void CudaKernels::sgd(const SgdArgs& args) {
  launch_sgd(context_.stream, context_.varying, args);
}

}  // namespace ringside::cuda
