// CUDA graphs, as far as one stream records them: nodes one after another.
#pragma once
#include <cuda_runtime_api.h>

#include <memory>
#include <string>
#include <vector>

#include "tests/cuda_stand_in/machine.h"

namespace stand_in {

// A piece of work, or an event to record.
struct Node {
  Work work = {};
  std::string kernel = {};  // its name, if the work is a launch of ours
  cudaEvent_t event = nullptr;
};

class Graph {
 public:
  explicit Graph(int device) : device_(device) {}

  int device() const { return device_; }
  void add(Node node) { nodes_.push_back(std::make_unique<Node>(std::move(node))); }
  const std::vector<std::unique_ptr<Node>>& nodes() const { return nodes_; }
  Node* last() const { return nodes_.empty() ? nullptr : nodes_.back().get(); }

 private:
  int device_;
  std::vector<std::unique_ptr<Node>> nodes_;
};

// A graph as it was when it was instantiated; its nodes' numbers may be changed one by one.
class Executable {
 public:
  explicit Executable(const Graph& graph);

  void set_kernel(const Node* node, const cudaKernelNodeParams& params);
  void launch(Stream& stream) const;

 private:
  int device_;
  std::vector<const Node*> names_;  // of the nodes, in the graph
  std::vector<Node> nodes_;
};

}  // namespace stand_in
