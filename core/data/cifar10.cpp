// CIFAR-10 in its binary version (A. Krizhevsky): records of a label byte and three planes of 32 x 32 bytes.
#include <algorithm>
#include <numeric>

#include "core/base/error.h"
#include "core/data/file_set.h"
#include "core/data/input_file.h"
#include "core/data/sources.h"

namespace ringside {

namespace {

constexpr Shape shape{.channels = 3, .height = 32, .width = 32};
constexpr std::size_t image_bytes = 3 * 32 * 32;
constexpr std::size_t record_bytes = 1 + image_bytes;
constexpr std::size_t cifar100_record_bytes = 2 + image_bytes;
constexpr int classes = 10;

void check_size(const InputFile& file) {
  const std::uint64_t size = file.at_most();
  if (size % record_bytes == 0) return;
  check(size % cifar100_record_bytes != 0,
        "{}: {} bytes are {} records of {} bytes, which is CIFAR-100; expected CIFAR-10, records of {} bytes",
        file.name(), size, size / cifar100_record_bytes, cifar100_record_bytes, record_bytes);
  fail("{}: {} bytes, expected a multiple of {}: record {} at byte {} is truncated", file.name(), size, record_bytes,
       size / record_bytes, size / record_bytes * record_bytes);
}

void planes_to_pixels(const std::uint8_t* planes, std::uint8_t* pixels) {
  constexpr std::size_t plane = image_bytes / 3;
  for (std::size_t i = 0; i < plane; ++i) {
    for (std::size_t channel = 0; channel < 3; ++channel) pixels[3 * i + channel] = planes[channel * plane + i];
  }
}

void append(const std::filesystem::path& path, LabelledImages& images) {
  InputFile file(path);
  check_size(file);
  std::vector<std::uint8_t> records(file.at_most());
  check(file.read(records) == records.size(), "{}: became shorter while it was read", file.name());

  const std::size_t count = records.size() / record_bytes;
  const std::size_t before = images.labels.size();
  images.pixels.resize((before + count) * image_bytes);
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint8_t* record = &records[i * record_bytes];
    check(*record < classes, "{}: byte {}: label {} of record {}, expected 0..{}", file.name(), i * record_bytes,
          *record, i, classes - 1);
    images.labels.push_back(*record);
    planes_to_pixels(record + 1, &images.pixels[(before + i) * image_bytes]);
  }
}

}  // namespace

const FileSet& cifar10_files() {
  static const FileSet files{.title = "CIFAR-10 (binary version)",
                             .folders = {"", "cifar10", "cifar-10-batches-bin", "cifar10/cifar-10-batches-bin"},
                             .spellings = {{"data_batch_1.bin"},
                                           {"data_batch_2.bin"},
                                           {"data_batch_3.bin"},
                                           {"data_batch_4.bin"},
                                           {"data_batch_5.bin"},
                                           {"test_batch.bin"}}};
  return files;
}

Dataset load_cifar10(const DatasetQuery& query) {
  check(!query.directory.empty(),
        "data set \"cifar10\" is not in the checkout: download it with `ringside data fetch DIR --dataset cifar10` and "
        "name the directory with --data DIR or in the variable RINGSIDE_DATA");
  const auto files = find_files(cifar10_files(), query.directory);
  Dataset data;
  data.name = "cifar10";
  data.real = true;
  data.classes = classes;
  data.train.shape = data.test.shape = shape;
  std::for_each(files.begin(), files.end() - 1, [&](const auto& file) { append(file, data.train); });
  append(files.back(), data.test);
  data.origin = count_images(data) + " of CIFAR-10";
  return data;
}

}  // namespace ringside
