// Round by round: every device sends to the next one.
#include "strategies/ring.h"

#include "strategies/pieces.h"

namespace ringside {

Span chunk_of(const Span& span, int devices, int chunk) {
  const Share s = share(span.count, devices, (chunk % devices + devices) % devices);
  return span.part(s.first, s.count);
}

void reduce_scatter(Builder& builder, std::span<const Span> copies, std::span<const Span> inboxes) {
  const auto n = static_cast<int>(copies.size());
  const auto at = [&](int d, int chunk) { return chunk_of(copies[static_cast<std::size_t>(d % n)], n, chunk); };
  for (int i = 0; i < n - 1; ++i) {
    const auto inbox = [&](int d) {
      return inboxes[static_cast<std::size_t>((d + 1) % n)].part(0, at(d, d - i).count);
    };
    for (int d = 0; d < n; ++d) builder.add(Transfer{at(d, d - i), inbox(d)});
    for (int d = 0; d < n; ++d) builder.add(Reduce{inbox(d), at(d + 1, d - i)});
  }
}

void all_gather(Builder& builder, std::span<const Span> copies) {
  const auto n = static_cast<int>(copies.size());
  const auto at = [&](int d, int chunk) { return chunk_of(copies[static_cast<std::size_t>(d % n)], n, chunk); };
  for (int i = 0; i < n - 1; ++i) {
    for (int d = 0; d < n; ++d) builder.add(Transfer{at(d, d + 1 - i), at(d + 1, d + 1 - i)});
  }
}

}  // namespace ringside
