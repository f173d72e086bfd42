// Shuffled batches as floats.
#include "core/data/batches.h"

#include <algorithm>
#include <cassert>

#include "core/base/random.h"

namespace ringside {

namespace {

constexpr std::uint64_t shuffle_stream = std::uint64_t{0x7368'7566} << 32;  // one stream an epoch from here on

std::size_t image_floats(const LabelledImages& data) {
  return static_cast<std::size_t>(data.shape.count());
}

// The sums of all pixels of each place of an image; exact, since integers below 2^53.
std::vector<double> sum_images(const LabelledImages& data) {
  std::vector<double> sums(image_floats(data));
  for (auto pixel = data.pixels.begin(); pixel != data.pixels.end();
       pixel += static_cast<std::ptrdiff_t>(sums.size())) {
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += pixel[static_cast<std::ptrdiff_t>(i)];
  }
  return sums;
}

}  // namespace

Batches::Batches(const LabelledImages& data, int batch, std::vector<float> mean, float scale, std::uint64_t seed)
    : data_(data), batch_(batch), mean_(std::move(mean)), scale_(scale), seed_(seed) {
  assert(data.count() > 0 && batch > 0);
  assert(mean_.empty() || mean_.size() == image_floats(data));
}

void Batches::fill(std::int64_t step, float* images, float* labels) {
  assert(step >= 0);
  const std::int64_t count = data_.count();
  for (std::int64_t i = 0; i < batch_; ++i) {
    const std::int64_t place = step * batch_ + i;
    const auto& order = order_of(place / count);
    write(order[static_cast<std::size_t>(place % count)], images, labels);
    images += image_floats(data_);
    ++labels;
  }
}

void Batches::fill_in_order(int first, int count, float* images, float* labels) const {
  assert(first >= 0 && count >= 0 && first <= data_.count() - count);
  for (int sample = first; sample < first + count; ++sample) {
    write(sample, images, labels);
    images += image_floats(data_);
    ++labels;
  }
}

void Batches::write(int sample, float* image, float* label) const {
  const std::size_t size = image_floats(data_);
  const std::uint8_t* pixels = &data_.pixels[static_cast<std::size_t>(sample) * size];
  const float scale = scale_;  // a copy, since `image` might alias the member for all that the compiler knows
  if (mean_.empty()) {
    for (std::size_t i = 0; i < size; ++i) image[i] = static_cast<float>(pixels[i]) * scale;
  } else {
    const float* mean = mean_.data();
    for (std::size_t i = 0; i < size; ++i) image[i] = (static_cast<float>(pixels[i]) - mean[i]) * scale;
  }
  *label = static_cast<float>(data_.labels[static_cast<std::size_t>(sample)]);
}

const std::vector<int>& Batches::order_of(std::int64_t epoch) {
  if (epoch != epoch_) {
    order_ = random_permutation({seed_, shuffle_stream + static_cast<std::uint64_t>(epoch)}, data_.count());
    epoch_ = epoch;
  }
  return order_;
}

std::vector<float> mean_image(const LabelledImages& data) {
  const std::vector<double> sums = sum_images(data);
  std::vector<float> mean(sums.size());
  std::transform(sums.begin(), sums.end(), mean.begin(),
                 [&](double sum) { return static_cast<float>(sum / data.count()); });
  return mean;
}

std::vector<float> mean_channels(const LabelledImages& data) {
  const std::vector<double> sums = sum_images(data);
  const auto channels = static_cast<std::size_t>(data.shape.channels);
  std::vector<double> totals(channels);
  for (std::size_t i = 0; i < sums.size(); ++i) totals[i % channels] += sums[i];
  const double values = static_cast<double>(data.count()) * static_cast<double>(data.shape.pixels());
  std::vector<float> mean(sums.size());
  for (std::size_t i = 0; i < mean.size(); ++i) mean[i] = static_cast<float>(totals[i % channels] / values);
  return mean;
}

}  // namespace ringside
