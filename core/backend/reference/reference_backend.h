// The backend of plain loops: the truth for tests.
#pragma once
#include "core/backend/registry.h"

namespace ringside {

Backend reference_backend();

}  // namespace ringside
