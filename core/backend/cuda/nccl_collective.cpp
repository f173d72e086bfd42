// ncclAllReduce on the streams of all GPUs at once. One thread has all communicators and issues every sum as one group: by itself
// a call might wait for the others, which the same thread would make after it.
//
// Copies between GPUs stay cudaMemcpyAsync (cuda_kernels.cpp), although NCCL has ncclSend and ncclRecv. NCCL executes the calls on a
// communicator in the order they were issued in, whatever their streams: of a round of a ring, in which every device sends and
// receives at the same time, issued transfer by transfer, it would make a chain. A communicator for every pair would avoid that, but
// kernels of several communicators on a GPU may wait for each other for ever. A copy needs no such meeting, and no multiprocessor.
#include <fmt/format.h>
#include <nccl.h>

#include <vector>

#include "core/backend/cuda/call.h"
#include "core/backend/cuda/collective.h"
#include "core/backend/cuda/cuda_stream.h"
#include "core/backend/cuda/details.h"

namespace ringside::cuda {

namespace {

void must(ncclResult_t status, std::string_view call) {
  if (status == ncclSuccess) return;
  const std::string_view more = ncclGetLastError(nullptr);
  fail_call(call, fmt::format("{}{}{}", ncclGetErrorString(status), more.empty() ? "" : ": ", more), status);
}

// What is issued in its life is one group.
class Group {
 public:
  Group() { must(ncclGroupStart(), "ncclGroupStart"); }
  Group(const Group&) = delete;
  Group& operator=(const Group&) = delete;
  ~Group() {
    if (open_) static_cast<void>(ncclGroupEnd());
  }
  void launch() {
    open_ = false;
    must(ncclGroupEnd(), "ncclGroupEnd");
  }

 private:
  bool open_ = true;
};

struct EndCommunicator {
  bool abort = false;  // let go the streams that wait in a sum
  void operator()(ncclComm_t communicator) const {
    static_cast<void>(abort ? ncclCommAbort(communicator) : ncclCommDestroy(communicator));
  }
};
using Communicator = std::unique_ptr<ncclComm, EndCommunicator>;

class NcclCollective final : public Collective {
 public:
  explicit NcclCollective(int gpus) {
    std::vector<ncclComm_t> made(static_cast<std::size_t>(gpus));
    must(ncclCommInitAll(made.data(), gpus, nullptr), "ncclCommInitAll");  // of GPUs 0, 1, ...
    for (ncclComm_t communicator : made) communicators_.emplace_back(communicator);
  }

  std::string name() const override { return nccl_text(); }

  void all_reduce(std::span<const SumPart> parts, std::int64_t count) override {
    for (const SumPart& part : parts) stream_of(part).begin_run(*part.when);
    try {
      issue(parts, count);
    } catch (...) {
      abort();
      throw;
    }
    for (const SumPart& part : parts) stream_of(part).end_run();
  }

  void check() override {
    for (std::size_t gpu = 0; gpu < communicators_.size(); ++gpu) {
      if (!communicators_[gpu]) continue;
      ncclResult_t state = ncclSuccess;
      const ncclResult_t asked = ncclCommGetAsyncError(communicators_[gpu].get(), &state);
      if (asked == ncclSuccess && (state == ncclSuccess || state == ncclInProgress)) continue;
      static_cast<void>(cudaSetDevice(static_cast<int>(gpu)));  // for the message
      abort();
      must(asked, "ncclCommGetAsyncError");
      must(state, "a sum under way (ncclCommGetAsyncError)");
    }
  }

 private:
  static CudaStream& stream_of(const SumPart& part) { return static_cast<CudaStream&>(*part.stream); }

  void issue(std::span<const SumPart> parts, std::int64_t count) {
    Group group;
    for (std::size_t gpu = 0; gpu < parts.size(); ++gpu) {
      stream_of(parts[gpu]).select_device();
      must(ncclAllReduce(parts[gpu].numbers, parts[gpu].numbers, static_cast<std::size_t>(count), ncclFloat32, ncclSum,
                         communicators_[gpu].get(), stream_of(parts[gpu]).get()),
           "ncclAllReduce");
    }
    group.launch();
  }

  void abort() {
    for (Communicator& communicator : communicators_) {
      communicator.get_deleter().abort = true;
      communicator.reset();
    }
  }

  std::vector<Communicator> communicators_;
};

}  // namespace

bool has_collective(int devices) {
  return devices > 1 && devices <= gpu_count_or_none();
}

std::unique_ptr<Collective> make_collective(int devices) {
  return std::make_unique<NcclCollective>(devices);
}

std::string nccl_text() {
  int version = 0;
  must(ncclGetVersion(&version), "ncclGetVersion");
  return fmt::format("NCCL {}.{}.{}", version / 10000, version / 100 % 100, version % 100);
}

}  // namespace ringside::cuda
