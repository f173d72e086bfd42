// The one exception of the suite. Thrown for input, environment and libraries; caught in main, which turns the
// kind into the exit code of the command line. Our own logic is held by assert instead.
#pragma once
#include <fmt/format.h>

#include <stdexcept>
#include <string>
#include <utility>

namespace ringside {

enum class ErrorKind {
  bad_input,       // usage, a file, a value: exit code 2
  not_comparable,  // missing or not comparable records: 3
  wrong_result,    // failed, diverged or wrong: 4
  timeout,         // 5
  interrupted,     // 130
};

class Error : public std::runtime_error {
 public:
  Error(ErrorKind kind, const std::string& message) : std::runtime_error(message), kind_(kind) {}
  ErrorKind kind() const { return kind_; }

 private:
  ErrorKind kind_;
};

// Throws bad_input. The message speaks the user's language: place, value, what was expected.
template <class... Args>
[[noreturn]] void fail(fmt::format_string<Args...> format, Args&&... args) {
  throw Error(ErrorKind::bad_input, fmt::format(format, std::forward<Args>(args)...));
}

// Throws bad_input with the message unless `ok`.
template <class... Args>
void check(bool ok, fmt::format_string<Args...> format, Args&&... args) {
  if (!ok) fail(format, std::forward<Args>(args)...);
}

}  // namespace ringside
