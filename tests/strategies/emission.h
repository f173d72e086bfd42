// A graph taken apart into what its strategy emitted, so that a test can plant a mistake and have the edges derived
// anew, as if the strategy had made it.
#pragma once
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "core/graph/task.h"

namespace ringside {

class Emission {
 public:
  explicit Emission(const StepGraph& graph);

  std::vector<Op> ops;
  std::vector<Buffer> buffers;
  std::vector<Placement> weights;

  // The graph of what is there now.
  StepGraph finish() const;

  bool stands_on(const Span& span, int device) const;
  bool stands_in(const Span& span, std::string_view buffer) const;
  bool stands_in(const Span& span, std::string_view buffer, int device) const;

  // The places in `ops` of all ops of a kind for which is(op), in emission order.
  template <class Kind, class Is>
  std::vector<std::size_t> places(const Is& is) const {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < ops.size(); ++i) {
      const auto* op = std::get_if<Kind>(&ops[i]);
      if (op != nullptr && is(*op)) found.push_back(i);
    }
    return found;
  }

  // Transfers between two devices; the host counts as device -1.
  std::vector<std::size_t> transfers(std::string_view from, int from_device, int to_device) const;

  template <class Kind>
  Kind& at(std::size_t place) {
    return std::get<Kind>(ops[place]);
  }

  void erase(std::size_t place) { ops.erase(ops.begin() + static_cast<std::ptrdiff_t>(place)); }
  void move(std::size_t place, std::size_t to);
  void repeat(std::size_t place) { ops.insert(ops.begin() + static_cast<std::ptrdiff_t>(place), ops[place]); }

 private:
  StepGraph graph_;
};

}  // namespace ringside
