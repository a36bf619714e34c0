#include "engine/log/event_body.h"

#include <doctest/doctest.h>

namespace fm {
namespace {

Event with_body(const char* json) {
  Event event;
  event.body = parse_json(json)->as_object();
  return event;
}

TEST_CASE("what stands in a body is read as what it is") {
  const Event event =
      with_body(R"({"say":"tea","all":["a","b"],"by":{"leader":"ada"},"done":true,"round":3,)"
                R"("error":{"code":"x_y","message":"No.","cause":"c","cure":"d"}})");
  CHECK(body::text(event, "say") == "tea");
  CHECK(body::texts(event, "all") == std::vector<std::string>{"a", "b"});
  CHECK(body::text_map(event, "by") == std::map<std::string, std::string>{{"leader", "ada"}});
  CHECK(body::flag(event, "done"));
  CHECK(body::integer(event, "round", 7) == 3);
  REQUIRE(body::error(event));
  CHECK(body::error(event)->code == "x_y");
}

TEST_CASE("what is absent or of another type reads as empty, so that a fold goes on") {
  for (const Event& event :
       {with_body("{}"),
        with_body(R"({"say":1,"all":"a","by":[],"done":"yes","round":"3","error":"no"})")}) {
    CHECK(body::text(event, "say").empty());
    CHECK(body::texts(event, "all").empty());
    CHECK(body::text_map(event, "by").empty());
    CHECK_FALSE(body::flag(event, "done"));
    CHECK(body::integer(event, "round", 7) == 7);
    CHECK_FALSE(body::error(event));
  }
  CHECK(body::field(with_body("{}"), "say") == nullptr);
}

TEST_CASE("a number that no int holds is cut, so that it cannot wrap around") {
  const Event event = with_body(R"({"most":9000000000000,"least":-9000000000000})");
  CHECK(body::integer(event, "most", 0) == 1'000'000);
  CHECK(body::integer(event, "least", 0) == -1'000'000);
}

}  // namespace
}  // namespace fm
