#include "base/sha256.h"

#include <openssl/evp.h>

#include <initializer_list>
#include <memory>

#include "base/result.h"

namespace fm {
namespace {

std::string_view as_bytes(const Sha256& hash) {
  return {reinterpret_cast<const char*>(hash.data()), hash.size()};
}

Sha256 digest(std::initializer_list<std::string_view> parts) {
  const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context(EVP_MD_CTX_new(),
                                                                        &EVP_MD_CTX_free);
  bool good = context && EVP_DigestInit_ex(context.get(), EVP_sha256(), nullptr) == 1;
  for (const std::string_view part : parts) {
    good = good && EVP_DigestUpdate(context.get(), part.data(), part.size()) == 1;
  }
  Sha256 hash{};
  good = good && EVP_DigestFinal_ex(context.get(), hash.data(), nullptr) == 1;
  FM_CHECK_FATAL(good, "OpenSSL gives no SHA-256");
  return hash;
}

}  // namespace

Sha256 sha256(std::string_view bytes) { return digest({bytes}); }

Sha256 sha256(const Sha256& previous, std::string_view bytes) {
  return digest({as_bytes(previous), bytes});
}

std::string to_hex(const Sha256& hash) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string hex;
  hex.reserve(2 * hash.size());
  for (const std::uint8_t byte : hash) {
    hex += kDigits[byte >> 4];
    hex += kDigits[byte & 15];
  }
  return hex;
}

std::string to_base32(const Sha256& hash, std::size_t characters) {
  FM_CHECK_FATAL(characters <= hash.size() * 8 / 5, "a hash has 51 groups of five bits");
  std::string text;
  for (std::size_t i = 0; i < characters; ++i) {
    const std::size_t bit = i * 5;
    const unsigned high = hash[bit / 8];
    const unsigned low = bit / 8 + 1 < hash.size() ? hash[bit / 8 + 1] : 0;
    const unsigned five = (((high << 8) | low) >> (11 - bit % 8)) & 31;
    // The alphabet of E-4 has 30 characters, not 32: its first two stand for two groups each.
    text += kIdAlphabet[five % kIdAlphabet.size()];
  }
  return text;
}

}  // namespace fm
