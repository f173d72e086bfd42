// Recording, changing and launching graphs.
#include "tests/cuda_stand_in/graph.h"

#include <algorithm>

#include "tests/cuda_stand_in/runtime.h"
#include "tests/cuda_stand_in/twins.h"

using namespace stand_in;

namespace stand_in {

namespace {

thread_local Stream* recording = nullptr;  // for the calling thread

template <class T, class Handle>
T& known(const std::set<T*>& all, Handle handle, std::string_view function) {
  auto* object = reinterpret_cast<T*>(handle);
  const std::lock_guard lock(machine().host_mutex);
  if (!all.contains(object)) violation("{}: a graph that is none", function);
  return *object;
}

template <class T, class Handle>
void keep(std::set<T*>& all, T* made, Handle* handle) {
  const std::lock_guard lock(machine().host_mutex);
  all.insert(made);
  *handle = reinterpret_cast<Handle>(made);
}

template <class T, class Handle>
void discard(std::set<T*>& all, Handle handle, std::string_view function) {
  T& object = known(all, handle, function);
  const std::lock_guard lock(machine().host_mutex);
  all.erase(&object);
  delete &object;
}

}  // namespace

void not_while_recording(std::string_view function) {
  if (recording != nullptr) violation("{}: not while a stream is recorded", function);
}

Executable::Executable(const Graph& graph) : device_(graph.device()) {
  for (const auto& node : graph.nodes()) {
    names_.push_back(node.get());
    nodes_.push_back(*node);
  }
}

void Executable::set_kernel(const Node* node, const cudaKernelNodeParams& params) {
  const auto found = std::ranges::find(names_, node);
  if (found == names_.end()) violation("cudaGraphExecKernelNodeSetParams: a node of another graph");
  Node& changed = nodes_[static_cast<std::size_t>(found - names_.begin())];
  const std::string name = kernel_name(params.func);
  if (changed.kernel != name)
    violation("cudaGraphExecKernelNodeSetParams: the node is a launch of \"{}\", not of {}", changed.kernel, name);
  Launch launch = bind_twin(name, params.kernelParams, params.gridDim.x, params.blockDim.x);
  changed.work.accesses = std::move(launch.accesses);
  changed.work.run = std::move(launch.run);
}

void Executable::launch(Stream& stream) const {
  if (stream.device() != device_)
    violation("cudaGraphLaunch: a graph of device {} in a stream of device {}", device_, stream.device());
  for (const Node& node : nodes_) {
    if (node.event == nullptr) {
      stream.put_now(node.work);
    } else {
      Event& event = machine().event_of(node.event, "cudaGraphLaunch");
      event.last = std::make_shared<Happening>();
      stream.put_record(event.last);
    }
  }
}

}  // namespace stand_in

extern "C" {

cudaError_t cudaStreamBeginCapture(cudaStream_t handle, cudaStreamCaptureMode mode) {
  STAND_IN_CALL(cudaStreamBeginCapture);
  if (handle == nullptr) violation("cudaStreamBeginCapture: the default stream cannot be recorded");
  if (mode != cudaStreamCaptureModeThreadLocal)
    violation("cudaStreamBeginCapture: the stand-in knows cudaStreamCaptureModeThreadLocal alone");
  not_while_recording("cudaStreamBeginCapture");
  Stream& stream = machine().stream_of(handle, "cudaStreamBeginCapture");
  stream.recorded = new Graph(stream.device());
  recording = &stream;
  return cudaSuccess;
}

cudaError_t cudaStreamEndCapture(cudaStream_t handle, cudaGraph_t* graph) {
  Stream& stream = machine().stream_of(handle, "cudaStreamEndCapture");
  if (recording != &stream) violation("cudaStreamEndCapture: the stream is not being recorded by this thread");
  recording = nullptr;
  const std::unique_ptr<Graph> made(std::exchange(stream.recorded, nullptr));
  STAND_IN_CALL(cudaStreamEndCapture);  // the recording is over, and lost
  keep(machine().graphs, new Graph(std::move(*made)), graph);
  return cudaSuccess;
}

cudaError_t cudaStreamGetCaptureInfo(cudaStream_t handle, cudaStreamCaptureStatus* status, unsigned long long*,
                                     cudaGraph_t*, const cudaGraphNode_t** nodes, const cudaGraphEdgeData**,
                                     std::size_t* count) {
  STAND_IN_CALL(cudaStreamGetCaptureInfo);
  const Stream& stream = machine().stream_of(handle, "cudaStreamGetCaptureInfo");
  *status = stream.recorded != nullptr ? cudaStreamCaptureStatusActive : cudaStreamCaptureStatusNone;
  if (stream.recorded == nullptr) return cudaSuccess;
  thread_local cudaGraphNode_t last = nullptr;
  last = reinterpret_cast<cudaGraphNode_t>(stream.recorded->last());
  *nodes = &last;
  *count = last == nullptr ? 0 : 1;
  return cudaSuccess;
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t handle, cudaStream_t into, unsigned flags) {
  STAND_IN_CALL(cudaEventRecordWithFlags);
  Stream& stream = machine().stream_of(into, "cudaEventRecordWithFlags");
  const Event& event = machine().event_of(handle, "cudaEventRecordWithFlags");
  if (flags != cudaEventRecordExternal || stream.recorded == nullptr)
    violation("cudaEventRecordWithFlags: the stand-in knows cudaEventRecordExternal in a recorded stream alone");
  if (event.device != stream.device())
    violation("cudaEventRecordWithFlags: an event of device {} in a stream of device {}", event.device,
              stream.device());
  stream.recorded->add({.event = handle});
  return cudaSuccess;
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* executable, cudaGraph_t graph, unsigned long long flags) {
  STAND_IN_CALL(cudaGraphInstantiate);
  not_while_recording("cudaGraphInstantiate");
  if (flags != 0) violation("cudaGraphInstantiate: the stand-in knows no flags");
  keep(machine().executables, new Executable(known(machine().graphs, graph, "cudaGraphInstantiate")), executable);
  return cudaSuccess;
}

cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                             const cudaKernelNodeParams* params) {
  STAND_IN_CALL(cudaGraphExecKernelNodeSetParams);
  known(machine().executables, executable, "cudaGraphExecKernelNodeSetParams")
      .set_kernel(reinterpret_cast<const Node*>(node), *params);
  return cudaSuccess;
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t executable, cudaStream_t handle) {
  STAND_IN_CALL(cudaGraphLaunch);
  not_while_recording("cudaGraphLaunch");
  known(machine().executables, executable, "cudaGraphLaunch").launch(machine().stream_of(handle, "cudaGraphLaunch"));
  return cudaSuccess;
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  discard(machine().graphs, graph, "cudaGraphDestroy");
  STAND_IN_CALL(cudaGraphDestroy);  // an error that comes too late to matter
  return cudaSuccess;
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t executable) {
  discard(machine().executables, executable, "cudaGraphExecDestroy");
  STAND_IN_CALL(cudaGraphExecDestroy);  // an error that comes too late to matter
  return cudaSuccess;
}

}  // extern "C"
