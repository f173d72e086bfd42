// The backend of our own kernels, vectorised over images.
#pragma once
#include "core/backend/registry.h"

namespace ringside {

Backend native_backend();

}  // namespace ringside
