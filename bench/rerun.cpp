// From a record back to the experiment.
#include "bench/rerun.h"

#include <algorithm>

#include "bench/json_fields.h"

namespace ringside {
namespace {

JsonFields part(JsonFields& fields, std::string_view name) {
  return {fields.at(name), fields.place(name)};
}

RecipeChange recipe_of(JsonFields& identity) {
  JsonFields solver = part(identity, "solver");
  JsonFields rate = part(solver, "rate");
  return {.rate = rate.get<double>("base"),
          .momentum = solver.get<double>("momentum"),
          .weight_decay = solver.get<double>("weight_decay")};
}

Experiment experiment_of(JsonFields& identity, JsonFields& context) {
  Experiment made;
  made.name = context.get<std::string>("experiment");
  made.networks = {context.get<std::string>("network_file")};
  if (identity.find("dataset")) made.dataset = part(identity, "dataset").get<std::string>("name");
  made.strategies = {identity.get<std::string>("strategy")};
  made.devices = {identity.get<int>("devices")};
  made.scaling = {parse_scaling(identity.place("scaling"), identity.get<std::string>("scaling"))};
  made.batch = identity.get<int>("base_batch");
  made.epochs = identity.get_or("epochs", 0.0);
  if (made.epochs == 0) made.steps = identity.get<std::int64_t>("steps");
  made.repetitions = identity.get<int>("repetitions");
  made.warm_up_steps = identity.get<int>("warm_up_steps");
  made.seed = identity.get<std::uint64_t>("seed");
  made.backend = identity.get_or("backend", made.backend);
  made.evaluate = parse_evaluate(identity.place("evaluate"), identity.get<std::string>("evaluate"));
  made.recipes[made.strategies.front()] = recipe_of(identity);
  return made;
}

}  // namespace

PlacedRecord find_record(const std::string& reference) {
  const std::size_t colon = reference.rfind(':');
  const bool has_line = colon != std::string::npos && colon + 1 < reference.size() &&
                        reference.find_first_not_of("0123456789", colon + 1) == std::string::npos;
  const std::vector<PlacedRecord> records =
      read_records({has_line ? reference.substr(0, colon) : reference}, Torn::leave_out);
  if (!has_line) {
    check(records.size() == 1, "{}: holds {} records; say which: {}:LINE", reference, records.size(), reference);
    return records.front();
  }
  const auto found = std::ranges::find(records, reference, &PlacedRecord::place);
  check(found != records.end(), "{}: no record stands there; the file's last one is {}", reference,
        records.back().place);
  return *found;
}

Rerun rerun_of(const PlacedRecord& placed) {
  JsonFields record(placed.record, placed.place);
  JsonFields identity = part(record, "identity"), context = part(record, "context");
  Rerun made{placed.place, record.at("identity"), record.at("context"), experiment_of(identity, context), ""};
  if (identity.find("machine")) made.machine = part(identity, "machine").get<std::string>("name");
  check_experiment(made.experiment);
  return made;
}

}  // namespace ringside
