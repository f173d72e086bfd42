// The answers are kept for the whole process: the machine it runs on does not change. This is the one table of its kind.
#include "core/backend/native/choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <mutex>

#include "core/backend/flush_denormals.h"
#include "core/backend/memory.h"
#include "core/backend/now.h"
#include "core/base/match.h"

namespace ringside::native {

namespace {

// Memory for one call, filled with small numbers.
class CallMemory {
 public:
  explicit CallMemory(const LayerCall& call) : call_(call) {
    const Layer& layer = call.layer;
    const auto slice = [&](std::int64_t floats) { return floats / layer.output.channels * call.channels; };
    input_ = filled(call.samples * layer.input.count());
    input_gradient_ = filled(call.samples * layer.input.count());
    output_ = filled(call.samples * slice(layer.output.count()));
    output_gradient_ = filled(call.samples * slice(layer.output.count()));
    params_ = filled(slice(layer.params()));
    params_gradient_ = filled(slice(layer.params()));
  }

  void run(LayerKernel& kernel) const {
    kernel.forward({.input = input_.get(), .params = params_.get(), .output = output_.get(), .place = {}});
    kernel.backward({.input = input_.get(),
                     .output = output_.get(),
                     .output_gradient = output_gradient_.get(),
                     .params = params_.get(),
                     .input_gradient = call_.input_gradient ? input_gradient_.get() : nullptr,
                     .params_gradient = params_gradient_.get(),
                     .place = {}});
  }

 private:
  static DeviceMemory filled(std::int64_t floats) {
    DeviceMemory memory = allocate_memory(floats, "measuring kernels");
    for (std::int64_t i = 0; i < floats; ++i) memory[i] = static_cast<float>(i % 17) * 0.01F;
    return memory;
  }

  LayerCall call_;
  DeviceMemory input_, input_gradient_, output_, output_gradient_, params_, params_gradient_;
};

double seconds(const CallMemory& memory, LayerKernel& kernel) {
  const double begin_s = now_s();
  memory.run(kernel);
  return now_s() - begin_s;
}

// In turns, the shorter of several times each: what else the machine does only ever adds to a time.
bool measure(const LayerCall& call, LayerKernel& first, LayerKernel& second) {
  const FlushDenormals flush;
  const CallMemory memory(call);
  double of_first = seconds(memory, first);  // warms up, too
  double of_second = seconds(memory, second);
  constexpr double long_enough_s = 0.2;
  constexpr int most_rounds = 5;
  double spent = 0;
  for (int round = 0; round < most_rounds && spent < long_enough_s; ++round) {
    const double first_s = seconds(memory, first);
    const double second_s = seconds(memory, second);
    of_first = std::min(of_first, first_s);
    of_second = std::min(of_second, second_s);
    spent += first_s + second_s;
  }
  constexpr double about_equal = 1.1;
  return of_first <= about_equal * of_second;
}

// All that the time of a call depends on.
std::string key_of(const LayerCall& call, SimdLevel level) {
  const Layer& layer = call.layer;
  const std::string window = match(
      layer.kind,
      [](const Conv& conv) { return fmt::format("kernel {} stride {} pad {}", conv.kernel, conv.stride, conv.pad); },
      [](const auto&) { return std::string(); });
  return fmt::format("{} {} of {}x{}x{}, {} samples, {} channels, {}input gradient, {}", kind_name(layer), window,
                     layer.input.channels, layer.input.height, layer.input.width, call.samples, call.channels,
                     call.input_gradient ? "" : "no ", name_of(level));
}

}  // namespace

bool prefers_first(const LayerCall& call, SimdLevel level,
                   const std::function<std::unique_ptr<LayerKernel>()>& make_first,
                   const std::function<std::unique_ptr<LayerKernel>()>& make_second) {
  static std::mutex mutex;
  static std::map<std::string, bool> known;
  const std::lock_guard lock(mutex);
  const std::string key = key_of(call, level);
  const auto found = known.find(key);
  if (found != known.end()) return found->second;
  const bool answer = measure(call, *make_first(), *make_second());
  known.emplace(key, answer);
  return answer;
}

}  // namespace ringside::native
