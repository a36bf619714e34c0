// Safe connections: whom we trust, and HTTP/2 where it is offered. The server is node's, the
// certificates are made here.
#include <doctest/doctest.h>

#include <cstdlib>
#include <fstream>

#include "base/json.h"
#include "net/http_client.h"
#include "test/e2e/node_script.h"
#include "test/e2e/program.h"
#include "test/support/http_collector.h"
#include "test/support/test_certificate.h"

namespace fm::e2e {
namespace {

using Collector = testing::HttpCollector;

// A server of the authority, and a client that may trust it.
struct SafeServer {
  explicit SafeServer(const std::string& name = "IP:127.0.0.1", int days = 1) {
    const testing::PemPair pair = authority.sign(name, days);
    place.write("key.pem", pair.key);
    place.write("server.pem", pair.certificate);
    place.write("ca.pem", authority.certificate());
    server.emplace(
        place,
        Words{(scripts_folder() / "tls_server.mjs").string(), path("key.pem"), path("server.pem")},
        RunOptions{.program = "node"});
    url = "https://127.0.0.1:" + server->line().value_or("0");
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
  std::string url;
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
  CHECK(safe.failure({.ca_file = safe.path("missing.pem")}).code == "net_tls_failed");
}

TEST_CASE("a certificate of another name, or one that is over, is refused with its reason") {
  SafeServer other("DNS:models.test");
  const Error name = other.failure({.ca_file = other.path("ca.pem")});
  CHECK(name.code == "net_tls_failed");
  CHECK(name.cause.contains("127.0.0.1"));
  SafeServer over("IP:127.0.0.1", -1);
  const Error expired = over.failure({.ca_file = over.path("ca.pem")});
  CHECK(expired.code == "net_tls_failed");
  CHECK(expired.cause.contains("expired"));
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
    got.back()->on_each = [&] {
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
  // Told again until the server has heard of the half that was given up.
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
