// Every pixel of the output sums rows of its window straight on; edges take shorter rows, never zeros.
#include "core/backend/native/window_sums.h"

#include "core/backend/native/multiply.h"

namespace ringside::native {

namespace {

// With AVX-512 two blocks are summed at a time, else one: then there are two columns, or four of the baseline.
template <int lanes>
constexpr int blocks_at_a_time = lanes == block_images ? 2 : 1;

template <int lanes>
constexpr int most_columns = blocks_at_a_time<lanes>* block_images / lanes;

template <class From>
struct WindowSums {
  const From& from;
  const WindowSumsArgs& args;
  std::int64_t weights_an_output;

  template <int lanes>
  RINGSIDE_INLINE void run() const {
    int block = 0;
    for (; block + blocks_at_a_time<lanes> <= args.blocks; block += blocks_at_a_time<lanes>) {
      panels<lanes, most_columns<lanes>>(block);
    }
    if constexpr (blocks_at_a_time < lanes >> 1) {
      if (block < args.blocks) panels<lanes, 1>(block);
    }
  }

 private:
  template <int lanes, int columns>
  RINGSIDE_INLINE void panels(int block) const {
    constexpr int most = most_sums<lanes> / most_columns<lanes>;
    const Panels panels{from.to().channels, most};
    for (int panel = 0; panel < panels.count(); ++panel) {
      with_constant<most>(
          panels.size(panel), [&](auto outputs) __attribute__((always_inline)) {
            this->template pixels<lanes, outputs, columns>(block, panels.first(panel));
          });
    }
  }

  template <int lanes, int outputs, int columns>
  RINGSIDE_INLINE void pixels(int block, int first) const {
    const std::int64_t input_step = from.from().count() * block_images;
    const std::int64_t output_step = from.to().count() * block_images;
    const float* input = args.input + block * input_step;
    const float* weights = args.weights + first * weights_an_output;
    const float* bias = args.bias == nullptr ? nullptr : args.bias + first;
    float* output = args.output + block * output_step + first * block_images;
    for (int y = 0; y < from.to().height; ++y) {
      for (int x = 0; x < from.to().width; ++x) {
        Sums<lanes, outputs, columns> sums;
        sums.begin(bias);
        from.for_each_row(
            y, x, [&](std::int64_t at, std::int64_t weight, std::int64_t inputs) __attribute__((always_inline)) {
              sums.add(input + at, input_step, SideBySide{weights + weight * outputs, outputs}, inputs);
            });
        sums.end(output, output_step);
        output += from.to().channels * block_images;
      }
    }
  }
};

template <class From>
void run(SimdLevel level, const From& from, const WindowSumsArgs& args) {
  run_at(level, WindowSums<From>{from, args, std::int64_t{from.windows.places()} * from.from().channels});
}

template <int lanes>
constexpr int most_outputs = most_sums<lanes> / most_columns<lanes>;

}  // namespace

Panels window_panels(SimdLevel level, int outputs) {
  const int most = level == SimdLevel::avx512 ? most_outputs<16>
                   : level == SimdLevel::avx2 ? most_outputs<8>
                                              : most_outputs<4>;
  return {outputs, most};
}

void sum_from_inputs(SimdLevel level, const Windows& windows, const WindowSumsArgs& args) {
  run(level, FromInputs{windows}, args);
}

void sum_from_outputs(SimdLevel level, const Windows& windows, const WindowSumsArgs& args) {
  run(level, FromOutputs{windows}, args);
}

}  // namespace ringside::native
