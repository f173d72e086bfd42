// What the rest of the suite asks of a layer.
#include "core/net/layer.h"

#include "core/base/match.h"

namespace ringside {

namespace {

template <class Kind>
constexpr bool has_parameters = requires(const Kind& kind) {
  kind.weights, kind.bias;
};

}  // namespace

const Blob* weights_blob(const Layer& layer) {
  return std::visit(
      []<class Kind>(const Kind& kind) -> const Blob* {
        if constexpr (has_parameters<Kind>) return &kind.weights;
        return nullptr;
      },
      layer.kind);
}

const Blob* bias_blob(const Layer& layer) {
  return std::visit(
      []<class Kind>(const Kind& kind) -> const Blob* {
        if constexpr (has_parameters<Kind>) return &kind.bias;
        return nullptr;
      },
      layer.kind);
}

std::int64_t fan_in(const Layer& layer) {
  return match(
      layer.kind, [&](const Conv& conv) { return std::int64_t{layer.input.channels} * conv.kernel * conv.kernel; },
      [&](const Dense&) { return layer.input.count(); },
      [](const Pool& pool) { return std::int64_t{pool.kernel} * pool.kernel; },
      [](const Subsample& subsample) { return std::int64_t{subsample.kernel} * subsample.kernel; },
      [](const Relu&) { return std::int64_t{1}; }, [](const Tanh&) { return std::int64_t{1}; },
      [](const Lrn& lrn) { return std::int64_t{lrn.size}; }, [](const Dropout&) { return std::int64_t{1}; },
      [&](const SoftmaxLoss&) { return layer.input.count(); });
}

std::string kind_name(const Layer& layer) {
  return match(
      layer.kind, [](const Conv&) { return "conv"; }, [](const Dense&) { return "dense"; },
      [](const Pool&) { return "pool"; }, [](const Subsample&) { return "subsample"; },
      [](const Relu&) { return "relu"; }, [](const Tanh&) { return "tanh"; }, [](const Lrn&) { return "lrn"; },
      [](const Dropout&) { return "dropout"; }, [](const SoftmaxLoss&) { return "softmax_loss"; });
}

bool is_channel_local(const Layer& layer) {
  return std::holds_alternative<Pool>(layer.kind) || std::holds_alternative<Subsample>(layer.kind) ||
         is_in_place(layer);
}

bool is_in_place(const Layer& layer) {
  return std::holds_alternative<Relu>(layer.kind) || std::holds_alternative<Tanh>(layer.kind) ||
         std::holds_alternative<Dropout>(layer.kind);
}

bool is_loss(const Layer& layer) {
  return std::holds_alternative<SoftmaxLoss>(layer.kind);
}

std::int64_t state_count(const Layer& layer) {
  const auto* pool = std::get_if<Pool>(&layer.kind);
  if (pool != nullptr && pool->kind == Pool::Kind::max) return layer.output.count();
  return std::holds_alternative<Lrn>(layer.kind) ? layer.output.count() : 0;
}

}  // namespace ringside
