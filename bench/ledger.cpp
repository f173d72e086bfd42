// Records on their way to the file.
#include "bench/ledger.h"

#include <algorithm>

#include "core/base/error.h"

namespace ringside {

Ledger::Ledger(RecordFile& file, const std::deque<Trial>& trials, const Dataset& data, const RunContext& context,
               Progress& progress)
    : file_(file), trials_(trials), data_(data), context_(context), progress_(progress) {}

void Ledger::write(const Trial& trial) {
  const auto base = std::ranges::find_if(trials_, [&](const Trial& other) {
    return is_baseline(other.cell()) && other.cell().scaling == trial.cell().scaling;
  });
  const auto record = make_record(trial, base == trials_.end() ? nullptr : &*base, data_, context_);
  file_.append(record);
  for (const auto& warning : record["warnings"]) {
    Note& note = notes_[warning["code"].get<std::string>()];
    note.text = warning["text"].get<std::string>();
    ++note.records;
  }
  const Outcome& outcome = trial.outcome();
  if (outcome.status != Status::ok && outcome.status != Status::interrupted)
    progress_.say(fmt::format("{}: {}: {}", describe(trial.cell()), name_of(outcome.status), outcome.message), true);
}

void Ledger::sum_up() const {
  for (const auto& [code, note] : notes_)
    progress_.say(fmt::format("warning: {} ({}, {} of {} records)", note.text, code, note.records, trials_.size()));
}

int exit_code(Status status) {
  switch (status) {
    case Status::ok:
      return 0;
    case Status::timeout:
      return 5;
    case Status::interrupted:
      return 130;
    case Status::failed:
    case Status::diverged:
    case Status::wrong_result:
      break;
  }
  return 4;
}

}  // namespace ringside
