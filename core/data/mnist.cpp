// MNIST: handwritten digits in four IDX files (Y. LeCun, C. Cortes, C. J. C. Burges). Any other set in these files and
// with ten classes, such as Fashion-MNIST, can be read as well.
#include "core/base/error.h"
#include "core/data/file_set.h"
#include "core/data/idx.h"
#include "core/data/sources.h"

namespace ringside {

namespace {

constexpr int classes = 10;

// The set is published with "-" before "idx"; some unpacking programs turn that into ".".
std::vector<std::string> spellings(const std::string& stem, const std::string& suffix) {
  return {stem + "-" + suffix, stem + "-" + suffix + ".gz", stem + "." + suffix, stem + "." + suffix + ".gz"};
}

LabelledImages load_part(const std::filesystem::path& image_file, const std::filesystem::path& label_file) {
  IdxArray images = read_idx(image_file, IdxKind::images);
  const IdxArray labels = read_idx(label_file, IdxKind::labels);
  check(images.sizes[0] == labels.sizes[0], "{}: {} images, but {} has {} labels", image_file.string(), images.sizes[0],
        label_file.string(), labels.sizes[0]);
  for (std::size_t i = 0; i < labels.values.size(); ++i) {
    check(labels.values[i] < classes, "{}: byte {}: label {} of sample {}, expected 0..{}", label_file.string(),
          idx_header_bytes(IdxKind::labels) + static_cast<std::int64_t>(i), labels.values[i], i, classes - 1);
  }
  return {.shape = {.channels = 1, .height = images.sizes[1], .width = images.sizes[2]},
          .pixels = std::move(images.values),
          .labels = {labels.values.begin(), labels.values.end()}};
}

}  // namespace

const FileSet& mnist_files() {
  static const FileSet files{
      .title = "MNIST",
      .folders = {"", "mnist"},
      .spellings = {spellings("train-images", "idx3-ubyte"), spellings("train-labels", "idx1-ubyte"),
                    spellings("t10k-images", "idx3-ubyte"), spellings("t10k-labels", "idx1-ubyte")}};
  return files;
}

Dataset load_mnist(const DatasetQuery& query) {
  const bool bundled = query.directory.empty();
  const auto files = find_files(mnist_files(), bundled ? query.bundled : query.directory);
  Dataset data;
  data.name = "mnist";
  data.real = true;
  data.classes = classes;
  data.train = load_part(files[0], files[1]);
  data.test = load_part(files[2], files[3]);
  check(data.train.shape == data.test.shape, "{}: images of {} x {}, but those of {} are {} x {}", files[2].string(),
        data.test.shape.height, data.test.shape.width, files[0].string(), data.train.shape.height,
        data.train.shape.width);
  data.origin = count_images(data) + (bundled ? " of MNIST (the small set in the checkout)" : " of MNIST");
  return data;
}

}  // namespace ringside
