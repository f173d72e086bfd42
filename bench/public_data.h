// The public homes of the full data sets, and the checksums to tell them by.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/data/file_set.h"

namespace ringside {

struct PublicFile {
  std::string name;
  std::int64_t bytes;
  std::string sha256;
};

struct PublicContents {
  std::string name;  // as it is kept
  std::string md5;   // of the unpacked bytes: packing anew changes nothing
};

struct PublicData {
  std::string name;                // in the menu of data sets
  const FileSet& (*files)();       // how a reader finds it
  std::vector<std::string> homes;  // tried in order
  std::vector<PublicFile> downloads;
  std::string archive_folder;   // the folder in the one download that is kept; empty: downloads are kept as they are
  std::int64_t unpacked_bytes;  // of that folder
  std::string folder;           // below the directory of data
  std::vector<PublicContents> contents;  // in the order of files()
};

std::span<const PublicData> public_data();

}  // namespace ringside
