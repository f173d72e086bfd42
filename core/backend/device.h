// A device: memory, and streams that work in order. A CPU stream is a thread; a CUDA stream is one.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>

#include "core/backend/kernels.h"

namespace ringside {

// Seconds on the device's clock; devices of one backend share it.
struct Interval {
  double begin_s = 0;
  double end_s = 0;
};

// A point in a stream that other streams can wait for. As with CUDA events, a wait is for the last record issued before it.
// Requires: one stream records it, and it outlives the streams it was given to.
class Event {
 public:
  virtual ~Event() = default;
};

// A piece of work prepared before the first step; it outlives every run that was issued.
class Command {
 public:
  virtual ~Command() = default;
  virtual void execute(Kernels& kernels, std::int64_t step) const = 0;

  // After so many steps, and from this one on, `execute` makes the same calls on the same memory again, but for the rate in
  // SgdArgs and the step in CallPlace: a stream may keep a recording of them, and repeat that. 0: not so.
  virtual std::int64_t repeats_after(std::int64_t /*step*/) const { return 0; }

  // Instead of `execute`: a stream has issued a recording that ends with this command.
  virtual void repeated(std::int64_t /*step*/) const {}
};

// How the runs of a stream that makes recordings came about.
struct Repeats {
  std::int64_t repeated = 0;  // by a recording
  std::int64_t alone =
      0;  // one by one: the stream waits, or is waited for, right before and after, so there is nothing to save
  std::int64_t early = 0;  // one by one: what is recorded must have come before
};

inline Repeats operator+(const Repeats& a, const Repeats& b) {
  return {a.repeated + b.repeated, a.alone + b.alone, a.early + b.early};
}
inline Repeats operator-(const Repeats& a, const Repeats& b) {
  return {a.repeated - b.repeated, a.alone - b.alone, a.early - b.early};
}

// FIFO. All calls come from one issuing thread, return at once and allocate nothing. A stream whose commands are executed by
// the issuing thread itself throws a command's error from `run`, and nothing is issued any more.
class Stream {
 public:
  virtual ~Stream() = default;

  virtual void run(const Command& command, std::int64_t step, Interval& when) = 0;  // `when` is filled when it has run
  virtual void record(Event& event) = 0;
  virtual void wait(Event& event) = 0;

  // Blocks until everything issued has run. Rethrows the first error of a command; later commands were skipped,
  // events were still recorded, so that no other stream hangs.
  virtual void drain() = 0;

  // Prepares a layer for commands of this stream. Called before the first run.
  virtual Kernels& kernels() = 0;

  // Of all runs so far; zeros from a stream that makes no recordings.
  virtual Repeats repeats() const { return {}; }
};

using DeviceMemory = std::unique_ptr<float[], std::function<void(float*)>>;

class Device {
 public:
  virtual ~Device() = default;
  virtual std::string name() const = 0;
  virtual DeviceMemory allocate(std::int64_t floats) = 0;  // zeroed, aligned to 64 bytes; throws Error naming the size
  // Memory of the host, for what goes to this device and comes back; as above.
  virtual DeviceMemory allocate_on_host(std::int64_t floats) = 0;
  virtual std::unique_ptr<Stream> make_stream() = 0;
  virtual std::unique_ptr<Event> make_event() = 0;
  // Blocks the calling thread until the event's last record has happened, but no longer than `timeout_s`. True if it has:
  // the intervals of what ran before it are filled in. May throw what went wrong on the device.
  virtual bool await(Event& event, double timeout_s) = 0;
};

// One device's part of a sum over devices.
struct SumPart {
  Stream* stream = nullptr;  // one of that device's
  float* numbers = nullptr;  // in that device's memory
  Interval* when = nullptr;  // filled when the part has run, as Stream::run does
};

// Sums over the devices of a session, by a library of the backend's own. Outlives the streams it was given.
class Collective {
 public:
  virtual ~Collective() = default;
  virtual std::string name() const = 0;  // for the record: "NCCL 2.28.9"

  // Afterwards every part's `count` numbers are the sum of all parts' numbers. parts[d] is device d's, all devices have one.
  // Issues all of it at once, in the order of each stream; a part ends only after all have begun.
  virtual void all_reduce(std::span<const SumPart> parts, std::int64_t count) = 0;

  // Throws what went wrong in a sum under way; streams that wait for one are let go first.
  virtual void check() = 0;
};

}  // namespace ringside
