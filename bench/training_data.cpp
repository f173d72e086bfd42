// Which data set, and its mean.
#include "bench/training_data.h"

#include "core/base/error.h"

namespace ringside {
namespace {

std::vector<float> mean_of(const LabelledImages& images, InputTransform::Mean kind) {
  switch (kind) {
    case InputTransform::Mean::none:
      return {};
    case InputTransform::Mean::image:
      return mean_image(images);
    case InputTransform::Mean::channel:
      return mean_channels(images);
  }
  return {};
}

Dataset load(const Experiment& experiment, const Network& network, const std::filesystem::path& directory,
             const std::filesystem::path& bundled) {
  const std::string& wanted = experiment.dataset.empty() ? network.dataset : experiment.dataset;
  const bool stand_in = directory.empty() && !experiment.without_data.empty();
  return load_dataset(stand_in ? experiment.without_data : wanted, {.shape = network.input,
                                                                    .classes = network.classes(),
                                                                    .directory = directory,
                                                                    .bundled = bundled,
                                                                    .seed = experiment.seed});
}

}  // namespace

TrainingData::TrainingData(const Experiment& experiment, const Network& network, const std::filesystem::path& directory,
                           const std::filesystem::path& bundled)
    : set_(load(experiment, network, directory, bundled)),
      mean_(mean_of(set_.train, network.transform.mean)),
      scale_(network.transform.scale) {
  check(set_.test.count() > 0, "data set {}: no test images", set_.name);
}

Batches TrainingData::training_batches(int batch, std::uint64_t seed) const {
  return Batches(set_.train, batch, mean_, scale_, seed);
}

Batches TrainingData::test_batches(int batch) const {
  return Batches(set_.test, batch, mean_, scale_, 0);
}

}  // namespace ringside
