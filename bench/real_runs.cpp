// Reads convergence back from records.
#include "bench/real_runs.h"

#include <cmath>

#include "bench/json_fields.h"

namespace ringside {
namespace {

ConvergencePoint read_point(const nlohmann::json& json, const std::string& place) {
  JsonFields fields(json, place);
  ConvergencePoint point;
  point.step = fields.get<std::int64_t>("step");
  point.epoch = fields.get<double>("epoch");
  point.samples_seen = fields.get<std::int64_t>("samples_seen");
  point.train_loss = fields.get<double>("train_loss");
  if (fields.find("test_loss"))
    point.test = Evaluation{.loss = fields.get<double>("test_loss"), .accuracy = fields.get<double>("test_accuracy")};
  return point;
}

bool nearly(double a, double b) {
  return std::abs(a - b) <= 1e-6 * std::abs(b);
}

}  // namespace

std::vector<RealRun> real_runs(const std::vector<PlacedRecord>& records) {
  std::vector<RealRun> runs;
  for (const PlacedRecord& placed : records) {
    JsonFields record(placed.record, placed.place);
    JsonFields identity(record.at("identity"), record.place("identity"));
    if (identity.get<std::string>("timing") != "measured" || !record.get<bool>("valid")) continue;
    RealRun run;
    run.run = JsonFields(record.at("context"), record.place("context")).get<std::string>("run");
    run.network = identity.get<std::string>("network");
    run.strategy = identity.get<std::string>("strategy");
    run.scaling = parse_scaling(identity.place("scaling"), identity.get<std::string>("scaling"));
    run.devices = identity.get<int>("devices");
    run.batch = identity.get<int>("batch");
    JsonFields solver(identity.at("solver"), identity.place("solver"));
    run.momentum = solver.get<double>("momentum");
    run.rate = JsonFields(solver.at("rate"), solver.place("rate")).get<double>("base");
    JsonFields results(record.at("results"), record.place("results"));
    for (const nlohmann::json& point : results.at("convergence"))
      run.convergence.push_back(read_point(point, results.place("convergence")));
    runs.push_back(std::move(run));
  }
  check(!runs.empty(), "none of the {} records is of a real run whose result was right", records.size());
  return runs;
}

const RealRun* same_training(const std::vector<RealRun>& runs, const Cell& cell) {
  const RealRun* found = nullptr;
  for (const RealRun& run : runs) {
    const Solver& solver = cell.network.solver;
    if (run.network == cell.network.name && run.strategy == cell.strategy && run.scaling == cell.scaling &&
        run.devices == cell.devices && run.batch == cell.batch && nearly(run.rate, solver.rate.base) &&
        nearly(run.momentum, solver.momentum))
      found = &run;
  }
  return found;
}

}  // namespace ringside
