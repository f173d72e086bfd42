// Experiments as JSON files.
#include "bench/experiment_file.h"

#include "bench/json_fields.h"
#include "bench/named_files.h"
#include "bench/thresholds.h"

namespace ringside {
namespace {

RecipeChange read_recipe_change(const nlohmann::json& object, const std::string& place) {
  JsonFields fields(object, place);
  RecipeChange change;
  if (fields.find("rate")) change.rate = fields.get<double>("rate");
  if (fields.find("momentum")) change.momentum = fields.get<double>("momentum");
  if (fields.find("weight_decay")) change.weight_decay = fields.get<double>("weight_decay");
  fields.done();
  return change;
}

Experiment read_experiment(const std::filesystem::path& path) {
  const std::string file = path.string();
  const nlohmann::json json = read_json_file(path);
  JsonFields fields(json, file);
  Experiment experiment;
  experiment.name = path.stem().string();
  experiment.summary = fields.get<std::string>("summary");
  experiment.networks = fields.get<std::vector<std::string>>("networks");
  experiment.dataset = fields.get_or<std::string>("dataset", "");
  experiment.without_data = fields.get_or<std::string>("without_data", "");
  experiment.strategies = fields.get<std::vector<std::string>>("strategies");
  experiment.devices = fields.get<std::vector<int>>("devices");
  for (const auto& name : fields.get<std::vector<std::string>>("scaling"))
    experiment.scaling.push_back(parse_scaling(fields.place("scaling"), name));
  experiment.batch = fields.get_or("batch", experiment.batch);
  experiment.steps = fields.get_or("steps", experiment.steps);
  experiment.epochs = fields.get_or("epochs", experiment.epochs);
  experiment.repetitions = fields.get_or("repetitions", experiment.repetitions);
  experiment.warm_up_steps = fields.get_or("warm_up_steps", experiment.warm_up_steps);
  experiment.seed = fields.get_or("seed", experiment.seed);
  experiment.backend = fields.get_or("backend", experiment.backend);
  if (fields.find("evaluate"))
    experiment.evaluate = parse_evaluate(fields.place("evaluate"), fields.get<std::string>("evaluate"));
  if (const nlohmann::json* recipes = fields.find("recipes")) {
    check(recipes->is_object(), "{}: expected an object {{\"STRATEGY\": {{...}}}}, found {}", fields.place("recipes"),
          json_words(*recipes));
    for (const auto& [strategy, change] : recipes->items())
      experiment.recipes[strategy] = read_recipe_change(change, fmt::format("{}: recipe of {}", file, strategy));
  }
  if (const nlohmann::json* thresholds = fields.find("thresholds")) {
    JsonFields entries(*thresholds, fields.place("thresholds"));
    for (const auto& [metric, percentage] : thresholds->items())
      experiment.thresholds[std::string(find_metric(metric).name)] =
          parse_percentage(entries.place(metric), entries.get<std::string>(metric));
  }
  fields.done();
  return experiment;
}

}  // namespace

Experiment find_experiment(std::string_view name_or_path, const std::filesystem::path& directory) {
  return read_experiment(find_named_file("experiment", name_or_path, directory));
}

}  // namespace ringside
