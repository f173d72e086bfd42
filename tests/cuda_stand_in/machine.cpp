// Threads that stand for streams.
#include "tests/cuda_stand_in/machine.h"

#include <cstdlib>
#include <utility>

#include "tests/cuda_stand_in/graph.h"

namespace stand_in {

namespace {

std::string variable(const char* name, const char* otherwise) {
  const char* value = std::getenv(name);
  return value == nullptr ? otherwise : value;
}

int count_of_devices() {
  return std::atoi(variable("CUDA_STAND_IN_DEVICES", "2").c_str());  // 0 for words
}

}  // namespace

void Happening::happen(const VectorClock& at) {
  const std::lock_guard lock(mutex);
  when = std::chrono::steady_clock::now();
  clock = at;
  over = true;
  changed.notify_all();
}

void Happening::await() {
  std::unique_lock lock(mutex);
  changed.wait(lock, [&] { return over; });
}

Stream::Stream(int device, std::size_t actor) : device_(device), actor_(actor), thread_([this] { work_off(); }) {}

Stream::~Stream() {
  put_item([this] { stopped_ = true; });
}

void Stream::put(std::string what, std::vector<Access> accesses, std::function<void()> work, bool any_device) {
  Work all{std::move(what), std::move(accesses), std::move(work), any_device};
  if (recorded != nullptr) {
    recorded->add({.work = std::move(all)});
  } else {
    put_now(std::move(all));
  }
}

void Stream::put_now(Work work) {
  put_item([this, work = std::move(work)] {
    MemoryMap& memory = machine().memory;
    {
      const std::lock_guard lock(machine().memory_mutex);
      const Deed deed{work.what, device_, actor_, clock_.tick(actor_), &clock_, work.any_device};
      for (const Access& access : work.accesses) memory.check(access, deed);
    }
    work.run();
    const std::lock_guard lock(machine().memory_mutex);
    for (const Access& access : work.accesses) memory.mark(access);
  });
}

void Stream::put_record(std::shared_ptr<Happening> happening) {
  put_item([this, happening = std::move(happening)] { happening->happen(clock_); });
}

void Stream::put_wait(std::shared_ptr<Happening> happening) {
  put_item([this, happening = std::move(happening)] {
    happening->await();
    clock_.learn(happening->clock);
  });
}

void Stream::finish() {
  const auto end = std::make_shared<Happening>();
  put_record(end);
  end->await();
  machine().host_learns(end->clock);
}

// Whoever issues work has done before it what the host has done.
void Stream::put_item(Item item) {
  VectorClock host;
  {
    const std::lock_guard lock(machine().host_mutex);
    machine().host_clock.tick(0);
    host = machine().host_clock;
  }
  const std::lock_guard lock(mutex_);
  items_.emplace_back([this, host = std::move(host), item = std::move(item)] {
    clock_.learn(host);
    item();
  });
  changed_.notify_one();
}

void Stream::work_off() {
  while (!stopped_) {
    Item item;
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [&] { return !items_.empty(); });
      item = std::move(items_.front());
      items_.pop_front();
    }
    item();
  }
}

Machine::Machine()
    : devices(count_of_devices()),
      trouble_with_driver(devices > 0 ? "" : variable("CUDA_STAND_IN_DEVICES", "")),
      bytes_of_device(std::strtoull(variable("CUDA_STAND_IN_BYTES", "8589934592").c_str(), nullptr, 10)),
      peers(variable("CUDA_STAND_IN_PEERS", "1") == "1"),
      default_streams_(static_cast<std::size_t>(devices)) {}

Stream* Machine::make_stream(int device) {
  const std::lock_guard lock(host_mutex);
  return new Stream(device, actors_++);
}

Stream& Machine::stream_of(cudaStream_t handle, std::string_view function) {
  auto* stream = reinterpret_cast<Stream*>(handle);
  if (stream == nullptr) {
    Stream*& own = default_streams_[static_cast<std::size_t>(current_device())];
    if (own == nullptr) own = make_stream(current_device());
    return *own;
  }
  const std::lock_guard lock(host_mutex);
  if (!streams.contains(stream)) violation("{}: a stream that is none", function);
  return *stream;
}

Event& Machine::event_of(cudaEvent_t handle, std::string_view function) {
  auto* event = reinterpret_cast<Event*>(handle);
  const std::lock_guard lock(host_mutex);
  if (!events.contains(event)) violation("{}: an event that is none", function);
  return *event;
}

void Machine::finish_device(int device) {
  std::vector<Stream*> all;
  {
    const std::lock_guard lock(host_mutex);
    for (Stream* stream : streams) {
      if (stream->device() == device) all.push_back(stream);
    }
    if (Stream* own = default_streams_[static_cast<std::size_t>(device)]) all.push_back(own);
  }
  for (Stream* stream : all) stream->finish();
}

void Machine::host_learns(const VectorClock& clock) {
  const std::lock_guard lock(host_mutex);
  host_clock.learn(clock);
}

Machine& machine() {
  static auto* made = new Machine;
  return *made;
}

}  // namespace stand_in
