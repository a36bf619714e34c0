#include "server/http/http_message.h"

#include <doctest/doctest.h>

namespace fm::server {
namespace {

TEST_CASE("P-70 a target is its path and its parameters, decoded") {
  WebRequest request;
  REQUIRE(read_target("/api/rooms/caf%C3%A9-x1?room=a%3A1&room=b:2&q=a+b&empty&=x", request));
  CHECK(request.path == "/api/rooms/café-x1");
  CHECK(request.parameter("room") == "a:1");
  CHECK(request.query.size() == 5);
  CHECK(request.query[1].second == "b:2");
  CHECK(request.parameter("q") == "a b");
  CHECK(request.parameter("nothing").empty());
  for (const char* bad : {"", "api", "http://x/api", "/a%00b", "/a%0Ab", "/a%FFb", "*"}) {
    CAPTURE(bad);
    WebRequest other;
    CHECK_FALSE(read_target(bad, other));
  }
  CHECK(url_decoded("100%", Plus::kItself) == "100%");
  CHECK(url_decoded("%zz%4", Plus::kItself) == "%zz%4");
}

TEST_CASE("P-70 a cookie is found among others, whole names only") {
  WebRequest request;
  request.headers["cookie"] = "a=1; folkmoot-84701=no; folkmoot-8470=yes; b=2";
  using Values = std::vector<std::string_view>;
  CHECK(request.cookies("folkmoot-8470") == Values{"yes"});
  CHECK(request.cookies("folkmoot-847").empty());
  request.headers["cookie"] = "b=1; a=2, b=3";
  CHECK(request.cookies("b") == Values{"1", "3"});
}

TEST_CASE("P-70 an error is told as a problem, with its code and its cure") {
  const HttpAnswer answer = problem(404, {"room_unknown", "No room.", "Why.", "Do this."});
  CHECK(answer.headers.at("content-type") == "application/problem+json");
  const auto body = parse_json(answer.body);
  REQUIRE(body);
  CHECK(text_at(*body, "code") == "room_unknown");
  CHECK(text_at(*body, "title") == "No room.");
  CHECK(text_at(*body, "detail") == "Why.");
  CHECK(text_at(*body, "cure") == "Do this.");
  CHECK(int_at(*body, "status") == 404);
}

}  // namespace
}  // namespace fm::server
