// The list of all that is looked for.
#include "bench/findings.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "bench/build_info.h"
#include "bench/timer_check.h"

namespace ringside {
namespace {

class List {
 public:
  void note(std::string code, std::string text, std::string advice) {
    found_.push_back({Finding::Weight::note, std::move(code), std::move(text), std::move(advice)});
  }
  void warn(std::string code, std::string text, std::string advice) {
    found_.push_back({Finding::Weight::warning, std::move(code), std::move(text), std::move(advice)});
  }
  std::vector<Finding> take() && { return std::move(found_); }

 private:
  std::vector<Finding> found_;
};

void look_at_cores(const Environment& here, List& list) {
  const Host& host = here.host;
  if (host.virtual_machine)
    list.warn("virtual_machine",
              "this is a virtual machine: its cores may be shared with others that nobody here can see",
              "believe ratios of cells that took turns, and their intervals; not a single time");
  if (host.quota && *host.quota < here.cores)
    list.warn(
        "cpu_quota",
        fmt::format("the container may use {:.1f} of {} cores, and is stopped when it has", *host.quota, here.cores),
        "raise its limit, or use no more devices than that");
  if (host.smt == true)
    list.warn(
        "smt",
        fmt::format("some of the {} cores are two threads of one: two devices there share its arithmetic", here.cores),
        "switch it off: echo off > /sys/devices/system/cpu/smt/control");
  if (here.cores < host.online_cores)
    list.note("some_cores", fmt::format("{} of {} cores are open to this program", here.cores, host.online_cores),
              "taskset, cpuset or a scheduler set that; nothing to do if it was meant");
  if (here.cores == 1)
    list.note("one_core", "there is one core: every strategy can be checked, but no speed-up measured",
              "ringside run EXPERIMENT --simulate MACHINE, or a machine with more cores");
}

void look_at_frequency(const Host& host, List& list) {
  if (!host.governor.empty() && host.governor != "performance")
    list.warn(
        "governor",
        fmt::format("the frequency governor is \"{}\": cores change their speed while they are timed", host.governor),
        "cpupower frequency-set -g performance");
  if (host.turbo == true)
    list.warn(
        "turbo", "a core alone may run faster than all together: one device looks better than it is, speed-ups worse",
        "echo 1 > /sys/devices/system/cpu/intel_pstate/no_turbo, or echo 0 > /sys/devices/system/cpu/cpufreq/boost");
  if (!host.clock_source.empty() && host.clock_source != "tsc" && host.clock_source != "arch_sys_counter" &&
      host.clock_source != "kvm-clock")
    list.warn("slow_clock", fmt::format("the system's clock is \"{}\": reading it takes long", host.clock_source),
              "echo tsc > /sys/devices/system/clocksource/clocksource0/current_clocksource");
}

void look_at_clock(const Environment& here, List& list) {
  if (here.eightfold_time && *here.eightfold_time <= least_eightfold_time)
    list.warn("clock", fmt::format("eight times the work takes {:.2f} times as long", *here.eightfold_time),
              "no time measured here means anything; another clock source, or another machine");
}

void look_at_memory(const Environment& here, List& list) {
  constexpr std::int64_t little = std::int64_t{1} << 30;
  if (here.available_memory_bytes && *here.available_memory_bytes < little)
    list.warn("low_memory", fmt::format("{} MiB of memory are free", *here.available_memory_bytes >> 20),
              "close other programs, or choose fewer cells, a smaller network or batch");
  if (here.host.swap_used_bytes && *here.host.swap_used_bytes > 0)
    list.note("swap", fmt::format("{:.0f} MiB are swapped out", *here.host.swap_used_bytes / (1 << 20)),
              "if it grows during a run, its times are the disk's");
}

void look_at_software(const Environment& here, List& list) {
  const BuildInfo& build = build_info();
  if (is_slow_build())
    list.warn("slow_build",
              fmt::format("built as {}{}: times mean nothing", build.build_type,
                          build.sanitizer.empty() ? "" : " with a sanitizer"),
              "cmake --preset release && cmake --build --preset release");
  if (build.commit.ends_with("-dirty"))
    list.note("dirty_build", "built from sources with changes that no commit has",
              "commit them before measuring what others shall see");
  if (!here.host.library_settings.empty())
    list.warn("library_settings",
              fmt::format("{} {} set: libraries do other than they would", fmt::join(here.host.library_settings, ", "),
                          here.host.library_settings.size() == 1 ? "is" : "are"),
              "unset it, unless it is what you measure");
}

void look_at_gpus(const Host& host, List& list) {
  if (host.nvidia_cards > 0 && host.nvidia_driver.empty())
    list.note("no_driver",
              fmt::format("{} NVIDIA {}, but no driver", host.nvidia_cards,
                          host.nvidia_cards == 1 ? "card is there" : "cards are there"),
              "install the driver; nvidia-smi then lists the cards");
}

}  // namespace

std::vector<Finding> findings(const Environment& here) {
  List list;
  look_at_cores(here, list);
  look_at_frequency(here.host, list);
  look_at_clock(here, list);
  look_at_memory(here, list);
  look_at_software(here, list);
  look_at_gpus(here.host, list);
  return std::move(list).take();
}

}  // namespace ringside
