// Proxies: whose word counts, what is asked of them, and what is told when they fail.
#include <doctest/doctest.h>

#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "net/http_client.h"
#include "test/fakes/fake_http.h"
#include "test/support/http_collector.h"
#include "test/support/proxy_variables.h"

namespace fm {
namespace {

using Collector = testing::HttpCollector;

struct Fixture {
  void fetch(HttpOptions options, const std::string& url, Collector& collector) {
    const auto client = std::move(*HttpClient::open(*loop, std::move(options)));
    const auto call = client->send({.url = url}, collector);
    loop->run();
  }

  testing::ProxyVariables variables;
  SystemClock clock;
  std::unique_ptr<Loop> loop = make_loop(clock);
};

// A proxy that answers everything itself, and what it was asked: "GET http://models.test/".
struct ProxyFixture : Fixture {
  std::string asked_with(const char* variable, const std::string& url,
                         std::optional<std::string> value = {}) {
    asked.clear();
    ::setenv(variable, value.value_or(proxy.url()).c_str(), 1);
    Collector got(*loop);
    fetch({}, url, got);
    ::unsetenv(variable);
    return asked;
  }

  std::string asked;
  FakeHttp proxy{[this](const FakeRequest& request) {
    asked = request.method + " " + request.target;
    return FakeReply{.status = request.method == "CONNECT" ? 403 : 200};
  }};
};

TEST_CASE_FIXTURE(Fixture, "a configured proxy is asked for the whole address, with its password") {
  std::string target, password;
  FakeHttp proxy([&](const FakeRequest& request) {
    target = request.target;
    password = header(request.headers, "proxy-authorization").value_or("");
    return FakeReply{.pieces = std::make_shared<const std::vector<std::string>>(1, "through")};
  });
  Collector got(*loop);
  fetch({.proxy = "http://ana:s3cret@127.0.0.1:" + std::to_string(proxy.port())},
        "http://models.test/v1/x", got);
  CHECK(got.body == "through");
  CHECK(target == "http://models.test/v1/x");
  CHECK(password == "Basic YW5hOnMzY3JldA==");
}

TEST_CASE_FIXTURE(Fixture, "a safe connection asks the proxy for a tunnel, and its no is told") {
  std::string method, target;
  FakeHttp proxy([&](const FakeRequest& request) {
    method = request.method;
    target = request.target;
    return FakeReply{.status = 403};
  });
  Collector got(*loop);
  fetch({.proxy = "http://ana:s3cret@127.0.0.1:" + std::to_string(proxy.port())},
        "https://models.test/v1/x", got);
  CHECK(method == "CONNECT");
  CHECK(target == "models.test:443");
  REQUIRE(!got.error().empty());
  CHECK(got.status == 0);  // the proxy's answer is not the server's
  CHECK(!got.words().contains("s3cret"));
  CHECK(got.words().contains("proxy"));
}

TEST_CASE_FIXTURE(ProxyFixture, "without a configured proxy the variables say which") {
  const std::string open = "http://models.test/v1", safe = "https://models.test/v1";
  CHECK(asked_with("http_proxy", open) == "GET " + open);
  CHECK(asked_with("http_proxy", safe).empty());
  // A web server gives its scripts HTTP_PROXY with whatever the visitor sent as "Proxy:".
  CHECK(asked_with("HTTP_PROXY", open).empty());
  for (const char* variable : {"https_proxy", "HTTPS_PROXY"}) {
    CHECK_MESSAGE(asked_with(variable, safe) == "CONNECT models.test:443", variable);
    CHECK_MESSAGE(asked_with(variable, open).empty(), variable);
  }
  for (const char* variable : {"all_proxy", "ALL_PROXY"}) {
    CHECK_MESSAGE(asked_with(variable, open) == "GET " + open, variable);
    CHECK_MESSAGE(asked_with(variable, safe) == "CONNECT models.test:443", variable);
  }
}

TEST_CASE_FIXTURE(ProxyFixture, "a configured proxy comes before the variables") {
  ::setenv("all_proxy", "http://nowhere.test:1", 1);
  Collector got(*loop);
  fetch({.proxy = proxy.url()}, "http://models.test/", got);
  CHECK(asked == "GET http://models.test/");
}

TEST_CASE_FIXTURE(ProxyFixture, "G-44 where somebody else's variables count, our own do not") {
  ::setenv("all_proxy", "http://nowhere.test:1", 1);
  ::setenv("no_proxy", "models.test", 1);
  const std::string theirs = proxy.url();
  Collector got(*loop);
  fetch({.variable = [&](const char* name) -> const char* {
          return std::string_view(name) == "http_proxy" ? theirs.c_str() : nullptr;
        }},
        "http://models.test/", got);
  CHECK(asked == "GET http://models.test/");
  Collector none(*loop);
  fetch({.variable = [](const char*) -> const char* { return nullptr; }}, "http://models.test/",
        none);
  CHECK(none.error() == "net_resolve_failed");
  CHECK_MESSAGE(!none.words().contains("nowhere.test"), none.words());
}

TEST_CASE_FIXTURE(ProxyFixture, "what is on this machine goes no detour, whoever names a proxy") {
  FakeHttp server([](const FakeRequest&) {
    return FakeReply{.pieces = std::make_shared<const std::vector<std::string>>(1, "direct")};
  });
  ::setenv("all_proxy", proxy.url().c_str(), 1);
  for (const std::string& configured : {std::string(), proxy.url()})
    for (const char* host : {"127.0.0.1", "localhost", "LOCALHOST", "127.1"}) {
      Collector got(*loop);
      fetch({.proxy = configured},
            "http://" + std::string(host) + ":" + std::to_string(server.port()), got);
      CHECK_MESSAGE(got.body == "direct", host);
    }
  CHECK(asked.empty());
  Collector other(*loop);
  fetch({}, "http://127.models.test/", other);  // a name that only looks like it
  CHECK(asked == "GET http://127.models.test/");
}

TEST_CASE_FIXTURE(ProxyFixture, "no_proxy counts, for a configured proxy too") {
  const auto asks = [&](const char* variable, const char* value, const std::string& host) {
    asked.clear();
    ::setenv(variable, value, 1);
    Collector got(*loop);
    fetch({.proxy = proxy.url()}, "http://" + host + "/", got);
    ::unsetenv(variable);
    // Without the proxy the name is looked up, and there is no such host.
    CHECK((asked.empty() ? got.error() == "net_resolve_failed" : got.end->has_value()));
    return !asked.empty();
  };
  for (const char* variable : {"no_proxy", "NO_PROXY"}) {
    CHECK(!asks(variable, "models.test", "models.test"));
    CHECK(!asks(variable, "other.test, .models.test", "inner.models.test"));
    CHECK(!asks(variable, "*", "models.test"));
    CHECK(asks(variable, "models.test", "mymodels.test"));
    CHECK(asks(variable, "", "models.test"));
  }
}

TEST_CASE_FIXTURE(Fixture, "a proxy that is not there is named, its password is not") {
  const int port = FakeHttp([](const FakeRequest&) { return FakeReply{}; }).port();
  const std::string where = "127.0.0.1:" + std::to_string(port);
  for (const char* url : {"http://models.test/", "https://models.test/"}) {
    Collector got(*loop);
    fetch({.proxy = "http://ana:s3cret@" + where}, url, got);
    CHECK(got.error() == "net_connect_failed");
    CHECK_MESSAGE(got.end->error().message.contains("The proxy 127.0.0.1"), got.words());
    CHECK_MESSAGE(got.end->error().message.contains("models.test"), got.words());
    CHECK(!got.words().contains("s3cret"));
  }
  Collector unknown(*loop);
  fetch({.proxy = "http://ana:s3cret@proxy.test:8080"}, "http://models.test/", unknown);
  CHECK(unknown.error() == "net_resolve_failed");
  CHECK_MESSAGE(unknown.words().contains("proxy.test"), unknown.words());
  CHECK(!unknown.words().contains("s3cret"));
}

TEST_CASE_FIXTURE(Fixture, "a proxy's address that is none is an error without its password") {
  for (const char* proxy :
       {"gopher://ana:s3cret@127.0.0.1:1", "http://ana:s3cret@127.0.0.1:port", "ana:s3cret@[::1",
        "http://ana:s3cret@", "ana:s3cret@127.0.0.1:99999"}) {
    Collector got(*loop);
    fetch({.proxy = proxy}, "http://models.test/", got);
    CHECK_MESSAGE(got.error() == "url_invalid", got.words());
    CHECK_MESSAGE(got.words().contains("proxy"), got.words());
    CHECK_MESSAGE(!got.words().contains("s3cret"), got.words());
  }
}

}  // namespace
}  // namespace fm
