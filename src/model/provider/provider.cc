#include "model/provider/provider.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

#include "base/redact.h"
#include "net/url.h"
#include "reading/json/chars.h"

namespace fm {
namespace {

// Authorization, X-Api-Key, Cookie, X-Auth-Token, code=..., sig=...
bool names_secret(std::string_view name) {
  constexpr auto kWords = std::to_array<std::string_view>(
      {"auth", "key", "token", "secret", "cookie", "password", "code", "sig"});
  const std::string lower = lower_ascii(name);
  return std::ranges::any_of(kWords, [&](std::string_view word) { return lower.contains(word); });
}

std::string base64(std::string_view bytes) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    const std::string_view part = bytes.substr(at, 3);
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < 3; ++i)
      bits = (bits << 8) | (i < part.size() ? static_cast<unsigned char>(part[i]) : 0U);
    for (std::size_t i = 0; i <= part.size(); ++i) out += kDigits[(bits >> (18 - 6 * i)) & 63U];
  }
  return out;
}

std::string percent_encoded(std::string_view text, const char* hex) {
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (is_ascii_letter(c) || is_ascii_digit(c) || std::string_view("-_.~").contains(c)) {
      out += c;
    } else {
      out += '%';
      out += hex[byte >> 4U];
      out += hex[byte & 15U];
    }
  }
  return out;
}

// A secret as servers and gateways may write it down: in other case, in an address, in base64. Its
// padding is left out, and stays.
void add_spellings(std::vector<std::string>& secrets) {
  const std::vector<std::string> plain = secrets;
  for (const std::string& secret : plain) {
    if (secret.size() < kShortestSecret) continue;
    std::string upper = secret;
    for (char& c : upper) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    for (std::string other :
         {lower_ascii(secret), std::move(upper), percent_encoded(secret, "0123456789ABCDEF"),
          percent_encoded(secret, "0123456789abcdef"), base64(secret)})
      if (other != secret) secrets.push_back(std::move(other));
  }
}

}  // namespace

std::vector<std::string> secrets_of(const Provider& provider) {
  std::vector<std::string> secrets;
  if (!provider.api_key.empty()) secrets.push_back(provider.api_key);
  const std::string login = login_in(provider.base_url);
  if (const auto colon = login.find(':'); colon != login.npos)
    secrets.push_back(login.substr(colon + 1));
  for (const HttpHeader& header : provider.headers) {
    if (!names_secret(header.name)) continue;
    secrets.push_back(header.value);
    // Servers quote the token of "Bearer ..." alone.
    if (const auto space = header.value.rfind(' '); space != std::string::npos)
      secrets.push_back(header.value.substr(space + 1));
  }
  std::string_view query = provider.dialect.query;
  while (!query.empty()) {
    const std::string_view field = query.substr(0, query.find('&'));
    query.remove_prefix(std::min(query.size(), field.size() + 1));
    const auto equals = field.find('=');
    if (equals != field.npos && names_secret(field.substr(0, equals)))
      secrets.emplace_back(field.substr(equals + 1));
  }
  add_spellings(secrets);
  return secrets;
}

}  // namespace fm
