// Checks before it asks: Linux grants more memory than there is, and kills the process that touches it.
#include "core/backend/memory.h"

#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <limits>

#include "core/base/error.h"

namespace ringside {

namespace {

constexpr std::size_t cache_line = 64;
constexpr std::size_t page = 4096;

// What can be had without swapping; all there is where the system does not tell.
std::size_t available_bytes() {
  std::ifstream file("/proc/meminfo");
  std::string name;
  std::size_t kibibytes = 0;
  std::string unit;
  while (file >> name >> kibibytes >> unit) {
    if (name == "MemAvailable:") return kibibytes * 1024;
    if (unit != "kB") break;
  }
  return static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

}  // namespace

DeviceMemory allocate_memory(std::int64_t floats, const std::string& device) {
  constexpr auto most = std::numeric_limits<std::int64_t>::max() / static_cast<std::int64_t>(sizeof(float)) -
                        static_cast<std::int64_t>(page);
  check(floats >= 0 && floats <= most, "{}: memory for {} floats: expected 0 to {}", device, floats, most);

  const auto wanted = static_cast<std::size_t>(floats) * sizeof(float);
  const std::size_t alignment = wanted > page ? page : cache_line;
  const std::size_t bytes = (std::max(wanted, std::size_t{1}) + alignment - 1) / alignment * alignment;
  const std::size_t available = available_bytes();
  check(bytes <= available, "{}: {} bytes of memory: this machine has {} bytes available", device, bytes, available);
  auto* memory = static_cast<float*>(std::aligned_alloc(alignment, bytes));
  check(memory != nullptr, "{}: {} bytes of memory: not to be had", device, bytes);
  std::memset(memory, 0, bytes);
  return {memory, [](float* block) { std::free(block); }};
}

}  // namespace ringside
