// F-51 and its kinds: whoever reaches the port is a stranger until they show who they are.
#include "server/http/http_guard.h"

#include <doctest/doctest.h>

#include "server/http/rate_limit.h"

namespace fm::server {
namespace {

using Headers = std::map<std::string, std::string, std::less<>>;

HttpGuard guard(const std::string& host = "127.0.0.1", const std::string& url = {}) {
  return {guard_options(host, 8470, url), [](std::string_view secret) -> std::optional<Admitted> {
            if (secret != "right") return std::nullopt;
            return Admitted{.session = "s-1", .name = "ada"};
          }};
}

WebRequest request(const std::string& method, const std::string& path, Headers headers,
                   const std::string& body = {}) {
  headers.try_emplace("host", "127.0.0.1:8470");
  return {.method = method, .path = path, .query = {}, .headers = headers, .body = body};
}

int status(const HttpGuard& of, const WebRequest& request) {
  const auto admitted = of.check(request);
  return admitted ? 200 : admitted.error().status;
}

TEST_CASE("P-70 nothing under /api is answered without a session, on loopback too") {
  const HttpGuard ours = guard();
  const Headers signed_in{{"cookie", "folkmoot-8470=right"}};
  for (const char* path : {"/api", "/api/rooms", "/v1/models", "/metrics", "/api/stream"}) {
    CAPTURE(path);
    CHECK(status(ours, request("GET", path, {})) == 401);
    CHECK(status(ours, request("GET", path, {{"cookie", "folkmoot-8470=wrong"}})) == 401);
    CHECK(status(ours, request("GET", path, {{"cookie", "folkmoot-8471=right"}})) == 401);
    CHECK(status(ours, request("GET", path, {{"authorization", "Basic right"}})) == 401);
    CHECK(status(ours, request("GET", path, {{"authorization", "Bearer "}})) == 401);
    CHECK(status(ours, request("GET", path, signed_in)) == 200);
    CHECK(status(ours, request("GET", path,
                               {{"cookie", "folkmoot-8470=another's; folkmoot-8470=right"}})) ==
          200);
    CHECK(status(ours, request("GET", path, {{"authorization", "bearer right"}})) == 200);
  }
  for (const char* path : {"/healthz", "/enter", "/", "/assets/app.js", "/rooms/x"})
    CHECK(status(ours, request("GET", path, {})) == 200);
  CHECK(ours.check(request("GET", "/api/rooms", signed_in))->name == "ada");
}

TEST_CASE("P-70 a name that points here, and pages of other sites, are refused") {
  const HttpGuard ours = guard();
  const auto with = [](const char* name, const char* value) {
    return Headers{{"cookie", "folkmoot-8470=right"}, {name, value}};
  };
  for (const char* host : {"evil.example:8470", "127.0.0.1", "127.0.0.1:8471", "", "localhost",
                           "localhost:8470.evil.example", "127.0.0.1:8470@evil"})
    CHECK(status(ours, request("GET", "/api/rooms", with("host", host))) == 421);
  for (const char* host : {"127.0.0.1:8470", "localhost:8470", "[::1]:8470"})
    CHECK(status(ours, request("GET", "/api/rooms", with("host", host))) == 200);
  for (const char* origin :
       {"http://evil.example", "null", "http://127.0.0.1:8471", "https://127.0.0.1:8470",
        "http://127.0.0.1", "file://", "http://127.0.0.1:8470.evil.example"})
    CHECK(status(ours, request("GET", "/api/rooms", with("origin", origin))) == 403);
  CHECK(status(ours, request("GET", "/api/rooms", with("origin", "http://127.0.0.1:8470"))) == 200);
  for (const char* site : {"cross-site", "same-site"}) {
    CHECK(status(ours, request("GET", "/api/rooms", with("sec-fetch-site", site))) == 403);
    CHECK(status(ours, request("POST", "/", with("sec-fetch-site", site))) == 403);
    CHECK(status(ours, request("GET", "/enter", with("sec-fetch-site", site))) == 200);
  }
}

TEST_CASE("P-70 what is written is JSON, so that no form of another page can send it") {
  const HttpGuard ours = guard();
  const auto typed = [](const char* type) {
    return Headers{{"cookie", "folkmoot-8470=right"}, {"content-type", type}};
  };
  for (const char* type : {"text/plain", "application/x-www-form-urlencoded", "multipart/form-data",
                           "text/plain; application/json", "application/jsonx"})
    CHECK(status(ours, request("POST", "/api/rooms", typed(type), "{}")) == 415);
  CHECK(status(ours, request("POST", "/api/rooms", {{"cookie", "folkmoot-8470=right"}}, "{}")) ==
        415);
  CHECK(status(ours, request("POST", "/api/rooms", typed("Application/JSON; charset=utf-8"),
                             "{}")) == 200);
  CHECK(status(ours, request("DELETE", "/api/session", {{"cookie", "folkmoot-8470=right"}})) ==
        200);
}

TEST_CASE("P-70 behind a proxy its address is ours too, and on all addresses numbers are") {
  const HttpGuard proxied = guard("127.0.0.1", "https://moot.example.org/room");
  const auto at = [](const char* host, const char* origin) {
    return Headers{{"cookie", "folkmoot-8470=right"}, {"host", host}, {"origin", origin}};
  };
  CHECK(status(proxied, request("GET", "/api/x",
                                at("moot.example.org", "https://moot.example.org"))) == 200);
  CHECK(status(proxied,
               request("GET", "/api/x", at("moot.example.org", "http://moot.example.org"))) == 403);
  const HttpGuard open = guard("0.0.0.0");
  CHECK(status(open, request("GET", "/api/x", at("192.168.1.7:8470", "http://192.168.1.7:8470"))) ==
        200);
  CHECK(status(open, request("GET", "/api/x", at("192.168.1.7:8470", "http://192.168.1.8:8470"))) ==
        403);
  CHECK(status(open, request("GET", "/api/x",
                             at("evil.example:8470", "http://evil.example:8470"))) == 421);
  for (const char* host : {"127.0.0.1", "localhost", "::1", "127.8.8.8"}) CHECK(is_loopback(host));
  for (const char* host : {"0.0.0.0", "192.168.1.7", "::", "127.evil.example", "localhost.evil"})
    CHECK_FALSE(is_loopback(host));
}

TEST_CASE("P-75 whoever asks too often waits, and others do not") {
  RateLimit limit(10, 3);
  const Millis now{1'000};
  for (int i = 0; i < 3; ++i) CHECK(limit.take("ada", now));
  CHECK_FALSE(limit.take("ada", now));
  CHECK(limit.take("ben", now));
  CHECK_FALSE(limit.take("ada", now + Millis(99)));
  CHECK(limit.take("ada", now + Millis(100)));
  for (int i = 0; i < 20'000; ++i) (void)limit.take(std::to_string(i), now + Millis(i * 1'000));
  CHECK(limit.known() <= 10'001);
}

}  // namespace
}  // namespace fm::server
