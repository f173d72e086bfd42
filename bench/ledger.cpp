// Records on their way to the file.
#include "bench/ledger.h"

#include "core/base/error.h"

namespace ringside {

Ledger::Ledger(RecordFile& file, const Circumstances& circumstances, Progress& progress)
    : file_(file), circumstances_(circumstances), progress_(progress) {}

void Ledger::write(const RecordSource& source) {
  const auto record = make_record(source, circumstances_);
  file_.append(record);
  for (const auto& warning : record["warnings"]) {
    Note& note = notes_[warning["code"].get<std::string>()];
    note.text = warning["text"].get<std::string>();
    ++note.records;
  }
  ++records_;
  const Outcome& outcome = source.outcome;
  if (outcome.status != Status::ok && outcome.status != Status::interrupted)
    progress_.say(fmt::format("{}: {}: {}", describe(source.cell), name_of(outcome.status), outcome.message), true);
}

void Ledger::sum_up() const {
  for (const auto& [code, note] : notes_)
    progress_.say(fmt::format("warning: {} ({}, {} of {} records)", note.text, code, note.records, records_));
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
