// A stream that is a thread: the issuing thread puts items into a ring, the stream's thread takes them out in order.
#pragma once
#include <array>
#include <atomic>
#include <cassert>
#include <exception>
#include <optional>
#include <thread>
#include <variant>

#include "core/backend/counter.h"
#include "core/backend/device.h"
#include "core/backend/thread_device.h"

namespace ringside {

// Counts its records. Requires: all its records are issued to one stream, and it outlives the streams it was given to.
class ThreadEvent : public Event {
 public:
  // Issuing thread.
  std::uint32_t issue_record(const Stream& stream) {
    assert(stream_ == nullptr || stream_ == &stream);
    stream_ = &stream;
    return ++issued_;
  }
  std::uint32_t issued() const { return issued_; }

  // Any thread.
  void set_recorded(std::uint32_t number) { recorded_.set(number); }
  bool await(std::uint32_t number, std::optional<double> timeout_s = std::nullopt) {
    return recorded_.await(number, timeout_s);
  }

 private:
  const Stream* stream_ = nullptr;
  std::uint32_t issued_ = 0;
  Counter recorded_;
};

class ThreadStream : public Stream {
 public:
  // Throws what `make_kernels` throws.
  ThreadStream(std::optional<int> core, MakeKernels make_kernels);
  ~ThreadStream() override;  // skips the commands that have not begun
  ThreadStream(const ThreadStream&) = delete;
  ThreadStream& operator=(const ThreadStream&) = delete;

  void run(const Command& command, std::int64_t step, Interval& when) override;
  void record(Event& event) override;
  void wait(Event& event) override;
  void drain() override;
  Kernels& kernels() override { return *kernels_; }

 private:
  struct Run {
    const Command* command;
    std::int64_t step;
    Interval* when;
  };
  struct Record {
    ThreadEvent* event;
    std::uint32_t number;
  };
  struct Wait {
    ThreadEvent* event;
    std::uint32_t number;
  };
  struct Stop {};
  using Item = std::variant<Stop, Run, Record, Wait>;

  void issue(const Item& item);
  void finish();
  void work(std::optional<int> core, MakeKernels make_kernels);
  void run_now(const Run& run);

  // A power of two, so that the counters may wrap around. Two steps of the largest shipped case, vgg16 in model_parallel on
  // 8 devices, fit: the issuing thread then never blocks here, where it would keep no timeout.
  static constexpr std::uint32_t capacity = 4096;
  std::array<Item, capacity> ring_;
  Counter issued_;    // items put into the ring
  Counter finished_;  // items that have run
  std::atomic<bool> abandoned_{false};

  // Written by the stream's thread; read by the issuing thread after an event.
  std::unique_ptr<Kernels> kernels_;
  std::exception_ptr error_;

  ThreadEvent drained_;
  std::jthread thread_;  // last: it uses all the others
};

}  // namespace ringside
