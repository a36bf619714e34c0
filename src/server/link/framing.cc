#include "server/link/framing.h"

#include <cstdint>

#include "server/link/link.h"

namespace fm::server {
namespace {

constexpr std::size_t kHead = 4;

}  // namespace

void append_frame(std::string& out, std::string_view message) {
  const auto size = static_cast<std::uint32_t>(message.size());
  for (int shift = 24; shift >= 0; shift -= 8)
    out.push_back(static_cast<char>((size >> shift) & 0xff));
  out.append(message);
}

void Deframer::feed(std::string_view bytes) {
  bytes_.erase(0, at_);
  at_ = 0;
  bytes_.append(bytes);
}

Result<std::optional<std::string_view>> Deframer::next() {
  const std::string_view left = std::string_view(bytes_).substr(at_);
  if (left.size() < kHead) return std::nullopt;
  std::size_t size = 0;
  for (const char byte : left.substr(0, kHead)) size = size << 8 | static_cast<unsigned char>(byte);
  if (size > kLongestMessage)
    return fail("link_broken", "The other process sent something that is no message.");
  if (left.size() < kHead + size) return std::nullopt;
  at_ += kHead + size;
  return std::optional(left.substr(kHead, size));
}

}  // namespace fm::server
