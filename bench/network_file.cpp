// Networks as JSON files: the head of the file, and the way into make_network.
#include "bench/network_file.h"

#include "bench/json_fields.h"
#include "bench/layer_fields.h"
#include "bench/named_files.h"

namespace ringside {

namespace {

using nlohmann::json;

Shape read_shape(const json& value, const std::string& place) {
  JsonFields fields(value, place);
  const Shape shape{fields.get<int>("channels"), fields.get<int>("height"), fields.get<int>("width")};
  fields.done();
  return shape;
}

InputTransform read_transform(const json& value, const std::string& place) {
  using Mean = InputTransform::Mean;
  JsonFields fields(value, place);
  const auto mean =
      read_choice<Mean>(fields, "mean", {{"none", Mean::none}, {"image", Mean::image}, {"channel", Mean::channel}});
  const InputTransform transform{mean, read_float(fields, "scale")};
  fields.done();
  return transform;
}

LearningRate read_rate(const json& value, const std::string& place) {
  using Policy = LearningRate::Policy;
  JsonFields fields(value, place);
  LearningRate rate;
  rate.policy = read_choice<Policy>(
      fields, "policy",
      {{"fixed", Policy::fixed}, {"step", Policy::step}, {"multistep", Policy::multistep}, {"inv", Policy::inv}});
  rate.base = fields.get<double>("base");
  if (rate.policy != Policy::fixed) rate.gamma = fields.get<double>("gamma");
  if (rate.policy == Policy::step) rate.step_size = fields.get<std::int64_t>("step_size");
  if (rate.policy == Policy::multistep) rate.steps = fields.get<std::vector<std::int64_t>>("at");
  if (rate.policy == Policy::inv) rate.power = fields.get<double>("power");
  fields.done();
  return rate;
}

Solver read_solver(const json& value, const std::string& place) {
  JsonFields fields(value, place);
  Solver solver;
  solver.rate = read_rate(fields.at("rate"), place + ": rate");
  solver.momentum = read_float(fields, "momentum");
  solver.weight_decay = read_float(fields, "weight_decay");
  solver.batch = fields.get<int>("batch");
  solver.steps = fields.get<std::int64_t>("steps");
  fields.done();
  return solver;
}

std::vector<std::pair<std::string, LayerKind>> read_layers(const json& value, const std::string& place) {
  check(value.is_array(), "{}: \"layers\": expected a list, found {}", place, json_words(value));
  std::vector<std::pair<std::string, LayerKind>> layers;
  for (const json& layer : value) {
    layers.push_back(read_layer(layer, fmt::format("{}: layer {}", place, layers.size() + 1)));
  }
  return layers;
}

}  // namespace

Network load_network(const std::filesystem::path& file) {
  const std::string place = file.string();
  const json object = read_json_file(file);
  JsonFields fields(object, place);
  auto description = fields.get<std::string>("description");
  auto dataset = fields.get<std::string>("dataset");
  const Shape input = read_shape(fields.at("input"), place + ": input");
  const InputTransform transform = read_transform(fields.at("transform"), place + ": transform");
  Solver solver = read_solver(fields.at("solver"), place + ": solver");
  auto layers = read_layers(fields.at("layers"), place);
  fields.done();
  try {
    Network network =
        make_network(file.stem().string(), std::move(dataset), input, transform, std::move(solver), std::move(layers));
    network.description = std::move(description);
    return network;
  } catch (const Error& error) {
    fail("{}: {}", place, error.what());  // it knows the layer, not the file
  }
}

Network find_network(std::string_view name_or_path, const std::filesystem::path& folder) {
  return load_network(find_named_file("network", name_or_path, folder));
}

std::vector<std::string> network_names(const std::filesystem::path& folder) {
  return file_names(folder);
}

}  // namespace ringside
