// The stand-ins notice what they should: every rule is broken once.
#include <cublas_v2.h>
#include <cuda_runtime_api.h>
#include <cudnn.h>
#include <gtest/gtest.h>

#include <array>

#include "tests/cuda_stand_in/checked_arrays.h"
#include "tests/cuda_stand_in/trouble.h"

namespace {

constexpr std::size_t bytes = 64;

cudaStream_t make_stream(int device = 0) {
  cudaSetDevice(device);
  cudaStream_t stream = nullptr;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  return stream;
}

cudaEvent_t make_event(unsigned flags = cudaEventDefault) {
  cudaEvent_t event = nullptr;
  cudaEventCreateWithFlags(&event, flags);
  return event;
}

void* make_memory(int device = 0) {
  cudaSetDevice(device);
  void* memory = nullptr;
  cudaMalloc(&memory, bytes);
  return memory;
}

void* make_written_memory(int device = 0) {
  void* memory = make_memory(device);
  cudaMemset(memory, 0, bytes);
  cudaDeviceSynchronize();
  return memory;
}

void copy(void* to, const void* from, cudaStream_t stream) {
  cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, stream);
}

class Violations : public testing::Test {
 protected:
  // Streams are threads: the dying process begins anew.
  void SetUp() override { testing::GTEST_FLAG(death_test_style) = "threadsafe"; }
};

#define EXPECT_VIOLATION(statement, words) \
  EXPECT_EXIT(                             \
      {                                    \
        statement;                         \
        std::exit(0);                      \
      },                                   \
      testing::ExitedWithCode(stand_in::violation_exit_code), words)

TEST_F(Violations, FreedMemory) {
  EXPECT_VIOLATION(
      {
        const auto stream = make_stream();
        void* memory = make_written_memory();
        void* other = make_memory();
        cudaFree(memory);
        copy(other, memory, stream);
        cudaStreamSynchronize(stream);
      },
      "was freed");
  EXPECT_VIOLATION(
      {
        void* memory = make_memory();
        cudaFree(memory);
        cudaFree(memory);
      },
      "was freed before");
}

TEST_F(Violations, MemoryThatIsNone) {
  EXPECT_VIOLATION(
      {
        char own = 0;
        cudaFree(&own);
      },
      "was never allocated");
  EXPECT_VIOLATION(
      {
        const auto stream = make_stream();
        void* memory = make_written_memory();
        copy(static_cast<char*>(memory) + 4, make_written_memory(), stream);
        cudaStreamSynchronize(stream);
      },
      "64 bytes from byte 4 of a block of 64");
}

TEST_F(Violations, MemoryThatWasNeverWritten) {
  EXPECT_VIOLATION(
      {
        const auto stream = make_stream();
        copy(make_memory(), make_memory(), stream);
        cudaStreamSynchronize(stream);
      },
      "reads what was never written");
}

// A GPU's memory is not the host's.
TEST_F(Violations, HostInDeviceMemory) {
  EXPECT_EXIT(*static_cast<volatile float*>(make_written_memory()) = 1, testing::KilledBySignal(SIGSEGV), "");
}

void softmax(int device_of_handle, int device_of_memory) {
  cudnnTensorDescriptor_t shape = nullptr;
  cudnnCreateTensorDescriptor(&shape);
  cudnnSetTensor4dDescriptor(shape, CUDNN_TENSOR_NHWC, CUDNN_DATA_FLOAT, 1, 16, 1, 1);
  void* memory = make_written_memory(device_of_memory);
  const auto stream = make_stream(device_of_handle);
  cudnnHandle_t handle = nullptr;
  cudnnCreate(&handle);
  cudnnSetStream(handle, stream);
  const float one = 1;
  const float zero = 0;
  cudnnSoftmaxForward(handle, CUDNN_SOFTMAX_LOG, CUDNN_SOFTMAX_MODE_INSTANCE, &one, shape, memory, &zero, shape,
                      memory);
  cudaStreamSynchronize(stream);
}

TEST_F(Violations, ForeignDevices) {
  EXPECT_VIOLATION(softmax(1, 0), "on device 1: .* is on device 0");
  EXPECT_VIOLATION(
      {
        const auto stream = make_stream(1);
        cudaSetDevice(0);
        cudaEventRecord(make_event(), stream);
      },
      "an event of device 0 in a stream of device 1");
  EXPECT_VIOLATION(
      {
        cublasHandle_t handle = nullptr;
        cudaSetDevice(0);
        cublasCreate(&handle);
        cublasSetStream(handle, make_stream(1));
      },
      "a stream of another device");
}

// Writes in one stream, reads in another; with the wait that makes it right, and without.
void write_and_read(bool wait) {
  void* memory = make_written_memory();
  void* other = make_written_memory();
  void* third = make_memory();
  const auto writer = make_stream();
  const auto reader = make_stream();
  const auto written = make_event();
  copy(memory, other, writer);
  cudaEventRecord(written, writer);
  if (wait) cudaStreamWaitEvent(reader, written, 0);
  copy(third, memory, reader);
  cudaStreamSynchronize(reader);
  cudaStreamDestroy(writer);
  cudaStreamDestroy(reader);
  cudaEventDestroy(written);
  for (void* each : {memory, other, third}) cudaFree(each);
}

TEST_F(Violations, StreamsWithoutOrder) {
  EXPECT_VIOLATION(write_and_read(false), "nothing orders them");
  EXPECT_EXIT(
      {
        write_and_read(true);
        std::exit(0);
      },
      testing::ExitedWithCode(0), "");
}

// The default stream does not wait for streams of ours, nor they for it.
TEST_F(Violations, DefaultStreamWithoutOrder) {
  EXPECT_VIOLATION(
      {
        const auto stream = make_stream();
        void* memory = make_memory();
        cudaMemset(memory, 0, bytes);
        copy(make_memory(), memory, stream);
        cudaStreamSynchronize(stream);
        cudaDeviceSynchronize();
      },
      "nothing orders them|never written");
}

TEST_F(Violations, Leaks) {
  EXPECT_VIOLATION(make_memory(), "never freed: 64 bytes on device 0");
  EXPECT_VIOLATION(make_stream(), "never destroyed: 1 streams");
  EXPECT_VIOLATION(make_event(), "never destroyed: 1 events");
  EXPECT_VIOLATION(
      {
        cudnnHandle_t handle = nullptr;
        cudnnCreate(&handle);
      },
      "never destroyed: 1 handles");
}

void begin_recording(cudaStream_t stream) {
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal);
}

cudaGraph_t end_recording(cudaStream_t stream) {
  cudaGraph_t graph = nullptr;
  cudaStreamEndCapture(stream, &graph);
  return graph;
}

cudaGraphExec_t make_executable(cudaGraph_t graph) {
  cudaGraphExec_t executable = nullptr;
  cudaGraphInstantiate(&executable, graph, 0);
  return executable;
}

TEST_F(Violations, CallsWhileAStreamIsRecorded) {
  const auto violates = [](auto call) {
    EXPECT_VIOLATION(
        {
          const auto stream = make_stream();
          const auto event = make_event();
          void* memory = make_written_memory();
          begin_recording(stream);
          call(stream, event, memory);
        },
        "not while a stream is recorded|in a recorded stream|waits for an event of outside|cannot be recorded");
  };
  using Stream = cudaStream_t;
  using Event = cudaEvent_t;
  violates([](Stream, Event, void*) { make_memory(); });
  violates([](Stream, Event, void* memory) { cudaFree(memory); });
  violates([](Stream, Event, void* memory) { cudaMemset(memory, 0, bytes); });
  violates([](Stream, Event, void*) { cudaDeviceSynchronize(); });
  violates([](Stream stream, Event, void*) { cudaStreamSynchronize(stream); });
  violates([](Stream stream, Event, void*) { cudaStreamDestroy(stream); });
  violates([](Stream stream, Event, void*) { begin_recording(stream); });
  violates([](Stream, Event event, void*) { cudaEventQuery(event); });
  violates([](Stream, Event event, void*) { cudaEventSynchronize(event); });
  violates([](Stream stream, Event event, void*) { cudaEventRecord(event, stream); });
  violates([](Stream stream, Event event, void*) { cudaStreamWaitEvent(stream, event, 0); });
  violates([](Stream stream, Event, void* memory) {
    const std::array<char, bytes> pageable{};
    copy(memory, pageable.data(), stream);
  });
  violates([](Stream, Event, void*) {
    cudnnHandle_t handle = nullptr;
    cudnnCreate(&handle);
  });
  EXPECT_VIOLATION(begin_recording(nullptr), "cannot be recorded");
}

// What is recorded is not done; a launch does it, with an eye on memory and order.
void record_and_launch(bool launch, bool free_before, bool wait) {
  void* from = make_written_memory();
  void* to = make_memory();
  void* third = make_memory();
  const auto stream = make_stream();
  const auto other = make_stream();
  const auto copied = make_event();
  begin_recording(stream);
  copy(to, from, stream);
  const auto graph = end_recording(stream);
  const auto executable = make_executable(graph);
  if (free_before) cudaFree(from);
  if (launch) cudaGraphLaunch(executable, stream);
  cudaEventRecord(copied, stream);
  if (wait) cudaStreamWaitEvent(other, copied, 0);
  copy(third, to, other);
  cudaStreamSynchronize(other);
  cudaGraphExecDestroy(executable);
  cudaGraphDestroy(graph);
  cudaEventDestroy(copied);
  for (const auto each : {stream, other}) cudaStreamDestroy(each);
  for (void* each : {from, to, third}) cudaFree(each);
}

TEST_F(Violations, Recordings) {
  EXPECT_EXIT(
      {
        record_and_launch(true, false, true);
        std::exit(0);
      },
      testing::ExitedWithCode(0), "");
  EXPECT_VIOLATION(record_and_launch(false, false, true), "reads what was never written");
  EXPECT_VIOLATION(record_and_launch(true, true, true), "was freed");
  EXPECT_VIOLATION(record_and_launch(true, false, false), "nothing orders them|never written");
  EXPECT_VIOLATION(
      {
        const auto stream = make_stream();
        begin_recording(stream);
        end_recording(stream);
        cudaStreamDestroy(stream);
      },
      "never destroyed: 1 graphs");
  EXPECT_VIOLATION(
      {
        const auto stream = make_stream();
        begin_recording(stream);
        const auto graph = end_recording(stream);
        make_executable(graph);
        cudaGraphDestroy(graph);
        cudaStreamDestroy(stream);
      },
      "never destroyed: 1 executable graphs");
  EXPECT_VIOLATION(
      {
        const auto stream = make_stream();
        begin_recording(stream);
        const auto graph = end_recording(stream);
        cudaGraphDestroy(graph);
        make_executable(graph);
      },
      "a graph that is none");
  EXPECT_VIOLATION(
      {
        const auto stream = make_stream();
        begin_recording(stream);
        cudaGraphLaunch(make_executable(end_recording(stream)), make_stream(1));
      },
      "a graph of device 0 in a stream of device 1");
}

TEST_F(Violations, ObjectsThatAreGone) {
  EXPECT_VIOLATION(
      {
        const auto stream = make_stream();
        cudaStreamDestroy(stream);
        cudaStreamSynchronize(stream);
      },
      "a stream that is none");
  EXPECT_VIOLATION(
      {
        const auto event = make_event();
        cudaEventDestroy(event);
        cudaEventQuery(event);
      },
      "an event that is none");
}

TEST_F(Violations, CallsAfterTheEnd) {
  EXPECT_VIOLATION(
      {
        stand_in::end_of_process();
        cudaSetDevice(0);
      },
      "cudaSetDevice is called after the library was taken down");
}

TEST_F(Violations, PlacesOutOfBounds) {
  std::array<float, 2> values{};
  std::array<std::uint8_t, 2> written{1, 0};
  const ringside::cuda::In<float> in{values.data(), 2, written.data()};
  const ringside::cuda::Out<float> out{values.data(), 2, written.data()};
  EXPECT_EQ(in[0], 0);
  EXPECT_VIOLATION(static_cast<void>(in[2]), "a kernel reads place 2 of 2");
  EXPECT_VIOLATION(static_cast<void>(in[1]), "reads place 1 of 2, which was never written");
  EXPECT_VIOLATION(out[-1] = 1, "a kernel writes place -1 of 2");
  out[1] = 5;
  EXPECT_EQ(in[1], 5);
}

}  // namespace
