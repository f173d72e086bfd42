// An exclusive lock on an open file or folder. It ends with the process, however that ends.
#pragma once

namespace ringside {

// False if another process holds it. One that was killed a moment ago takes a moment to let go: it is given half a second.
bool lock_file(int file);

}  // namespace ringside
