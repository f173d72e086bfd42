// The backend on oneDNN, Intel's library of CPU kernels.
#pragma once
#include "core/backend/registry.h"

namespace ringside {

Backend onednn_backend();

}  // namespace ringside
