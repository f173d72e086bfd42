// Fetching the full data sets and telling what a directory holds.
#include "bench/data_command.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <ostream>
#include <system_error>

#include "bench/child_process.h"
#include "bench/digest.h"
#include "bench/download.h"
#include "core/base/error.h"
#include "core/base/nearest.h"
#include "core/data/content_hash.h"
#include "core/data/dataset.h"

namespace ringside {

namespace {

namespace fs = std::filesystem;

// Where the contents of the files differ from the published ones, a line each; empty: nowhere.
std::vector<std::string> differences(const PublicData& set, const std::vector<fs::path>& files) {
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < files.size(); ++i) {
    const std::string md5 = md5_of_contents(files[i]);
    if (md5 == set.contents[i].md5) continue;
    lines.push_back(
        fmt::format("{}: contents have MD5 {}, published are {}", files[i].string(), md5, set.contents[i].md5));
  }
  return lines;
}

// What keeps the directory's files from being the published set; empty: nothing.
std::string doubts(const PublicData& set, const fs::path& directory) {
  try {
    return fmt::format("{}", fmt::join(differences(set, find_files(set.files(), directory)), "\n  "));
  } catch (const Error& error) {
    return error.what();
  }
}

// True: there is nothing to do. Throws if something else is in the way, which is never replaced.
bool is_there(const PublicData& set, const fs::path& directory) {
  if (const auto found = find_folder(set.files(), directory)) {
    const std::string doubt = doubts(set, directory);
    check(doubt.empty(),
          "{} holds {} files that are not the published ones; move them away, or choose another directory\n  {}",
          found->string(), set.name, doubt);
    return true;
  }
  const fs::path folder = directory / set.folder;
  std::error_code ignored;
  check(!fs::exists(folder, ignored) || fs::is_empty(folder, ignored),
        "{} is where {} belongs, but holds something else; move it away, or choose another directory", folder.string(),
        set.name);
  return false;
}

// A folder beside the final one, to be renamed to it when all is well. What an earlier run left is cleared away.
class Staging {
 public:
  Staging(const PublicData& set, const fs::path& to) : path_(to / (set.name + ".part")) {
    std::error_code error;
    fs::remove_all(path_, error);
    if (!error) fs::create_directories(path_, error);
    check(!error, "{}: cannot be written: {}", path_.string(), error.message());
  }
  ~Staging() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  Staging(const Staging&) = delete;
  Staging& operator=(const Staging&) = delete;

  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

void check_room(const PublicData& set, const fs::path& folder) {
  std::int64_t bytes = set.unpacked_bytes;
  for (const PublicFile& file : set.downloads) bytes += file.bytes;
  const auto available = fs::space(folder).available;
  check(available >= static_cast<std::uintmax_t>(bytes), "{}: {} needs {:.1f} MB there, but only {:.1f} MB are free",
        folder.parent_path().string(), set.name, static_cast<double>(bytes) / 1e6,
        static_cast<double>(available) / 1e6);
}

void unpack(const fs::path& archive, const fs::path& folder) {
  const ChildResult tar = run_child(
      {"tar", "--extract", "--gzip", "--no-same-owner", "--file", archive.string(), "--directory", folder.string()});
  check(tar.exit_code == 0, "{}: tar cannot unpack it (exit code {})", archive.string(), tar.exit_code);
}

void report(const PublicData& set, const fs::path& directory, std::ostream& out) {
  const auto files = find_files(set.files(), directory);
  const auto sources = dataset_sources();
  const auto source = std::find_if(sources.begin(), sources.end(), [&](const auto& s) { return s.name == set.name; });
  const Dataset data = source->load({.shape = {}, .classes = 0, .directory = directory, .bundled = {}, .seed = 0});
  const Shape& shape = data.train.shape;
  const auto different = differences(set, files);
  out << fmt::format("{}: {}, {} x {} x {} (height x width x channels), {} classes\n", set.name, data.origin,
                     shape.height, shape.width, shape.channels, data.classes)
      << fmt::format("  folder  {}\n", files.front().parent_path().string())
      << fmt::format("  hash    {}\n", content_hash(data));
  if (different.empty()) {
    out << "  files   the published ones: all checksums match\n";
  } else {
    out << fmt::format("  files   not the published ones: {} of {} checksums differ\n    {}\n", different.size(),
                       files.size(), fmt::join(different, "\n    "));
  }
}

}  // namespace

void fetch_data(const FetchOptions& options, std::ostream& out) {
  std::vector<std::string_view> names{"all"};
  for (const PublicData& set : public_data()) names.push_back(set.name);
  if (std::find(names.begin(), names.end(), options.dataset) == names.end()) {
    fail_unknown("public data set", options.dataset, names);
  }
  for (const PublicData& set : public_data()) {
    if (options.dataset == "all" || options.dataset == set.name) fetch_set(set, options, out);
  }
}

void fetch_set(const PublicData& set, const FetchOptions& options, std::ostream& out) {
  if (is_there(set, options.to)) {
    out << fmt::format("{}: is there already, all checksums match\n", set.name);
    return;
  }
  const Staging staging(set, options.to);
  check_room(set, staging.path());
  for (const PublicFile& file : set.downloads) {
    out << fmt::format("{}: downloading {} ({:.1f} MB)\n", set.name, file.name, static_cast<double>(file.bytes) / 1e6)
        << std::flush;
    const auto homes = options.url.empty() ? set.homes : std::vector{options.url};
    download(file, homes, staging.path() / file.name, options.progress);
  }
  if (!set.archive_folder.empty()) unpack(staging.path() / set.downloads.front().name, staging.path());

  const fs::path complete = set.archive_folder.empty() ? staging.path() : staging.path() / set.archive_folder;
  const std::string doubt = doubts(set, complete);
  check(doubt.empty(), "{}: what was downloaded is not the published set:\n  {}", set.name, doubt);
  const fs::path folder = options.to / set.folder;
  std::error_code error;
  fs::rename(complete, folder, error);
  check(!error, "{}: cannot be renamed to {}: {}", complete.string(), folder.string(), error.message());
  out << fmt::format("{}: all checksums match, in {}\n", set.name, folder.string());
}

void check_data(const std::filesystem::path& directory, std::ostream& out) {
  std::error_code ignored;
  check(fs::is_directory(directory, ignored), "{}: no such directory", directory.string());
  std::vector<std::string> errors;
  bool found = false;
  for (const PublicData& set : public_data()) {
    if (!find_folder(set.files(), directory)) continue;
    found = true;
    try {
      report(set, directory, out);
    } catch (const Error& error) {  // the other set is still worth a look
      errors.emplace_back(error.what());
    }
  }
  check(errors.empty(), "{}", fmt::join(errors, "\n"));
  if (!found) {
    for (const PublicData& set : public_data()) errors.push_back(doubts(set, directory));
    fail("{}", fmt::join(errors, "\n"));
  }
}

}  // namespace ringside
