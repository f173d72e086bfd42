// Which layers work in place: the one answer for strategies and the textbook loop.
#pragma once
#include "core/net/network.h"

namespace ringside {

// Layer `layer` may write its output over its input: its own backward pass needs no input, and that of the layer before
// does not need the output it loses. (A tanh's gradient is read off its output; relu's too, but only its sign, which
// relu, tanh and dropout keep or blank where the gradient is blanked as well.) Never true of the first layer: the batch
// is not its own.
bool overwrites_input(const Network& network, int layer);

}  // namespace ringside
