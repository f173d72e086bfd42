// Checksums by OpenSSL's libcrypto.
#include "bench/digest.h"

#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <memory>
#include <span>
#include <vector>

#include "core/base/error.h"
#include "core/data/input_file.h"

namespace ringside {

namespace {

constexpr std::size_t buffer_bytes = std::size_t{1} << 18;

// `read` fills a span and returns how much; nothing means the end.
template <class Read>
std::string digest(const EVP_MD* method, Read read) {
  const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context(EVP_MD_CTX_new(), EVP_MD_CTX_free);
  check(context && EVP_DigestInit_ex(context.get(), method, nullptr) == 1, "libcrypto does not offer {}",
        EVP_MD_get0_name(method));
  std::vector<std::uint8_t> buffer(buffer_bytes);
  while (const std::size_t count = read(std::span(buffer))) EVP_DigestUpdate(context.get(), buffer.data(), count);
  std::array<unsigned char, EVP_MAX_MD_SIZE> sum{};
  unsigned int size = 0;
  EVP_DigestFinal_ex(context.get(), sum.data(), &size);
  std::string text;
  for (const unsigned char byte : std::span(sum).first(size)) text += fmt::format("{:02x}", byte);
  return text;
}

}  // namespace

std::string sha256_of_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  check(file.is_open(), "{}: cannot be opened", path.string());
  return digest(EVP_sha256(), [&](std::span<std::uint8_t> to) {
    file.read(reinterpret_cast<char*>(to.data()), static_cast<std::streamsize>(to.size()));
    check(!file.bad(), "{}: cannot be read", path.string());
    return static_cast<std::size_t>(file.gcount());
  });
}

std::string sha256_of(std::initializer_list<std::span<const std::byte>> pieces) {
  auto piece = pieces.begin();
  std::size_t done = 0;
  return digest(EVP_sha256(), [&](std::span<std::uint8_t> to) -> std::size_t {
    while (piece != pieces.end() && done == piece->size()) {
      ++piece;
      done = 0;
    }
    if (piece == pieces.end()) return 0;
    const std::size_t count = std::min(to.size(), piece->size() - done);
    std::memcpy(to.data(), piece->data() + done, count);
    done += count;
    return count;
  });
}

std::string md5_of_contents(const std::filesystem::path& path) {
  InputFile file(path);
  return digest(EVP_md5(), [&](std::span<std::uint8_t> to) { return file.read(to); });
}

}  // namespace ringside
