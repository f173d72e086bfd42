// From /proc/stat and the process's own account.
#include "bench/cpu_time.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <ctime>
#include <fstream>
#include <string>

namespace ringside {
namespace {

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

}  // namespace

double own_cpu_time() {
  timespec used{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  return static_cast<double>(used.tv_sec) + 1e-9 * static_cast<double>(used.tv_nsec);
}

std::optional<double> cpu_time_of_others() {
  std::ifstream file("/proc/stat");
  std::string name;
  double user = 0, nice = 0, system = 0, idle = 0, waiting = 0, interrupts = 0, soft_interrupts = 0, stolen = 0;
  file >> name >> user >> nice >> system >> idle >> waiting >> interrupts >> soft_interrupts >> stolen;
  rusage own{};
  if (!file || name != "cpu" || getrusage(RUSAGE_SELF, &own) != 0) return std::nullopt;
  const double ticks = user + nice + system + interrupts + soft_interrupts + stolen;
  return ticks / static_cast<double>(sysconf(_SC_CLK_TCK)) - seconds(own.ru_utime) - seconds(own.ru_stime);
}

void OtherPrograms::watch() {
  begin_s_ = cpu_time_of_others();
}

void OtherPrograms::pause(double elapsed_s) {
  const std::optional<double> end_s = cpu_time_of_others();
  known_ = known_ && begin_s_ && end_s;
  if (known_) cpu_s_ += *end_s - *begin_s_;
  elapsed_s_ += elapsed_s;
}

std::optional<double> OtherPrograms::cores() const {
  constexpr double long_enough_s = 0.3;
  if (!known_ || elapsed_s_ < long_enough_s) return std::nullopt;
  return std::max(0.0, cpu_s_ / elapsed_s_);
}

}  // namespace ringside
