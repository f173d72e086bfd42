// The stand-in for libnccl: sums in which a stream of every device takes part. A part waits in its stream for all others, as NCCL's
// kernels do, and that it has met them is no reason for anything else to be in order.
#include <nccl.h>

#include <algorithm>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <vector>

#include "tests/cuda_stand_in/vendor.h"

using namespace stand_in;

#define NCCL_CALL(function)       \
  switch (next_call(#function)) { \
    case Trouble::fail:           \
      return ncclInternalError;   \
    case Trouble::drop:           \
      return ncclSuccess;         \
    case Trouble::none:           \
      break;                      \
  }

namespace {

// The communicators that were made together.
struct Clique {
  explicit Clique(int of_ranks) : ranks(of_ranks) {}
  const int ranks;
  std::mutex mutex;
  std::condition_variable changed;
  bool aborted = false;
  int under_way = 0;  // parts of sums
};

struct Communicator {
  std::shared_ptr<Clique> clique;
  int rank = 0;
};

// One sum: what its parts bring along.
struct Meeting {
  std::vector<std::vector<float>> numbers;  // by rank
  int arrived = 0;
};

struct Part {
  std::shared_ptr<Clique> clique;
  int rank;
  const void* from;
  void* to;
  std::size_t count;
  Stream* stream;
};

// What the calling thread's group holds.
thread_local int depth = 0;
thread_local bool failed = false;
thread_local std::vector<Part> group;

void sum(const Part& part, Meeting& meeting) {
  Clique& clique = *part.clique;
  const auto* from = static_cast<const float*>(view(part.from));
  {
    std::unique_lock lock(clique.mutex);
    meeting.numbers[static_cast<std::size_t>(part.rank)].assign(from, from + part.count);
    ++meeting.arrived;
    clique.changed.notify_all();
    clique.changed.wait(lock, [&] { return clique.aborted || meeting.arrived == clique.ranks; });
    --clique.under_way;
    if (clique.aborted) return;
  }
  auto* to = static_cast<float*>(view(part.to));
  for (std::size_t i = 0; i < part.count; ++i) {
    double total = 0;
    for (const std::vector<float>& numbers : meeting.numbers) total += double{numbers[i]};
    to[i] = static_cast<float>(total);
  }
}

void launch(const std::vector<Part>& parts) {
  const std::shared_ptr<Clique> clique = parts.front().clique;
  std::vector<bool> here(static_cast<std::size_t>(clique->ranks));
  for (const Part& part : parts) {
    if (part.clique != clique) violation("ncclGroupEnd: the stand-in knows groups of one clique alone");
    if (part.count != parts.front().count)
      violation("ncclAllReduce: one rank sums {} numbers, another one {}", parts.front().count, part.count);
    if (here[static_cast<std::size_t>(part.rank)]) violation("ncclGroupEnd: the stand-in knows one sum a group alone");
    here[static_cast<std::size_t>(part.rank)] = true;
  }
  if (parts.size() != here.size())
    violation("ncclGroupEnd: {} of {} ranks take part in a sum: they wait for the others for ever", parts.size(),
              here.size());
  const auto meeting = std::make_shared<Meeting>();
  meeting->numbers.resize(here.size());
  {
    const std::lock_guard lock(clique->mutex);
    clique->under_way += clique->ranks;
  }
  for (const Part& part : parts) {
    const std::size_t bytes = part.count * sizeof(float);
    part.stream->put("ncclAllReduce", {{part.from, bytes, Access::Kind::read}, {part.to, bytes, Access::Kind::write}},
                     [meeting, part] { sum(part, *meeting); });
  }
}

ncclResult_t end(ncclComm_t handle, std::string_view function, bool abort) {
  {
    Clique& clique = *kept<Communicator>(handle, function).clique;
    const std::lock_guard lock(clique.mutex);
    if (!abort && clique.under_way > 0) violation("{}: a sum is under way, which waits for ever", function);
    clique.aborted = clique.aborted || abort;
    clique.changed.notify_all();
  }
  discard<Communicator>(handle, function);
  return ncclSuccess;
}

}  // namespace

extern "C" {

ncclResult_t ncclGetVersion(int* version) {
  NCCL_CALL(ncclGetVersion);
  *version = NCCL_VERSION_CODE;
  return ncclSuccess;
}

const char* ncclGetErrorString(ncclResult_t) {
  return "an error that the stand-in was asked for";
}

const char* ncclGetLastError(ncclComm_t) {
  return "";
}

ncclResult_t ncclCommInitAll(ncclComm_t* handles, int ranks, const int* devices) {
  NCCL_CALL(ncclCommInitAll);
  if (ranks > machine().devices || (devices != nullptr && !std::is_sorted(devices, devices + ranks, std::less_equal{})))
    return ncclInvalidUsage;  // each device once
  const auto clique = std::make_shared<Clique>(ranks);
  for (int rank = 0; rank < ranks; ++rank)
    handles[rank] = reinterpret_cast<ncclComm_t>(keep(new Communicator{clique, rank}));
  return ncclSuccess;
}

ncclResult_t ncclCommDestroy(ncclComm_t handle) {
  end(handle, "ncclCommDestroy", false);
  NCCL_CALL(ncclCommDestroy);  // an error that comes too late to matter
  return ncclSuccess;
}

ncclResult_t ncclCommAbort(ncclComm_t handle) {
  end(handle, "ncclCommAbort", true);
  NCCL_CALL(ncclCommAbort);  // likewise
  return ncclSuccess;
}

// "ncclAsyncError" is no function: the question has an answer that a test may want to be bad.
ncclResult_t ncclCommGetAsyncError(ncclComm_t handle, ncclResult_t* state) {
  NCCL_CALL(ncclCommGetAsyncError);
  kept<Communicator>(handle, "ncclCommGetAsyncError");
  *state = next_call("ncclAsyncError") == Trouble::fail ? ncclRemoteError : ncclSuccess;
  return ncclSuccess;
}

ncclResult_t ncclGroupStart() {
  NCCL_CALL(ncclGroupStart);
  ++depth;
  return ncclSuccess;
}

ncclResult_t ncclGroupEnd() {
  if (depth == 0) violation("ncclGroupEnd: there is no group");
  const bool last = --depth == 0;
  const std::vector<Part> parts = std::exchange(group, {});
  const bool was_failed = std::exchange(failed, false);
  NCCL_CALL(ncclGroupEnd);
  if (!last) violation("ncclGroupEnd: the stand-in knows no group in a group");
  if (was_failed) return ncclInvalidUsage;  // nothing of it is launched
  if (!parts.empty()) launch(parts);
  return ncclSuccess;
}

ncclResult_t ncclAllReduce(const void* from, void* to, size_t count, ncclDataType_t type, ncclRedOp_t operation,
                           ncclComm_t handle, cudaStream_t on) {
  const Trouble trouble = next_call("ncclAllReduce");
  if (trouble == Trouble::drop) return ncclSuccess;
  failed = failed || trouble == Trouble::fail;
  if (failed) return ncclInternalError;
  auto& communicator = kept<Communicator>(handle, "ncclAllReduce");
  Stream& stream = machine().stream_of(on, "ncclAllReduce");
  if (depth == 0)
    violation("ncclAllReduce outside of a group: the thread that issues the other ranks' calls may wait here for ever");
  if (type != ncclFloat32 || operation != ncclSum) violation("ncclAllReduce: the stand-in sums 32-bit floats alone");
  if (stream.device() != communicator.rank)
    violation("ncclAllReduce: a stream of device {} for the communicator of device {}", stream.device(),
              communicator.rank);
  {
    const std::lock_guard lock(machine().memory_mutex);
    for (const void* memory : {from, static_cast<const void*>(to)}) {
      const int device = machine().memory.device_of(memory, "ncclAllReduce");
      if (device != communicator.rank)
        violation("ncclAllReduce: memory of device {} for the communicator of device {}", device, communicator.rank);
    }
  }
  group.push_back({communicator.clique, communicator.rank, from, to, count, &stream});
  return ncclSuccess;
}

}  // extern "C"
