// What is found on machines made up for it, file by file.
#include "bench/findings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bench/doctor.h"
#include "tests/bench/program.h"
#include "tests/bench/small_experiment.h"

namespace ringside {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::IsSupersetOf;
using ::testing::Not;
using testing::Scratch;

// A machine in a folder: a bare one, until a test writes more of its files.
struct MadeMachine {
  void file(const std::string& name, const std::string& text) const { scratch.write(name, testing::bytes_of(text)); }
  Host host() const { return read_host(scratch.path()); }
  Scratch scratch;
};

std::vector<std::string> codes(const std::vector<Finding>& list) {
  std::vector<std::string> all;
  for (const Finding& one : list) all.push_back(one.code);
  return all;
}

Environment with(const Host& host, int cores = 4) {
  Environment here;
  here.cores = cores;
  here.host = host;
  here.eightfold_time = 8;
  here.available_memory_bytes = std::int64_t{8} << 30;
  return here;
}

TEST(Host, SaysThatItDoesNotKnow) {
  const Host host = MadeMachine().host();
  EXPECT_EQ(host.online_cores, 0);
  EXPECT_FALSE(host.virtual_machine);
  EXPECT_EQ(host.governor, "");
  EXPECT_FALSE(host.turbo || host.smt || host.quota || host.load || host.swap_used_bytes);
  EXPECT_THAT(host.nvidia_driver, IsEmpty());
}

TEST(Host, ReadsWhatTheSystemSays) {
  const MadeMachine machine;
  machine.file("proc/cpuinfo",
               "processor\t: 0\nflags\t: fpu hypervisor lm\n\nprocessor\t: 1\nflags\t: fpu hypervisor\n");
  machine.file("proc/meminfo", "MemTotal:  100 kB\nSwapTotal:  4096 kB\nSwapFree:  1024 kB\n");
  machine.file("proc/loadavg", "1.25 0.5 0.25 1/99 1234\n");
  machine.file("proc/driver/nvidia/version",
               "NVRM version: NVIDIA UNIX x86_64 Kernel Module  535.54.03  Tue Jun\nGCC version:\n");
  machine.file("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "powersave\n");
  machine.file("sys/devices/system/cpu/intel_pstate/no_turbo", "0\n");
  machine.file("sys/devices/system/cpu/smt/active", "1\n");
  machine.file("sys/fs/cgroup/cpu.max", "150000 100000\n");
  machine.file("sys/devices/system/clocksource/clocksource0/current_clocksource", "hpet\n");
  machine.file("sys/bus/pci/devices/0/vendor", "0x10de\n");
  machine.file("sys/bus/pci/devices/0/class", "0x030000\n");
  machine.file("sys/bus/pci/devices/1/vendor", "0x10de\n");
  machine.file("sys/bus/pci/devices/1/class", "0x040300\n");  // the sound of the same card
  const Host host = machine.host();
  EXPECT_EQ(host.online_cores, 2);
  EXPECT_TRUE(host.virtual_machine);
  EXPECT_EQ(host.governor, "powersave");
  EXPECT_EQ(host.turbo, true);
  EXPECT_EQ(host.smt, true);
  EXPECT_EQ(host.quota, 1.5);
  EXPECT_EQ(host.clock_source, "hpet");
  EXPECT_EQ(host.load, 1.25);
  EXPECT_EQ(host.swap_used_bytes, 3072 * 1024);
  EXPECT_EQ(host.nvidia_cards, 1);
  EXPECT_EQ(host.nvidia_driver, "535.54.03");
  EXPECT_THAT(codes(findings(with(host))),
              IsSupersetOf({"virtual_machine", "governor", "turbo", "smt", "cpu_quota", "slow_clock", "swap"}));
  EXPECT_THAT(codes(findings(with(host))), Not(Contains("no_driver")));
}

TEST(Host, KnowsTheOtherPlacesToo) {
  const MadeMachine machine;
  machine.file("sys/devices/system/cpu/cpufreq/boost", "0\n");
  machine.file("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1\n");
  machine.file("sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n");
  EXPECT_EQ(machine.host().turbo, false);
  EXPECT_FALSE(machine.host().quota);
  machine.file("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "250000\n");
  EXPECT_EQ(machine.host().quota, 2.5);
  machine.file("sys/fs/cgroup/cpu.max", "max 100000\n");
  EXPECT_EQ(machine.host().quota, 2.5);
}

TEST(Findings, OfAMachineAsItShouldBeAreNone) {
  Host host;
  host.online_cores = 4;
  host.governor = "performance";
  host.turbo = host.smt = false;
  host.clock_source = "tsc";
  host.quota = 4;
  host.swap_used_bytes = 0;
  std::vector<std::string> found = codes(findings(with(host)));
  std::erase(found, "dirty_build");  // the test's own build may be any
  std::erase(found, "slow_build");
  EXPECT_THAT(found, IsEmpty());
}

TEST(Findings, TellOfCoresMemoryCardsAndSettings) {
  Host host;
  host.online_cores = 2;
  host.nvidia_cards = 2;
  host.library_settings = {"DNNL_MAX_CPU_ISA"};
  Environment here = with(host, 1);
  here.available_memory_bytes = 512 << 20;
  EXPECT_THAT(codes(findings(here)),
              IsSupersetOf({"some_cores", "one_core", "low_memory", "no_driver", "library_settings"}));
  for (const Finding& one : findings(here)) {
    EXPECT_FALSE(one.text.empty()) << one.code;
    EXPECT_FALSE(one.advice.empty()) << one.code;
  }
}

TEST(Noise, OfPiecesTimedByHand) {
  const Noise noise = noise_of({1, 1, 1, 1, 1}, {1.5, 1.5, 1.5});
  EXPECT_EQ(noise.pieces, 5);
  EXPECT_EQ(noise.median_s, 1);
  EXPECT_EQ(noise.spread, 0);
  EXPECT_EQ(noise.together, 1.5);
  EXPECT_THAT(codes(findings(noise, 4)), ElementsAre("shared_cores"));
  Noise bad = noise_of({1, 1, 2, 2}, {1.5});
  EXPECT_EQ(bad.together, 1);
  bad.other_programs_cores = 0.5;
  EXPECT_THAT(codes(findings(bad, 4)), ElementsAre("busy_machine", "noisy"));
}

TEST(Noise, IsMeasured) {
  const Noise noise = measure_noise(2, 0.1);
  EXPECT_GT(noise.pieces, 0);
  EXPECT_GT(noise.median_s, 0);
  EXPECT_GT(noise.together, 0);
}

TEST(Doctor, SaysTheSameAsTextAndAsJson) {
  const auto json = testing::ringside_program("doctor --json"), text = testing::ringside_program("doctor");
  EXPECT_EQ(json.exit_code, 0) << json.err;
  EXPECT_EQ(text.exit_code, 0) << text.err;
  const auto checkup = nlohmann::json::parse(json.out);
  EXPECT_THAT(text.out, HasSubstr(fmt::format("cores     {} of ", checkup["machine"]["cores"].get<int>())));
  EXPECT_GT(checkup["noise"]["pieces"], 0);
  EXPECT_GE(checkup["software"]["backends"].size(), 2U);
  for (const auto& finding : checkup["findings"]) {
    const std::string code = finding["code"];
    // May differ from one minute to the next.
    const bool measured = code == "noisy" || code == "busy_machine" || code == "shared_cores";
    EXPECT_TRUE(measured || text.out.find("(" + code + ")") != std::string::npos) << code;
  }
}

TEST(Doctor, FindsWhatIsSetInTheEnvironment) {
  const auto checkup =
      nlohmann::json::parse(testing::ringside_program("doctor --json", "DNNL_VERBOSE=0 OMP_PLACES=").out);
  EXPECT_EQ(checkup["software"]["library_settings"], nlohmann::json({"DNNL_VERBOSE"}));
}

}  // namespace
}  // namespace ringside
