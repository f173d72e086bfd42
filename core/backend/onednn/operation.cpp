// Binding data to primitives, and executing them.
#include "core/backend/onednn/operation.h"

#include <string_view>

#include "core/base/error.h"

namespace ringside::onednn {

bool is_slow(const dnnl::primitive_desc_base& description) {
  return std::string_view(description.impl_info_str()).starts_with("ref");
}

Operation::Operation(Context& context, const dnnl::primitive_desc_base& description,
                     std::initializer_list<int> arguments)
    : context_(&context), primitive_(description.get()) {
  const auto add = [&](int argument, const dnnl::memory::desc& layout) {
    memories_.emplace_back(layout, context.engine, nullptr);
    arguments_.push_back({argument, memories_.back().get()});
    pointed_at_.push_back(nullptr);
  };
  for (const int argument : arguments) add(argument, description.query_md(dnnl::query::exec_arg_md, argument));
  const auto scratchpad = description.query_md(dnnl::query::scratchpad_md);
  context.scratchpad.reserve(scratchpad.get_size());
  if (scratchpad.get_size() > 0) add(DNNL_ARG_SCRATCHPAD, scratchpad);
}

// The library fills in the padding of a memory's layout whenever it is pointed somewhere: not more often than needed.
void Operation::point(std::size_t argument, const float* data) {
  if (pointed_at_[argument] == data) return;
  memories_[argument].set_data_handle(const_cast<float*>(data));
  pointed_at_[argument] = data;
}

void Operation::run(std::initializer_list<const float*> data) {
  use_one_thread();
  std::size_t argument = 0;
  for (const float* each : data) point(argument++, each);
  if (argument < memories_.size()) point(argument, context_->scratchpad.data());
  const auto status = dnnl_primitive_execute(primitive_.get(), context_->stream.get(),
                                             static_cast<int>(arguments_.size()), arguments_.data());
  check(status == dnnl_success, "oneDNN: a primitive failed with status {}", static_cast<int>(status));
}

}  // namespace ringside::onednn
