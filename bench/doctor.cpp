// The check-up.
#include "bench/doctor.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "bench/build_info.h"
#include "bench/child_process.h"
#include "bench/cpu_time.h"
#include "bench/timer_check.h"
#include "core/base/error.h"

namespace ringside {
namespace {

using Json = nlohmann::ordered_json;

constexpr double check_up_s = 2;
constexpr int doctor_version = 1;

// "NVIDIA H100, driver 535.54, 80000 MiB" a line; none where there is no nvidia-smi or it finds none.
std::vector<std::string> gpus_of_the_driver() {
  std::vector<std::string> gpus;
  try {
    const ChildResult listed =
        run_child({"sh", "-c",
                   "command -v nvidia-smi > /dev/null && nvidia-smi "
                   "--query-gpu=name,driver_version,memory.total --format=csv,noheader 2> /dev/null"});
    if (listed.exit_code != 0) return gpus;
    std::istringstream lines(listed.output);
    for (std::string line; std::getline(lines, line);) gpus.push_back(line);
  } catch (const Error&) {  // a driver that crashes is none
    gpus.clear();
  }
  return gpus;
}

std::string yes_or_no(const std::optional<bool>& value) {
  return !value ? "not known" : *value ? "on" : "off";
}

std::string gib(double bytes) {
  return fmt::format("{:.1f} GiB", bytes / (1 << 30));
}

std::string or_unknown(const std::string& text) {
  return text.empty() ? "not known" : text;
}

std::string gpu_text(const Checkup& checkup) {
  if (!checkup.gpus.empty()) return fmt::format("{}", fmt::join(checkup.gpus, "; "));
  if (checkup.here.host.nvidia_cards == 0) return "none found";
  return fmt::format(
      "{} NVIDIA, {}", checkup.here.host.nvidia_cards,
      checkup.here.host.nvidia_driver.empty() ? "no driver" : "driver " + checkup.here.host.nvidia_driver);
}

std::string noise_text(const Noise& noise, int cores) {
  std::string text = fmt::format("{:.2f} ms for the same work {} times, spread {:.0f} %", 1e3 * noise.median_s,
                                 noise.pieces, 100 * noise.spread);
  if (cores > 1) text += fmt::format("; {:.2f} times as long on {} cores at once", noise.together, cores);
  if (noise.other_programs_cores)
    text += fmt::format("; other programs kept {:.1f} cores busy", *noise.other_programs_cores);
  return text;
}

// Label and text of each line.
std::vector<std::pair<std::string, std::string>> facts(const Checkup& checkup) {
  const Environment& here = checkup.here;
  const Host& host = here.host;
  const BuildInfo& build = build_info();
  std::vector<std::pair<std::string, std::string>> lines{
      {"CPU", or_unknown(here.cpu)},
      {"cores", fmt::format("{} of {}, SMT {}{}{}", here.cores, host.online_cores, yes_or_no(host.smt),
                            host.quota ? fmt::format(", limited to {:.1f}", *host.quota) : "",
                            host.virtual_machine ? ", of a virtual machine" : "")},
      {"frequency", fmt::format("governor {}, turbo {}", or_unknown(host.governor), yes_or_no(host.turbo))},
      {"clock", fmt::format("{}; eight times the work takes {:.2f} times as long", or_unknown(host.clock_source),
                            *here.eightfold_time)},
      {"load", host.load ? fmt::format("{:.2f} processes wanted a core in the last minute", *host.load) : "not known"},
      {"memory",
       fmt::format("{}, {} free", gib(static_cast<double>(here.memory_bytes)),
                   here.available_memory_bytes ? gib(static_cast<double>(*here.available_memory_bytes)) : "not known")},
      {"GPU", gpu_text(checkup)},
      {"system", or_unknown(here.os)},
      {"ringside", fmt::format("{}, commit {}, {}, {}", build.version, or_unknown(std::string(build.commit)),
                               build.build_type, build.compiler)}};
  for (const auto& [name, version] : here.libraries) lines.emplace_back("library", name + " " + version);
  for (const Backend& backend : backends())
    lines.emplace_back("backend", fmt::format("{}: {} devices{}{}", backend.name, backend.physical_devices(),
                                              backend.details().empty() ? "" : ", ", backend.details()));
  lines.emplace_back("noise", noise_text(checkup.noise, here.cores));
  return lines;
}

}  // namespace

std::vector<Finding> findings(const Noise& noise, int cores) {
  std::vector<Finding> found;
  if (noise.other_programs_cores && *noise.other_programs_cores > acceptable_busy_cores)
    found.push_back({Finding::Weight::warning, "busy_machine",
                     fmt::format("other programs kept {:.1f} of {} cores busy", *noise.other_programs_cores, cores),
                     "stop them before you measure; top shows which they are"});
  if (noise.spread > acceptable_spread)
    found.push_back(
        {Finding::Weight::warning, "noisy",
         fmt::format("the same work takes times that spread over {:.0f} % of their median", 100 * noise.spread),
         "measure with more repetitions (--repetitions), and look at the intervals"});
  if (noise.together > acceptable_slowdown)
    found.push_back({Finding::Weight::warning, "shared_cores",
                     fmt::format("{} cores at once take {:.2f} times as long as one alone", cores, noise.together),
                     fmt::format("no strategy can be more than about {:.1f} times as fast as one device here",
                                 cores / noise.together)});
  return found;
}

Checkup check_up() {
  const auto most =
      std::ranges::max_element(backends(), {}, [](const Backend& backend) { return backend.physical_devices(); });
  Checkup checkup{observe(*most), gpus_of_the_driver(), {}, {}};
  checkup.here.eightfold_time = eightfold_time();
  checkup.noise = measure_noise(checkup.here.cores, check_up_s);
  checkup.findings = findings(checkup.here);
  std::ranges::move(findings(checkup.noise, checkup.here.cores), std::back_inserter(checkup.findings));
  std::ranges::stable_partition(checkup.findings,
                                [](const Finding& one) { return one.weight == Finding::Weight::warning; });
  return checkup;
}

std::string doctor_text(const Checkup& checkup) {
  std::string text;
  for (const auto& [label, words] : facts(checkup)) text += fmt::format("{:10}{}\n", label, words);
  text += "\n";
  if (checkup.findings.empty()) return text + "Nothing found: times measured here can be trusted.\n";
  for (const Finding& one : checkup.findings)
    text += fmt::format("{}: {} ({})\n         {}\n", one.weight == Finding::Weight::warning ? "warning" : "note",
                        one.text, one.code, one.advice);
  return text;
}

Json doctor_json(const Checkup& checkup) {
  const auto known = [](const auto& value) { return value ? Json(*value) : Json(nullptr); };
  const auto text = [](const std::string& value) { return value.empty() ? Json(nullptr) : Json(value); };
  const Environment& here = checkup.here;
  const Host& host = here.host;
  const BuildInfo& build = build_info();
  Json found = Json::array(), arithmetic = Json::array();
  for (const Finding& one : checkup.findings)
    found.push_back({{"weight", one.weight == Finding::Weight::warning ? "warning" : "note"},
                     {"code", one.code},
                     {"text", one.text},
                     {"advice", one.advice}});
  for (const Backend& backend : backends())
    arithmetic.push_back({{"name", backend.name},
                          {"details", text(backend.details())},
                          {"physical_devices", backend.physical_devices()}});
  return {{"schema_version", doctor_version},
          {"machine",
           {{"cpu", text(here.cpu)},
            {"cores", here.cores},
            {"online_cores", host.online_cores},
            {"quota_cores", known(host.quota)},
            {"smt", known(host.smt)},
            {"virtual_machine", host.virtual_machine},
            {"governor", text(host.governor)},
            {"turbo", known(host.turbo)},
            {"clock_source", text(host.clock_source)},
            {"eightfold_time", known(here.eightfold_time)},
            {"load", known(host.load)},
            {"memory_bytes", here.memory_bytes},
            {"available_memory_bytes", known(here.available_memory_bytes)},
            {"swap_used_bytes", known(host.swap_used_bytes)},
            {"gpus", checkup.gpus},
            {"nvidia_cards", host.nvidia_cards},
            {"nvidia_driver", text(host.nvidia_driver)},
            {"os", text(here.os)}}},
          {"software",
           {{"version", build.version},
            {"commit", text(std::string(build.commit))},
            {"build_type", build.build_type},
            {"compiler", build.compiler},
            {"libraries", here.libraries},
            {"backends", std::move(arithmetic)},
            {"library_settings", host.library_settings}}},
          {"noise",
           {{"pieces", checkup.noise.pieces},
            {"median_s", checkup.noise.median_s},
            {"spread", checkup.noise.spread},
            {"together", checkup.noise.together},
            {"other_programs_cores", known(checkup.noise.other_programs_cores)}}},
          {"findings", std::move(found)}};
}

}  // namespace ringside
