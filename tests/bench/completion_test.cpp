// Completion scripts, in the shells they are for.
#include "bench/completion.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>

#include "tests/bench/program.h"
#include "tests/bench/small_experiment.h"

namespace ringside {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::IsSupersetOf;
using testing::ringside_program;

const std::string program = RINGSIDE_BINARY_DIR "/ringside";

bool there_is(const std::string& shell) {
  return run_child({"sh", "-c", "command -v " + shell + " > /dev/null"}).exit_code == 0;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);)
    if (!line.empty()) lines.push_back(line);
  return lines;
}

// What bash offers for the last of these words.
std::vector<std::string> bash_offers(const std::vector<std::string>& words) {
  std::string line = shell_quoted(program);
  for (const std::string& word : words) line += " " + shell_quoted(word);
  const std::string script = fmt::format(
      "source <({} completion bash) && COMP_WORDS=({}) COMP_CWORD={} && _ringside && printf '%s\\n' "
      "\"${{COMPREPLY[@]}}\"",
      shell_quoted(program), line, words.size());
  const ChildResult result = run_child({"bash", "-c", script});
  EXPECT_EQ(result.exit_code, 0) << script;
  return lines_of(result.output);
}

TEST(BashCompletion, OffersCommandsOptionsAndValues) {
  EXPECT_THAT(bash_offers({""}), IsSupersetOf({"run", "table", "list", "doctor", "completion"}));
  EXPECT_THAT(bash_offers({"do"}), ElementsAre("doctor"));
  EXPECT_THAT(bash_offers({"data", ""}), ElementsAre("fetch", "check"));
  EXPECT_THAT(bash_offers({"run", "--re"}), ElementsAre("--repetitions", "--resume"));
  EXPECT_THAT(bash_offers({"run", "tin"}), ElementsAre("tiny"));
  EXPECT_THAT(bash_offers({"run", "tiny", "--strategy", "ring_d"}), ElementsAre("ring_delayed"));
  EXPECT_THAT(bash_offers({"run", "tiny", "--strategy", "single,ring_d"}), ElementsAre("single,ring_delayed"));
  EXPECT_THAT(bash_offers({"run", "tiny", "--backend", "="}), IsSupersetOf({"reference", "onednn"}));
  EXPECT_THAT(bash_offers({"run", "tiny", "--backend", "=", "ref"}), ElementsAre("reference"));
  EXPECT_THAT(bash_offers({"list", "strat"}), ElementsAre("strategies"));
  EXPECT_THAT(bash_offers({"completion", ""}), ElementsAre("bash", "zsh", "fish"));
  EXPECT_THAT(bash_offers({"table", "/dev/nul"}), ElementsAre("/dev/null"));
  EXPECT_THAT(bash_offers({"run", "tiny", "--steps", ""}), IsEmpty());
}

// Whatever --help names, on whatever level, the scripts know: both are made from the same tree.
TEST(Completion, KnowsEveryOptionThatHelpNames) {
  const std::string bash = ringside_program("completion bash").out, zsh = ringside_program("completion zsh").out,
                    fish = ringside_program("completion fish").out;
  const std::regex option("(^|[ ,])--([a-z][a-z-]+)");
  for (const std::string command : {"", "run", "table", "list", "graph", "doctor", "completion", "data fetch"}) {
    const std::string help = ringside_program(command + " --help").out;
    int options = 0;
    for (std::sregex_iterator found(help.begin(), help.end(), option), end; found != end; ++found, ++options) {
      const std::string name = (*found)[2];
      EXPECT_THAT(bash, HasSubstr("--" + name)) << command;
      EXPECT_THAT(zsh, HasSubstr("'--" + name + ":")) << command;
      EXPECT_THAT(fish, HasSubstr(" -l " + name + " ")) << command;
    }
    EXPECT_GE(options, 1) << command;
  }
}

TEST(Completion, IsAScriptThatTheShellUnderstands) {
  const testing::SmallExperiment files;
  for (const std::string shell : {"bash", "zsh", "fish"}) {
    const std::string script = files.path("script." + shell);
    ASSERT_EQ(ringside_program("completion " + shell + " > " + script).exit_code, 0);
    EXPECT_TRUE(!there_is(shell) || run_child({shell, "-n", script}).exit_code == 0) << shell;
  }
  const auto wrong = ringside_program("completion bsh");
  EXPECT_EQ(wrong.exit_code, 2);
  EXPECT_THAT(wrong.err, HasSubstr("unknown shell \"bsh\"; did you mean \"bash\"?"));
}

TEST(FishCompletion, OffersTheSame) {
  if (!there_is("fish")) GTEST_SKIP() << "no fish";
  const auto offers = [](const std::string& line) {
    const std::string script = fmt::format("set PATH {} $PATH; ringside completion fish | source; complete -C '{}'",
                                           RINGSIDE_BINARY_DIR, line);
    std::vector<std::string> words;
    for (const std::string& offer : lines_of(run_child({"fish", "-N", "-c", script}).output))
      words.push_back(offer.substr(0, offer.find('\t')));
    return words;
  };
  EXPECT_THAT(offers("ringside do"), ElementsAre("doctor"));
  EXPECT_THAT(offers("ringside data "), ElementsAre("check", "fetch"));
  EXPECT_THAT(offers("ringside run tin"), Contains("tiny"));
  EXPECT_THAT(offers("ringside run --resu"), ElementsAre("--resume"));
  EXPECT_THAT(offers("ringside run --strategy single,ring_d"), Contains("single,ring_delayed"));
  EXPECT_THAT(offers("ringside completion "), ElementsAre("bash", "fish", "zsh"));
}

TEST(Quoted, KeepsAnythingTogether) {
  for (const std::string text : {"plain", "it's", "$HOME `x` \"y\" \\", ""})
    EXPECT_EQ(run_child({"sh", "-c", "printf %s " + shell_quoted(text)}).output, text);
}

}  // namespace
}  // namespace ringside
