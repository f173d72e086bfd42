// A oneDNN primitive with its memory objects, made once; a call only points them at its data.
#pragma once
#include <initializer_list>
#include <vector>

#include "core/backend/onednn/context.h"

namespace ringside::onednn {

// oneDNN has nothing but its own reference loops for this.
bool is_slow(const dnnl::primitive_desc_base& description);

class Operation {
 public:
  // `arguments`: which data (DNNL_ARG_SRC, ...) a call gives, in this order.
  Operation(Context& context, const dnnl::primitive_desc_base& description, std::initializer_list<int> arguments);

  void run(std::initializer_list<const float*> data);

 private:
  void point(std::size_t argument, const float* data);

  Context* context_;
  dnnl::primitive primitive_;
  std::vector<dnnl::memory> memories_;  // of the arguments, then the scratchpad
  std::vector<const float*> pointed_at_;
  std::vector<dnnl_exec_arg_t> arguments_;
};

}  // namespace ringside::onednn
