#include "server/http/http_reader.h"

#include <doctest/doctest.h>

#include <string>

namespace fm::server {
namespace {

const std::string kPost =
    "POST /api/x?a=1 HTTP/1.1\r\nHost: h\r\nX-Twice: 1\r\nx-twice: 2\r\nContent-Length: "
    "5\r\n\r\nhello";

TEST_CASE("P-75 a request is read whatever the pieces in which it comes") {
  for (std::size_t piece = 1; piece <= kPost.size(); ++piece) {
    CAPTURE(piece);
    HttpReader reader;
    std::optional<WebRequest> request;
    for (std::size_t at = 0; at < kPost.size(); at += piece) {
      CHECK_FALSE(request.has_value());
      auto read = reader.feed(std::string_view(kPost).substr(at, piece));
      REQUIRE(read);
      request = std::move(*read);
    }
    REQUIRE(request);
    CHECK(request->method == "POST");
    CHECK(request->path == "/api/x");
    CHECK(request->parameter("a") == "1");
    CHECK(request->body == "hello");
    CHECK(request->header("x-twice") == "1, 2");
    CHECK_FALSE(reader.is_inside());
    CHECK(reader.keeps_alive());
  }
}

TEST_CASE("P-75 requests that come at once are read one after the other") {
  HttpReader reader;
  const auto first = reader.feed(kPost + "GET /b HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n");
  REQUIRE(first);
  REQUIRE(first->has_value());
  CHECK(reader.is_inside());
  const auto second = reader.next();
  REQUIRE(second);
  REQUIRE(second->has_value());
  CHECK((*second)->path == "/b");
  CHECK_FALSE(reader.keeps_alive());
  const auto none = reader.next();
  REQUIRE(none);
  CHECK_FALSE(none->has_value());
}

TEST_CASE("P-75 what is too long, or no HTTP, is refused with its status") {
  struct Case {
    std::string bytes;
    int status;
  };
  const std::vector<Case> cases = {
      {"GET / HTTP/1.1\r\nHost: h\r\nX: " + std::string(kMostHeaderBytes, 'x') + "\r\n\r\n", 431},
      {"POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 99999999\r\n\r\n", 413},
      {"POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n400000\r\n" +
           std::string(0x400000, 'x') + "\r\n0\r\n\r\n",
       413},
      {"hello\r\n\r\n", 400},
      {"GET http://evil/ HTTP/1.1\r\nHost: h\r\n\r\n", 400},
      {"GET /a%00 HTTP/1.1\r\nHost: h\r\n\r\n", 400},
      {std::string("\x16\x03\x01\x02\x00\x01\x00", 7) + std::string(64, 'x'), 400},  // TLS
      {"POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello", 400},
      {"POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: gzip\r\n\r\nGET / HTTP/1.1", 400},
      {"POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n", 400},
      {"POST / HTTP/1.0\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400},
      {"POST / HTTP/1.1\r\nHost: h\r\nContent-Length: -5\r\n\r\nhello", 400},
  };
  for (const Case& one : cases) {
    CAPTURE(one.bytes.substr(0, 80));
    HttpReader reader;
    const auto read = reader.feed(one.bytes);
    REQUIRE_FALSE(read);
    CHECK(http_status_of(read.error()) == one.status);
  }
}

TEST_CASE("P-70 an answer's bytes tell its length, and HEAD gets none of the body") {
  const HttpAnswer answer{.status = 404, .headers = {{"x", "y"}}, .body = "gone"};
  CHECK(
      http_bytes(answer, true, AnswerBody::kWhole) ==
      "HTTP/1.1 404 Not Found\r\nx: y\r\ncontent-length: 4\r\nconnection: keep-alive\r\n\r\ngone");
  CHECK(http_bytes(answer, false, AnswerBody::kNone) ==
        "HTTP/1.1 404 Not Found\r\nx: y\r\ncontent-length: 4\r\nconnection: close\r\n\r\n");
  CHECK(http_bytes({.status = 204}, true, AnswerBody::kWhole).find("content-length") ==
        std::string::npos);
}

}  // namespace
}  // namespace fm::server
