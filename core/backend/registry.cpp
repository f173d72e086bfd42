// The menu of backends, one row each.
#include "core/backend/registry.h"

#include <algorithm>
#include <array>
#include <vector>

#include "core/backend/cuda_plugin.h"
#include "core/backend/native/native_backend.h"
#include "core/backend/onednn/onednn_backend.h"
#include "core/backend/reference/reference_backend.h"
#include "core/base/error.h"
#include "core/base/nearest.h"

namespace ringside {

std::span<const Backend> backends() {
  static const std::array all{auto_backend(),
                              native_backend(),
                              onednn_backend(),
                              reference_backend(),
                              cuda_backend(CudaRow::fp32),
                              cuda_backend(CudaRow::graphs),
                              cuda_backend(CudaRow::deterministic),
                              cuda_backend(CudaRow::tf32)};
  return all;
}

const Backend& find_backend(std::string_view name) {
  const auto all = backends();
  const auto found = std::ranges::find(all, name, &Backend::name);
  if (found != all.end()) {
    const std::string missing = found->missing();
    check(missing.empty(), "backend \"{}\": {}", name, missing);
    return *found;
  }
  std::vector<std::string_view> names;
  for (const Backend& backend : all) names.push_back(backend.name);
  fail_unknown("backend", name, names);
}

}  // namespace ringside
