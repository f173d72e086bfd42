// Made-up images of any shape. A class is a pattern of a few long waves; an image of it is the pattern moved by up to
// an eighth of its size, in some contrast, under noise of about twice its strength. So the classes can be told apart,
// but hardly pixel by pixel, and windows that move over the image help.
//
// All arithmetic is in integers (angles in 1/256 of a turn), so that a seed gives the same set on every machine.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/data/sources.h"

namespace ringside {

namespace {

constexpr std::int64_t most_bytes = std::int64_t{64} << 20;  // of training images: fewer of them if they are large
constexpr int most_images = 10000;
constexpr int images_per_test_image = 5;
constexpr int most_classes = std::numeric_limits<std::uint16_t>::max() + 1;

constexpr std::size_t waves = 3;
constexpr int most_turns = 3;  // over the height and over the width
constexpr int most_shift = 256 / 8;

enum Stream : std::uint64_t { patterns = 0x7379'6e74'6800, placing_train, placing_test, noise_train, noise_test };

struct Wave {
  int row_turns = 0;
  int column_turns = 0;
  std::vector<int> phases;  // of each channel
};
using Pattern = std::array<Wave, waves>;

int in_range(std::uint32_t draw, int low, int high) {
  return low + static_cast<int>(draw % static_cast<std::uint32_t>(high - low + 1));
}

Pattern make_pattern(std::uint64_t seed, int label, int channels) {
  Pattern pattern;
  std::uint64_t counter = (std::uint64_t{waves} * static_cast<std::uint64_t>(label)) << 32;
  for (Wave& wave : pattern) {
    const auto draws = random_words({seed, patterns}, counter);
    wave.row_turns = in_range(draws[0], -most_turns, most_turns);
    wave.column_turns = in_range(draws[1], 0, most_turns);
    for (int channel = 0; channel < channels; ++channel) {
      wave.phases.push_back(
          in_range(random_words({seed, patterns}, counter + 1 + static_cast<std::uint64_t>(channel))[0], 0, 255));
    }
    counter += std::uint64_t{1} << 32;
  }
  return pattern;
}

std::array<int, 256> sines() {
  std::array<int, 256> table{};
  for (std::size_t i = 0; i < table.size(); ++i) {
    table[i] = static_cast<int>(std::lround(127 * std::sin(2 * std::numbers::pi * static_cast<double>(i) / 256)));
  }
  return table;
}

// Draws images one after another.
class Painter {
 public:
  Painter(const DatasetQuery& query, Stream placing, Stream noise)
      : shape_(query.shape), seed_(query.seed), placing_(placing), noise_(noise) {}

  void paint(std::uint64_t image, int label, std::uint8_t* pixels) const {
    const auto draws = random_words({seed_, placing_}, image);
    const int down = in_range(draws[0], -most_shift, most_shift);
    const int right = in_range(draws[1], -most_shift, most_shift);
    const int contrast = in_range(draws[2], 24, 48);
    const Pattern pattern = make_pattern(seed_, label, shape_.channels);
    std::array<std::vector<int>, waves> rows, columns;
    for (std::size_t w = 0; w < waves; ++w) {
      rows[w] = angles(pattern[w].row_turns, shape_.height, down);
      columns[w] = angles(pattern[w].column_turns, shape_.width, right);
    }

    std::uint64_t counter = image * static_cast<std::uint64_t>((shape_.count() + 3) / 4);
    std::array<std::uint32_t, 4> noise{};
    std::size_t at = 0;
    for (std::size_t y = 0; y < rows[0].size(); ++y) {
      for (std::size_t x = 0; x < columns[0].size(); ++x) {
        for (std::size_t channel = 0; channel < static_cast<std::size_t>(shape_.channels); ++channel, ++at) {
          if (at % 4 == 0) noise = random_words({seed_, noise_}, counter++);
          int signal = 0;
          for (std::size_t w = 0; w < waves; ++w)
            signal += sine(rows[w][y] + columns[w][x] + pattern[w].phases[channel]);
          const int value = 128 + signal * contrast / 128 + bell(noise[at % 4]);
          pixels[at] = static_cast<std::uint8_t>(std::clamp(value, 0, 255));
        }
      }
    }
  }

 private:
  static std::vector<int> angles(int turns, int size, int shift) {
    std::vector<int> along(static_cast<std::size_t>(size));
    for (int i = 0; i < size; ++i) {
      along[static_cast<std::size_t>(i)] = turns * (static_cast<int>(std::int64_t{256} * i / size) + shift);
    }
    return along;
  }

  int sine(int angle) const { return sines_[static_cast<std::size_t>(angle) % sines_.size()]; }

  // The sum of four bytes is close to normal; about its mean and scaled: mean 0, standard deviation 55.
  static int bell(std::uint32_t word) {
    const auto sum = static_cast<int>((word & 255) + (word >> 8 & 255) + (word >> 16 & 255) + (word >> 24));
    return (sum - 510) * 3 / 8;
  }

  Shape shape_;
  std::uint64_t seed_;
  Stream placing_, noise_;
  std::array<int, 256> sines_ = sines();
};

LabelledImages paint_all(const DatasetQuery& query, int count, Stream placing, Stream noise) {
  const Painter painter(query, placing, noise);
  const auto image_bytes = static_cast<std::size_t>(query.shape.count());
  LabelledImages images{.shape = query.shape, .pixels = {}, .labels = {}};
  images.pixels.resize(static_cast<std::size_t>(count) * image_bytes);
  for (int i = 0; i < count; ++i) {
    const int label = i % query.classes;
    images.labels.push_back(static_cast<std::uint16_t>(label));
    painter.paint(static_cast<std::uint64_t>(i), label, &images.pixels[static_cast<std::size_t>(i) * image_bytes]);
  }
  return images;
}

}  // namespace

Dataset make_synthetic(const DatasetQuery& query) {
  const Shape& shape = query.shape;
  check(
      shape.channels > 0 && shape.height > 0 && shape.width > 0 && shape.pixels() <= most_bytes / shape.channels,
      "data set \"synthetic\": images of {} x {} x {} (height x width x channels), expected at least 1 x 1 x 1 and at "
      "most {} bytes",
      shape.height, shape.width, shape.channels, most_bytes);
  check(query.classes > 0 && query.classes <= most_classes, "data set \"synthetic\": {} classes, expected 1..{}",
        query.classes, most_classes);
  const int count = static_cast<int>(std::min<std::int64_t>(most_images, most_bytes / shape.count()));
  Dataset data;
  data.name = "synthetic";
  data.classes = query.classes;
  data.train = paint_all(query, count, placing_train, noise_train);
  data.test = paint_all(query, std::max(1, count / images_per_test_image), placing_test, noise_test);
  data.origin = fmt::format("{} made up from seed {}", count_images(data), query.seed);
  return data;
}

}  // namespace ringside
