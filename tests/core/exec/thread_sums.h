// A library's all-reduce, on CPU threads: each part waits in its stream for all others. It can be asked to hang, or to fail.
#pragma once
#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "core/backend/device.h"
#include "core/base/error.h"

namespace ringside {

class ThreadSums final : public Collective {
 public:
  // What the test wants of those that are made next.
  enum class Wish { sum, fail_at_once, lose_a_part };
  inline static Wish wish = Wish::sum;

  std::string name() const override { return "threads"; }

  void all_reduce(std::span<const SumPart> parts, std::int64_t count) override {
    if (wish_ == Wish::fail_at_once) throw Error(ErrorKind::wrong_result, "no sum today");
    const auto meeting = std::make_shared<Meeting>(parts);
    for (std::size_t p = wish_ == Wish::lose_a_part ? 1 : 0; p < parts.size(); ++p) {
      commands_.push_back(std::make_unique<Part>(lost_, meeting, parts[p].numbers, count));
      parts[p].stream->run(*commands_.back(), 0, *parts[p].when);
    }
  }

  void check() override {
    if (wish_ != Wish::lose_a_part) return;
    lost_ = true;
    throw Error(ErrorKind::wrong_result, "a part was lost");
  }

 private:
  struct Meeting {
    explicit Meeting(std::span<const SumPart> parts) : all(parts.begin(), parts.end()) {}
    const std::vector<SumPart> all;
    std::mutex mutex;
    std::condition_variable changed;
    std::size_t arrivals = 0;  // every part comes twice: with its numbers, and with what it found

    // False if somebody was lost.
    bool meet(std::size_t expected, const std::atomic<bool>& lost) {
      std::unique_lock lock(mutex);
      ++arrivals;
      changed.notify_all();
      while (arrivals < expected && !lost) changed.wait_for(lock, std::chrono::milliseconds(5));
      return !lost;
    }
  };

  class Part final : public Command {
   public:
    Part(const std::atomic<bool>& lost, std::shared_ptr<Meeting> meeting, float* numbers, std::int64_t count)
        : lost_(lost), meeting_(std::move(meeting)), numbers_(numbers), count_(count) {}

    void execute(Kernels&, std::int64_t) const override {
      const std::size_t parts = meeting_->all.size();
      if (!meeting_->meet(parts, lost_)) return;
      std::vector<float> sums(static_cast<std::size_t>(count_));
      for (const SumPart& part : meeting_->all) {
        for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += part.numbers[i];
      }
      if (!meeting_->meet(2 * parts, lost_)) return;
      std::copy(sums.begin(), sums.end(), numbers_);
    }

   private:
    const std::atomic<bool>& lost_;
    std::shared_ptr<Meeting> meeting_;
    float* numbers_;
    std::int64_t count_;
  };

  const Wish wish_ = wish;
  std::atomic<bool> lost_ = false;
  std::vector<std::unique_ptr<Command>> commands_;
};

}  // namespace ringside
