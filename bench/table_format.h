// A table as text, Markdown, CSV and LaTeX.
#pragma once
#include <string>
#include <vector>

#include "bench/table.h"

namespace ringside {

// For a terminal: one block a quantity, so that a block fits 100 columns and is read at a glance.
std::string text_table(const Table& table);

std::string markdown_table(const Table& table);

// Needs the package amssymb (\checkmark).
std::string latex_table(const Table& table);

// One row a record of all tables, numbers unrounded.
std::string csv_tables(const std::vector<Table>& tables);

}  // namespace ringside
