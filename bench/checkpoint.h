// Checkpoints: how far the training of a cell has come, on the disk, so that another run goes on to the same bits.
#pragma once
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>

#include "bench/outcome.h"
#include "core/exec/session.h"

namespace ringside {

// A training between two rounds.
struct Checkpoint {
  Outcome so_far;  // what grows from round to round: times, phases, convergence; and the runs that made them
  SessionState state;
};

// A folder of checkpoints, one file a cell: a line that names format and SHA-256 of the rest, a line of JSON (whose training it
// is, how far it has come), and the state's floats as they lie in memory. Written beside and renamed: there is always the
// last whole one. One run at a time uses a folder; the lock ends with the process.
class CheckpointFolder {
 public:
  // Makes it. Throws bad_input if it cannot be made or written, or if another run uses it.
  explicit CheckpointFolder(const std::filesystem::path& folder);
  ~CheckpointFolder();
  CheckpointFolder(const CheckpointFolder&) = delete;
  CheckpointFolder& operator=(const CheckpointFolder&) = delete;

  // Throws bad_input if the disk has no room for states of so many floats together, and one more while it is written.
  void check_room(std::int64_t floats) const;

  // The checkpoint of the cell with this identity, if there is one. Throws bad_input, naming the file and what to do: it is no
  // checkpoint, damaged, of another format or of another version of the program, or its state has not `floats` floats.
  std::optional<Checkpoint> find(const nlohmann::json& identity, std::int64_t floats) const;

  // On the disk when it returns.
  void save(const nlohmann::json& identity, const Checkpoint& checkpoint) const;

  void remove(const nlohmann::json& identity) const;

 private:
  std::filesystem::path file_of(const nlohmann::json& identity) const;

  std::filesystem::path folder_;
  int lock_ = -1;
};

}  // namespace ringside
