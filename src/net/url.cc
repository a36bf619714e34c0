#include "net/url.h"

#include <curl/curl.h>

#include <charconv>
#include <memory>

namespace fm {
namespace {

std::string part(CURLU* url, CURLUPart which) {
  char* text = nullptr;
  if (::curl_url_get(url, which, &text, CURLU_DEFAULT_PORT) != CURLUE_OK) return {};
  const std::unique_ptr<char, decltype(&::curl_free)> owner(text, &::curl_free);
  return text;
}

}  // namespace

std::string Url::authority() const {
  const bool usual = port == (scheme == "https" ? 443 : 80);
  return usual ? host : host + ":" + std::to_string(port);
}

bool Url::is_loopback() const {
  if (host == "localhost" || host == "[::1]") return true;
  // libcurl writes the short and the hexadecimal forms in full; "127.example.com" is a name.
  return host.starts_with("127.") && host.find_first_not_of("0123456789.") == std::string::npos;
}

std::string login_in(std::string_view url) {
  const auto scheme = url.find("://");
  const auto from = scheme == url.npos ? 0 : scheme + 3;
  const std::string_view authority = url.substr(from, url.find_first_of("/?#", from) - from);
  const auto at = authority.rfind('@');
  return at == authority.npos ? std::string() : std::string(authority.substr(0, at));
}

std::string without_login(std::string_view url) {
  const std::string login = login_in(url);
  std::string shown(url);
  if (!login.empty()) shown.erase(shown.find(login), login.size() + 1);
  return shown;
}

std::string lower_ascii(std::string_view text) {
  std::string result(text);
  for (char& c : result)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return result;
}

Result<Url> parse_url(const std::string& text) {
  const std::unique_ptr<CURLU, decltype(&::curl_url_cleanup)> url(::curl_url(),
                                                                  &::curl_url_cleanup);
  Url parts;
  if (::curl_url_set(url.get(), CURLUPART_URL, text.c_str(), 0) == CURLUE_OK) {
    parts.scheme = part(url.get(), CURLUPART_SCHEME);
    parts.host = lower_ascii(part(url.get(), CURLUPART_HOST));
    const std::string port = part(url.get(), CURLUPART_PORT);
    std::from_chars(port.data(), port.data() + port.size(), parts.port);
  }
  if ((parts.scheme == "http" || parts.scheme == "https") && !parts.host.empty() && parts.port > 0)
    return parts;
  // The text itself is not shown: it may hold a password.
  return fail("url_invalid", "This is not a web address that can be asked.",
              "It must begin with http:// or https:// and name a host.",
              "Correct the address, for example https://api.openai.com/v1.");
}

}  // namespace fm
