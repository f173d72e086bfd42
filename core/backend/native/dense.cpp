// Dense layers: the order of an image's values is that of the weights, so that products run straight on.
#include "core/backend/native/blocks.h"
#include "core/backend/native/layers.h"
#include "core/backend/native/products.h"
#include "core/backend/native/transpose.h"

namespace ringside::native {

namespace {

class Dense : public LayerKernel {
 public:
  Dense(const LayerCall& call, SimdLevel level, Scratch& scratch)
      : level_(level),
        scratch_(scratch),
        images_(call.samples),
        blocks_(call.samples),
        inputs_(static_cast<int>(call.layer.input.count())),
        outputs_(call.channels),
        stride_((inputs_ + block_images - 1) / block_images * block_images) {
    scratch.reserve(std::max(images_ * stride_, std::int64_t{inputs_ + outputs_} * block_images));
  }

  void forward(const ForwardArgs& args) override {
    const float* bias = args.params + std::int64_t{outputs_} * inputs_;
    sum_blocks(args.input, inputs_, args.output, outputs_, [&](const float* input, float* output, int blocks) {
      dense_forward(level_, {input, args.params, bias, output, blocks, inputs_, outputs_});
    });
  }

  void backward(const BackwardArgs& args) override {
    params_gradient(args);
    if (args.input_gradient == nullptr) return;
    sum_blocks(args.output_gradient, outputs_, args.input_gradient, inputs_,
               [&](const float* gradient, float* input_gradient, int blocks) {
                 dense_input_gradient(level_, {gradient, args.params, input_gradient, blocks, inputs_, outputs_});
               });
  }

  std::string_view origin() const override { return "native"; }

 private:
  void params_gradient(const BackwardArgs& args) {
    float* input = scratch_.data();
    for (int image = 0; image < images_; ++image)
      std::fill_n(input + image * stride_ + inputs_, stride_ - inputs_, 0.0F);
    for (int block = 0; block < blocks_.count(); ++block) {
      put_one_after_another(level_, args.input + Blocks::start(block, inputs_), blocks_.images(block), inputs_,
                            input + Blocks::start(block, stride_), stride_);
    }
    dense_weights_gradient(level_,
                           {input, stride_, args.output_gradient, args.params_gradient,
                            args.params_gradient + std::int64_t{outputs_} * inputs_, images_, inputs_, outputs_});
  }

  // f(from, to, blocks) for the full blocks and for the last one, widened; so many values an image.
  template <class F>
  void sum_blocks(const float* from, int from_values, float* to, int to_values, const F& f) {
    f(from, to, blocks_.full());
    if (blocks_.rest() == 0) return;
    float* wide_from = scratch_.data();
    float* wide_to = wide_from + std::int64_t{from_values} * block_images;
    widen(from + Blocks::start(blocks_.full(), from_values), blocks_.rest(), from_values, wide_from);
    f(wide_from, wide_to, 1);
    narrow(wide_to, blocks_.rest(), to_values, to + Blocks::start(blocks_.full(), to_values));
  }

  SimdLevel level_;
  Scratch& scratch_;
  int images_;
  Blocks blocks_;
  int inputs_, outputs_;
  std::int64_t stride_;  // floats an image where they stand one after another
};

}  // namespace

std::unique_ptr<LayerKernel> make_dense(const LayerCall& call, SimdLevel level, Scratch& scratch) {
  return std::make_unique<Dense>(call, level, scratch);
}

}  // namespace ringside::native
