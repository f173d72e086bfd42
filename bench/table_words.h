// The words of a table that all its formats share.
#pragma once
#include <string>
#include <vector>

#include "bench/table.h"

namespace ringside {

// "lenet on mnist, strong scaling"
std::string table_title(const Table& table);

// What was run where: lines for below the title.
std::vector<std::string> table_facts(const Table& table);

// What the numbers mean: formulas, marks, reservations.
std::vector<std::string> table_notes(const Table& table);

// Published values that belong to a strategy's row and such that belong to none, each with what, hardware and source.
std::vector<std::string> published_notes(const Table& table);

// "independent (bound)"
std::string strategy_words(const std::string& strategy);

// "2 devices"
std::string devices_words(int devices);

// "1.91 [1.85, 1.97]"; the status where the run went wrong; empty where there is no number.
std::string speed_up_words(const TableCell& cell);

// "10,120", "97.1 %"; empty where there is none.
std::string rate_words(const TableCell& cell);
std::string accuracy_words(const TableCell& cell);

// "87 %"; empty on one device and where there is no speed-up.
std::string efficiency_words(const TableCell& cell);

// "1.21 s", "not reached"; empty where nothing was trained, tested or right.
std::string time_to_accuracy_words(const Table& table, const TableCell& cell);

// "time to 97 %"; empty if the table has no such column.
std::string time_to_accuracy_heading(const Table& table);

// ✓ or ✗
std::string mark(const TableCell& cell);

// The published speed-ups of a row: "3.77 on 4 [1]".
std::string published_words(const Table& table, const std::string& strategy);
bool any_published_row(const Table& table);

}  // namespace ringside
