// Reads /proc and /sys.
#include "bench/host.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <fstream>
#include <sstream>

namespace ringside {
namespace {

std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::string line_of(const std::filesystem::path& path) {
  const std::string text = text_of(path);
  return text.substr(0, text.find('\n'));
}

// The number a text begins with, after blanks.
std::optional<double> number_in(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
  double value = 0;
  if (std::from_chars(text.data(), text.data() + text.size(), value).ec != std::errc()) return std::nullopt;
  return value;
}

// What stands behind "`name`:" in a list of such lines.
std::optional<double> field_of(const std::string& text, const std::string& name) {
  const auto at = text.find("\n" + name + ":");
  return at == std::string::npos ? std::nullopt : number_in(std::string_view(text).substr(at + name.size() + 2));
}

std::optional<bool> flag_in(const std::filesystem::path& path) {
  const auto value = number_in(line_of(path));
  return value ? std::optional(*value != 0) : std::nullopt;
}

std::optional<bool> turbo_of(const std::filesystem::path& cpu) {
  if (const auto off = flag_in(cpu / "intel_pstate" / "no_turbo")) return !*off;
  return flag_in(cpu / "cpufreq" / "boost");
}

// "MAX PERIOD" in microseconds, or "max PERIOD"; before cgroup v2 a file each, -1 for no limit.
std::optional<double> quota_of(const std::filesystem::path& cgroup) {
  const std::string both = line_of(cgroup / "cpu.max");
  std::optional<double> most = number_in(both), period;
  if (most) {
    period = number_in(both.substr(both.find(' ') + 1));
  } else {
    most = number_in(line_of(cgroup / "cpu" / "cpu.cfs_quota_us"));
    period = number_in(line_of(cgroup / "cpu" / "cpu.cfs_period_us"));
  }
  return most && period && *most > 0 && *period > 0 ? std::optional(*most / *period) : std::nullopt;
}

int nvidia_cards_on(const std::filesystem::path& bus) {
  int cards = 0;
  std::error_code none;
  for (const auto& device : std::filesystem::directory_iterator(bus, none))
    cards += line_of(device.path() / "vendor") == "0x10de" && line_of(device.path() / "class").starts_with("0x03");
  return cards;
}

// "NVRM version: NVIDIA UNIX x86_64 Kernel Module  535.54.03  Tue ..."
std::string nvidia_driver_in(const std::string& line) {
  std::istringstream words(line);
  for (std::string word; words >> word;)
    if (word.find('.') != std::string::npos && word.find_first_not_of("0123456789.") == std::string::npos) return word;
  return "";
}

std::vector<std::string> settings_of_libraries() {
  static constexpr std::array names{"DNNL_MAX_CPU_ISA", "ONEDNN_MAX_CPU_ISA", "DNNL_CPU_ISA_HINTS", "DNNL_VERBOSE",
                                    "ONEDNN_VERBOSE",   "DNNL_JIT_DUMP",      "ONEDNN_JIT_DUMP",    "OMP_PROC_BIND",
                                    "OMP_PLACES",       "GOMP_CPU_AFFINITY",  "LD_PRELOAD"};
  std::vector<std::string> set;
  for (const char* name : names)
    if (const char* value = std::getenv(name); value != nullptr && *value != '\0') set.emplace_back(name);
  return set;
}

}  // namespace

Host read_host(const std::filesystem::path& root) {
  const std::filesystem::path cpu = root / "sys" / "devices" / "system" / "cpu";
  const std::string cpus = text_of(root / "proc" / "cpuinfo"), memory = "\n" + text_of(root / "proc" / "meminfo");
  Host host;
  for (auto at = cpus.find("processor"); at != std::string::npos; at = cpus.find("\nprocessor", at + 1))
    ++host.online_cores;
  host.virtual_machine = cpus.find(" hypervisor") != std::string::npos;
  host.governor = line_of(cpu / "cpu0" / "cpufreq" / "scaling_governor");
  host.turbo = turbo_of(cpu);
  host.smt = flag_in(cpu / "smt" / "active");
  host.quota = quota_of(root / "sys" / "fs" / "cgroup");
  host.clock_source =
      line_of(root / "sys" / "devices" / "system" / "clocksource" / "clocksource0" / "current_clocksource");
  host.load = number_in(line_of(root / "proc" / "loadavg"));
  const auto swap = field_of(memory, "SwapTotal"), swap_free = field_of(memory, "SwapFree");
  if (swap && swap_free) host.swap_used_bytes = (*swap - *swap_free) * 1024;
  host.nvidia_cards = nvidia_cards_on(root / "sys" / "bus" / "pci" / "devices");
  host.nvidia_driver = nvidia_driver_in(line_of(root / "proc" / "driver" / "nvidia" / "version"));
  host.library_settings = settings_of_libraries();
  return host;
}

}  // namespace ringside
