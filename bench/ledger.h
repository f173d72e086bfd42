// Writes the records of a set of trials, and remembers what the person at the terminal must be told about them.
#pragma once
#include <deque>
#include <map>
#include <string>

#include "bench/progress.h"
#include "bench/record.h"
#include "bench/record_file.h"

namespace ringside {

class Ledger {
 public:
  // Keeps references to all of them.
  Ledger(RecordFile& file, const std::deque<Trial>& trials, const Dataset& data, const RunContext& context,
         Progress& progress);

  // Requires: the trial has come to its end.
  void write(const Trial& trial);

  // Each kind of warning once, in the words of the last record that has it.
  void sum_up() const;

 private:
  struct Note {
    std::string text;
    int records = 0;
  };

  RecordFile& file_;
  const std::deque<Trial>& trials_;
  const Dataset& data_;
  const RunContext& context_;
  Progress& progress_;
  std::map<std::string, Note> notes_;  // by code
};

// 0, 4 (failed, diverged, wrong), 5 (timeout) or 130 (interrupted).
int exit_code(Status status);

}  // namespace ringside
