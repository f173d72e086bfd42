// One task of a graph, prepared: all that is left open is the step.
#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "core/backend/kernels.h"
#include "core/exec/run_context.h"
#include "core/graph/task.h"

namespace ringside {

// An algorithm of a layer's, for calls of so many samples and output channels.
struct LayerAlgorithm {
  std::string layer;
  int samples = 0;
  int channels = 0;
  Algorithm algorithm;
};

// Layer kernels, one for each different call of each stream: forward and backward of a layer share theirs.
class LayerKernels {
 public:
  LayerKernel& find_or_make(Kernels& kernels, const LayerCall& call);

  // By layer, whose kernels they are, where the backend chooses: "native", "onednn", or "native, onednn" for different calls.
  std::map<std::string, std::string> origins() const;

  // Each once, in the order of the layers.
  std::vector<LayerAlgorithm> algorithms() const;

 private:
  using Key = std::tuple<const Kernels*, const Layer*, int, int, int, bool>;
  std::map<Key, std::unique_ptr<LayerKernel>> made_;
};

// Does an op (but an AllReduce, see Lanes). Allocates nothing and looks nothing up but its copies of the buffers.
class Perform {
 public:
  // Keeps references to context and op. `kernels` are those of the stream it will run on.
  Perform(const RunContext& context, const Op& op, Kernels& kernels, LayerKernels& layer_kernels);

  void operator()(Kernels& kernels, std::int64_t step) const;

 private:
  void transfer(const Transfer& op, Kernels& kernels, std::int64_t step) const;
  void forward(const Forward& op, std::int64_t step) const;
  void backward(const Backward& op, std::int64_t step) const;
  void update(const Update& op, Kernels& kernels, std::int64_t step) const;

  const RunContext& context_;
  const Op& op_;
  LayerKernel* kernel_ = nullptr;  // of a forward or backward
};

}  // namespace ringside
