// P-75: connections, within limits; on real sockets.
#include "server/http/http_listener.h"

#include <doctest/doctest.h>

#include <memory>
#include <vector>

#include "test/support/http_talk.h"

namespace fm::server {
namespace {

using fm::testing::http_request;
using fm::testing::HttpTalk;

struct Scene {
  const SystemClock clock;
  const std::unique_ptr<Loop> loop = make_loop(clock);
  std::vector<WebRequest> asked;
  std::vector<std::shared_ptr<HttpReply>> kept;
  std::unique_ptr<HttpListener> listener;

  explicit Scene(HttpLimits limits = {}) {
    auto opened = HttpListener::open(
        *loop, "127.0.0.1", 0,
        [this](WebRequest request, std::shared_ptr<HttpReply> reply) {
          asked.push_back(request);
          if (request.path == "/later") return kept.push_back(reply);
          if (request.path == "/never") return;
          reply->answer(text_answer(200, request.method + " " + request.path + " " + request.body));
        },
        limits);
    REQUIRE(opened);
    listener = std::move(*opened);
  }
  HttpTalk talk() { return {*loop, listener->port()}; }
};

TEST_CASE(
    "P-70 requests of a connection are answered in their order, also when they come at once") {
  Scene scene;
  HttpTalk talk = scene.talk();
  std::string all;
  for (std::size_t i = 0; i < 20; ++i)
    all += http_request("POST", "/n" + std::to_string(i), "h", {}, std::string(i * 1000, 'x'));
  talk.send(all);
  for (std::size_t i = 0; i < 20; ++i) {
    const auto said = talk.answer();
    CHECK(said.status == 200);
    CHECK(said.body == "POST /n" + std::to_string(i) + " " + std::string(i * 1000, 'x'));
  }
}

TEST_CASE("P-70 an answer may come later, and who is gone by then gets none") {
  Scene scene;
  HttpTalk talk = scene.talk();
  talk.send(http_request("GET", "/later", "h") + http_request("GET", "/next", "h"));
  while (scene.kept.empty()) {
    const auto soon = scene.loop->after(Millis(1), [&] { scene.loop->stop(); });
    scene.loop->run();
  }
  CHECK(scene.asked.size() == 1);  // the next one waits
  scene.kept.front()->answer(text_answer(200, "late"));
  CHECK(talk.answer().body == "late");
  CHECK(talk.answer().body == "GET /next ");
  talk.send(http_request("GET", "/later", "h"));
  while (scene.kept.size() < 2) {
    const auto soon = scene.loop->after(Millis(1), [&] { scene.loop->stop(); });
    scene.loop->run();
  }
  talk.close();
  while (scene.listener->connections() > 0) {
    const auto soon = scene.loop->after(Millis(1), [&] { scene.loop->stop(); });
    scene.loop->run();
  }
  scene.kept.back()->answer(text_answer(200, "to nobody"));
}

TEST_CASE("P-70 a request that nobody answers closes its connection, and only that") {
  Scene scene;
  HttpTalk talk = scene.talk();
  HttpTalk other = scene.talk();
  talk.send(http_request("GET", "/never", "h"));
  CHECK(talk.answer().status == 0);
  CHECK(talk.is_closed());
  other.send(http_request("GET", "/x", "h"));
  CHECK(other.answer().status == 200);
}

TEST_CASE("P-70 HEAD, close and 100-continue are as HTTP has them") {
  Scene scene;
  HttpTalk talk = scene.talk();
  talk.send(http_request("HEAD", "/x", "h"));
  const auto head = talk.answer(false);
  CHECK(head.status == 200);
  CHECK(head.headers.at("content-length") == "8");
  talk.send("POST /big HTTP/1.1\r\nhost: h\r\nexpect: 100-continue\r\ncontent-length: 3\r\n\r\n");
  CHECK(talk.answer(false).status == 100);
  talk.send("abc");
  CHECK(talk.answer().body == "POST /big abc");
  talk.send(http_request("GET", "/x", "h", {{"connection", "close"}}));
  CHECK(talk.answer().headers.at("connection") == "close");
  (void)talk.until([&](const std::string&) { return talk.is_closed(); });
  CHECK(talk.is_closed());
}

TEST_CASE("P-75 garbage is answered and the connection closed") {
  Scene scene;
  HttpTalk talk = scene.talk();
  talk.send("\x16\x03\x01 this is TLS\r\n\r\n");
  CHECK(talk.answer().status == 400);
  (void)talk.until([&](const std::string&) { return talk.is_closed(); });
  CHECK(talk.is_closed());
  CHECK(scene.asked.empty());
}

TEST_CASE("P-75 beyond the most connections a new one is told so") {
  Scene scene({.connections = 2});
  HttpTalk first = scene.talk();
  HttpTalk second = scene.talk();
  first.send(http_request("GET", "/x", "h"));
  CHECK(first.answer().status == 200);
  second.send(http_request("GET", "/x", "h"));
  CHECK(second.answer().status == 200);
  HttpTalk third = scene.talk();
  CHECK(third.answer().status == 503);
  first.send(http_request("GET", "/x", "h"));
  CHECK(first.answer().status == 200);
}

TEST_CASE(
    "P-75 who does not finish a request, and who says nothing, is closed; who waits for an "
    "answer is not") {
  Scene scene({.connections = 10, .idle = Millis(1), .request = Millis(1), .writing = Millis(1)});
  HttpTalk slow = scene.talk();
  HttpTalk silent = scene.talk();
  HttpTalk patient = scene.talk();
  slow.send("GET /x HTTP/1.1\r\nhos");
  patient.send(http_request("GET", "/later", "h"));
  (void)slow.until([&](const std::string&) { return slow.is_closed(); });
  (void)silent.until([&](const std::string&) { return silent.is_closed(); });
  CHECK(slow.is_closed());
  CHECK(silent.is_closed());
  REQUIRE(scene.kept.size() == 1);
  scene.kept.front()->answer(text_answer(200, "there you are"));
  CHECK(patient.answer().body == "there you are");
}

TEST_CASE("P-70 a port that is taken, and an address that is not ours, are refused with a cure") {
  Scene scene;
  const auto nothing = [](WebRequest, const std::shared_ptr<HttpReply>&) {};
  const auto taken = HttpListener::open(*scene.loop, "127.0.0.1", scene.listener->port(), nothing);
  REQUIRE_FALSE(taken);
  CHECK(taken.error().code == "port_in_use");
  const auto foreign = HttpListener::open(*scene.loop, "192.0.2.1", 0, nothing);
  REQUIRE_FALSE(foreign);
  CHECK(foreign.error().code == "address_refused");
  const auto unknown = HttpListener::open(*scene.loop, "no such host", 0, nothing);
  REQUIRE_FALSE(unknown);
  CHECK(unknown.error().code == "address_unknown");
}

}  // namespace
}  // namespace fm::server
