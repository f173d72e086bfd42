// Processor time: our own, and that of other programs, with which a measurement must not share the machine.
#pragma once
#include <optional>

namespace ringside {

// Seconds of processor time that all threads of this process have used, to the nanosecond. Does not grow while they sleep or
// others are given the processor: steadier than a clock on a busy machine, but blind to waiting.
double own_cpu_time();

// Seconds of processor time that everything but this process has used since the machine started, what a hypervisor took
// away included, to about a hundredth of a second. None where the system does not say.
std::optional<double> cpu_time_of_others();

// More than this and times are not to be trusted.
inline constexpr double acceptable_busy_cores = 0.1;

// How busy other programs keep the machine during certain stretches of time.
class OtherPrograms {
 public:
  void watch();                         // a stretch begins
  void pause(double elapsed_s);         // it ends, and took so long
  std::optional<double> cores() const;  // kept busy on average; none: not known, or the stretches too short to tell

 private:
  std::optional<double> begin_s_;
  double cpu_s_ = 0, elapsed_s_ = 0;
  bool known_ = true;
};

}  // namespace ringside
