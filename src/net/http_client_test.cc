#include "net/http_client.h"

#include <doctest/doctest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "net/url.h"
#include "test/fakes/fake_http.h"
#include "test/support/http_collector.h"

namespace fm {
namespace {

using Collector = testing::HttpCollector;
using Pieces = std::vector<std::string>;

std::shared_ptr<const Pieces> pieces(Pieces texts) {
  return std::make_shared<const Pieces>(std::move(texts));
}

struct Fixture {
  SystemClock clock;
  std::unique_ptr<Loop> loop = make_loop(clock);
  std::unique_ptr<HttpClient> client = std::move(*HttpClient::open(*loop));

  void fetch(const std::string& url, Collector& collector, HttpTimeouts timeouts = {}) {
    const auto call = client->send({.url = url, .timeouts = timeouts}, collector);
    loop->run();
  }
};

TEST_CASE_FIXTURE(Fixture,
                  "P-63 an address that may not be connected to is not, whatever its name") {
  int asked = 0;
  FakeHttp server([&](const FakeRequest&) {
    ++asked;
    return FakeReply{};
  });
  client =
      std::move(*HttpClient::open(*loop, {.may_connect = [](const sockaddr&) { return false; }}));
  for (const std::string& host : {"127.0.0.1", "localhost"}) {
    Collector got(*loop);
    fetch("http://" + host + ":" + std::to_string(server.port()) + "/", got);
    REQUIRE(got.end.has_value());
    CHECK(got.end->error().code == "net_address_refused");
  }
  CHECK(asked == 0);
}

TEST_CASE_FIXTURE(Fixture, "an answer comes as head, bytes and end") {
  FakeHttp server([](const FakeRequest& request) {
    CHECK(request.method == "POST");
    CHECK(header(request.headers, "x-test") == "yes");
    CHECK(!header(request.headers, "expect"));
    return FakeReply{.status = 201,
                     .headers = {{"X-Answer", " spaced "}},
                     .pieces = pieces({"you said ", request.body})};
  });
  Collector got(*loop);
  const std::string body(300'000, 'b');
  const auto call = client->send({.method = "POST",
                                  .url = server.url() + "/path?x=1",
                                  .headers = {{"X-Test", "yes"}, {"Content-Type", "text/plain"}},
                                  .body = body},
                                 got);
  loop->run();
  CHECK(got.status == 201);
  CHECK(header(got.headers, "x-answer") == "spaced");
  CHECK(got.body == "you said " + body);
  CHECK(got.end->has_value());
}

TEST_CASE_FIXTURE(Fixture, "a connection is used again") {
  FakeHttp server([](const FakeRequest&) { return FakeReply{.pieces = pieces({"x"})}; });
  for (int i = 0; i < 3; ++i) {
    Collector got(*loop);
    fetch(server.url(), got);
    CHECK(got.body == "x");
  }
  CHECK(server.counts().connections == 1);
}

TEST_CASE_FIXTURE(Fixture, "a host name is looked up without blocking the loop") {
  FakeHttp server([](const FakeRequest&) { return FakeReply{.pieces = pieces({"x"})}; });
  Collector got(*loop);
  fetch("http://localhost:" + std::to_string(server.port()), got);
  CHECK(got.body == "x");
}

TEST_CASE_FIXTURE(Fixture,
                  "a connection that breaks in the middle is net_cut, the bytes are kept") {
  for (const FakeEnd end : {FakeEnd::kClose, FakeEnd::kReset})
    for (const FakeFraming framing : {FakeFraming::kChunked, FakeFraming::kLength}) {
      FakeHttp server([&](const FakeRequest&) {
        return FakeReply{
            .pieces = pieces({"one", "two"}), .count = 1, .framing = framing, .end = end};
      });
      Collector got(*loop);
      fetch(server.url(), got);
      CHECK(got.error() == "net_cut");
      if (end == FakeEnd::kClose) CHECK(got.body == "one");
    }
}

TEST_CASE_FIXTURE(Fixture, "an answer without a length ends with its connection") {
  FakeHttp server([](const FakeRequest&) {
    return FakeReply{.pieces = pieces({"a", "b"}), .framing = FakeFraming::kUntilClose};
  });
  Collector got(*loop);
  fetch(server.url(), got);
  CHECK(got.body == "ab");
  CHECK(got.end->has_value());
}

TEST_CASE_FIXTURE(Fixture, "failures without an answer have their own codes") {
  Collector refused(*loop);
  {
    auto server = std::make_unique<FakeHttp>([](const FakeRequest&) { return FakeReply{}; });
    const std::string url = server->url();
    server.reset();
    fetch(url, refused);
  }
  CHECK(refused.error() == "net_connect_failed");
  CHECK(refused.end->error().message.starts_with("No connection to 127.0.0.1:"));

  for (const char* url : {"", "not a url", "ftp://127.0.0.1/", "file:///etc/passwd", "http://"}) {
    Collector invalid(*loop);
    fetch(url, invalid);
    CHECK(invalid.error() == "url_invalid");
  }
}

TEST_CASE_FIXTURE(Fixture, "silence ends a call: before the body, inside it, and in all") {
  const auto with = [&](FakeReply reply, HttpTimeouts timeouts) {
    FakeHttp server([&](const FakeRequest&) { return reply; });
    Collector got(*loop);
    fetch(server.url(), got, timeouts);
    CHECK(got.error() == "net_timeout");
    CHECK(server.wait_for([](const auto& counts) { return counts.open == 0; }));
    return got.body;
  };
  CHECK(with({.end = FakeEnd::kHang}, {.first_byte = Millis(1)}).empty());
  CHECK(with({.pieces = pieces({"x"}), .end = FakeEnd::kHang}, {.between_bytes = Millis(1)}) ==
        "x");
  CHECK(with({.head_delay = Millis(60'000)}, {.total = Millis(1)}).empty());
}

TEST_CASE_FIXTURE(Fixture, "a server that takes the connection and says nothing to it is left") {
  // Nobody accepts: the system completes the connection, and TLS gets no answer.
  const int listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  REQUIRE(::bind(listener, reinterpret_cast<sockaddr*>(&address), size) == 0);
  REQUIRE(::listen(listener, 8) == 0);
  REQUIRE(::getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size) == 0);
  Collector got(*loop);
  fetch("https://127.0.0.1:" + std::to_string(ntohs(address.sin_port)), got,
        {.connect = Millis(20)});
  CHECK(got.error() == "net_timeout");
  ::close(listener);
}

TEST_CASE_FIXTURE(Fixture, "an answer may drip as long as it does; only a total limit ends it") {
  FakeHttp server([](const FakeRequest&) {
    return FakeReply{.pieces = pieces(Pieces(60, ".")), .piece_delay = Millis(50)};
  });
  // Three seconds in all: longer than each of the limits, as long as none of them is the total.
  const HttpTimeouts patient{.first_byte = Millis(2'000), .between_bytes = Millis(2'000)};
  Collector slow(*loop);
  fetch(server.url(), slow, patient);
  CHECK(slow.body.size() == 60);
  CHECK(slow.end->has_value());
  HttpTimeouts hurried = patient;
  hurried.total = Millis(500);
  Collector ended(*loop);
  fetch(server.url(), ended, hurried);
  CHECK(ended.error() == "net_timeout");
  CHECK(ended.body.size() < 60);
}

TEST_CASE_FIXTURE(Fixture, "destroying the handle closes the connection and ends the talk") {
  FakeHttp server(
      [](const FakeRequest&) { return FakeReply{.pieces = pieces({"x"}), .end = FakeEnd::kHang}; });
  Collector got(*loop);
  std::unique_ptr<HttpCall> call = client->send({.url = server.url()}, got);
  SUBCASE("from outside") {
    got.on_each = [&] {
      loop->post([&] {
        call.reset();
        loop->stop();
      });
    };
  }
  SUBCASE("inside the handler") {
    got.on_each = [&] {
      call.reset();
      loop->post([&] { loop->stop(); });
    };
  }
  SUBCASE("with the client") {
    got.on_each = [&] {
      loop->post([&] {
        client.reset();
        loop->stop();
      });
    };
  }
  loop->run();
  CHECK(server.wait_for([](const auto& counts) { return counts.abandoned == 1 && !counts.open; }));
  CHECK(got.ends == 0);
}

TEST_CASE_FIXTURE(Fixture, "a call may be made and cancelled before it starts") {
  FakeHttp server([](const FakeRequest&) { return FakeReply{.pieces = pieces({"x"})}; });
  Collector dropped(*loop);
  Collector got(*loop);
  (void)client->send({.url = server.url()}, dropped);
  (void)client->send({.url = "nonsense"}, dropped);
  fetch(server.url(), got);
  CHECK(got.body == "x");
  CHECK(dropped.ends == 0);
}

TEST_CASE_FIXTURE(Fixture, "a handler may make another call, inside bytes and at the end") {
  FakeHttp server([](const FakeRequest&) { return FakeReply{.pieces = pieces({"x"})}; });
  Collector first(*loop);
  Collector second(*loop);
  Collector third(*loop);
  std::unique_ptr<HttpCall> calls[3];
  first.on_each = [&] { calls[1] = client->send({.url = server.url()}, second); };
  first.on_end = [] {};
  second.on_end = [&] { calls[2] = client->send({.url = server.url()}, third); };
  calls[0] = client->send({.url = server.url()}, first);
  loop->run();
  CHECK(third.body == "x");
}

TEST_CASE_FIXTURE(Fixture, "what a handler throws leaves the loop, and only that call is lost") {
  FakeHttp server([](const FakeRequest&) { return FakeReply{.pieces = pieces({"x"})}; });
  Collector bad(*loop);
  bad.on_each = [] { throw Bug("in a handler"); };
  const auto call = client->send({.url = server.url()}, bad);
  CHECK_THROWS_AS(loop->run(), Bug);
  CHECK(bad.ends == 0);
  Collector good(*loop);
  fetch(server.url(), good);
  CHECK(good.body == "x");
}

TEST_CASE_FIXTURE(Fixture, "two hundred answers at once") {
  FakeHttp server([](const FakeRequest& request) {
    return FakeReply{.pieces = pieces(Pieces(20, request.target))};
  });
  std::vector<std::unique_ptr<Collector>> collectors;
  std::vector<std::unique_ptr<HttpCall>> calls;
  int ended = 0;
  for (int i = 0; i < 200; ++i) {
    auto& got = *collectors.emplace_back(std::make_unique<Collector>(*loop));
    got.on_end = [&] {
      if (++ended == 200) loop->stop();
    };
    calls.push_back(client->send({.url = server.url() + "/" + std::to_string(i)}, got));
  }
  loop->run();
  for (int i = 0; i < 200; ++i) {
    std::string expected;
    for (int n = 0; n < 20; ++n) expected += "/" + std::to_string(i);
    CHECK(collectors[static_cast<std::size_t>(i)]->body == expected);
  }
}

TEST_CASE("a URL's parts") {
  const auto url = parse_url("https://API.Example.com/v1");
  REQUIRE(url.has_value());
  CHECK(url->authority() == "api.example.com");
  CHECK(!url->is_loopback());
  CHECK(parse_url("http://user:secret@127.0.0.1:8080/")->authority() == "127.0.0.1:8080");
  for (const char* here : {"http://[::1]:80/", "http://127.0.0.1", "http://127.1/",
                           "http://2130706433", "http://LocalHost"})
    CHECK_MESSAGE(parse_url(here)->is_loopback(), here);
  CHECK(!parse_url("http://127.example.com/")->is_loopback());
  CHECK(without_login("https://ana:s3@cret@host:8/v1?x=@") == "https://host:8/v1?x=@");
  CHECK(without_login("https://host/@home") == "https://host/@home");
  CHECK(login_in("http://ana:pw@proxy:8080") == "ana:pw");
  CHECK(login_in("host/a@b").empty());
  const auto bad = parse_url("gopher://user:secret@host/");
  REQUIRE(!bad.has_value());
  CHECK(bad.error().message.find("secret") == std::string::npos);
}

}  // namespace
}  // namespace fm
