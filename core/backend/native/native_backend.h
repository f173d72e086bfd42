// The backend of our own kernels, vectorised over images.
#pragma once
#include "core/backend/registry.h"

namespace ringside {

Backend native_backend();

// Native, but for the layers where oneDNN is measured to be faster when a session begins.
Backend auto_backend();

}  // namespace ringside
