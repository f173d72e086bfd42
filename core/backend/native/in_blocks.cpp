// The full blocks at once, then the last one.
#include "core/backend/native/in_blocks.h"

#include "core/backend/native/blocks.h"

namespace ringside::native {

namespace {

class InBlocks : public LayerKernel {
 public:
  InBlocks(const LayerCall& call, const MakeLoops& make) : blocks_(call.samples) {
    const Layer& layer = call.layer;
    const auto slice = [&](std::int64_t floats) { return floats / layer.output.channels * call.channels; };
    input_floats_ = is_channel_local(layer) ? slice(layer.input.count()) : layer.input.count();
    output_floats_ = slice(layer.output.count());
    state_floats_ = slice(state_count(layer));
    LayerCall groups = call;
    groups.samples = blocks_.full();
    if (groups.samples > 0) full_ = make(groups, block_images);
    groups.samples = 1;
    if (blocks_.rest() > 0) rest_ = make(groups, blocks_.rest());
  }

  void forward(const ForwardArgs& args) override {
    if (full_) full_->forward(args);
    if (!rest_) return;
    ForwardArgs rest = args;
    rest.input += at(input_floats_);
    rest.output += at(output_floats_);
    if (rest.state != nullptr) rest.state += at(state_floats_);
    rest_->forward(rest);
  }

  void backward(const BackwardArgs& args) override {
    if (full_) full_->backward(args);
    if (!rest_) return;
    BackwardArgs rest = args;
    if (rest.input != nullptr) rest.input += at(input_floats_);
    rest.output += at(output_floats_);
    rest.output_gradient += at(output_floats_);
    if (rest.state != nullptr) rest.state += at(state_floats_);
    if (rest.input_gradient != nullptr) rest.input_gradient += at(input_floats_);
    rest_->backward(rest);
  }

 private:
  // Where the last block begins.
  std::int64_t at(std::int64_t image_floats) const { return Blocks::start(blocks_.full(), image_floats); }

  Blocks blocks_;
  std::int64_t input_floats_, output_floats_, state_floats_;
  std::unique_ptr<LayerKernel> full_, rest_;
};

}  // namespace

std::unique_ptr<LayerKernel> make_in_blocks(const LayerCall& call, const MakeLoops& make) {
  return std::make_unique<InBlocks>(call, make);
}

}  // namespace ringside::native
