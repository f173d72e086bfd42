// Both ways between tables and JSON.
#include "bench/measured_fields.h"

#include <array>
#include <cmath>

#include "bench/json_fields.h"
#include "bench/numbers.h"
#include "core/base/nearest.h"

namespace ringside {
namespace {

using nlohmann::json;
using Json = nlohmann::ordered_json;

const json& list_at(JsonFields& fields, std::string_view name) {
  const json& list = fields.at(name);
  check(list.is_array(), "{}: expected a list, found {}", fields.place(name), json_words(list));
  return list;
}

// The fields that calls and moves have in common.
double read_seconds(JsonFields& fields) {
  const auto us = fields.get<double>("us");
  check(us > 0, "{}: {}; expected more than 0", fields.place("us"), us);
  const auto spread = fields.get<double>("spread");
  check(spread >= 0, "{}: {}; expected 0 or more", fields.place("spread"), spread);
  return us * 1e-6;
}

template <class Int>
Int read_count(JsonFields& fields, std::string_view name) {
  const auto count = fields.get<Int>(name);
  check(count >= 1, "{}: {}; expected at least 1", fields.place(name), count);
  return count;
}

MeasuredCall read_call(const json& item, const std::string& place) {
  JsonFields fields(item, place);
  MeasuredCall call;
  call.shape.backward = fields.get<bool>("backward");
  call.shape.input_gradient = fields.get_or<bool>("input_gradient", false);
  call.shape.channels = read_count<int>(fields, "channels");
  call.shape.samples = read_count<int>(fields, "samples");
  call.seconds = read_seconds(fields);
  fields.done();
  return call;
}

MeasuredMove read_move(const json& item, const std::string& place) {
  JsonFields fields(item, place);
  MeasuredMove move;
  const auto name = fields.get<std::string>("move");
  std::array<std::string_view, move_kinds> names;
  for (int kind = 0; kind < move_kinds; ++kind) names[static_cast<std::size_t>(kind)] = name_of(Move{kind});
  const auto found = std::ranges::find(names, name);
  if (found == names.end()) fail_unknown(fmt::format("{}: move", place), name, names);
  move.move = Move{static_cast<int>(found - names.begin())};
  move.floats = read_count<std::int64_t>(fields, "floats");
  move.seconds = read_seconds(fields);
  fields.done();
  return move;
}

double rounded(double spread) {
  return std::round(spread * 1e3) / 1e3;
}

}  // namespace

void read_measured(const json& value, const std::string& place, DeviceProfile& device) {
  JsonFields fields(value, place);
  check(!fields.get<std::string>("source").empty(), "{}: needs a source that is not empty", place);
  const json& layers = list_at(fields, "layers");
  const json& moves = list_at(fields, "moves");
  fields.done();
  for (const json& item : layers) {
    JsonFields layer(item, fmt::format("{}: item {}", fields.place("layers"), device.measured_layers.size() + 1));
    MeasuredLayer& measured = device.measured_layers.emplace_back();
    measured.geometry = layer.get<std::string>("geometry");
    for (const json& call : list_at(layer, "calls"))
      measured.calls.push_back(
          read_call(call, fmt::format("{}: item {}", layer.place("calls"), measured.calls.size() + 1)));
    layer.done();
  }
  for (const json& move : moves)
    device.measured_moves.push_back(
        read_move(move, fmt::format("{}: item {}", fields.place("moves"), device.measured_moves.size() + 1)));
}

Json call_json(const MeasuredCall& call, double spread) {
  Json json = {{"backward", call.shape.backward}};
  if (call.shape.input_gradient) json["input_gradient"] = true;
  json["channels"] = call.shape.channels;
  json["samples"] = call.shape.samples;
  json["us"] = microseconds(call.seconds);
  json["spread"] = rounded(spread);
  return json;
}

Json move_json(const MeasuredMove& move, double spread) {
  return {{"move", name_of(move.move)},
          {"floats", move.floats},
          {"us", microseconds(move.seconds)},
          {"spread", rounded(spread)}};
}

}  // namespace ringside
