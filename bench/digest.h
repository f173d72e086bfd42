// Checksums of files, in lower-case hexadecimal.
#pragma once
#include <cstddef>
#include <filesystem>
#include <initializer_list>
#include <span>
#include <string>

namespace ringside {

// Of the bytes as they lie on the disk.
std::string sha256_of_file(const std::filesystem::path& path);

// Of pieces of memory, one after another.
std::string sha256_of(std::initializer_list<std::span<const std::byte>> pieces);

// Of the bytes that a reader sees: a gzip'd file is unpacked first.
std::string md5_of_contents(const std::filesystem::path& path);

}  // namespace ringside
