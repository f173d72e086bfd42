// Labelled images in memory, as bytes, and the menu of data sets.
#pragma once
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/net/shape.h"

namespace ringside {

struct LabelledImages {
  Shape shape;
  std::vector<std::uint8_t> pixels;   // NHWC, count() images
  std::vector<std::uint16_t> labels;  // 0..classes-1

  int count() const { return static_cast<int>(labels.size()); }
};

struct Dataset {
  std::string name;    // "mnist", "cifar10", "synthetic"
  std::string origin;  // where it came from, in words for the record: "5,000 + 1,000 images of MNIST (in the checkout)"
  bool real = false;
  int classes = 0;
  LabelledImages train, test;
  std::string hash;  // of pixels and labels, hexadecimal: equal data, equal hash
};

struct DatasetQuery {
  Shape shape;  // what the network wants
  int classes = 0;
  std::filesystem::path directory;  // the full set, from --data or RINGSIDE_DATA; empty: the small set in the checkout
  std::filesystem::path bundled;    // the checkout's data folder (holds mnist/)
  std::uint64_t seed = 1;           // of synthetic data
};

struct DatasetSource {
  std::string_view name;
  std::string_view summary;
  Dataset (*load)(const DatasetQuery&);
};

std::span<const DatasetSource> dataset_sources();

// Throws bad_input: unknown name; files missing (what was looked for where), empty, truncated, swapped, compressed or
// not against their name, with trailing bytes, counts that differ, labels out of range; shape not the network's.
Dataset load_dataset(std::string_view name, const DatasetQuery& query);

}  // namespace ringside
