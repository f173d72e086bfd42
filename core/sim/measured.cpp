// Lookup and interpolation.
#include "core/sim/measured.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <utility>

#include "core/base/error.h"
#include "core/base/match.h"
#include "core/net/geometry.h"

namespace ringside {
namespace {

using Point = std::pair<double, double>;  // size, seconds

// Beyond the ends the slope of the outermost two goes on; below the first, a cost in proportion is the least there can be.
double interpolate(std::vector<Point>& points, double size) {
  std::ranges::sort(points);
  const auto [first_size, first_s] = points.front();
  if (points.size() == 1) return first_s * size / first_size;
  const auto after = std::ranges::upper_bound(points, size, {}, &Point::first);
  const auto right = std::clamp<std::ptrdiff_t>(after - points.begin(), 1, std::ssize(points) - 1);
  const auto [left_size, left_s] = points[static_cast<std::size_t>(right) - 1];
  const auto [right_size, right_s] = points[static_cast<std::size_t>(right)];
  const double seconds = left_s + (right_s - left_s) * (size - left_size) / (right_size - left_size);
  if (size < first_size) return std::clamp(seconds, first_s * size / first_size, first_s);
  return size > points.back().first ? std::max(seconds, points.back().second) : seconds;
}

}  // namespace

std::string_view name_of(Move move) {
  static constexpr std::array<std::string_view, move_kinds> names{"copy",   "send",   "receive",     "report",
                                                                  "reduce", "update", "update_apart"};
  return names[static_cast<std::size_t>(move)];
}

std::string geometry(const Layer& layer) {
  const std::string details = match(
      layer.kind,
      [](const Conv& conv) { return fmt::format(" {0}x{0} stride {1} pad {2}", conv.kernel, conv.stride, conv.pad); },
      [](const Pool& pool) {
        return fmt::format(" {3} {0}x{0} stride {1} pad {2}", pool.kernel, pool.stride, pool.pad,
                           pool.kind == Pool::Kind::max ? "max" : "average");
      },
      [](const Subsample& subsample) { return fmt::format(" {0}x{0}", subsample.kernel); },
      [](const Lrn& lrn) { return fmt::format(" over {}", lrn.size); }, [](const auto&) { return std::string(); });
  return fmt::format("{}{}, {} to {}", kind_name(layer), details, describe(layer.input), describe(layer.output));
}

std::optional<double> measured_seconds(const std::vector<MeasuredLayer>& table, const Layer& layer,
                                       const CallShape& call) {
  const auto found = std::ranges::find(table, geometry(layer), &MeasuredLayer::geometry);
  if (found == table.end()) return std::nullopt;
  const auto alike = [&](const MeasuredCall& other) {
    return other.shape.backward == call.backward && other.shape.input_gradient == call.input_gradient;
  };
  const auto distance = [&](int channels) { return std::abs(std::log(static_cast<double>(channels) / call.channels)); };
  int channels = 0;
  for (const MeasuredCall& other : found->calls)
    if (alike(other) && (channels == 0 || distance(other.shape.channels) < distance(channels)))
      channels = other.shape.channels;
  if (channels == 0) return std::nullopt;
  std::vector<Point> points;
  for (const MeasuredCall& other : found->calls)
    if (alike(other) && other.shape.channels == channels) points.emplace_back(other.shape.samples, other.seconds);
  return interpolate(points, call.samples) * call.channels / channels;
}

std::optional<double> measured_seconds(const std::vector<MeasuredMove>& table, Move move, std::int64_t floats) {
  std::vector<Point> points;
  for (const MeasuredMove& other : table)
    if (other.move == move) points.emplace_back(static_cast<double>(other.floats), other.seconds);
  if (points.empty()) return std::nullopt;
  return interpolate(points, static_cast<double>(floats));
}

std::optional<Move> move_of(const StepGraph& graph, const Op& op) {
  const auto device = [&](const Span& span) { return graph.buffers[index(span.buffer)].device; };
  return match(
      op, [](const Forward&) -> std::optional<Move> { return std::nullopt; },
      [](const Backward&) -> std::optional<Move> { return std::nullopt; },
      [](const CopyChannels&) -> std::optional<Move> { return std::nullopt; },
      [](const AllReduce&) -> std::optional<Move> { return std::nullopt; },
      [](const Reduce&) -> std::optional<Move> { return Move::reduce; },
      [](const Update& u) -> std::optional<Move> { return u.updated == u.weights ? Move::update : Move::update_apart; },
      [&](const Transfer& t) -> std::optional<Move> {
        if (device(t.from) == host) return Move::receive;
        if (device(t.to) == host) return Move::report;
        return device(t.from) == device(t.to) ? Move::copy : Move::send;
      });
}

}  // namespace ringside
