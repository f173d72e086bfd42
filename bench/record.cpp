// What a record holds, from the cell, its outcome and the host.
#include "bench/record.h"

#include <cmath>

#include "bench/build_info.h"
#include "bench/warnings.h"
#include "core/base/error.h"

namespace ringside {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::int64_t bytes_per_float = 4;

// JSON has no NaN and no infinity.
Json number(double value) {
  return std::isfinite(value) ? Json(value) : Json(nullptr);
}
Json number(const std::optional<double>& value) {
  return value ? number(*value) : Json(nullptr);
}
Json text(std::string_view value) {
  return value.empty() ? Json(nullptr) : Json(value);
}

// To the nanosecond: the clock gives no more, and long runs have many steps.
Json seconds(double value) {
  return number(std::round(value * 1e9) / 1e9);
}

Json solver_json(const Solver& solver) {
  const LearningRate& rate = solver.rate;
  Json json = {{"policy", nullptr}, {"base", number(rate.base)}};
  switch (rate.policy) {
    case LearningRate::Policy::fixed:
      json["policy"] = "fixed";
      break;
    case LearningRate::Policy::step:
      json["policy"] = "step";
      json["gamma"] = number(rate.gamma);
      json["step_size"] = rate.step_size;
      break;
    case LearningRate::Policy::multistep:
      json["policy"] = "multistep";
      json["gamma"] = number(rate.gamma);
      json["at"] = rate.steps;
      break;
    case LearningRate::Policy::inv:
      json["policy"] = "inv";
      json["gamma"] = number(rate.gamma);
      json["power"] = number(rate.power);
      break;
  }
  // A float prints as the shortest decimal that gives it back: 0.9, not 0.8999999761581421.
  const auto shortest = [](float value) { return Json::parse(fmt::format("{}", value)); };
  return {{"rate", std::move(json)},
          {"batch_rule", "unchanged"},
          {"momentum", shortest(solver.momentum)},
          {"weight_decay", shortest(solver.weight_decay)}};
}

Json dataset_json(const Dataset* data) {
  if (!data) return nullptr;
  return {{"name", data->name},
          {"real", data->real},
          {"origin", data->origin},
          {"hash", data->hash},
          {"train_samples", data->train.count()},
          {"test_samples", data->test.count()}};
}

Json model_error_json(const std::optional<ModelError>& error) {
  if (!error) return nullptr;
  return {{"median", number(error->median)},
          {"worst", number(error->worst)},
          {"cells", error->compared.size()},
          {"when", error->when},
          {"where", error->where}};
}

Json machine_json(const MachineFile* file) {
  if (!file) return nullptr;
  return {{"name", file->machine.name},
          {"description", file->machine.description},
          {"devices", file->machine.devices()},
          {"hash", file->hash},
          {"numbers", file->numbers},
          {"unverified", file->unverified},
          {"model_error", model_error_json(file->model_error)}};
}

Json identity_json(const RecordSource& source) {
  const Cell& cell = source.cell;
  const Outcome& outcome = source.outcome;
  Json shards = Json::array();
  for (const Samples& shard : outcome.shards) shards.push_back(shard.count);
  return {{"timing", source.machine ? "simulated" : "measured"},
          {"network", cell.network.name},
          {"network_hash", text(cell.network_hash)},
          {"dataset", dataset_json(source.data)},
          {"machine", machine_json(source.machine)},
          {"strategy", cell.strategy},
          {"delay", outcome.summary.delay},
          {"devices", cell.devices},
          {"scaling", name_of(cell.scaling)},
          {"base_batch", cell.base_batch},
          {"batch", cell.batch},
          {"shards", std::move(shards)},
          {"backend", source.machine ? Json(nullptr) : Json(cell.backend)},
          {"seed", cell.seed},
          {"steps", cell.steps},
          {"epochs", number(cell.epochs)},
          {"repetitions", cell.repetitions},
          {"warm_up_steps", cell.warm_up_steps},
          {"evaluate", name_of(cell.evaluate)},
          {"solver", solver_json(cell.network.solver)}};
}

Json where_json(const Environment& here) {
  const BuildInfo& build = build_info();
  return {{"cpu", text(here.cpu)},
          {"cores", here.cores},
          {"machine_class", machine_class(here)},
          {"physical_devices", here.physical_devices},
          {"memory_bytes", here.memory_bytes},
          {"os", text(here.os)},
          {"backend_details", text(here.backend_details)},
          {"libraries", here.libraries},
          {"version", build.version},
          {"commit", text(build.commit)},
          {"compiler", build.compiler},
          {"build_type", build.build_type},
          {"sanitizer", text(build.sanitizer)}};
}

Json algorithms_json(const std::vector<LayerAlgorithm>& algorithms) {
  if (algorithms.empty()) return nullptr;
  Json list = Json::array();
  for (const auto& [layer, samples, channels, algorithm] : algorithms) {
    list.push_back({{"layer", layer},
                    {"samples", samples},
                    {"channels", channels},
                    {"direction", algorithm.direction},
                    {"name", algorithm.name},
                    {"workspace_bytes", algorithm.workspace_bytes}});
  }
  return list;
}

Json repeats_json(const Repeats& repeats) {
  if (repeats.repeated + repeats.alone + repeats.early == 0) return nullptr;
  return {{"repeated", repeats.repeated}, {"alone", repeats.alone}, {"early", repeats.early}};
}

Json context_json(const Cell& cell, const Outcome& outcome, const Circumstances& circumstances) {
  Json context = {{"experiment", cell.experiment}, {"network_file", text(cell.network_file)},
                  {"run", circumstances.run},      {"earlier_runs", outcome.earlier_runs},
                  {"finished_at", utc_now()},      {"other_programs_cores", number(outcome.other_programs_cores)}};
  context["eightfold_time"] = number(circumstances.here.eightfold_time);
  context.update(where_json(circumstances.here));
  context["kernels"] = outcome.kernel_origins.empty() ? Json(nullptr) : Json(outcome.kernel_origins);
  context["algorithms"] = algorithms_json(outcome.algorithms);
  context["launches"] = repeats_json(outcome.repeats);
  return context;
}

Json statistics_json(const std::optional<Statistics>& steps, const Rounds& rounds) {
  if (!steps) return nullptr;
  return {{"count", steps->count},           {"median_s", seconds(steps->median)}, {"p10_s", seconds(steps->p10)},
          {"p95_s", seconds(steps->p95)},    {"best_s", seconds(steps->best)},     {"mean_s", seconds(steps->mean)},
          {"spread", number(steps->spread)}, {"drift", number(drift(rounds))}};
}

Json throughput_json(const std::optional<Statistics>& steps, int batch) {
  const auto rate = [&](double step_s) { return step_s > 0 ? number(batch / step_s) : Json(nullptr); };
  if (!steps) return nullptr;
  return {{"median_img_per_s", rate(steps->median)},
          {"mean_img_per_s", rate(steps->mean)},
          {"best_img_per_s", rate(steps->best)}};
}

Json speed_up_json(const SpeedUp& speed_up) {
  return {{"value", number(speed_up.value)},
          {"low", number(speed_up.low)},
          {"high", number(speed_up.high)},
          {"efficiency", number(speed_up.efficiency)},
          {"reason", text(speed_up.reason)}};
}

Json phases_json(const Outcome& outcome, std::int64_t steps) {
  if (steps == 0) return nullptr;
  const auto mean = [&](double sum) { return seconds(sum / static_cast<double>(steps)); };
  Json list = Json::array();
  for (const Phases& sum : outcome.phases)
    list.push_back({{"compute_s", mean(sum.compute_s)},
                    {"communicate_s", mean(sum.communicate_s)},
                    {"exposed_communicate_s", mean(sum.exposed_communicate_s)},
                    {"input_s", mean(sum.input_s)},
                    {"wait_s", mean(sum.wait_s)}});
  return list;
}

Json traffic_json(const Traffic& traffic) {
  return {{"messages", traffic.messages}, {"bytes", traffic.floats * bytes_per_float}};
}

Json convergence_json(const Outcome& outcome) {
  Json list = Json::array();
  for (const ConvergencePoint& point : outcome.convergence) {
    const auto of_test = [&](auto member) { return point.test ? number(member(*point.test)) : Json(nullptr); };
    list.push_back({{"step", point.step},
                    {"epoch", number(point.epoch)},
                    {"samples_seen", point.samples_seen},
                    {"train_loss", number(point.train_loss)},
                    {"test_loss", of_test([](const Evaluation& test) { return test.loss; })},
                    {"test_accuracy", of_test([](const Evaluation& test) { return test.accuracy; })}});
  }
  return list;
}

Json links_json(const Outcome& outcome) {
  if (outcome.links.empty()) return nullptr;
  Json list = Json::array();
  for (const LinkUtilisation& link : outcome.links)
    list.push_back({{"kind", link.kind}, {"busy", number(link.busy)}, {"bytes_per_step", number(link.bytes_per_step)}});
  return list;
}

Json critical_path_json(const std::optional<CriticalPath>& path) {
  if (!path) return nullptr;
  return {{"forward_s", seconds(path->forward_s)}, {"backward_s", seconds(path->backward_s)},
          {"update_s", seconds(path->update_s)},   {"reduce_s", seconds(path->reduce_s)},
          {"copy_s", seconds(path->copy_s)},       {"transfer_s", seconds(path->transfer_s)},
          {"input_s", seconds(path->input_s)},     {"wait_s", seconds(path->wait_s)}};
}

Json checks_json(const Outcome& outcome) {
  Json list = Json::array();
  for (const Check& check : outcome.checks)
    list.push_back({{"name", check.name},
                    {"against", check.against},
                    {"error", number(check.error)},
                    {"tolerance", number(check.tolerance)},
                    {"passed", check.passed()}});
  return list;
}

Json warnings_json(const std::vector<Warning>& warnings) {
  Json list = Json::array();
  for (const Warning& warning : warnings) list.push_back({{"code", warning.code}, {"text", warning.text}});
  return list;
}

Json step_times_json(const Rounds& rounds) {
  Json list = Json::array();
  for (const auto& round : rounds) {
    Json times = Json::array();
    for (const double step_s : round) times.push_back(seconds(step_s));
    list.push_back(std::move(times));
  }
  return list;
}

Json cpu_times_json(const Outcome& outcome) {
  if (outcome.cpu_s.empty()) return nullptr;
  Json times = Json::array();
  for (const double cpu_s : outcome.cpu_s) times.push_back(seconds(cpu_s));
  return times;
}

}  // namespace

nlohmann::json make_identity(const RecordSource& source) {
  return nlohmann::json::parse(identity_json(source).dump());  // with numbers as a reader of the record finds them
}

nlohmann::json make_where(const Environment& here) {
  return nlohmann::json::parse(where_json(here).dump());
}

std::int64_t record_bytes(const Cell& cell) {
  constexpr std::int64_t all_but_lists = 16384, step = 16, device = 512, round = 512;
  return all_but_lists + step * cell.steps + device * cell.devices + round * cell.repetitions;
}

Json make_record(const RecordSource& source, const Circumstances& circumstances) {
  const Cell& cell = source.cell;
  const Outcome& outcome = source.outcome;
  const Rounds rounds = timed(outcome.step_s);
  const auto steps = statistics(joined(rounds));
  const SpeedUp faster = speed_up(cell, outcome, source.base_cell, source.base, circumstances.here.physical_devices);
  return {
      {"schema_version", schema_version},
      {"identity", identity_json(source)},
      {"status", name_of(outcome.status)},
      {"message", text(outcome.message)},
      {"valid", outcome.valid()},
      {"checks", checks_json(outcome)},
      {"warnings", warnings_json(warnings(source, faster, circumstances.here))},
      {"results",
       {{"statistics", statistics_json(steps, rounds)},
        {"throughput", throughput_json(steps, cell.batch)},
        {"speed_up", speed_up_json(faster)},
        {"phases", phases_json(outcome, steps ? steps->count : 0)},
        {"traffic",
         {{"counted", traffic_json(outcome.summary.traffic)}, {"expected", traffic_json(outcome.expected_traffic)}}},
        {"parameters", cell.network.params()},
        {"memory",
         {{"session_bytes", outcome.session_bytes},
          {"device_bytes", outcome.summary.device_bytes},
          {"host_bytes", outcome.summary.host_bytes}}},
        {"links", links_json(outcome)},
        {"critical_path", critical_path_json(outcome.critical_path)},
        {"convergence", convergence_json(outcome)},
        {"numerics", text(outcome.numerics)},
        {"step_s", step_times_json(outcome.step_s)},
        {"cpu_s", cpu_times_json(outcome)}}},
      {"context", context_json(cell, outcome, circumstances)}};
}

}  // namespace ringside
