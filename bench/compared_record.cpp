// From a record to what is compared.
#include "bench/compared_record.h"

#include <array>

#include "bench/cpu_time.h"
#include "bench/json_fields.h"

namespace ringside {
namespace {

using nlohmann::json;

JsonFields part(JsonFields& fields, std::string_view name) {
  return {fields.at(name), fields.place(name)};
}

// "Release", "Debug with address": times of a slow build mean nothing.
std::string build_words(JsonFields& context) {
  const auto type = context.get<std::string>("build_type"), sanitizer = context.get_or<std::string>("sanitizer", "");
  return sanitizer.empty() ? type : fmt::format("{} with {}", type, sanitizer);
}

std::string field_words(JsonFields& identity, std::string_view name) {
  const json* value = identity.find(name);
  return !value ? "none" : value->is_string() ? value->get<std::string>() : value->dump();
}

std::string length_words(JsonFields& identity) {
  return fmt::format("{} steps, {} epochs, {} repetitions, {} warm-up steps, evaluate {}",
                     field_words(identity, "steps"), field_words(identity, "epochs"),
                     field_words(identity, "repetitions"), field_words(identity, "warm_up_steps"),
                     field_words(identity, "evaluate"));
}

std::string data_words(JsonFields& identity) {
  if (!identity.find("dataset")) return "none";
  JsonFields dataset = part(identity, "dataset");
  return fmt::format("{} {}, hash {}", dataset.get<bool>("real") ? "real" : "synthetic",
                     dataset.get<std::string>("name"), dataset.get<std::string>("hash"));
}

std::string machine_words(JsonFields& identity) {
  if (!identity.find("machine")) return "none";
  JsonFields machine = part(identity, "machine");
  return fmt::format("{}, hash {}", machine.get<std::string>("name"), machine.get<std::string>("hash"));
}

void read_context(JsonFields& record, ComparedRecord& made) {
  JsonFields context = part(record, "context");
  made.experiment = context.get_or<std::string>("experiment", "");
  made.run = context.get<std::string>("run");
  made.finished_at = context.get<std::string>("finished_at");
  made.commit = context.get_or<std::string>("commit", "unknown");
  if (made.simulated) return;  // the same wherever it is done
  made.busy =
      context.find("other_programs_cores") && context.get<double>("other_programs_cores") > acceptable_busy_cores;
  const std::string build = build_words(context);
  made.conditions["host"] = context.get<std::string>("machine_class");
  made.conditions["build"] = build;
  made.conditions["devices"] = fmt::format("{} physical", context.get<int>("physical_devices"));
  if (build != "Release" && build != "RelWithDebInfo") {
    made.obstacle = fmt::format("a {} build", build);
    made.obstacle_condition = "build";
  }
}

}  // namespace

std::span<const std::string_view> condition_names() {
  static constexpr std::array<std::string_view, 11> names{"host",   "build",   "devices", "scaling", "batch",  "data",
                                                          "length", "backend", "seed",    "solver",  "machine"};
  return names;
}

ComparedRecord read_compared(const PlacedRecord& placed, const std::vector<const Metric*>& wanted) {
  JsonFields record(placed.record, placed.place);
  JsonFields identity = part(record, "identity");
  ComparedRecord made;
  made.place = placed.place;
  made.identity = record.at("identity").dump();
  const auto timing = identity.get<std::string>("timing");
  made.network = identity.get<std::string>("network");
  made.strategy = identity.get<std::string>("strategy");
  made.devices = identity.get<int>("devices");
  made.simulated = timing == "simulated";
  made.conditions = {{"scaling", identity.get<std::string>("scaling")},
                     {"batch", field_words(identity, "batch")},
                     {"data", data_words(identity)},
                     {"length", length_words(identity)},
                     {"backend", field_words(identity, "backend")},
                     {"seed", field_words(identity, "seed")},
                     {"solver", field_words(identity, "solver")},
                     {"machine", machine_words(identity)}};
  read_context(record, made);
  const auto status = record.get<std::string>("status");
  if (status != "ok" || !record.get<bool>("valid")) {
    made.obstacle = status == "ok" ? "not valid" : status;
    made.obstacle_condition = "validity";
  }
  made.likeness = fmt::format("{}|{}|{}|{}", made.network, made.strategy, made.devices, timing);
  made.name = fmt::format("{} {} on {} {}, {} scaling{}", made.network, made.strategy, made.devices,
                          made.devices == 1 ? "device" : "devices", made.conditions["scaling"],
                          made.simulated ? ", simulated on " + part(identity, "machine").get<std::string>("name") : "");
  for (const Metric* metric : wanted)
    if (Rounds rounds = metric->read(record); !rounds.empty()) made.metrics[metric->name] = std::move(rounds);
  return made;
}

}  // namespace ringside
