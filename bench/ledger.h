// Writes records, and remembers what the person at the terminal must be told about them.
#pragma once
#include <map>
#include <string>

#include "bench/progress.h"
#include "bench/record.h"
#include "bench/record_file.h"

namespace ringside {

class Ledger {
 public:
  // Keeps references to all of them.
  Ledger(RecordFile& file, const Circumstances& circumstances, Progress& progress);

  // Requires: the cell has come to its end.
  void write(const RecordSource& source);

  // Each kind of warning once, in the words of the last record that has it.
  void sum_up() const;

 private:
  struct Note {
    std::string text;
    int records = 0;
  };

  RecordFile& file_;
  const Circumstances& circumstances_;
  Progress& progress_;
  int records_ = 0;
  std::map<std::string, Note> notes_;  // by code
};

// 0, 4 (failed, diverged, wrong), 5 (timeout) or 130 (interrupted).
int exit_code(Status status);

}  // namespace ringside
