// The bar and the lines.
#include "bench/progress.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace ringside {
namespace {

using namespace std::chrono_literals;

constexpr auto redraw_every = 100ms;
constexpr auto line_every = 5s;
constexpr int bar_width = 24;

std::size_t terminal_columns() {
  winsize size{};
  const bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? size.ws_col : 80;
}

std::string minutes(std::chrono::duration<double> time) {
  const std::int64_t seconds = std::llround(time.count());
  return fmt::format("{}:{:02}", seconds / 60, seconds % 60);
}

}  // namespace

Progress::Progress(bool quiet) : quiet_(quiet), terminal_(isatty(STDERR_FILENO) != 0) {}

void Progress::begin(const std::string& title, std::int64_t steps) {
  title_ = title;
  what_.clear();
  steps_ = steps;
  done_ = 0;
  begun_ = shown_ = Clock::now();
  if (!terminal_) say(title);
}

void Progress::doing(const std::string& what) {
  what_ = what;
  if (terminal_) show();
}

void Progress::step() {
  ++done_;
  if (Clock::now() - shown_ >= (terminal_ ? Clock::duration(redraw_every) : Clock::duration(line_every))) show();
}

void Progress::end() {
  clear();
}

void Progress::say(const std::string& line, bool important) {
  if (quiet_ && !important) return;
  clear();
  fmt::print(stderr, "{}\n", line);
}

std::string Progress::left() const {
  const std::chrono::duration<double> so_far = Clock::now() - begun_;
  if (done_ == 0 || so_far < 2s) return "";
  return fmt::format(", {} left", minutes(so_far * (static_cast<double>(steps_ - done_) / static_cast<double>(done_))));
}

void Progress::show() {
  if (quiet_) return;
  shown_ = Clock::now();
  const int percent = steps_ > 0 ? static_cast<int>(100 * done_ / steps_) : 0;
  if (!terminal_) {
    fmt::print(stderr, "  {:3} %{}, {}\n", percent, left(), what_);
    return;
  }
  const int filled = std::min(bar_width, bar_width * percent / 100);
  std::string line =
      fmt::format("{} [{:=<{}}{:{}}] {:3} %{}  {}", title_, "", filled, "", bar_width - filled, percent, left(), what_);
  line.resize(std::min(line.size(), terminal_columns() - 1));  // a line that wraps could not be drawn over
  fmt::print(stderr, "\r{}\x1b[K", line);
  std::fflush(stderr);
  drawn_ = true;
}

void Progress::clear() {
  if (drawn_) fmt::print(stderr, "\r\x1b[K");
  drawn_ = false;
}

}  // namespace ringside
