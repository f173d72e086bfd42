// The layers a network is made of. Formulas and gradients are derived in core/net/README.md.
#pragma once
#include <cstdint>
#include <string>
#include <variant>

#include "core/net/shape.h"

namespace ringside {

// How a blob of parameters starts.
struct Filler {
  enum class Kind {
    constant,  // every value is `value`
    xavier,    // uniform in ±sqrt(3 / fan_in) (Glorot & Bengio 2010, as Caffe defines it)
    gaussian,  // normal, mean 0, deviation `value`
    msra       // normal, mean 0, deviation sqrt(2 / fan_in) (He et al. 2015)
  };
  Kind kind = Kind::constant;
  float value = 0;
};

// A layer's weights or its bias. The multipliers scale the step's learning rate and weight decay (Caffe's lr_mult, decay_mult).
struct Blob {
  Filler filler;
  float rate_multiplier = 1;
  float decay_multiplier = 1;
};

// y[o] = b[o] + sum over (c, kh, kw) of w[o][c][kh][kw] · x[c]. Output size rounds down. Weights: [outputs][channels][kernel][kernel].
struct Conv {
  int outputs = 0;
  int kernel = 0;
  int stride = 1;
  int pad = 0;
  Blob weights, bias;
};

// y[o] = b[o] + sum over i of w[o][i] · x[i], with i in the input's NHWC order. Weights: [outputs][inputs].
struct Dense {
  int outputs = 0;
  Blob weights, bias;
};

// Output size rounds up, as in Caffe; a window that would start beyond the padded input is dropped.
// The average divides by the window clipped to the padded input (Caffe).
struct Pool {
  enum class Kind { max, average };
  Kind kind = Kind::max;
  int kernel = 0;
  int stride = 1;
  int pad = 0;
};

// LeNet-5's subsampling: y[c] = weight[c] · (sum of the window) + bias[c]; windows do not overlap. Weights: [channels].
struct Subsample {
  int kernel = 0;
  Blob weights, bias;
};

struct Relu {};
struct Tanh {};

// Local response normalisation across channels: y = x · (k + alpha/size · sum of x² over `size` channels around)^-beta.
struct Lrn {
  int size = 5;
  float alpha = 1;
  float beta = 0.75F;
  float k = 1;
};

// In training a unit is kept with probability 1 - ratio and scaled by 1 / (1 - ratio); in testing the layer is the identity.
struct Dropout {
  float ratio = 0.5F;
};

// Softmax and cross-entropy. Must come last.
struct SoftmaxLoss {};

using LayerKind = std::variant<Conv, Dense, Pool, Subsample, Relu, Tanh, Lrn, Dropout, SoftmaxLoss>;

// A layer in its place in a network. Parameters: weights, then bias, contiguous.
struct Layer {
  std::string name;
  LayerKind kind;
  Shape input, output;            // of one sample
  std::int64_t weight_count = 0;  // parameters of the whole layer
  std::int64_t bias_count = 0;
  std::int64_t offset = 0;  // of its first parameter in the model, parameters in network order

  std::int64_t params() const { return weight_count + bias_count; }
};

// The weights and bias blobs; null for a layer without parameters.
const Blob* weights_blob(const Layer& layer);
const Blob* bias_blob(const Layer& layer);

// Inputs that feed one output (xavier's and msra's fan-in).
std::int64_t fan_in(const Layer& layer);

// "conv", "pool", ...: the word used in network files, tables and messages.
std::string kind_name(const Layer& layer);

// Each output channel depends on the same input channel alone (pool, subsample, relu, tanh, dropout): such a layer can work
// on any slice of channels. The others (conv, dense, lrn) need every input channel and give a slice of output channels.
bool is_channel_local(const Layer& layer);

// The output may overwrite the input (relu, tanh, dropout): backward needs the output at most, never the input.
bool is_in_place(const Layer& layer);

bool is_loss(const Layer& layer);

// Floats per sample that forward leaves for backward besides its output: the arg-max of max pooling, the scale of LRN. Else 0.
std::int64_t state_count(const Layer& layer);

}  // namespace ringside
