// ringside data fetch and ringside data check.
#pragma once
#include <filesystem>
#include <iosfwd>
#include <string>

#include "bench/public_data.h"

namespace ringside {

struct FetchOptions {
  std::string dataset = "all";  // "mnist", "cifar10" or "all"
  std::filesystem::path to;     // becomes what --data names: the sets go to folders of their own in it
  std::string url;              // where the files lie, instead of their public homes; held to the same checksums
  bool progress = false;        // curl draws its bar on stderr
};

// Downloads with curl, unpacks with tar. A set appears under its name only when all of it has been verified; whatever
// came before in vain is begun anew, and files that are there already are never replaced. Reports to `out`.
// Throws bad_input: an unknown set, a directory that cannot be written or is too full (before anything is downloaded),
// no home reached, checksums that differ; interrupted: Ctrl-C.
void fetch_data(const FetchOptions& options, std::ostream& out);

// The same for one set; `options.dataset` has done its work.
void fetch_set(const PublicData& set, const FetchOptions& options, std::ostream& out);

// Loads every set that the directory holds and tells what it is, and whether it is the published one (if not, that is
// no error). Throws bad_input: nothing there, or a set cannot be read; the others are reported all the same.
void check_data(const std::filesystem::path& directory, std::ostream& out);

}  // namespace ringside
