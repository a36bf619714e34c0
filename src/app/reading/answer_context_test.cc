#include "app/reading/answer_context.h"

#include <doctest/doctest.h>

namespace fm {
namespace {

TEST_CASE("known ideas are a list with ids and titles, of texts, or a model's own answer") {
  for (const char* text : {R"([{"id": "idea-1", "title": "Bread oven"}])",
                           R"({"topic": "x", "ideas": [{"title": "Bread oven", "score": 8}]})",
                           R"(["Bread oven"])", "1. **Bread oven**: warm\n2. **Kiln**: hot\n"}) {
    CAPTURE(text);
    const auto ideas = known_ideas_in(text, "ideas.json");
    REQUIRE(ideas.has_value());
    CHECK(ideas->front().id == "idea-1");
    CHECK(ideas->front().title == "Bread oven");
  }
}

TEST_CASE("a roster is a list of agents or of ids") {
  const auto agents = roster_in(
      R"({"agents": [{"id": "a", "name": "Ada", "aliases": ["countess"], "forbidden": true}, "b"]})",
      "roster.json");
  REQUIRE(agents.has_value());
  REQUIRE(agents->size() == 2);
  CHECK(agents->front().name == "Ada");
  CHECK(agents->front().aliases == std::vector<std::string>{"countess"});
  CHECK(agents->front().forbidden);
  CHECK(agents->back().name == "b");
}

TEST_CASE("tools are a table of types, or what is sent to a provider") {
  for (const char* text : {R"({"search": {"query": "string"}})",
                           R"([{"type": "function", "function": {"name": "search",
            "parameters": {"type": "object", "properties": {"query": {"type": "string"}}}}}])",
                           R"({"tools": [{"name": "search",
            "input_schema": {"properties": {"query": {"type": "string"}}}}]})"}) {
    CAPTURE(text);
    const auto tools = tools_in(text, "tools.json");
    REQUIRE(tools.has_value());
    CHECK(tools->at("search").at("query") == "string");
  }
}

TEST_CASE("P-82 a file that does not fit is named with what it should hold") {
  const auto check = [](const auto& result) {
    REQUIRE_FALSE(result.has_value());
    CHECK(result.error().code == "usage_invalid");
    CHECK(result.error().message.starts_with("given.json holds no "));
    CHECK(result.error().cure.contains("for example"));
  };
  for (const char* text : {"", "[]", "{}", "7", "[{}]", "no JSON", R"({"agents": 1})"}) {
    CAPTURE(text);
    check(known_ideas_in(text, "given.json"));
    check(roster_in(text, "given.json"));
    check(tools_in(text, "given.json"));
  }
}

}  // namespace
}  // namespace fm
