// A network: its layers with their shapes worked out, and the recipe it is trained by.
#pragma once
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/net/layer.h"
#include "core/net/solver.h"

namespace ringside {

// What happens to a pixel (0..255) before the first layer: (pixel - mean) · scale.
struct InputTransform {
  enum class Mean { none, image, channel };  // image: the training set's mean image; channel: its mean per channel
  Mean mean = Mean::none;
  float scale = 1;
};

struct Network {
  std::string name;
  std::string description;  // one line for the menu; may be empty
  std::string dataset;      // the data set it is meant for, by name
  Shape input;
  InputTransform transform;
  Solver solver;
  std::vector<Layer> layers;  // the last one is SoftmaxLoss

  int classes() const;          // inputs of the loss
  std::int64_t params() const;  // of the whole model
};

// Works out shapes, parameter counts and offsets. Throws bad_input naming the layer, counted from 1 (`layer 5 "ip1": ...`),
// for sizes that are not positive, windows larger than their input, padding >= kernel, an input that subsampling windows do
// not fill, an empty or duplicate name, a misplaced or missing loss; and for a solver or transform out of range.
Network make_network(std::string name, std::string dataset, Shape input, InputTransform transform, Solver solver,
                     std::vector<std::pair<std::string, LayerKind>> layers);

}  // namespace ringside
