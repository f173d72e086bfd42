// All memory the stand-ins have given out: whose it is, what of it was written, and who touched it when.
#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "tests/cuda_stand_in/vector_clock.h"

namespace stand_in {

// What a piece of work does with a range of memory.
struct Access {
  enum class Kind {
    read,        // all of it, which must have been written
    write,       // all of it
    some_read,   // parts, which the work looks up itself by `written`
    some_write,  // parts, likewise
  };
  const void* data = nullptr;
  std::size_t bytes = 0;
  Kind kind = Kind::read;
};

inline bool writes(Access::Kind kind) {
  return kind == Access::Kind::write || kind == Access::Kind::some_write;
}

inline constexpr int on_host = -1;  // pinned

// Work on the device `device`, the `number`th deed of `actor`, who knows of what `clock` says.
struct Deed {
  std::string what;
  int device = on_host;
  std::size_t actor = 0;
  std::uint64_t number = 0;
  const VectorClock* clock = nullptr;
  bool any_device = false;  // a copy, which may reach everywhere
};

// Memory as the program sees it is not to be touched by it (but for pinned memory): the stand-ins work on a second view of the
// same pages. What was freed is never given out again, so that its use is noticed.
class MemoryMap {
 public:
  // Null if the device has not so many bytes left.
  void* allocate(std::size_t bytes, int device, std::size_t capacity);
  void release(void* data, std::string_view function, bool device_memory);

  bool knows(const void* data) const;
  int device_of(const void* data, const std::string& function) const;  // violation if it is nobody's
  std::size_t used(int device) const;
  void open_way(int from, int to) { ways_[{from, to}] = true; }
  bool is_open(int from, int to) const { return ways_.contains({from, to}); }

  // Where the stand-ins find it. Violation if the program may not use it so.
  template <class T>
  T* view(T* data) {
    return const_cast<T*>(static_cast<const T*>(view_of(data)));
  }
  // One byte for every four of memory: whether they were written.
  std::uint8_t* written(const void* data);

  // Violations: a range that is not (or no longer) memory, of a device that this one does not reach, that was never written, or
  // that somebody else touches at the same time.
  void check(const Access& access, const Deed& deed);
  // After the work: what it wrote is written.
  void mark(const Access& access);

  // What was never freed, in words.
  std::string leaks() const;

 private:
  struct Touch {
    std::size_t begin, end;  // bytes of the block
    std::size_t actor;
    std::uint64_t number;
    bool write;
    std::string what;
  };
  struct Block {
    const char* shown = nullptr;
    char* real = nullptr;
    std::size_t bytes = 0, mapped = 0;
    int device = on_host;
    bool freed = false;
    std::vector<std::uint8_t> written;
    std::vector<Touch> touches;
  };

  const void* view_of(const void* data);
  Block* find(const void* data) const;
  Block& must_find(const void* data, std::size_t bytes, const std::string& what) const;
  static void check_order(Block& block, std::size_t begin, const Access& access, const Deed& deed);

  std::map<const char*, std::unique_ptr<Block>> blocks_;
  std::map<int, std::size_t> used_;
  std::map<std::pair<int, int>, bool> ways_;
};

}  // namespace stand_in
