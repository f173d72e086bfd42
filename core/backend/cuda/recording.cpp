// Captures a stream between two timed events a command.
#include "core/backend/cuda/recording.h"

#include "core/backend/cuda/call.h"

namespace ringside::cuda {

namespace {

// A stream that records, to the end of the scope at the latest.
class Capture {
 public:
  // What other threads do is no concern of ours.
  explicit Capture(cudaStream_t stream) : stream_(stream) {
    must(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal), "cudaStreamBeginCapture");
  }
  Capture(const Capture&) = delete;
  Capture& operator=(const Capture&) = delete;
  ~Capture() {
    if (!open_) return;
    cudaGraph_t graph = nullptr;
    static_cast<void>(cudaStreamEndCapture(stream_, &graph));  // something else was wrong, and is reported
    static_cast<void>(cudaGetLastError());
    const GraphHandle discarded(graph);
  }

  GraphHandle end() {
    open_ = false;
    cudaGraph_t graph = nullptr;
    const cudaError_t status = cudaStreamEndCapture(stream_, &graph);
    GraphHandle made(graph);
    must(status, "cudaStreamEndCapture");
    return made;
  }

 private:
  cudaStream_t stream_;
  bool open_ = true;
};

// Whatever happens, the kernels launch for real afterwards.
class Scope {
 public:
  explicit Scope(Varying& varying) : varying_(varying) {}
  Scope(const Scope&) = delete;
  Scope& operator=(const Scope&) = delete;
  ~Scope() { varying_.end(); }

 private:
  Varying& varying_;
};

}  // namespace

Recording::Recording(cudaStream_t stream, CudaKernels& kernels, std::span<const Command* const> commands,
                     std::int64_t step)
    : stream_(stream), kernels_(kernels), commands_(commands.begin(), commands.end()) {
  for (std::size_t i = 0; i <= commands.size(); ++i) marks_.push_back(make_event_handle(true));
  // External: a part of the graph that tells the time, not a tie to another stream that records.
  const auto record_mark = [&](std::size_t i) {
    must(cudaEventRecordWithFlags(mark(i), stream, cudaEventRecordExternal), "cudaEventRecordWithFlags");
  };

  Varying& varying = kernels.varying();
  Capture capture(stream);
  const Scope scope(varying);
  varying.begin_recording(nodes_);
  record_mark(0);
  for (std::size_t i = 0; i < commands.size(); ++i) {
    const std::size_t before = nodes_.size();
    commands[i]->execute(kernels, step);
    if (nodes_.size() > before) varying_.push_back(commands[i]);
    record_mark(i + 1);
  }
  graph_ = capture.end();
  cudaGraphExec_t executable = nullptr;
  must(cudaGraphInstantiate(&executable, graph_.get(), 0), "cudaGraphInstantiate");
  executable_ = GraphExecHandle(executable);
}

void Recording::launch(std::int64_t step) {
  if (!varying_.empty()) renew(step);
  must(cudaGraphLaunch(executable_.get(), stream_), "cudaGraphLaunch");
  commands_.back()->repeated(step);
}

void Recording::renew(std::int64_t step) {
  Varying& varying = kernels_.varying();
  const Scope scope(varying);
  varying.begin_renewing(executable_.get(), nodes_);
  for (const Command* command : varying_) command->execute(kernels_, step);
}

}  // namespace ringside::cuda
