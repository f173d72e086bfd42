// Joining: see the header.
#include "bench/compare_cells.h"

#include <algorithm>

#include "bench/outcome.h"
#include "core/base/error.h"
#include "strategies/strategy.h"

namespace ringside {
namespace {

using Group = std::vector<ComparedRecord>;

void check_alike(const ComparedRecord& first, const ComparedRecord& other) {
  check(first.run != other.run, "{}: the same cell and run as {}: {}, run {}", other.place, first.place, first.name,
        first.run);
  const auto same = [&](std::string_view what, const std::string& a, const std::string& b) {
    if (a != b)
      throw Error(
          ErrorKind::not_comparable,
          fmt::format("{} and {} are runs of one cell and differ in {}: {} against {}; give each a file of its own",
                      first.place, other.place, what, a, b));
  };
  same("commit", first.commit, other.commit);
  for (const auto& [name, words] : first.conditions) same(name, words, other.conditions.at(name));
}

// Records of one identity, in the order they came.
std::vector<Group> grouped(const std::vector<ComparedRecord>& records) {
  std::vector<Group> groups;
  for (const ComparedRecord& record : records) {
    const auto found =
        std::ranges::find_if(groups, [&](const Group& group) { return group[0].identity == record.identity; });
    if (found == groups.end()) {
      groups.push_back({record});
      continue;
    }
    for (const ComparedRecord& other : *found) check_alike(other, record);
    found->push_back(record);
  }
  return groups;
}

std::vector<std::string> differing_conditions(const ComparedRecord& a, const ComparedRecord& b) {
  std::vector<std::string> names;
  for (const std::string_view name : condition_names()) {
    const auto one = a.conditions.find(std::string(name)), other = b.conditions.find(std::string(name));
    if (one != a.conditions.end() && other != b.conditions.end() && one->second != other->second)
      names.emplace_back(name);
  }
  return names;
}

// When the runs of the two sides took turns: both k-th ones ended before either next one did.
bool took_turns(const Group& a, const Group& b) {
  if (a.size() != b.size() || a.size() < 2) return false;
  for (std::size_t k = 0; k + 1 < a.size(); ++k)
    if (std::max(a[k].finished_at, b[k].finished_at) > std::min(a[k + 1].finished_at, b[k + 1].finished_at))
      return false;
  return a.front().finished_at < a.back().finished_at;
}

Pairing pairing_of(const Group& a, const Group& b) {
  const bool same_runs = std::ranges::equal(a, b, {}, &ComparedRecord::run, &ComparedRecord::run);
  return same_runs ? Pairing::by_repetition : took_turns(a, b) ? Pairing::by_run : Pairing::none;
}

class Joiner {
 public:
  explicit Joiner(const std::set<std::string>& allowed) : allowed_(allowed) {}

  void add(const Group& baseline, const Group& candidate) {
    std::vector<std::string> differences;
    const auto tell = [&](const std::string& condition, const std::string& words) {
      if (!allowed_.contains(condition))
        differences.push_back(words);
      else if (std::string note = "Allowed to differ: " + words + ".";
               std::ranges::find(result_.notes, note) == result_.notes.end())
        result_.notes.push_back(std::move(note));
    };
    const ComparedRecord &first = baseline.front(), &second = candidate.front();
    for (const std::string& name : differing_conditions(first, second))
      tell(name, fmt::format("{}: {} against {}", name, first.conditions.at(name), second.conditions.at(name)));
    const auto tell_obstacle = [&](const Group& group, std::string_view side) {
      const auto found = std::ranges::find_if(group, [](const auto& record) { return !record.obstacle.empty(); });
      if (found != group.end())
        tell(found->obstacle_condition,
             fmt::format("{}: {} of the {}: times mean nothing", found->obstacle_condition, found->obstacle, side));
    };
    tell_obstacle(baseline, "baseline");
    tell_obstacle(candidate, "candidate");
    if (differences.empty())
      result_.pairs.push_back({baseline, candidate, pairing_of(baseline, candidate)});
    else
      result_.incomparable.push_back({second.name, std::move(differences)});
  }

  Join& result() { return result_; }

 private:
  const std::set<std::string>& allowed_;
  Join result_;
};

// Takes out of `groups` the one that is like `group` and differs least; empty if none is.
Group take_likest(const Group& group, std::vector<Group>& groups) {
  auto best = groups.end();
  std::size_t least = 0;
  for (auto other = groups.begin(); other != groups.end(); ++other) {
    if (other->front().likeness != group.front().likeness) continue;
    const std::size_t count = differing_conditions(group.front(), other->front()).size();
    if (best != groups.end() && count >= least) continue;
    best = other;
    least = count;
  }
  if (best == groups.end()) return {};
  Group taken = std::move(*best);
  groups.erase(best);
  return taken;
}

}  // namespace

Join join(const std::vector<ComparedRecord>& baseline, const std::vector<ComparedRecord>& candidate,
          const std::set<std::string>& allowed) {
  Joiner joiner(allowed);
  std::vector<Group> before = grouped(baseline), after = grouped(candidate), left;
  for (Group& group : before) {
    const auto found =
        std::ranges::find_if(after, [&](const Group& other) { return other[0].identity == group[0].identity; });
    if (found == after.end()) {
      left.push_back(std::move(group));
      continue;
    }
    joiner.add(group, *found);
    after.erase(found);
  }
  for (const Group& group : left) {
    const Group likest = take_likest(group, after);
    if (likest.empty())
      joiner.result().missing.push_back(group.front().name);
    else
      joiner.add(group, likest);
  }
  for (const Group& group : after) joiner.result().added.push_back(group.front().name);
  return std::move(joiner.result());
}

Join join_strategies(const std::vector<ComparedRecord>& records, const std::set<std::string>& allowed) {
  std::vector<Group> groups = grouped(records);
  const auto rank = [](const Group& group) {
    return std::ranges::find(strategies(), group.front().strategy, &Strategy::name) - strategies().begin();
  };
  std::ranges::stable_sort(groups, {}, rank);
  std::set<std::string> with_solver = allowed;
  with_solver.insert("solver");
  Joiner joiner(with_solver);
  while (!groups.empty()) {
    const Group first = groups.front();
    groups.erase(groups.begin());
    for (auto other = groups.begin(); other != groups.end();) {
      const ComparedRecord &a = first.front(), &b = other->front();
      std::vector<std::string> differ = differing_conditions(a, b);
      std::erase_if(differ, [&](const std::string& name) { return with_solver.contains(name); });
      if (a.devices != b.devices || a.simulated != b.simulated || a.network != b.network || !differ.empty()) {
        ++other;
        continue;
      }
      joiner.add(first, *other);
      other = groups.erase(other);
    }
  }
  return std::move(joiner.result());
}

Series series_of(const std::vector<ComparedRecord>& records, std::string_view metric, Pairing pairing) {
  Series series;
  for (const ComparedRecord& record : records) {
    const auto found = record.metrics.find(metric);
    const Rounds rounds = found == record.metrics.end() ? Rounds{} : found->second;
    if (pairing == Pairing::by_run)
      series.push_back(joined(rounds));
    else
      series.insert(series.end(), rounds.begin(), rounds.end());
  }
  return series;
}

}  // namespace ringside
