// The loaders behind the menu of data sets. Each fills everything of a Dataset but its hash.
#pragma once
#include <string>

#include "core/data/dataset.h"

namespace ringside {

Dataset load_mnist(const DatasetQuery& query);
Dataset load_cifar10(const DatasetQuery& query);
Dataset make_synthetic(const DatasetQuery& query);

// "60,000 + 10,000 images": for Dataset::origin.
std::string count_images(const Dataset& data);

}  // namespace ringside
