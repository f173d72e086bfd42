// Facts of the host, from /proc and the C library.
#include "bench/environment.h"

#include <fmt/chrono.h>
#include <sched.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <CLI/Version.hpp>
#include <charconv>
#include <ctime>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string_view>

#include "bench/build_info.h"

namespace ringside {
namespace {

// The text after "`key` ... :" of the first line that begins with `key`; empty if there is none.
std::string proc_field(const char* file, std::string_view key) {
  std::ifstream lines(file);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with(key)) continue;
    const auto begin = line.find_first_not_of(" \t", line.find(':') + 1);
    return begin == std::string::npos ? "" : line.substr(begin);
  }
  return "";
}

// "24589640 kB" -> bytes.
std::optional<std::int64_t> memory_field(std::string_view key) {
  const std::string text = proc_field("/proc/meminfo", key);
  std::int64_t kib = 0;
  if (std::from_chars(text.data(), text.data() + text.size(), kib).ec != std::errc()) return std::nullopt;
  return kib * 1024;
}

int usable_cores() {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof(set), &set) == 0) return CPU_COUNT(&set);
  return static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN));
}

std::string operating_system() {
  utsname name{};
  return uname(&name) == 0 ? fmt::format("{} {} {}", name.sysname, name.release, name.machine) : "";
}

}  // namespace

std::string machine_class(const Environment& here) {
  const std::string architecture = here.os.substr(here.os.find_last_of(' ') + 1);
  const std::string words =
      fmt::format("{} {} cores {}", here.cpu.empty() ? "unknown" : here.cpu, here.cores, architecture);
  std::string name;
  for (const char c : words) {
    const bool digit = c >= '0' && c <= '9', small = c >= 'a' && c <= 'z', capital = c >= 'A' && c <= 'Z';
    if (digit || small || c == '_')
      name += c;
    else if (capital)
      name += static_cast<char>(c - 'A' + 'a');
    else if (!name.empty() && name.back() != '-')
      name += '-';
  }
  return name;
}

Environment observe(const Backend& backend) {
  Environment here;
  here.cpu = proc_field("/proc/cpuinfo", "model name");
  here.os = operating_system();
  here.cores = usable_cores();
  here.memory_bytes = memory_field("MemTotal:").value_or(0);
  here.available_memory_bytes = memory_field("MemAvailable:");
  here.libraries = {{"fmt", fmt::format("{}.{}.{}", FMT_VERSION / 10000, FMT_VERSION / 100 % 100, FMT_VERSION % 100)},
                    {"nlohmann_json", fmt::format("{}.{}.{}", NLOHMANN_JSON_VERSION_MAJOR, NLOHMANN_JSON_VERSION_MINOR,
                                                  NLOHMANN_JSON_VERSION_PATCH)},
                    {"CLI11", CLI11_VERSION}};
  here.backend_details = backend.details();
  here.physical_devices = backend.physical_devices();
  here.host = read_host();
  return here;
}

std::string utc_now() {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
}

bool is_slow_build() {
  const BuildInfo& build = build_info();
  return !build.sanitizer.empty() || (build.build_type != "Release" && build.build_type != "RelWithDebInfo");
}

}  // namespace ringside
