#include "tool/web/web_address.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

#include "net/url.h"

namespace fm {
namespace {

struct Block {
  std::uint32_t base;
  int bits;
};
// What is not on the public network (the IANA registries of special-purpose addresses).
constexpr std::array<Block, 16> kNotPublic{{{0x00000000, 8},   // this network
                                            {0x0A000000, 8},   // private
                                            {0x64400000, 10},  // shared
                                            {0x7F000000, 8},   // loopback
                                            {0xA9FE0000, 16},  // link-local
                                            {0xAC100000, 12},  // private
                                            {0xC0000000, 24},  // protocols
                                            {0xC0000200, 24},  // documentation
                                            {0xC0586300, 24},  // 6to4 relays
                                            {0xC0A80000, 16},  // private
                                            {0xC6120000, 15},  // benchmarks
                                            {0xC6336400, 24},  // documentation
                                            {0xCB007100, 24},  // documentation
                                            {0xE0000000, 4},   // multicast
                                            {0xF0000000, 4},   // reserved, broadcast
                                            {0xFFFFFFFF, 32}}};

bool is_public4(std::uint32_t address) {
  return std::ranges::none_of(kNotPublic, [&](const Block& block) {
    const std::uint32_t mask = block.bits == 32 ? ~0U : ~(~0U >> block.bits);
    return (address & mask) == block.base;
  });
}

using Bytes6 = std::array<std::uint8_t, 16>;

std::uint32_t four(const Bytes6& bytes, std::size_t at) {
  return std::uint32_t{bytes[at]} << 24U | std::uint32_t{bytes[at + 1]} << 16U |
         std::uint32_t{bytes[at + 2]} << 8U | bytes[at + 3];
}

bool is_public6(const Bytes6& bytes) {
  const auto begins = [&](std::initializer_list<std::uint8_t> with) {
    return std::equal(with.begin(), with.end(), bytes.begin());
  };
  // IPv4 in IPv6: mapped, and by the translators' well-known prefix.
  if (begins({0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF})) return is_public4(four(bytes, 12));
  if (begins({0x00, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0})) return is_public4(four(bytes, 12));
  if (begins({0x20, 0x02})) return is_public4(four(bytes, 2));  // 6to4
  // All that is assigned to the public network lies in 2000::/3.
  if ((bytes[0] & 0xE0U) != 0x20) return false;
  return !begins({0x20, 0x01, 0x0D, 0xB8}) &&           // documentation
         !(begins({0x20, 0x01}) && bytes[2] < 0x02) &&  // protocols, Teredo
         !begins({0x3F, 0xFF});                         // documentation
}

std::unexpected<Error> refused(std::string_view host) {
  return fail("web_address_refused", fmt::format("{} is not fetched.", host),
              "Its address is of this machine, of its network, or reserved.",
              "Agents fetch public pages only.");
}

}  // namespace

bool is_public_address(const sockaddr& address) {
  if (address.sa_family == AF_INET) {
    sockaddr_in in{};
    std::memcpy(&in, &address, sizeof in);
    return is_public4(ntohl(in.sin_addr.s_addr));
  }
  if (address.sa_family != AF_INET6) return false;
  sockaddr_in6 in{};
  std::memcpy(&in, &address, sizeof in);
  Bytes6 bytes{};
  std::memcpy(bytes.data(), &in.sin6_addr, bytes.size());
  return is_public6(bytes);
}

bool is_public_address(std::string_view address) {
  const std::string text(address.substr(0, address.find('%')));
  in_addr four_bytes{};
  if (::inet_pton(AF_INET, text.c_str(), &four_bytes) == 1)
    return is_public4(ntohl(four_bytes.s_addr));
  Bytes6 bytes{};
  return ::inet_pton(AF_INET6, text.c_str(), bytes.data()) == 1 && is_public6(bytes);
}

Result<WebAddress> read_web_address(std::string_view url) {
  const std::string text(url.substr(0, url.find('#')));
  if (!login_in(text).empty())
    return fail("web_address_refused", "An address with a login in it is not fetched.", {},
                "Give it without.");
  const Url parts = TRY(parse_url(text));
  std::string_view host = parts.host;
  if (host.starts_with('[')) host = host.substr(1, host.size() - 2);
  const bool is_number =
      host.contains(':') || host.find_first_not_of("0123456789.") == std::string_view::npos;
  if (is_number && !is_public_address(host)) return refused(parts.host);
  const std::string_view name = host.substr(0, host.find_last_not_of('.') + 1);
  if (name == "localhost" || name.ends_with(".localhost") || name.ends_with(".internal") ||
      name.ends_with(".local") || (!is_number && !name.contains('.')))
    return refused(parts.host);
  return WebAddress{.url = text, .host = parts.host};
}

std::string shown_address(std::string_view url) {
  return without_login(url.substr(0, url.find_first_of("?#")));
}

}  // namespace fm
