// Records by cell, class of machine and commit; change points.
#include "bench/history.h"

#include <algorithm>

#include "bench/compared_record.h"
#include "core/base/error.h"

namespace ringside {
namespace {

struct Keyed {
  std::string key;
  History history;
};

std::string class_of(const ComparedRecord& record) {
  const auto found = record.conditions.find("host");
  return found == record.conditions.end() ? "" : found->second;
}

void add(History& history, const ComparedRecord& record, const Rounds& rounds) {
  auto point = std::ranges::find(history.points, record.commit, &HistoryPoint::commit);
  if (point == history.points.end()) {
    history.points.emplace_back();
    point = std::prev(history.points.end());
    point->commit = record.commit;
    point->finished_at = record.finished_at;
  }
  point->finished_at = std::min(point->finished_at, record.finished_at);
  point->busy = point->busy || record.busy;
  point->rounds.insert(point->rounds.end(), rounds.begin(), rounds.end());
}

void find_changes(History& history, const Metric& metric, double threshold) {
  std::ranges::stable_sort(history.points, {}, &HistoryPoint::finished_at);
  Rounds since;  // of the commits since the last change
  bool busy = false;
  for (HistoryPoint& point : history.points) {
    point.value = *median_of_rounds(point.rounds, metric.quantile);
    if (!since.empty())
      point.against_before =
          judge(metric, since, point.rounds, {.threshold = threshold, .paired = false, .busy = busy || point.busy});
    const bool unclear = point.against_before && point.against_before->verdict == Verdict::unclear;
    if (unclear) continue;
    if (point.is_change()) {
      since.clear();
      busy = false;
    }
    since.insert(since.end(), point.rounds.begin(), point.rounds.end());
    busy = busy || point.busy;
  }
}

}  // namespace

bool HistoryPoint::is_change() const {
  return against_before && (against_before->verdict == Verdict::better || against_before->verdict == Verdict::worse ||
                            against_before->verdict == Verdict::changed);
}

Histories make_histories(const std::vector<PlacedRecord>& records, const Metric& metric, double threshold) {
  Histories made;
  made.metric = &metric;
  std::vector<Keyed> keyed;
  for (const PlacedRecord& placed : records) {
    const ComparedRecord record = read_compared(placed, {&metric});
    const auto rounds = record.metrics.find(metric.name);
    if (rounds == record.metrics.end()) continue;
    if (!record.obstacle.empty()) {
      ++made.skipped;
      continue;
    }
    const auto build = record.conditions.find("build");
    const std::string key = fmt::format("{}|{}|{}", record.identity, class_of(record),
                                        build == record.conditions.end() ? "" : build->second);
    auto found = std::ranges::find(keyed, key, &Keyed::key);
    if (found == keyed.end()) {
      keyed.push_back({key, {.cell = record.name, .machine_class = class_of(record), .points = {}}});
      found = std::prev(keyed.end());
    }
    add(found->history, record, rounds->second);
  }
  for (Keyed& entry : keyed) {
    find_changes(entry.history, metric, threshold);
    made.all.push_back(std::move(entry.history));
  }
  if (made.all.empty())
    throw Error(ErrorKind::not_comparable,
                fmt::format("none of the {} records has {}, or the times of none count", records.size(), metric.name));
  return made;
}

std::vector<std::string> record_files(const std::filesystem::path& folder) {
  check(std::filesystem::is_directory(folder), "{}: no such folder", folder.string());
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    if (entry.path().extension() == ".jsonl") files.push_back(entry.path().string());
  std::ranges::sort(files);
  check(!files.empty(), "{}: no file *.jsonl in it", folder.string());
  return files;
}

}  // namespace ringside
