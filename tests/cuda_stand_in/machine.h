// The machine that the stand-ins are: devices, streams that are threads, events, and what the host knows of them.
//   CUDA_STAND_IN_DEVICES=4           so many devices (2); or no_driver, old_driver, no_device
//   CUDA_STAND_IN_BYTES=1000000       memory of a device (8 GiB)
//   CUDA_STAND_IN_PEERS=0             devices do not reach each other's memory
#pragma once
#include <cuda_runtime_api.h>

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "tests/cuda_stand_in/memory_map.h"
#include "tests/cuda_stand_in/trouble.h"

namespace stand_in {

// One record of an event.
struct Happening {
  std::mutex mutex;
  std::condition_variable changed;
  bool over = false;
  std::chrono::steady_clock::time_point when;
  VectorClock clock;

  void happen(const VectorClock& at);
  void await();
};

class Event {
 public:
  Event(int of_device, bool with_time) : device(of_device), timed(with_time) {}
  const int device;
  const bool timed;
  std::shared_ptr<Happening> last;  // none: never recorded
};

// Work that touches memory as told.
struct Work {
  std::string what = {};
  std::vector<Access> accesses = {};
  std::function<void()> run = {};
  bool any_device = false;
};

class Graph;

// A FIFO queue and the thread that works it off.
class Stream {
 public:
  Stream(int device, std::size_t actor);
  ~Stream();  // after the last item
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  int device() const { return device_; }

  // While the stream records, work becomes a part of a graph.
  void put(std::string what, std::vector<Access> accesses, std::function<void()> work, bool any_device = false);
  void put_now(Work work);
  void put_record(std::shared_ptr<Happening> happening);
  void put_wait(std::shared_ptr<Happening> happening);

  // Blocks the host until all is done; it knows of it then.
  void finish();

  Graph* recorded = nullptr;  // what it records, if it does; the host's threads alone look

 private:
  using Item = std::function<void()>;
  void put_item(Item item);
  void work_off();

  const int device_;
  const std::size_t actor_;
  VectorClock clock_;  // the thread's own
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Item> items_;
  bool stopped_ = false;
  std::jthread thread_;
};

class Machine {
 public:
  Machine();

  const int devices;
  const std::string trouble_with_driver;  // no_driver, old_driver, no_device or nothing
  const std::size_t bytes_of_device;
  const bool peers;

  std::mutex memory_mutex;
  MemoryMap memory;

  std::mutex host_mutex;
  VectorClock host_clock;
  std::set<Stream*> streams;
  std::set<Event*> events;
  std::set<Graph*> graphs;  // that belong to the program
  std::set<class Executable*> executables;
  std::set<const void*> library_handles;  // of cuDNN, cuBLAS and NCCL: handles, descriptors, communicators

  Stream* make_stream(int device);
  // Violation unless it was made and not destroyed. Null: the current device's default stream.
  Stream& stream_of(cudaStream_t handle, std::string_view function);
  Event& event_of(cudaEvent_t handle, std::string_view function);
  void finish_device(int device);
  void host_learns(const VectorClock& clock);

 private:
  std::vector<Stream*> default_streams_;
  std::size_t actors_ = 1;
};

// Never destroyed.
Machine& machine();

// The calling thread's.
int current_device();

// Violation if a stream records for the calling thread: the real function might wait for what has not been issued, or would break
// off the recording.
void not_while_recording(std::string_view function);

}  // namespace stand_in
