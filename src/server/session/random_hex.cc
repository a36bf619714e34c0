#include "server/session/random_hex.h"

#include <sys/random.h>

#include <string_view>

#include "base/result.h"

namespace fm::server {

std::string random_hex(std::size_t bytes) {
  std::string random(bytes, '\0');
  FM_CHECK_FATAL(::getrandom(random.data(), bytes, 0) == static_cast<ssize_t>(bytes),
                 "the system gives no random bytes");
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string out;
  for (const char c : random) {
    const auto byte = static_cast<unsigned char>(c);
    out += kDigits[byte >> 4];
    out += kDigits[byte & 15];
  }
  return out;
}

}  // namespace fm::server
