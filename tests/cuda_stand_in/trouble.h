// What goes wrong in the stand-ins: what the program under test did wrong ends the process; what a test wants to go wrong is
// told by the environment:
//   CUDA_STAND_IN_FAIL=cudaMalloc:3           the third call of cudaMalloc fails
//   CUDA_STAND_IN_FAIL=cudaMalloc@WAY:3       the third one that comes that way (call_site.h)
//   CUDA_STAND_IN_FAIL=cudaMalloc:3+          that one and every later call of whatever function, as after a GPU's fault
//   CUDA_STAND_IN_DROP=cudaStreamWaitEvent:5  the fifth one does nothing and says that all is well
//   CUDA_STAND_IN_SITES=FILE                  at the end of the process: a line "name way calls file-of-the-caller" for every
//                                             way to every function
#pragma once
#include <fmt/format.h>

#include <string_view>

namespace stand_in {

inline constexpr int violation_exit_code = 70;

// Says what the program did that a GPU would not forgive (or would, one day out of a hundred), and ends the process.
[[noreturn]] void report_violation(const std::string& what);

template <class... Args>
[[noreturn]] void violation(fmt::format_string<Args...> format, Args&&... args) {
  report_violation(fmt::format(format, std::forward<Args>(args)...));
}

enum class Trouble { none, fail, drop };

// Counts a call of a library's function, and says what shall become of it. A call after the process has taken the libraries
// down is a violation.
Trouble next_call(std::string_view function);

// From here on every call is one too many. Writes the counts.
void end_of_process();

}  // namespace stand_in
