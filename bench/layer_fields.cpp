// One layer of a network file: a reader for every kind.
#include "bench/layer_fields.h"

#include <cmath>
#include <limits>

namespace ringside {

namespace {

using nlohmann::json;

Filler read_filler(JsonFields& fields) {
  using Kind = Filler::Kind;
  const auto kind = read_choice<Kind>(
      fields, "filler",
      {{"constant", Kind::constant}, {"xavier", Kind::xavier}, {"gaussian", Kind::gaussian}, {"msra", Kind::msra}});
  if (kind == Kind::constant) return {kind, read_float(fields, "value")};
  if (kind == Kind::gaussian) return {kind, read_float(fields, "deviation")};
  return {kind, 0};
}

float read_multiplier(JsonFields& fields, std::string_view name) {
  return fields.find(name) == nullptr ? 1 : read_float(fields, name);
}

Blob read_blob(const json& value, const std::string& place, bool needs_filler) {
  JsonFields fields(value, place);
  Blob blob;
  if (needs_filler || fields.find("filler") != nullptr) blob.filler = read_filler(fields);
  blob.rate_multiplier = read_multiplier(fields, "rate_multiplier");
  blob.decay_multiplier = read_multiplier(fields, "decay_multiplier");
  fields.done();
  return blob;
}

Blob read_weights(JsonFields& fields, const std::string& place) {
  return read_blob(fields.at("weights"), place + ": weights", true);
}

Blob read_bias(JsonFields& fields, const std::string& place) {
  const json* bias = fields.find("bias");
  return bias == nullptr ? Blob{} : read_blob(*bias, place + ": bias", false);
}

LayerKind read_conv(JsonFields& fields, const std::string& place) {
  return Conv{.outputs = fields.get<int>("outputs"),
              .kernel = fields.get<int>("kernel"),
              .stride = fields.get_or("stride", 1),
              .pad = fields.get_or("pad", 0),
              .weights = read_weights(fields, place),
              .bias = read_bias(fields, place)};
}

LayerKind read_dense(JsonFields& fields, const std::string& place) {
  return Dense{
      .outputs = fields.get<int>("outputs"), .weights = read_weights(fields, place), .bias = read_bias(fields, place)};
}

LayerKind read_pool(JsonFields& fields, const std::string& /*place*/) {
  using Kind = Pool::Kind;
  return Pool{.kind = read_choice<Kind>(fields, "method", {{"max", Kind::max}, {"average", Kind::average}}),
              .kernel = fields.get<int>("kernel"),
              .stride = fields.get_or("stride", 1),
              .pad = fields.get_or("pad", 0)};
}

LayerKind read_subsample(JsonFields& fields, const std::string& place) {
  return Subsample{
      .kernel = fields.get<int>("kernel"), .weights = read_weights(fields, place), .bias = read_bias(fields, place)};
}

LayerKind read_lrn(JsonFields& fields, const std::string& /*place*/) {
  return Lrn{.size = fields.get<int>("size"),
             .alpha = read_float(fields, "alpha"),
             .beta = read_float(fields, "beta"),
             .k = read_float(fields, "k")};
}

LayerKind read_dropout(JsonFields& fields, const std::string& /*place*/) {
  return Dropout{.ratio = read_float(fields, "ratio")};
}

template <class Kind>
LayerKind read_bare(JsonFields& /*fields*/, const std::string& /*place*/) {
  return Kind{};
}

using ReadKind = LayerKind (*)(JsonFields&, const std::string&);

}  // namespace

float read_float(JsonFields& fields, std::string_view name) {
  const auto value = fields.get<double>(name);
  check(std::abs(value) <= std::numeric_limits<float>::max(), "{}: {} is more than a float can hold",
        fields.place(name), value);
  return static_cast<float>(value);
}

std::pair<std::string, LayerKind> read_layer(const json& value, const std::string& place) {
  auto name = JsonFields(value, place).get<std::string>("name");
  const std::string named_place = fmt::format("{} \"{}\"", place, name);
  JsonFields fields(value, named_place);
  fields.at("name");  // read already
  const auto read = read_choice<ReadKind>(fields, "kind",
                                          {{"conv", read_conv},
                                           {"dense", read_dense},
                                           {"pool", read_pool},
                                           {"subsample", read_subsample},
                                           {"relu", read_bare<Relu>},
                                           {"tanh", read_bare<Tanh>},
                                           {"lrn", read_lrn},
                                           {"dropout", read_dropout},
                                           {"softmax_loss", read_bare<SoftmaxLoss>}});
  LayerKind kind = read(fields, named_place);
  fields.done();
  return {std::move(name), std::move(kind)};
}

}  // namespace ringside
