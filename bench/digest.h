// Checksums of files, in lower-case hexadecimal.
#pragma once
#include <filesystem>
#include <string>

namespace ringside {

// Of the bytes as they lie on the disk.
std::string sha256_of_file(const std::filesystem::path& path);

// Of the bytes that a reader sees: a gzip'd file is unpacked first.
std::string md5_of_contents(const std::filesystem::path& path);

}  // namespace ringside
