// Downloading with curl: it knows proxies, redirections, certificates and retries.
#include "bench/download.h"

#include <optional>

#include "bench/child_process.h"
#include "bench/digest.h"
#include "core/base/error.h"

namespace ringside {

namespace {

// What went wrong, if something did.
std::optional<std::string> try_home(const PublicFile& file, const std::string& url, const std::filesystem::path& target,
                                    bool progress) {
  const ChildResult curl =
      run_child({"curl", "--fail", "--location", "--retry", "2", "--connect-timeout", "30",
                 // Given up when it stands still.
                 "--speed-limit", "1000", "--speed-time", "60", progress ? "--progress-bar" : "--silent", "--write-out",
                 "%{errormsg}", "--output", target.string(), "--url", url});
  if (curl.exit_code != 0) return fmt::format("{} (curl's error {})", curl.output, curl.exit_code);
  const std::string sum = sha256_of_file(target);
  if (sum == file.sha256) return std::nullopt;
  return fmt::format("the {} bytes that came have SHA-256 {}, expected {} bytes with {}",
                     std::filesystem::file_size(target), sum, file.bytes, file.sha256);
}

}  // namespace

void download(const PublicFile& file, const std::vector<std::string>& homes, const std::filesystem::path& target,
              bool progress) {
  std::string failures;
  for (const std::string& home : homes) {
    const std::string url = home + (home.ends_with('/') ? "" : "/") + file.name;
    const auto failure = try_home(file, url, target, progress);
    if (!failure) return;
    failures += fmt::format("\n  {}: {}", url, *failure);
  }
  fail("{} cannot be downloaded:{}", file.name, failures);
}

}  // namespace ringside
