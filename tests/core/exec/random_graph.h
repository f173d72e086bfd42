// Step graphs that no strategy would build: any ops on any spans, ages and copies.
#pragma once
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "core/graph/builder.h"

namespace ringside {

// Every buffer has so many floats. All copies of those with is_placed are placements of layer 0, one after another.
inline constexpr std::int64_t random_buffer_floats = 6;

inline bool is_placed(std::size_t buffer) {
  return buffer % 3 != 2;
}

inline StepGraph random_graph(std::mt19937& random, int devices, int buffers_per_device, int tasks, int most_copies) {
  const auto pick = [&](int first, int last) { return std::uniform_int_distribution(first, last)(random); };
  Builder builder("random", devices, 1);
  struct Choice {
    int device;
    Span span;
    int copies;
  };
  std::vector<Choice> buffers;
  std::int64_t offset = 0;
  for (int d = 0; d < devices; ++d) {
    for (int b = 0; b < buffers_per_device; ++b) {
      const int copies = pick(1, most_copies);
      const Span span = builder.buffer(DeviceId{d}, random_buffer_floats, "buffer " + std::to_string(b), copies);
      buffers.push_back({d, span, copies});
      if (!is_placed(index(span.buffer))) continue;
      for (int age = 0; age < copies; ++age, offset += span.count) builder.holds_weights(0, offset, span.aged(age));
    }
  }
  const auto span_on = [&](int device, std::int64_t count) {
    while (true) {
      const Choice& choice = buffers[static_cast<std::size_t>(pick(0, static_cast<int>(buffers.size()) - 1))];
      if (choice.device != device && device >= 0) continue;
      const auto begin = pick(0, static_cast<int>(random_buffer_floats - count));
      return std::pair{choice.device, choice.span.part(begin, count).aged(pick(1 - choice.copies, choice.copies - 1))};
    }
  };
  const auto overlap = [](const Span& a, const Span& b) {
    return a.buffer == b.buffer && a.begin < b.begin + b.count && b.begin < a.begin + a.count;
  };
  for (int t = 0; t < tasks;) {
    const std::int64_t count = pick(1, random_buffer_floats);
    const int kind = pick(0, 3);
    const auto [device, a] = span_on(-1, count);
    const Span b = span_on(kind == 0 ? -1 : device, count).second;
    const Span c = span_on(device, count).second;
    const Span d = span_on(device, count).second;
    if (overlap(a, b) || overlap(a, c) || overlap(b, c) || overlap(d, a) || overlap(d, b) || overlap(d, c)) continue;
    if (kind == 0) builder.add(Transfer{a, b});
    if (kind == 1) builder.add(Reduce{a, b});
    if (kind == 2) builder.add(Update{0, 0, a, b, b, c});
    if (kind == 3) builder.add(Update{0, 0, a, b, d, c});
    ++t;
  }
  return std::move(builder).finish();
}

}  // namespace ringside
