// How far a run has come, on stderr: a bar that redraws itself on a terminal, else a line now and then.
#pragma once
#include <chrono>
#include <cstdint>
#include <string>

namespace ringside {

class Progress {
 public:
  explicit Progress(bool quiet);

  // A new stretch of work of so many steps.
  void begin(const std::string& title, std::int64_t steps);

  // What is being done now; shown with the next step.
  void doing(const std::string& what);

  void step();

  // The stretch is over, or was stopped: the bar gives its line back.
  void end();

  // A line of its own: a note or a warning. Shown even when quiet if `important`.
  void say(const std::string& line, bool important = false);

 private:
  using Clock = std::chrono::steady_clock;

  void show();
  void clear();
  std::string left() const;

  bool quiet_, terminal_;
  std::string title_, what_;
  std::int64_t steps_ = 0, done_ = 0;
  Clock::time_point begun_, shown_;
  bool drawn_ = false;
};

}  // namespace ringside
