// kill -9 at random moments over a sweep, and --resume after each: what comes out is what an uninterrupted run gives, but for times.
#include <fcntl.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <random>
#include <set>
#include <thread>

#include "bench/resume.h"
#include "tests/bench/program.h"
#include "tests/bench/small_experiment.h"

namespace ringside {
namespace {

// So many by default; RINGSIDE_TEST_KILLS=100 takes a minute or two.
int kills_wanted() {
  const char* given = std::getenv("RINGSIDE_TEST_KILLS");
  return given != nullptr ? std::stoi(given) : 14;
}

// Runs the program and kills it after so long. True: it was killed; false: it ended well before that.
bool killed(const std::vector<std::string>& arguments, std::chrono::duration<double> after) {
  const std::string program = std::string(RINGSIDE_BINARY_DIR) + "/ringside";
  std::vector<char*> words{const_cast<char*>(program.c_str())};
  for (const std::string& word : arguments) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  EXPECT_EQ(posix_spawn(&child, program.c_str(), &actions, nullptr, words.data(), environ), 0);
  posix_spawn_file_actions_destroy(&actions);
  int status = 0;
  const auto begin = std::chrono::steady_clock::now();
  pid_t ended = 0;
  while ((ended = ::waitpid(child, &status, WNOHANG)) == 0 && std::chrono::steady_clock::now() - begin < after)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  if (ended == 0) {
    ::kill(child, SIGKILL);
    EXPECT_EQ(::waitpid(child, &status, 0), child);
  }
  if (WIFSIGNALED(status)) return true;
  EXPECT_EQ(WEXITSTATUS(status), 0);
  return false;
}

// What must not depend on when and how fast a cell was run.
nlohmann::json timeless(nlohmann::json record) {
  for (const char* times : {"statistics", "throughput", "speed_up", "phases", "step_s", "cpu_s"})
    record["results"].erase(times);
  record.erase("warnings");
  for (const char* when : {"run", "earlier_runs", "finished_at", "other_programs_cores", "eightfold_time"})
    record["context"].erase(when);
  return record;
}

std::vector<nlohmann::json> timeless_records(const std::string& text) {
  std::vector<nlohmann::json> records;
  for (const nlohmann::json& record : testing::records_in(text)) records.push_back(timeless(record));
  return records;
}

// The whole lines of a file, as a reader takes them after a kill.
std::set<std::string> lines_in(const std::string& file) {
  const std::string text = testing::text_of(file);
  std::set<std::string> lines;
  for (std::size_t begin = 0, end = 0; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1) {
    EXPECT_TRUE(nlohmann::json::accept(text.substr(begin, end - begin)));
    EXPECT_TRUE(lines.insert(text.substr(begin, end - begin)).second) << "a line is there twice";
  }
  return lines;
}

class KilledRun : public ::testing::TestWithParam<bool> {};

TEST_P(KilledRun, GivesWithResumeWhatAnUninterruptedOneGives) {
  const bool checkpoints = GetParam();
  const testing::SmallExperiment files;
  const std::vector<std::string> what{files.file(), "--strategy",    "single,reduction_tree,ring_delayed",
                                      "--scaling",  "strong,weak",   "--steps",
                                      "400",        "--repetitions", "4"};
  const std::string what_text = fmt::format("{}", fmt::join(what, " "));
  const std::string whole = files.path("whole.jsonl"), out = files.path("run.jsonl");
  const auto begin = std::chrono::steady_clock::now();
  ASSERT_EQ(testing::ringside_program("run --quiet " + what_text + " --out " + whole).exit_code, 0);
  std::chrono::duration<double> full = std::chrono::steady_clock::now() - begin;
  const auto expected = timeless_records(testing::text_of(whole));
  ASSERT_EQ(expected.size(), 10U);

  const unsigned seed = std::random_device{}();
  fmt::print("a whole run takes {:.2f} s; seed {}\n", full.count(), seed);
  std::mt19937 random(seed);
  std::vector<std::string> arguments{"run", "--quiet", "--out", out, "--resume"};
  arguments.insert(arguments.end(), what.begin(), what.end());
  if (checkpoints) arguments.insert(arguments.end(), {"--checkpoints", files.path("checkpoints")});
  const std::string resume = fmt::format("{}", fmt::join(arguments, " ")).replace(4, 7, "");  // not --quiet
  int kills = 0, runs = 0, resumed = 0;
  const int wanted = (kills_wanted() + 1) / 2;  // the other parameter does the other half
  while (kills < wanted) {
    std::filesystem::remove(out);
    std::filesystem::remove_all(files.path("checkpoints"));
    const auto sweep = std::chrono::steady_clock::now();
    const int before_sweep = kills;
    std::set<std::string> before;
    // Without checkpoints a run must be let live for a while now and then to come to any end; the last sweep is in any case.
    const auto patience = [&]() -> std::chrono::duration<double> {
      if (kills >= wanted) return std::chrono::minutes(5);
      return full * std::uniform_real_distribution<>(0, checkpoints ? 0.9 : 1.5)(random);
    };
    while (killed(arguments, patience())) {
      ++kills;
      const std::set<std::string> now = std::filesystem::exists(out) ? lines_in(out) : std::set<std::string>{};
      EXPECT_THAT(now, ::testing::IsSupersetOf(before)) << "something finished is lost";
      before = now;
    }
    // The first run may have been slow for reasons of its own: the kills must fall into a run and not behind it.
    if (kills == before_sweep)
      full = std::min<std::chrono::duration<double>>(full, std::chrono::steady_clock::now() - sweep);
    ++runs;
    const std::string text = testing::text_of(out);
    EXPECT_EQ(timeless_records(text), expected);
    for (const auto& record : testing::records_in(text)) resumed += !record["context"]["earlier_runs"].empty();
    const auto again = testing::ringside_program(resume);
    EXPECT_EQ(again.exit_code, 0);
    EXPECT_THAT(again.err, ::testing::HasSubstr("10 of 10 cells are finished in " + out + ": nothing to do"));
    EXPECT_EQ(testing::text_of(out), text);
    EXPECT_TRUE(!checkpoints || std::filesystem::is_empty(files.path("checkpoints")));
  }
  fmt::print("{} kills in {} sweeps; {} records went on from a checkpoint\n", kills, runs, resumed);
  EXPECT_TRUE(checkpoints || resumed == 0);
}

INSTANTIATE_TEST_SUITE_P(WithAndWithoutCheckpoints, KilledRun, ::testing::Bool(),
                         [](const auto& test) { return test.param ? "checkpoints" : "records_alone"; });

}  // namespace
}  // namespace ringside
