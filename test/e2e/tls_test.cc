// Safe connections: whom we trust, HTTP/2 where it is offered, and the way through a proxy. Server
// and proxy are node's, the certificates are made here.
#include <doctest/doctest.h>

#include <cstdlib>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/json.h"
#include "net/http_client.h"
#include "test/e2e/node_script.h"
#include "test/e2e/program.h"
#include "test/support/http_collector.h"
#include "test/support/proxy_variables.h"
#include "test/support/test_certificate.h"

namespace fm::e2e {
namespace {

using Collector = testing::HttpCollector;

std::string script(const char* name) { return (scripts_folder() / name).string(); }

// A server of the authority, and a client that may trust it.
struct SafeServer {
  explicit SafeServer(const std::string& name = "IP:127.0.0.1", int days = 1)
      : SafeServer([&](const auto& own) { return own.sign(name, days); }) {}
  explicit SafeServer(
      const std::function<testing::PemPair(const testing::TestAuthority&)>& certificate) {
    const testing::PemPair pair = certificate(authority);
    place.write("key.pem", pair.key);
    place.write("server.pem", pair.certificate);
    place.write("ca.pem", authority.certificate());
    server.emplace(place, Words{script("tls_server.mjs"), path("key.pem"), path("server.pem")},
                   RunOptions{.program = "node"});
    port = server->line().value_or("0");
    url = "https://127.0.0.1:" + port;
  }

  std::string path(const char* name) const { return (place.folder / name).string(); }
  std::unique_ptr<HttpClient> client(HttpOptions options) {
    return std::move(*HttpClient::open(*loop, std::move(options)));
  }
  Collector get(HttpClient& client, const std::string& target) {
    Collector got(*loop);
    const auto call = client.send({.url = url + target}, got);
    loop->run();
    return got;
  }
  Error failure(HttpOptions options) {
    const auto own = client(std::move(options));
    const Collector got = get(*own, "/hello");
    REQUIRE(got.end.has_value());
    REQUIRE(!got.end->has_value());
    return got.end->error();
  }

  testing::TestAuthority authority;
  Place place;
  SystemClock clock;
  std::unique_ptr<Loop> loop = make_loop(clock);
  std::optional<Program> server;
  std::string port;
  std::string url;
};

// A proxy whose tunnels all end at the server.
struct Tunnel {
  explicit Tunnel(const SafeServer& safe)
      : program(safe.place, {script("tunnel_proxy.mjs"), safe.port}, {.program = "node"}),
        port(program.line().value_or("0")) {}

  Program program;
  std::string port;
};

TEST_CASE("a server is trusted by the authority that is named, and by no other") {
  SafeServer safe;
  const auto trusting = safe.client({.ca_file = safe.path("ca.pem")});
  CHECK(safe.get(*trusting, "/hello").body == "hello");
  for (const char* variable : {"SSL_CERT_FILE", "CURL_CA_BUNDLE"}) {
    ::setenv(variable, safe.path("ca.pem").c_str(), 1);
    const auto by_variable = safe.client({});
    CHECK_MESSAGE(safe.get(*by_variable, "/hello").body == "hello", variable);
    ::unsetenv(variable);
  }
  const Error unknown = safe.failure({});
  CHECK(unknown.code == "net_tls_failed");
  CHECK(unknown.cure.contains("ca_file"));
  safe.place.write("other.pem", testing::TestAuthority().certificate());
  CHECK(safe.failure({.ca_file = safe.path("other.pem")}).code == "net_tls_failed");
  const Error missing = safe.failure({.ca_file = safe.path("missing.pem")});
  CHECK(missing.code == "net_tls_failed");
  CHECK_MESSAGE(missing.cause.contains("missing.pem"), missing.cause);
  CHECK(missing.cure.contains("PEM"));
}

TEST_CASE("a certificate of another name, or one that is over, is refused with its reason") {
  SafeServer other("DNS:models.test");
  const Error name = other.failure({.ca_file = other.path("ca.pem")});
  CHECK(name.code == "net_tls_failed");
  CHECK(name.cause.contains("127.0.0.1"));
  CHECK_MESSAGE(name.cure.contains("name"), name.cause);
  SafeServer over("IP:127.0.0.1", -1);
  const Error expired = over.failure({.ca_file = over.path("ca.pem")});
  CHECK(expired.code == "net_tls_failed");
  CHECK(expired.cause.contains("expired"));
  CHECK(expired.cure.contains("date"));
}

TEST_CASE("a certificate that signs itself is refused, unless it is named as trusted") {
  SafeServer own([](const auto&) { return testing::TestAuthority::self_signed("IP:127.0.0.1"); });
  const Error refused = own.failure({.ca_file = own.path("ca.pem")});
  CHECK(refused.code == "net_tls_failed");
  CHECK_MESSAGE(refused.cause.contains("self-signed"), refused.cause);
  CHECK(refused.cure.contains("ca_file"));
  const auto trusting = own.client({.ca_file = own.path("server.pem")});
  CHECK(own.get(*trusting, "/hello").body == "hello");
}

TEST_CASE("a safe connection goes through the tunnel of a proxy, HTTP/2 too") {
  const testing::ProxyVariables variables;
  SafeServer safe("DNS:models.test");
  const Tunnel tunnel(safe);
  const std::string proxy = "http://ana:s3cret@127.0.0.1:" + tunnel.port;
  safe.url = "https://models.test";
  const std::string trusted = safe.path("ca.pem");
  const auto configured = safe.client({.ca_file = trusted, .proxy = proxy});
  CHECK(safe.get(*configured, "/hello").body == "hello");
  CHECK(texts_at(*parse_json(safe.get(*configured, "/facts").body), "versions") ==
        std::vector<std::string>{"2.0"});
  ::setenv("https_proxy", proxy.c_str(), 1);
  const auto by_variable = safe.client({.ca_file = trusted});
  CHECK(safe.get(*by_variable, "/hello").body == "hello");
  // The proxy is not the one that is trusted: the certificate must be the server's.
  CHECK(safe.failure({.proxy = proxy}).code == "net_tls_failed");
  safe.url = "http://127.0.0.1:" + tunnel.port;
  const std::string asked = "models.test:443 Basic YW5hOnMzY3JldA==";
  CHECK(texts_at(*parse_json(safe.get(*by_variable, "/").body), "asked") ==
        std::vector<std::string>(3, asked));
}

TEST_CASE("a server that speaks no TLS is told from one that is not trusted") {
  SafeServer safe;
  const Tunnel plain(safe);
  safe.url = "https://127.0.0.1:" + plain.port;
  const Error error = safe.failure({});
  CHECK(error.code == "net_tls_failed");
  CHECK_MESSAGE(error.cure.contains("http://"), error.cause);
}

TEST_CASE("HTTP/2 is spoken where it is offered: a hundred answers at once on one connection") {
  constexpr std::size_t kCalls = 100;
  SafeServer safe;
  const auto client = safe.client({.ca_file = safe.path("ca.pem")});
  CHECK(safe.get(*client, "/hello").body == "hello");
  std::vector<std::unique_ptr<Collector>> got;
  std::vector<std::unique_ptr<HttpCall>> calls;
  std::size_t begun = 0;
  for (std::size_t i = 0; i < kCalls; ++i) {
    got.push_back(std::make_unique<Collector>(*safe.loop));
    got.back()->on_each = got.back()->on_end = [&] {
      if (++begun == kCalls) safe.loop->stop();
    };
    calls.push_back(client->send({.url = safe.url + "/slow"}, *got.back()));
  }
  safe.loop->run();
  calls.resize(kCalls / 2);  // half of them are given up; the other streams live on
  const Json facts = *parse_json(safe.get(*client, "/facts").body);
  CHECK(int_at(facts, "connections") == 1);
  CHECK(texts_at(facts, "versions") == std::vector<std::string>{"2.0"});
  for (std::size_t i = 0; i < kCalls / 2; ++i) CHECK(!got[i]->end.has_value());
  // Printed again until the server has heard of the half that was given up.
  std::int64_t aborted = 0;
  for (int i = 0; i < 10'000 && aborted < static_cast<std::int64_t>(kCalls / 2); ++i)
    aborted = int_at(*parse_json(safe.get(*client, "/facts").body), "aborted");
  CHECK(aborted == kCalls / 2);
}

TEST_CASE("an older server is spoken to as it can") {
  SafeServer safe;
  const auto client =
      safe.client({.ca_file = safe.path("ca.pem"), .version = HttpVersion::kOnly11});
  CHECK(safe.get(*client, "/hello").body == "hello");
  CHECK(texts_at(*parse_json(safe.get(*client, "/facts").body), "versions") ==
        std::vector<std::string>{"1.1"});
}

}  // namespace
}  // namespace fm::e2e
