#include "model/provider/provider.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "net/url.h"

namespace fm {
namespace {

// Authorization, X-Api-Key, Cookie, X-Auth-Token, code=..., sig=...
bool names_secret(std::string_view name) {
  constexpr auto kWords = std::to_array<std::string_view>(
      {"auth", "key", "token", "secret", "cookie", "password", "code", "sig"});
  const std::string lower = lower_ascii(name);
  return std::ranges::any_of(kWords, [&](std::string_view word) { return lower.contains(word); });
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
  return secrets;
}

}  // namespace fm
