// The table of metrics.
#include "bench/metric.h"

#include <algorithm>
#include <array>

#include "bench/json_fields.h"
#include "bench/outcome.h"
#include "core/base/nearest.h"

namespace ringside {
namespace {

JsonFields part(JsonFields& fields, std::string_view name) {
  return {fields.at(name), fields.place(name)};
}

bool simulated(JsonFields& record) {
  return part(record, "identity").get<std::string>("timing") == "simulated";
}

double not_negative(double value, const std::string& place) {
  check(value >= 0, "{}: expected a number from 0 up, found {}", place, value);
  return value;
}

Rounds one(double value) {
  return {{value}};
}

// A number of an object within the results; nothing where object or number is null.
Rounds number_of(JsonFields& record, std::string_view object, std::string_view name) {
  JsonFields results = part(record, "results");
  if (!results.find(object)) return {};
  JsonFields fields = part(results, object);
  if (!fields.find(name)) return {};
  return one(not_negative(fields.get<double>(name), fields.place(name)));
}

// Every step's time but the first of each repetition.
Rounds step_times(JsonFields& record) {
  JsonFields results = part(record, "results");
  const nlohmann::json& list = results.at("step_s");
  check(list.is_array(), "{}: expected a list for each repetition, found {}", results.place("step_s"),
        json_words(list));
  Rounds rounds;
  for (std::size_t round = 0; round < list.size(); ++round) {
    const nlohmann::json named = {{"step_s", list[round]}};
    rounds.push_back(JsonFields(named, fmt::format("{}: repetition {}", results.place("step_s"), round + 1))
                         .get<std::vector<double>>("step_s"));
    for (const double step_s : rounds.back()) not_negative(step_s, results.place("step_s"));
  }
  Rounds kept = timed(rounds);
  std::erase_if(kept, [](const auto& round) { return round.empty(); });
  return kept;
}

Rounds measured_steps(JsonFields& record) {
  return simulated(record) ? Rounds{} : step_times(record);
}

Rounds simulated_step(JsonFields& record) {
  return simulated(record) ? number_of(record, "statistics", "median_s") : Rounds{};
}

Rounds throughput(JsonFields& record) {
  const int batch = part(record, "identity").get<int>("batch");
  Rounds rates = step_times(record);
  for (auto& round : rates) {
    std::erase(round, 0);
    for (double& value : round) value = batch / value;
  }
  std::erase_if(rates, [](const auto& round) { return round.empty(); });
  return rates;
}

Rounds cpu_time(JsonFields& record) {
  JsonFields results = part(record, "results");
  if (!results.find("cpu_s")) return {};
  Rounds rounds;
  for (const double cpu_s : results.get<std::vector<double>>("cpu_s"))
    rounds.push_back({not_negative(cpu_s, results.place("cpu_s"))});
  return rounds;
}

// The last one that is there.
Rounds convergence(JsonFields& record, std::string_view name) {
  JsonFields results = part(record, "results");
  Rounds last;
  for (const nlohmann::json& point : results.at("convergence")) {
    JsonFields fields(point, results.place("convergence"));
    if (fields.find(name)) last = one(not_negative(fields.get<double>(name), fields.place(name)));
  }
  return last;
}

Rounds traffic(JsonFields& record, std::string_view name) {
  JsonFields results = part(record, "results");
  JsonFields all = part(results, "traffic");
  return one(not_negative(part(all, "counted").get<double>(name), all.place("counted")));
}

// Of the fullest device.
Rounds peak_memory(JsonFields& record) {
  JsonFields results = part(record, "results");
  JsonFields memory = part(results, "memory");
  const auto bytes = memory.get<std::vector<double>>("device_bytes");
  if (bytes.empty()) return {};
  return one(not_negative(*std::ranges::max_element(bytes), memory.place("device_bytes")));
}

Rounds session_memory(JsonFields& record) {
  return simulated(record) ? Rounds{} : number_of(record, "memory", "session_bytes");
}

Rounds parameters(JsonFields& record) {
  JsonFields results = part(record, "results");
  return results.find("parameters") ? one(not_negative(results.get<double>("parameters"), results.place("parameters")))
                                    : Rounds{};
}

#define CRITICAL_PATH(NAME) [](JsonFields& r) { return number_of(r, "critical_path", NAME); }
constexpr auto lower = Better::lower;
constexpr auto noisy = Variation::noisy;
constexpr auto exact = Variation::exact;

// NOLINTBEGIN(modernize-use-designated-initializers): a table
constexpr std::array<Metric, 19> all{{
    {"step_p10_s", "a step, when nothing else disturbs: the 10th percentile", "s", lower, noisy, 0.1, true,
     measured_steps},
    {"step_median_s", "a step, as a rule: the median", "s", lower, noisy, 0.5, true, measured_steps},
    {"cpu_s", "processor time of a step, the whole program's", "s", lower, noisy, 0.5, true, cpu_time},
    {"throughput_img_per_s", "images a second, the median step's", "images/s", Better::higher, noisy, 0.5, false,
     throughput},
    {"train_loss", "of the last repetition", "1", lower, Variation::reproducible, 0.5, true,
     [](JsonFields& r) { return convergence(r, "train_loss"); }},
    {"test_accuracy", "share of the test set that is right in the end", "1", Better::higher, Variation::reproducible,
     0.5, true, [](JsonFields& r) { return convergence(r, "test_accuracy"); }},
    {"traffic_bytes", "between devices in a step", "bytes", lower, exact, 0.5, true,
     [](JsonFields& r) { return traffic(r, "bytes"); }},
    {"traffic_messages", "between devices in a step", "messages", lower, exact, 0.5, true,
     [](JsonFields& r) { return traffic(r, "messages"); }},
    {"peak_memory_bytes", "the graph's buffers on the fullest device", "bytes", lower, exact, 0.5, true, peak_memory},
    {"session_bytes", "all memory a session takes", "bytes", lower, exact, 0.5, true, session_memory},
    {"parameters", "of the network", "parameters", Better::neither, exact, 0.5, true, parameters},
    {"simulated_step_s", "a step on the simulated machine", "s", lower, exact, 0.5, true, simulated_step},
    {"critical_path_forward_s", "forward passes on it", "s", lower, exact, 0.5, true, CRITICAL_PATH("forward_s")},
    {"critical_path_backward_s", "backward passes on it", "s", lower, exact, 0.5, true, CRITICAL_PATH("backward_s")},
    {"critical_path_update_s", "updates of weights on it", "s", lower, exact, 0.5, true, CRITICAL_PATH("update_s")},
    {"critical_path_reduce_s", "sums of gradients on it", "s", lower, exact, 0.5, true, CRITICAL_PATH("reduce_s")},
    {"critical_path_copy_s", "copies within devices on it", "s", lower, exact, 0.5, true, CRITICAL_PATH("copy_s")},
    {"critical_path_transfer_s", "transfers between devices on it", "s", lower, exact, 0.5, true,
     CRITICAL_PATH("transfer_s")},
    {"critical_path_wait_s", "waits for links on it", "s", lower, exact, 0.5, true, CRITICAL_PATH("wait_s")},
}};
// NOLINTEND(modernize-use-designated-initializers)
#undef CRITICAL_PATH

}  // namespace

double Metric::default_threshold() const {
  switch (variation) {
    case Variation::noisy:
      return 0.05;
    case Variation::reproducible:
      return 0.01;
    case Variation::exact:
      break;
  }
  return 0;
}

std::span<const Metric> metrics() {
  return all;
}

const Metric& find_metric(std::string_view name) {
  const auto* found = std::ranges::find(all, name, &Metric::name);
  if (found != all.end()) return *found;
  std::array<std::string_view, all.size()> names;
  std::ranges::transform(all, names.begin(), &Metric::name);
  fail_unknown("metric", name, names);
}

std::string_view name_of(Variation variation) {
  return variation == Variation::noisy ? "noisy" : variation == Variation::exact ? "exact" : "reproducible";
}

}  // namespace ringside
