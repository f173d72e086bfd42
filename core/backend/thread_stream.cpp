// The ring and the thread behind it.
#include "core/backend/thread_stream.h"

#include "core/backend/cores.h"
#include "core/backend/flush_denormals.h"
#include "core/backend/now.h"
#include "core/base/match.h"

namespace ringside {

ThreadStream::ThreadStream(std::optional<int> core, MakeKernels make_kernels)
    : thread_([this, core, make_kernels] { work(core, make_kernels); }) {
  try {
    finish();  // the kernels are made
  } catch (...) {
    issue(Stop{});
    throw;
  }
}

ThreadStream::~ThreadStream() {
  abandoned_.store(true, std::memory_order_relaxed);
  issue(Stop{});
}

void ThreadStream::run(const Command& command, std::int64_t step, Interval& when) {
  issue(Run{&command, step, &when});
}

void ThreadStream::record(Event& event) {
  auto& counted = static_cast<ThreadEvent&>(event);
  issue(Record{&counted, counted.issue_record(*this)});
}

void ThreadStream::wait(Event& event) {
  auto& counted = static_cast<ThreadEvent&>(event);
  issue(Wait{&counted, counted.issued()});
}

void ThreadStream::drain() {
  finish();
}

void ThreadStream::finish() {
  issue(Record{&drained_, drained_.issue_record(*this)});
  drained_.await(drained_.issued());
  if (error_) std::rethrow_exception(error_);
}

void ThreadStream::issue(const Item& item) {
  const std::uint32_t number = issued_.value();
  finished_.await(number + 1 - capacity);  // a free place
  ring_[number % capacity] = item;
  issued_.set(number + 1);
}

void ThreadStream::work(std::optional<int> core, MakeKernels make_kernels) {
  if (core) pin_this_thread(*core);
  const FlushDenormals flush;
  try {
    kernels_ = make_kernels();
  } catch (...) {
    error_ = std::current_exception();
  }
  bool stopped = false;
  for (std::uint32_t number = 0; !stopped; ++number) {
    issued_.await(number + 1);
    match(
        ring_[number % capacity], [&](const Stop&) { stopped = true; }, [&](const Run& run) { run_now(run); },
        [](const Record& record) { record.event->set_recorded(record.number); },
        [](const Wait& wait) { wait.event->await(wait.number); });
    finished_.set(number + 1);
  }
}

void ThreadStream::run_now(const Run& run) {
  if (error_ || abandoned_.load(std::memory_order_relaxed)) return;
  run.when->begin_s = now_s();
  try {
    run.command->execute(*kernels_, run.step);
  } catch (...) {
    error_ = std::current_exception();
  }
  run.when->end_s = now_s();
}

}  // namespace ringside
