// HttpGuard: what a request must show before anything is done for it (P-70, F-51).
//
// A local program, a page of another site and a coding agent with curl are strangers, on loopback
// too. Checked in this order, each refusal with its reason: the host that the browser believes to
// speak to (against DNS rebinding), the origin of the page that asks, the type of what is written,
// and a session or bearer token. Pure.
#pragma once

#include <expected>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "server/http/http_message.h"

namespace fm::server {

struct GuardOptions {
  int port = 0;
  std::set<std::string, std::less<>> hosts = {};    // "127.0.0.1:8470", "localhost:8470", ...
  std::set<std::string, std::less<>> origins = {};  // "http://127.0.0.1:8470", ...: exactly
  bool any_address = false;  // listened at on all of them: each by its number, never by a name
};

// Of the address that is listened at, and of the one that people are told where there is a proxy.
GuardOptions guard_options(const std::string& host, int port, const std::string& public_url);

// Whether only this machine can reach it. A name is not, but for localhost: it may mean anything.
bool is_loopback(std::string_view host);

struct Admitted {
  std::string session;  // its id; empty where none was needed
  std::string name;     // whose it is
};

class HttpGuard {
 public:
  // Whose session or token has this secret; nothing: nobody's.
  using Find = std::function<std::optional<Admitted>(std::string_view secret)>;

  HttpGuard(GuardOptions options, Find find)
      : options_(std::move(options)), find_(std::move(find)) {}

  // Errors as answers: http_host (421), http_origin (403), http_type (415), http_session (401).
  std::expected<Admitted, HttpAnswer> check(const WebRequest& request) const;

  // The name of the cookie that holds the session; it holds the port, since cookies do not.
  std::string cookie() const { return "folkmoot-" + std::to_string(options_.port); }

 private:
  bool is_our_host(std::string_view host) const;

  const GuardOptions options_;
  const Find find_;
};

}  // namespace fm::server
