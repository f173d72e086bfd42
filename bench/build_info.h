// What this program was built from and how, for records and --version.
#pragma once
#include <string_view>

namespace ringside {

struct BuildInfo {
  std::string_view version;
  std::string_view commit;      // "-dirty" at the end: the sources had changes; empty: not built from a git checkout
  std::string_view build_type;  // "Release", "Debug", ...
  std::string_view sanitizer;   // empty: none
  std::string_view compiler;
  std::string_view
      source_dir;  // where networks, experiments and data are looked for unless RINGSIDE_HOME says otherwise
};

const BuildInfo& build_info();

}  // namespace ringside
