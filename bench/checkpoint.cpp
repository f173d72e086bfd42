// Checkpoints as files.
#include "bench/checkpoint.h"

#include <fcntl.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <system_error>

#include "bench/build_info.h"
#include "bench/digest.h"
#include "bench/file_lock.h"
#include "bench/resume.h"
#include "core/base/error.h"

namespace ringside {
namespace {

using nlohmann::json;

constexpr std::string_view magic = "ringside checkpoint ";
constexpr std::string_view format_version = "1";

std::string last_error() {
  return std::generic_category().message(errno);
}

std::span<const std::byte> bytes_of(std::string_view text) {
  return std::as_bytes(std::span(text));
}

json phases_json(const Phases& phases) {
  return {phases.compute_s, phases.communicate_s, phases.exposed_communicate_s, phases.input_s, phases.wait_s};
}

Phases phases_of(const json& list) {
  return {list.at(0), list.at(1), list.at(2), list.at(3), list.at(4)};
}

json point_json(const ConvergencePoint& point) {
  json made = {{"step", point.step},
               {"epoch", point.epoch},
               {"samples_seen", point.samples_seen},
               {"train_loss", point.train_loss}};
  if (point.test) made["test"] = {point.test->loss, point.test->accuracy, point.test->samples};
  return made;
}

ConvergencePoint point_of(const json& object) {
  ConvergencePoint point{object.at("step"), object.at("epoch"), object.at("samples_seen"), object.at("train_loss"), {}};
  if (object.contains("test")) {
    const json& test = object.at("test");
    point.test = {test.at(0), test.at(1), test.at(2)};
  }
  return point;
}

// Doubles are written with as many digits as give them back.
json progress_json(const Outcome& outcome) {
  json phases = json::array(), convergence = json::array();
  for (const Phases& device : outcome.phases) phases.push_back(phases_json(device));
  for (const ConvergencePoint& point : outcome.convergence) convergence.push_back(point_json(point));
  json made = {{"runs", outcome.earlier_runs},
               {"step_s", outcome.step_s},
               {"cpu_s", outcome.cpu_s},
               {"phases", std::move(phases)},
               {"convergence", std::move(convergence)}};
  if (outcome.other_programs_cores) made["other_programs_cores"] = *outcome.other_programs_cores;
  return made;
}

Outcome progress_of(const json& object) {
  Outcome outcome;
  object.at("runs").get_to(outcome.earlier_runs);
  object.at("step_s").get_to(outcome.step_s);
  object.at("cpu_s").get_to(outcome.cpu_s);
  for (const json& device : object.at("phases")) outcome.phases.push_back(phases_of(device));
  for (const json& point : object.at("convergence")) outcome.convergence.push_back(point_of(point));
  if (object.contains("other_programs_cores")) outcome.other_programs_cores = object.at("other_programs_cores");
  return outcome;
}

void write_all(int file, std::string_view bytes, const std::string& name) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(file, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    check(count >= 0, "{}: cannot be written: {}", name, last_error());
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
}

}  // namespace

CheckpointFolder::CheckpointFolder(const std::filesystem::path& folder) : folder_(folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  check(!error, "{}: cannot make the folder of checkpoints: {}", folder.string(), error.message());
  check(::access(folder.c_str(), W_OK) == 0, "{}: no checkpoint can be written here: {}", folder.string(),
        last_error());
  lock_ = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  check(lock_ >= 0, "{}: cannot be opened: {}", folder.string(), last_error());
  if (lock_file(lock_)) return;
  ::close(lock_);
  fail("{}: another run keeps its checkpoints here; wait for its end, or name another folder", folder.string());
}

CheckpointFolder::~CheckpointFolder() {
  ::close(lock_);
}

void CheckpointFolder::check_room(std::int64_t floats) const {
  struct statvfs disk {};
  if (::statvfs(folder_.c_str(), &disk) != 0) return;
  const auto needed = static_cast<std::uint64_t>(floats) * sizeof(float);
  const std::uint64_t free = disk.f_bavail * disk.f_frsize;
  check(needed <= free, "{}: checkpoints need {} MiB and {} MiB are free", folder_.string(), (needed >> 20) + 1,
        free >> 20);
}

// The name tells a reader whose it is; the checksum keeps apart what only the identity does.
std::filesystem::path CheckpointFolder::file_of(const json& identity) const {
  const auto word = [&](const char* field) {
    const json value = identity.value(field, json());
    return value.is_string() ? value.get<std::string>() : value.dump();
  };
  return folder_ / fmt::format("{}-{}-{}-{}-{:.12}.checkpoint", word("network"), word("strategy"), word("devices"),
                               word("scaling"), sha256_of({bytes_of(work_key(identity))}));
}

std::optional<Checkpoint> CheckpointFolder::find(const json& identity, std::int64_t floats) const {
  const std::filesystem::path path = file_of(identity);
  const std::string name = path.string();
  std::ifstream file(path, std::ios::binary);
  if (!file.is_open()) {
    check(!std::filesystem::exists(path), "{}: cannot be read", name);
    return std::nullopt;
  }
  std::string head, header;
  std::getline(file, head);
  check(head.starts_with(magic), "{}: is no checkpoint; move it away", name);
  const std::string version = head.substr(magic.size(), head.find(' ', magic.size()) - magic.size());
  check(version == format_version, "{}: has format {}; this program reads format {}; delete it to begin anew", name,
        version, format_version);
  std::getline(file, header);
  Checkpoint checkpoint;
  checkpoint.state.floats.resize(static_cast<std::size_t>(std::filesystem::file_size(path) -
                                                          std::min<std::uintmax_t>(std::filesystem::file_size(path),
                                                                                   head.size() + header.size() + 2)) /
                                 sizeof(float));
  const auto bytes = std::as_writable_bytes(std::span(checkpoint.state.floats));
  file.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  const std::string sum = sha256_of({bytes_of(header), bytes});
  check(head.ends_with(" " + sum), "{}: is damaged: its checksum is wrong; delete it to begin anew", name);

  const json facts = json::parse(header);
  const std::string other = difference(facts.at("identity"), identity);
  check(other.empty(), "{}: belongs to another training: {}", name, other);
  check(facts.at("commit") == build_info().commit,
        "{}: was written by commit {} of ringside, this is {}: the bits may differ; delete it to begin anew", name,
        facts.at("commit").get<std::string>(), build_info().commit);
  check(std::ssize(checkpoint.state.floats) == floats,
        "{}: holds {} floats, the training has {}; delete it to begin anew", name, checkpoint.state.floats.size(),
        floats);
  facts.at("next_step").get_to(checkpoint.state.next_step);
  checkpoint.so_far = progress_of(facts.at("progress"));
  return checkpoint;
}

void CheckpointFolder::save(const json& identity, const Checkpoint& checkpoint) const {
  const json facts = {{"identity", identity},
                      {"commit", build_info().commit},
                      {"next_step", checkpoint.state.next_step},
                      {"progress", progress_json(checkpoint.so_far)}};
  const std::string header = facts.dump();
  const auto floats = std::as_bytes(std::span(checkpoint.state.floats));
  const std::filesystem::path path = file_of(identity), fresh = path.string() + ".new";
  const int file = ::open(fresh.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  check(file >= 0, "{}: cannot be written: {}", fresh.string(), last_error());
  try {
    write_all(file, fmt::format("{}{} {}\n{}\n", magic, format_version, sha256_of({bytes_of(header), floats}), header),
              fresh.string());
    write_all(file, {reinterpret_cast<const char*>(floats.data()), floats.size()}, fresh.string());
    check(::fsync(file) == 0, "{}: cannot be written to disk: {}", fresh.string(), last_error());
  } catch (const Error&) {
    ::close(file);
    ::unlink(fresh.c_str());
    throw;
  }
  ::close(file);
  check(::rename(fresh.c_str(), path.c_str()) == 0, "{}: cannot be replaced: {}", path.string(), last_error());
  ::fsync(lock_);  // the folder
}

void CheckpointFolder::remove(const json& identity) const {
  std::error_code none;
  const std::filesystem::path path = file_of(identity);
  std::filesystem::remove(path, none);
  std::filesystem::remove(path.string() + ".new", none);  // of a kill
}

}  // namespace ringside
