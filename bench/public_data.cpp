// Where MNIST and CIFAR-10 are published.
#include "bench/public_data.h"

#include <array>

namespace ringside {

std::span<const PublicData> public_data() {
  static const std::array<PublicData, 2> sets{{
      {.name = "mnist",
       .files = mnist_files,
       .homes = {"https://ossci-datasets.s3.amazonaws.com/mnist", "https://storage.googleapis.com/cvdf-datasets/mnist"},
       .downloads =
           {{"train-images-idx3-ubyte.gz", 9912422, "440fcabf73cc546fa21475e81ea370265605f56be210a4024d2ca8f203523609"},
            {"train-labels-idx1-ubyte.gz", 28881, "3552534a0a558bbed6aed32b30c495cca23d567ec52cac8be1a0730e8010255c"},
            {"t10k-images-idx3-ubyte.gz", 1648877, "8d422c7b0a1c1c79245a5bcf07fe86e33eeafee792b84584aec276f5a2dbc4e6"},
            {"t10k-labels-idx1-ubyte.gz", 4542, "f7ae60f92e00ec6debd23a6088c31dbd2371eca3ffa0defaefb259924204aec6"}},
       .archive_folder = "",
       .unpacked_bytes = 0,
       .folder = "mnist",
       .contents = {{"train-images-idx3-ubyte.gz", "6bbc9ace898e44ae57da46a324031adb"},
                    {"train-labels-idx1-ubyte.gz", "a25bea736e30d166cdddb491f175f624"},
                    {"t10k-images-idx3-ubyte.gz", "2646ac647ad5339dbf082846283269ea"},
                    {"t10k-labels-idx1-ubyte.gz", "27ae3e4e09519cfbb04c329615203637"}}},
      {.name = "cifar10",
       .files = cifar10_files,
       .homes = {"https://www.cs.toronto.edu/~kriz"},
       .downloads = {{"cifar-10-binary.tar.gz", 170052171,
                      "c4a38c50a1bc5f3a1c5537f2155ab9d68f9f25eb1ed8d9ddda3db29a59bca1dd"}},
       .archive_folder = "cifar-10-batches-bin",
       .unpacked_bytes = 184380000,
       .folder = "cifar-10-batches-bin",
       .contents = {{"data_batch_1.bin", "5dd7e06a14cb22eb9f671a540d1b7c25"},
                    {"data_batch_2.bin", "5ea93a67294ea407fff1d09f752e9692"},
                    {"data_batch_3.bin", "942cd6a4bcdd0dd3c604fbe906cb4421"},
                    {"data_batch_4.bin", "ae636b3ba5c66a11e91e8cb52e771fcb"},
                    {"data_batch_5.bin", "53f37980c15c3d472c316c40844f3f0d"},
                    {"test_batch.bin", "803d5f7f4d78ea53de84dbe85f74fb6d"}}},
  }};
  return sets;
}

}  // namespace ringside
