// Finds the buffers that outlive a step by walking it once.
#include "core/graph/lifetime.h"

#include <algorithm>
#include <map>
#include <utility>

namespace ringside {
namespace {

// What the step has written so far of one copy of a buffer: disjoint ranges that do not touch.
class Written {
 public:
  void add(std::int64_t begin, std::int64_t end) {
    for (auto range = ranges_.begin(); range != ranges_.end();) {
      if (range->second < begin || range->first > end) {
        ++range;
        continue;
      }
      begin = std::min(begin, range->first);
      end = std::max(end, range->second);
      range = ranges_.erase(range);
    }
    ranges_[begin] = end;
  }

  bool covers(std::int64_t begin, std::int64_t end) const {
    auto after = ranges_.upper_bound(begin);
    return after != ranges_.begin() && std::prev(after)->second >= end;
  }

 private:
  std::map<std::int64_t, std::int64_t> ranges_;  // begin -> end
};

}  // namespace

std::vector<BufferId> lasting_buffers(const StepGraph& graph) {
  std::vector<bool> lasts(graph.buffers.size());
  std::map<std::pair<BufferId, int>, Written> written;  // by buffer and age
  for (const Task& task : graph.tasks) {
    const Accesses touched = accesses(task.op);
    for (const Span& span : touched.reads)
      if (!written[{span.buffer, span.age}].covers(span.begin, span.begin + span.count))
        lasts[index(span.buffer)] = true;
    if (std::holds_alternative<CopyChannels>(task.op)) continue;  // it leaves gaps in what it writes
    for (const Span& span : touched.writes) written[{span.buffer, span.age}].add(span.begin, span.begin + span.count);
  }
  for (const Placement& placement : graph.weights) lasts[index(placement.span.buffer)] = true;

  std::vector<BufferId> buffers;
  for (std::size_t b = 0; b < lasts.size(); ++b)
    if (lasts[b] && graph.buffers[b].device != host) buffers.push_back(BufferId{static_cast<int>(b)});
  return buffers;
}

}  // namespace ringside
