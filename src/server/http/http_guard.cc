#include "server/http/http_guard.h"

#include <arpa/inet.h>

#include <array>
#include <utility>
#include <vector>

#include "base/text.h"

namespace fm::server {
namespace {

constexpr const char* kOurs = "Use the address that `folkmoot serve` printed.";

// What is open to all: whether the server is well, the link by which a session is got, and the
// files of the page, which hold nothing of anybody's.
bool needs_session(const WebRequest& request) {
  const std::string_view path = request.path;
  return path == "/metrics" || path == "/api" || path.starts_with("/api/") || path == "/v1" ||
         path.starts_with("/v1/");
}

bool is_json(std::string_view type) {
  return ascii_lower(trim(type.substr(0, type.find(';')))) == "application/json";
}

std::unexpected<HttpAnswer> refuse(int status, const Error& error) {
  return std::unexpected(problem(status, error));
}

void add(GuardOptions& options, const std::string& scheme, const std::string& host) {
  options.hosts.insert(host);
  options.origins.insert(scheme + "://" + host);
}

bool is_number(const std::string& host) {
  std::array<unsigned char, sizeof(in6_addr)> bytes;
  return ::inet_pton(AF_INET, host.c_str(), bytes.data()) == 1 ||
         ::inet_pton(AF_INET6, host.c_str(), bytes.data()) == 1;
}

// "[::1]:8470" -> "::1"; nothing where the port is another one.
std::optional<std::string> without_port(std::string_view host, int port) {
  const std::string end = ":" + std::to_string(port);
  if (!host.ends_with(end)) return std::nullopt;
  host.remove_suffix(end.size());
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
  return std::string(host);
}

}  // namespace

GuardOptions guard_options(const std::string& host, int port, const std::string& public_url) {
  GuardOptions options;
  options.port = port;
  options.any_address = host == "0.0.0.0" || host == "::";
  const std::string end = ":" + std::to_string(port);
  std::set<std::string> names{"127.0.0.1", "localhost", "::1"};
  if (!options.any_address) names.insert(host);
  for (const std::string& name : names) {
    const std::string shown = name.find(':') == name.npos ? name : "[" + name + "]";
    add(options, "http", shown + end);
    if (port == 80) add(options, "http", shown);
  }
  if (const auto at = public_url.find("://"); at != public_url.npos) {
    const std::string rest = public_url.substr(at + 3);
    add(options, public_url.substr(0, at), rest.substr(0, rest.find('/')));
  }
  return options;
}

bool is_loopback(std::string_view host) {
  return host == "localhost" || host == "::1" ||
         (host.starts_with("127.") && is_number(std::string(host)));
}

bool HttpGuard::is_our_host(std::string_view host) const {
  if (options_.hosts.contains(host)) return true;
  if (!options_.any_address) return false;
  const auto name = without_port(host, options_.port);
  return name && is_number(*name);
}

std::expected<Admitted, HttpAnswer> HttpGuard::check(const WebRequest& request) const {
  const std::string_view host = request.header("host");
  if (!is_our_host(host))
    return refuse(421, {"http_host", "This server does not go by the name that was asked for.",
                        "The Host header is \"" + std::string(host) + "\".",
                        "Use the address that `folkmoot serve` printed, or start it with "
                        "--public-url."});
  const std::string_view origin = request.header("origin");
  const bool is_ours = options_.origins.contains(origin) ||
                       (options_.any_address && origin == "http://" + std::string(host));
  if (!origin.empty() && !is_ours)
    return refuse(403, {"http_origin", "A page of another site may not ask here.",
                        "The request comes from " + std::string(origin) + ".", kOurs});
  // A browser says of each request for another site that it is one, also without an origin.
  const std::string_view site = request.header("sec-fetch-site");
  if ((needs_session(request) || !request.reads()) && !site.empty() && site != "same-origin" &&
      site != "none")
    return refuse(403, {"http_origin", "A page of another site may not ask here.",
                        "The browser says that it is \"" + std::string(site) + "\".", kOurs});
  const std::string_view type = request.header("content-type");
  if (!request.reads() && (!request.body.empty() || !type.empty()) && !is_json(type))
    return refuse(415, {"http_type", "What is written here is JSON.",
                        "The Content-Type is \"" + std::string(type) + "\".",
                        "Send it with Content-Type: application/json."});
  if (!needs_session(request)) return Admitted{};
  const std::string_view authorization = request.header("authorization");
  constexpr std::string_view kBearer = "bearer ";
  std::vector<std::string_view> secrets = request.cookies(cookie());
  if (ascii_lower(authorization.substr(0, kBearer.size())) == kBearer)
    secrets = {trim(authorization.substr(kBearer.size()))};
  for (const std::string_view secret : secrets)
    if (!secret.empty())
      if (auto found = find_(secret)) return *std::move(found);
  auto refused = refuse(401, {"http_session", "You are not signed in here.",
                              "The request has neither a session nor a token that is known.",
                              "Open the link that `folkmoot serve` printed, or get another one: "
                              "folkmoot serve link"});
  refused.error().headers["www-authenticate"] = "Bearer realm=\"folkmoot\"";
  return refused;
}

}  // namespace fm::server
