// The program: runs the command line and turns errors into exit codes.
#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <exception>

#include "bench/cli.h"
#include "core/base/error.h"

int main(int argc, char** argv) {
  using ringside::ErrorKind;
  try {
    const int code = ringside::run_command_line(argc, argv);
    if (code == 5) {  // a thread may still be stuck in a kernel: leave without what it may touch being destroyed
      std::fflush(nullptr);
      std::_Exit(code);
    }
    return code;
  } catch (const ringside::Error& error) {
    fmt::print(stderr, "ringside: {}\n", error.what());
    switch (error.kind()) {
      case ErrorKind::bad_input:
        return 2;
      case ErrorKind::not_comparable:
        return 3;
      case ErrorKind::wrong_result:
        return 4;
      case ErrorKind::timeout:
        return 5;
      case ErrorKind::interrupted:
        return 130;
    }
  } catch (const std::exception& error) {
    fmt::print(stderr, "ringside: {}\n", error.what());
  }
  return 4;
}
