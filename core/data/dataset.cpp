// The menu of data sets.
#include "core/data/dataset.h"

#include <algorithm>
#include <array>

#include "core/base/error.h"
#include "core/base/nearest.h"
#include "core/data/content_hash.h"
#include "core/data/sources.h"

namespace ringside {

namespace {

constexpr std::array<DatasetSource, 3> sources{{
    {"mnist", "handwritten digits, 28 x 28 x 1, 10 classes: 5,000 + 1,000 in the checkout, 60,000 + 10,000 with --data",
     load_mnist},
    {"cifar10", "photographs, 32 x 32 x 3, 10 classes: 50,000 + 10,000 with --data", load_cifar10},
    {"synthetic", "made-up images of any shape and number of classes, the same for the same seed", make_synthetic},
}};

// Without the locale, which would change records.
std::string with_commas(int count) {
  std::string digits = std::to_string(count);
  for (int at = static_cast<int>(digits.size()) - 3; at > 0; at -= 3)
    digits.insert(static_cast<std::size_t>(at), 1, ',');
  return digits;
}

}  // namespace

std::string count_images(const Dataset& data) {
  return fmt::format("{} + {} images", with_commas(data.train.count()), with_commas(data.test.count()));
}

std::span<const DatasetSource> dataset_sources() {
  return sources;
}

Dataset load_dataset(std::string_view name, const DatasetQuery& query) {
  const auto source = std::find_if(sources.begin(), sources.end(), [&](const auto& s) { return s.name == name; });
  if (source == sources.end()) {
    std::array<std::string_view, sources.size()> names;
    std::transform(sources.begin(), sources.end(), names.begin(), [](const auto& s) { return s.name; });
    fail_unknown("data set", name, names);
  }
  Dataset data = source->load(query);
  const Shape& has = data.train.shape;
  const Shape& wants = query.shape;
  check(has == wants,
        "data set \"{}\": images of {} x {} x {} (height x width x channels), but the network wants {} x {} x {}", name,
        has.height, has.width, has.channels, wants.height, wants.width, wants.channels);
  check(data.classes <= query.classes, "data set \"{}\": {} classes, but the network tells only {} apart", name,
        data.classes, query.classes);
  data.hash = content_hash(data);
  return data;
}

}  // namespace ringside
