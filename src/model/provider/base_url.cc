#include "model/provider/base_url.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "net/url.h"
#include "reading/json/chars.h"

namespace fm {
namespace {

// What follows the base in an address that was copied whole.
constexpr std::array<std::string_view, 12> kEndpoints{
    "/chat/completions", "/completions",  "/responses", "/messages", "/models", "/embeddings",
    "/api/chat",         "/api/generate", "/api/tags",  "/api/show", "/api/ps", "/api/version"};

void take_off_slashes(std::string& url) {
  while (url.ends_with('/')) url.pop_back();
}

// Also what Gemini's paths end in: /models/NAME:generateContent.
bool take_off_verb(std::string& url) {
  const auto verb = url.rfind(':');
  const auto models = url.rfind("/models/");
  if (verb == url.npos || models == url.npos || models > verb) return false;
  const std::string_view word = std::string_view(url).substr(verb + 1);
  if (word != "generateContent" && word != "streamGenerateContent") return false;
  url.erase(models);
  return true;
}

void take_off_endpoint(std::string& url) {
  for (bool is_changed = true; is_changed;) {
    take_off_slashes(url);
    is_changed = take_off_verb(url);
    for (const std::string_view endpoint : kEndpoints) {
      if (!url.ends_with(endpoint)) continue;
      url.erase(url.size() - endpoint.size());
      is_changed = true;
    }
  }
}

// "/v1/chat", "/V1", "/v1/v1".
void mend_version(std::string& url) {
  constexpr std::string_view kVersion = "/v1";
  const auto ends_so = [&](std::string_view end) { return ascii_lower(url).ends_with(end); };
  if (ends_so("/v1/chat")) url.erase(url.size() - std::string_view("/chat").size());
  if (!ends_so(kVersion)) return;
  while (ends_so("/v1/v1")) url.erase(url.size() - kVersion.size());
  url.replace(url.size() - kVersion.size(), kVersion.size(), kVersion);
}

std::string_view unquoted(std::string_view text) {
  for (std::string_view before; before != text;) {
    before = text;
    text = trim_wide(text);
    const bool is_pair = text.size() >= 2 && (text.front() == text.back() ||
                                              (text.front() == '<' && text.back() == '>'));
    if (is_pair && std::string_view("\"'`<").contains(text.front()))
      text = text.substr(1, text.size() - 2);
  }
  return text;
}

// Whether the authority of a URL names a port.
bool has_port(std::string_view authority) {
  const auto bracket = authority.find(']');
  return authority.find(':', bracket == authority.npos ? 0 : bracket) != authority.npos;
}

// Of what stands before the path: nobody serves TLS on an own machine's bare address.
bool is_near(std::string_view authority) {
  const std::string host(authority.substr(0, authority.find(':')));
  return host == "localhost" || authority.starts_with('[') || !host.contains('.') ||
         host.find_first_not_of("0123456789.") == host.npos;
}

// "http:/host" and "HTTP:host/": what is meant is clear.
std::string with_slashes(std::string_view text) {
  const std::string lower = ascii_lower(text.substr(0, 6));
  const std::size_t scheme = lower.starts_with("http:") ? 5 : lower == "https:" ? 6 : 0;
  const std::size_t host = text.find_first_not_of('/', scheme);
  const bool is_port = scheme > 0 && host == scheme && is_ascii_digit(text[host]) &&
                       !text.substr(host).contains('.');
  if (scheme == 0 || host == text.npos || host > scheme + 1 || is_port) return std::string(text);
  return lower.substr(0, scheme) + "//" + std::string(text.substr(host));
}

std::string with_scheme(std::string_view text, int port) {
  if (text.contains("://")) return std::string(text);
  std::string rest(text);
  if (rest.starts_with("//")) rest.erase(0, 2);
  if (rest.starts_with(':')) rest = "127.0.0.1" + rest;
  const std::string authority = rest.substr(0, rest.find_first_of("/?#"));
  // One word is an address only where a variable for hosts has it.
  const bool is_word = authority.find_first_of(".:[") == authority.npos && authority != "localhost";
  if (port == 0 && is_word) return rest;
  if (port != 0 && !has_port(authority)) rest.insert(authority.size(), ":" + std::to_string(port));
  return (port != 0 || is_near(authority) ? "http://" : "https://") + rest;
}

// Without query, and without anything that may be a name and password in a text that is no URL.
std::string shown(std::string_view url) {
  url = url.substr(0, url.find_first_of("?#"));
  const auto login = url.rfind('@');
  std::string bare(url.substr(login == url.npos ? 0 : login + 1));
  for (const std::string_view scheme : {"http://", "https://"})
    if (login != url.npos && url.starts_with(scheme)) bare.insert(0, scheme);
  return std::string(cut_bytes(clean(bare).text, 100));
}

}  // namespace

Result<std::string> clean_base_url(std::string_view text, ApiFamily api, int port) {
  std::string url = with_scheme(with_slashes(unquoted(text)), port);
  if (const auto fragment = url.find('#'); fragment != url.npos) url.erase(fragment);
  if (url.contains('?'))
    return fail("url_invalid", "The address " + shown(url) + " has a query behind it.",
                "The program's own path is put behind the address, so nothing may follow it.",
                "Write what stands behind the `?` as `dialect: {query: ...}` of the provider.");
  take_off_endpoint(url);
  mend_version(url);
  // Its other protocol has this version; the native one has its own.
  while (api == ApiFamily::kOllama && url.ends_with("/v1")) {
    url.erase(url.size() - 3);
    take_off_endpoint(url);
  }
  const auto parsed = parse_url(url);
  const bool is_odd = url.contains(":///") || url.find_first_of(" \t\r\n") != url.npos;
  if (!parsed || is_odd)
    return fail("url_invalid", "This is no web address: " + shown(url) + ".",
                "It must begin with http:// or https:// and name a host.",
                "Correct the address, for example https://api.openai.com/v1.");
  // A server that listens everywhere is reached on this machine.
  const auto host = without_login(url).find("://") + 3 + (url.size() - without_login(url).size());
  if (parsed->host == "0.0.0.0") url.replace(host, 7, "127.0.0.1");
  if (parsed->host == "[::]") url.replace(host, 4, "[::1]");
  return url;
}

}  // namespace fm
