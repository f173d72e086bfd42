// Between a block's images one after another and side by side.
#pragma once
#include <cstdint>

#include "core/backend/simd.h"

namespace ringside::native {

// to[value][image] = from[image][value] for the `images` (at most 16) of a block, `values` floats each.
void put_side_by_side(SimdLevel level, const float* from, int images, std::int64_t values, float* to);

// to[image][value] = from[value][image]; an image takes `stride` floats in `to`, at least `values`.
void put_one_after_another(SimdLevel level, const float* from, int images, std::int64_t values, float* to,
                           std::int64_t stride);

// to[value][16] = from[value][images], the images that are missing being zero.
void widen(const float* from, int images, std::int64_t values, float* to);

// to[value][images] = from[value][16].
void narrow(const float* from, int images, std::int64_t values, float* to);

// All blocks of an activation of so many floats an image, from NHWC and back.
void from_nhwc(SimdLevel level, const float* from, int images, std::int64_t image_floats, float* to);
void to_nhwc(SimdLevel level, const float* from, int images, std::int64_t image_floats, float* to);

}  // namespace ringside::native
