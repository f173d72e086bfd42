// Pages mapped twice, and the rules of their use.
#include "tests/cuda_stand_in/memory_map.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

#include "tests/cuda_stand_in/trouble.h"

namespace stand_in {

namespace {

constexpr std::size_t page = 4096;
constexpr std::size_t word = 4;
constexpr int nothing_written = 0xA5;  // in fresh memory: a float of -2.9e-16, an odd number for a pixel's

std::string place(int device) {
  return device == on_host ? "pinned memory" : fmt::format("device {}", device);
}

}  // namespace

void* MemoryMap::allocate(std::size_t bytes, int device, std::size_t capacity) {
  if (used_[device] + bytes > capacity) return nullptr;
  auto block = std::make_unique<Block>();
  block->bytes = bytes;
  block->mapped = (std::max(bytes, std::size_t{1}) + page - 1) / page * page;
  block->device = device;
  const int file = memfd_create("stand_in", 0);
  if (file < 0 || ftruncate(file, static_cast<off_t>(block->mapped)) != 0) violation("no memory for {} bytes", bytes);
  void* real = mmap(nullptr, block->mapped, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  const int shown_rights = device == on_host ? PROT_READ | PROT_WRITE : PROT_NONE;
  void* shown = mmap(nullptr, block->mapped, shown_rights, MAP_SHARED, file, 0);
  close(file);
  if (real == MAP_FAILED || shown == MAP_FAILED) violation("no memory for {} bytes", bytes);
  std::memset(real, nothing_written, block->mapped);
  block->real = static_cast<char*>(real);
  block->shown = static_cast<const char*>(shown);
  block->written.resize((bytes + word - 1) / word, device == on_host ? 1 : 0);  // the host's own writes are not seen
  used_[device] += bytes;
  blocks_[block->shown] = std::move(block);
  return shown;
}

void MemoryMap::release(void* data, std::string_view function, bool device_memory) {
  Block* block = find(data);
  if (block == nullptr || block->shown != data) violation("{}: {} was never allocated", function, data);
  if (block->freed) violation("{}: {} was freed before", function, data);
  if ((block->device != on_host) != device_memory) violation("{}: {} is {}", function, data, place(block->device));
  block->freed = true;
  used_[block->device] -= block->bytes;
  munmap(block->real, block->mapped);
  // The pages go back, the addresses stay taken.
  if (mmap(data, block->mapped, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE, -1, 0) != data)
    violation("{}: {} cannot be put out of reach", function, data);
  block->written = {};
  block->touches = {};
}

bool MemoryMap::knows(const void* data) const {
  return find(data) != nullptr;
}

int MemoryMap::device_of(const void* data, const std::string& function) const {
  return must_find(data, 0, function).device;
}

std::size_t MemoryMap::used(int device) const {
  const auto found = used_.find(device);
  return found == used_.end() ? 0 : found->second;
}

MemoryMap::Block* MemoryMap::find(const void* data) const {
  const char* at = static_cast<const char*>(data);
  auto after = blocks_.upper_bound(at);
  if (after == blocks_.begin()) return nullptr;
  Block* block = std::prev(after)->second.get();
  return at < block->shown + block->mapped ? block : nullptr;
}

MemoryMap::Block& MemoryMap::must_find(const void* data, std::size_t bytes, const std::string& what) const {
  Block* block = find(data);
  if (block == nullptr) violation("{}: {} is not memory that a GPU can use", what, data);
  if (block->freed) violation("{}: {} was freed", what, data);
  const auto begin = static_cast<std::size_t>(static_cast<const char*>(data) - block->shown);
  if (begin + bytes > block->bytes)
    violation("{}: {} bytes from byte {} of a block of {} on {}", what, bytes, begin, block->bytes,
              place(block->device));
  return *block;
}

const void* MemoryMap::view_of(const void* data) {
  Block& block = must_find(data, 0, "a piece of work");
  return block.real + (static_cast<const char*>(data) - block.shown);
}

std::uint8_t* MemoryMap::written(const void* data) {
  Block& block = must_find(data, 0, "a piece of work");
  return block.written.data() + static_cast<std::size_t>(static_cast<const char*>(data) - block.shown) / word;
}

void MemoryMap::check(const Access& access, const Deed& deed) {
  if (access.bytes == 0) return;
  Block& block = must_find(access.data, access.bytes, deed.what);
  if (!deed.any_device && block.device != on_host && block.device != deed.device && !is_open(deed.device, block.device))
    violation("{} on device {}: {} is on {}", deed.what, deed.device, access.data, place(block.device));
  const auto begin = static_cast<std::size_t>(static_cast<const char*>(access.data) - block.shown);
  if (access.kind == Access::Kind::read) {
    const auto first = block.written.begin() + static_cast<std::ptrdiff_t>(begin / word);
    const auto last = block.written.begin() + static_cast<std::ptrdiff_t>((begin + access.bytes + word - 1) / word);
    const auto blank = std::find(first, last, 0);
    if (blank != last)
      violation("{}: reads what was never written, from byte {} of a block of {} on {}", deed.what,
                (blank - block.written.begin()) * static_cast<std::ptrdiff_t>(word), block.bytes, place(block.device));
  }
  check_order(block, begin, access, deed);
}

void MemoryMap::check_order(Block& block, std::size_t begin, const Access& access, const Deed& deed) {
  const std::size_t end = begin + access.bytes;
  const bool write = writes(access.kind);
  for (const Touch& touch : block.touches) {
    if (touch.end <= begin || end <= touch.begin || (!write && !touch.write) || touch.actor == deed.actor) continue;
    if (deed.clock->of(touch.actor) < touch.number)
      violation("{} (stream {}) {} bytes {} to {} of a block on {}, {} {} (stream {}): nothing orders them", deed.what,
                deed.actor, write ? "writes" : "reads", std::max(begin, touch.begin), std::min(end, touch.end),
                place(block.device), touch.write ? "written by" : "read by", touch.what, touch.actor);
  }
  // What this one covers need not be remembered: whoever is ordered with this one is ordered with those.
  std::erase_if(block.touches, [&](const Touch& touch) {
    return begin <= touch.begin && touch.end <= end && (write || (touch.actor == deed.actor && !touch.write));
  });
  block.touches.push_back({begin, end, deed.actor, deed.number, write, deed.what});
}

void MemoryMap::mark(const Access& access) {
  if (access.kind != Access::Kind::write || access.bytes == 0) return;
  std::fill_n(written(access.data), (access.bytes + word - 1) / word, std::uint8_t{1});
}

std::string MemoryMap::leaks() const {
  std::string text;
  for (const auto& [shown, block] : blocks_) {
    if (!block->freed)
      text += fmt::format("{}{} bytes on {}", text.empty() ? "" : ", ", block->bytes, place(block->device));
  }
  return text;
}

}  // namespace stand_in
