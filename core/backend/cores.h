// The cores this process may run on.
#pragma once
#include <vector>

namespace ringside {

// Numbers as the system counts them; never empty.
std::vector<int> allowed_cores();

// The calling thread runs on this core alone, if the system allows it.
void pin_this_thread(int core);

}  // namespace ringside
