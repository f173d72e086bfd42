// The suite's own files.
#include "bench/paths.h"

#include <cstdlib>

#include "bench/build_info.h"
#include "core/base/error.h"

namespace ringside {

Paths find_paths() {
  const char* set = std::getenv("RINGSIDE_HOME");
  const bool given = set != nullptr && *set != '\0';
  const std::filesystem::path home = given ? set : std::filesystem::path(build_info().source_dir);
  check(std::filesystem::is_directory(home / "bench" / "networks"),
        "{} is \"{}\", which has no folder bench/networks; set RINGSIDE_HOME to a checkout of Ringside",
        given ? "RINGSIDE_HOME" : "the source tree this program was built from", home.string());
  return {.networks = home / "bench" / "networks",
          .experiments = home / "bench" / "experiments",
          .machines = home / "bench" / "machines",
          .data = home / "data",
          .published = home / "results" / "published.json",
          .plots = home / "plots"};
}

}  // namespace ringside
