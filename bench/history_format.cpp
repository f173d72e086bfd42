// Histories for people and for programs.
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "bench/history.h"
#include "bench/text_width.h"
#include "core/base/error.h"

namespace ringside {
namespace {

std::string change_words(const HistoryPoint& point) {
  if (!point.against_before) return "";
  const Judgement& made = *point.against_before;
  const std::string moved = made.ratio ? fmt::format("{:+.1f} %", 100 * (*made.ratio - 1)) : "";
  if (point.is_change()) return fmt::format("{}  <- {}", moved, name_of(made.verdict));
  return made.verdict == Verdict::unclear ? fmt::format("{}  unclear: {}", moved, made.reason) : moved;
}

std::string short_commit(const std::string& commit) {
  return commit.substr(0, 18);
}

}  // namespace

std::string histories_text(const Histories& histories) {
  const Unit& unit = find_unit(histories.metric->unit);
  std::string text = fmt::format("{}: {}; better is {}\n", histories.metric->name, histories.metric->summary,
                                 name_of(histories.metric->better));
  std::int64_t changes = 0;
  for (const History& history : histories.all) {
    text += fmt::format("\n{}{}\n", history.cell, history.machine_class.empty() ? "" : ", on " + history.machine_class);
    for (const HistoryPoint& point : history.points) {
      changes += point.is_change();
      text += without_trailing_spaces(
                  fmt::format("  {}  {}  {}   {}", left_aligned(short_commit(point.commit), 18), point.finished_at,
                              right_aligned(quantity_words(point.value, unit), 12), change_words(point))) +
              "\n";
    }
  }
  text += fmt::format("\n{} {} in {} {}. Each commit against all since the last change.\n", changes,
                      changes == 1 ? "change" : "changes", histories.all.size(),
                      histories.all.size() == 1 ? "cell" : "cells");
  if (histories.skipped > 0)
    text += fmt::format("{} records whose times do not count are left out.\n", histories.skipped);
  return text;
}

std::string histories_json(const Histories& histories) {
  using Json = nlohmann::ordered_json;
  Json all = Json::array();
  for (const History& history : histories.all) {
    Json points = Json::array();
    for (const HistoryPoint& point : history.points) {
      Json ratio, verdict;  // null
      if (point.against_before) {
        if (point.against_before->ratio) ratio = *point.against_before->ratio;
        verdict = name_of(point.against_before->verdict);
      }
      points.push_back({{"commit", point.commit},
                        {"finished_at", point.finished_at},
                        {"value", point.value},
                        {"ratio", std::move(ratio)},
                        {"verdict", std::move(verdict)},
                        {"change", point.is_change()}});
    }
    all.push_back({{"cell", history.cell}, {"machine_class", history.machine_class}, {"points", std::move(points)}});
  }
  const Json json = {{"metric", histories.metric->name},
                     {"unit", histories.metric->unit},
                     {"better", name_of(histories.metric->better)},
                     {"histories", std::move(all)},
                     {"skipped", histories.skipped}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace ringside
