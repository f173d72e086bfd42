// Times that were measured on a device rather than estimated: tables of layer calls and of moves, looked up with interpolation.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/graph/task.h"
#include "core/net/network.h"

namespace ringside {

// What a call of a layer depends on besides the layer.
struct CallShape {
  bool backward = false;
  bool input_gradient = false;  // backward: it is asked for
  int channels = 0;             // of the output
  int samples = 0;
};

struct MeasuredCall {
  CallShape shape;
  double seconds = 0;
};

struct MeasuredLayer {
  std::string geometry;
  std::vector<MeasuredCall> calls;
};

// What goes over floats. The cache makes them differ: `send` ends in another device's memory, a `reduce` reads what another
// device has written, an `update_apart` writes other weights than it reads.
enum class Move { copy, send, receive, report, reduce, update, update_apart };
inline constexpr int move_kinds = 7;
std::string_view name_of(Move move);

struct MeasuredMove {
  Move move{};
  std::int64_t floats = 0;
  double seconds = 0;
};

// A layer in words that hold all that its cost can depend on: "conv 5x5 stride 1 pad 0, 1x28x28 to 20x24x24".
std::string geometry(const Layer& layer);

// Linear between the samples measured, for the number of channels measured; another number costs its share of the nearest.
// None: that layer, or that direction of it, was never measured.
std::optional<double> measured_seconds(const std::vector<MeasuredLayer>& table, const Layer& layer,
                                       const CallShape& call);

// Linear between the sizes measured. None: no such move was measured.
std::optional<double> measured_seconds(const std::vector<MeasuredMove>& table, Move move, std::int64_t floats);

// None: a Forward, a Backward, a copy of channels, or an all-reduce.
std::optional<Move> move_of(const StepGraph& graph, const Op& op);

}  // namespace ringside
