// Appending, locking, replacing: see the header.
#include "bench/line_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <system_error>

#include "bench/file_lock.h"
#include "core/base/error.h"

namespace ringside {
namespace {

constexpr int write_flags = O_CREAT | O_APPEND | O_CLOEXEC;
constexpr mode_t everybody = 0666;  // less the umask

std::string last_error() {
  return std::generic_category().message(errno);
}

std::int64_t size_of(int file) {
  struct stat facts {};
  return ::fstat(file, &facts) == 0 ? facts.st_size : 0;
}

// Whether the file that is open is still the one of this name: another process may have put a new one in its place.
bool is_still(const std::filesystem::path& path, int file) {
  struct stat open {
  }, named{};
  return ::fstat(file, &open) == 0 && ::stat(path.c_str(), &named) == 0 && open.st_ino == named.st_ino &&
         open.st_dev == named.st_dev;
}

// A rename is on the disk when its folder is.
void sync_folder_of(const std::filesystem::path& path) {
  const int folder = ::open(path.has_parent_path() ? path.parent_path().c_str() : ".", O_RDONLY | O_CLOEXEC);
  if (folder < 0) return;
  ::fsync(folder);
  ::close(folder);
}

// Gives back what was reserved beyond the size, or takes back half a line.
bool cut(int file, std::int64_t size) {
  return ::ftruncate(file, static_cast<off_t>(size)) == 0;
}

bool may_become_regular(const std::filesystem::path& path) {
  return !std::filesystem::exists(path) || std::filesystem::is_regular_file(path);
}

}  // namespace

LineFile::LineFile(const std::filesystem::path& path, Existing existing) : path_(path), name_(path.string()) {
  if (path == "-") {
    file_ = STDOUT_FILENO;
    return;
  }
  std::error_code error;
  if (path.has_parent_path()) std::filesystem::create_directories(path.parent_path(), error);
  check(!error, "{}: cannot make the folder: {}", name_, error.message());
  regular_ = may_become_regular(path);
  if (!regular_) {
    file_ = ::open(path.c_str(), O_WRONLY | write_flags, everybody);
    check(file_ >= 0, "{}: cannot be written: {}", name_, last_error());
    return;
  }
  open_locked();
  try {
    check(existing != Existing::refuse || size_of(file_) == 0,
          "{} exists already; --append adds to it, --force replaces it, --resume does what it lacks, --out names "
          "another",
          name_);
    if (existing == Existing::replace && size_of(file_) > 0)
      successor_ = make_successor();  // at once: a read-only folder is told before the run
    else
      mend();
  } catch (...) {
    ::close(file_);
    throw;
  }
}

LineFile::~LineFile() {
  if (file_ == STDOUT_FILENO) return;
  if (successor_ >= 0) {
    ::unlink((path_.string() + ".new").c_str());
    ::close(successor_);
  }
  if (regular_) {
    cut(file_, size_of(file_));
    if (made_ && size_of(file_) == 0) ::unlink(path_.c_str());
  }
  ::close(file_);
}

void LineFile::open_locked() {
  while (true) {
    made_ = !std::filesystem::exists(path_);
    file_ = ::open(path_.c_str(), O_RDWR | write_flags, everybody);
    check(file_ >= 0, "{}: cannot be written: {}", name_, last_error());
    if (!lock_file(file_)) {
      ::close(file_);
      fail("{}: another run is writing it; wait for its end, or name another with --out", name_);
    }
    if (is_still(path_, file_)) break;
    ::close(file_);
  }
  if (made_) sync_folder_of(path_);
  path_ = std::filesystem::canonical(path_);  // what is renamed over it must not take the place of a link to it
}

// A line without an end: whole, but for an editor that left it out, or torn by a kill.
void LineFile::mend() {
  const std::string all = text();
  const std::size_t end = all.rfind('\n') + 1;  // 0 if there is none
  const std::string_view tail = std::string_view(all).substr(end);
  if (tail.empty()) return;
  if (nlohmann::json::accept(tail)) {
    write(file_, "\n");
    return;
  }
  check(cut(file_, static_cast<std::int64_t>(end)), "{}: cannot be mended: {}", name_, last_error());
  torn_bytes_ = static_cast<std::int64_t>(tail.size());
}

void LineFile::reserve(std::int64_t bytes) {
  if (!regular_) return;
  const int file = successor_ >= 0 ? successor_ : file_;
  if (::fallocate(file, FALLOC_FL_KEEP_SIZE, size_of(file), bytes) == 0) return;
  const std::string why = last_error();
  bool fits = errno != ENOSPC && errno != EDQUOT && errno != EFBIG;
  struct statvfs disk {};  // a file system that cannot reserve can still say what is free
  if (fits && ::fstatvfs(file, &disk) == 0) fits = disk.f_bavail * disk.f_frsize >= static_cast<std::uint64_t>(bytes);
  check(fits, "{}: there is no room for {} KiB of records: {}", name_, (bytes + 1023) / 1024,
        errno == 0 ? "the disk is full" : why);
}

void LineFile::append(std::string_view line) {
  const std::string whole = std::string(line) + "\n";
  const int file = successor_ >= 0 ? successor_ : file_;
  const std::int64_t before = regular_ ? size_of(file) : 0;
  try {
    write(file, whole);
  } catch (const Error&) {
    if (regular_) cut(file, before);  // if that fails too, the next writer mends it
    throw;
  }
  if (successor_ >= 0) succeed(std::exchange(successor_, -1));
}

std::string LineFile::text() const {
  if (!regular_ || successor_ >= 0) return "";
  std::ifstream file(path_, std::ios::binary);
  std::ostringstream all;
  all << file.rdbuf();
  return all.str();
}

void LineFile::rewrite(std::string_view text) {
  const int successor = make_successor();
  try {
    write(successor, text);
  } catch (const Error&) {
    ::close(successor);
    throw;
  }
  succeed(successor);
}

int LineFile::make_successor() const {
  const std::string name = path_.string() + ".new";
  const int file = ::open(name.c_str(), O_RDWR | O_TRUNC | write_flags, everybody);
  check(file >= 0 && lock_file(file), "{}: cannot be replaced: {}: {}", name_, name, last_error());
  struct stat old {};
  if (::fstat(file_, &old) == 0) ::fchmod(file, old.st_mode & 07777U);
  return file;
}

void LineFile::succeed(int successor) {
  check(::rename((path_.string() + ".new").c_str(), path_.c_str()) == 0, "{}: cannot be replaced: {}", name_,
        last_error());
  sync_folder_of(path_);
  ::close(file_);
  file_ = successor;
  made_ = false;
}

void LineFile::write(int file, std::string_view text) const {
  while (!text.empty()) {  // one call, unless a signal or a pipe splits it
    const ssize_t count = ::write(file, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    check(count >= 0, "{}: cannot be written: {}", name_, last_error());
    text.remove_prefix(static_cast<std::size_t>(count));
  }
  // EINVAL: a pipe or a device, which has no disk behind it.
  check(::fsync(file) == 0 || errno == EINVAL, "{}: cannot be written to disk: {}", name_, last_error());
}

}  // namespace ringside
