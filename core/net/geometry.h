// One layer's output shape and parameter counts. Used by make_network alone.
#pragma once
#include <string>
#include <string_view>

#include "core/net/layer.h"

namespace ringside {

// "1x28x28": channels, height, width.
std::string describe(Shape shape);

// Throws bad_input, beginning with `place`, if a sample of this shape has more values than an int can count.
void check_activations(Shape shape, std::string_view place);

// Fills in output and parameter counts from kind and input. Throws bad_input, beginning with `place`, if they do not
// fit.
void work_out(Layer& layer, std::string_view place);

}  // namespace ringside
