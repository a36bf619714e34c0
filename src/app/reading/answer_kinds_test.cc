#include "app/reading/answer_kinds.h"

#include <doctest/doctest.h>

#include <algorithm>

namespace fm {
namespace {

Read<AnswerReading> read_as(std::string_view kind, std::string_view text,
                            const AnswerContext& context = {}) {
  const AnswerKind* found = answer_kind(kind);
  REQUIRE(found != nullptr);
  return found->read(text, context);
}

AnswerContext two_ideas() {
  AnswerContext context;
  context.ideas = {{"idea-1", "Seed exchange"}, {"idea-2", "Bread oven"}};
  return context;
}

AnswerContext two_agents() {
  AnswerContext context;
  context.agents = {{"leader", "Leader", {}}, {"coder", "Coder", {"programmer"}}};
  return context;
}

TEST_CASE("P-40 ideas come out as they were meant, and mending is noted") {
  const auto read = read_as("ideas", R"(Here: {"ideas": [{"title": "Seed exchange",}]})");
  REQUIRE(read.has_value());
  CHECK(text_at(read->value.at("ideas").at(0), "title") == "Seed exchange");
  CHECK(std::ranges::any_of(read->notes,
                            [](const Note& note) { return note.code == "trailing_comma"; }));
}

TEST_CASE("scores are numbers from 0 to 10, and what is missing is null") {
  const auto read =
      read_as("scores", R"({"scores": [{"id": "idea-2", "overall": 8.5}]})", two_ideas());
  REQUIRE(read.has_value());
  const Json& list = read->value.at("scores");
  CHECK(list.at(0).at("overall").is_null());
  CHECK(list.at(1).at("overall") == 8.5);
  CHECK(list.at(1).at("criteria").at("impact").is_null());
}

TEST_CASE("without known ideas, scores are for those that the answer names") {
  const auto read = read_as("scores", R"({"scores": [{"title": "Bread oven", "overall": 7}]})");
  REQUIRE(read.has_value());
  REQUIRE(read->value.at("scores").as_array().size() == 1);
  CHECK(text_at(read->value.at("scores").at(0), "id") == "Bread oven");
  CHECK(read->value.at("scores").at(0).at("overall") == 7.0);
}

TEST_CASE("a choice is the idea's id, or null where nothing is certain") {
  CHECK(read_as("choice", "I choose idea-2.", two_ideas())->value.at("idea") == "idea-2");
  CHECK(read_as("choice", "Both are fine.", two_ideas())->value.at("idea").is_null());
}

TEST_CASE("routing and plans name agents by their ids") {
  const auto routed = read_as("routing", R"({"agent": "programmer"})", two_agents());
  REQUIRE(routed.has_value());
  CHECK(routed->value.at("agent") == "coder");
  CHECK(read_as("routing", "WAIT_FOR_USER", two_agents())->value.at("decision") == "wait");
  const auto planned = read_as(
      "plan",
      R"({"tasks": [{"id": "t1", "stages": [{"stageName": "IMPLEMENTATION", "agents": ["Coder"]}]}]})",
      two_agents());
  REQUIRE(planned.has_value());
  const Json& stage = planned->value.at("tasks").at(0).at("stages").at(0);
  CHECK(text_at(stage.at("agents").at(0), "id") == "coder");
}

TEST_CASE("a block that is not there is no fault") {
  for (const char* kind : {"task-complete", "discuss-result"}) {
    CAPTURE(kind);
    const auto read = read_as(kind, "Still working on it.");
    REQUIRE(read.has_value());
    CHECK(read->value.at("found") == false);
  }
}

TEST_CASE("tool calls are read in the form that was named") {
  AnswerContext context;
  context.tools = {{"search", {{"query", "string"}}}};
  context.form = message_form_of("openai");
  const auto read = read_as("tool-call", R"({"role": "assistant", "tool_calls": [{"id": "c1",
      "type": "function", "function": {"name": "search", "arguments": "{\"query\": \"oak\"}"}}]})",
                            context);
  REQUIRE(read.has_value());
  CHECK(read->value.at("calls").at(0).at("arguments").at("query") == "oak");
  CHECK(read_as("tool-call", "not json", context).error().code == FaultCode::kNoJson);
}

TEST_CASE("every JSON value of an answer is told with where it stands") {
  const auto read = read_as("json", "first {\"a\": 1}\n\n```json\n[2,]\n```\n");
  REQUIRE(read.has_value());
  const JsonArray& values = read->value.at("values").as_array();
  REQUIRE(values.size() == 2);
  CHECK(text_at(values[0], "in") == "prose");
  CHECK(text_at(values[1], "in") == "fence");
  CHECK(read_as("json", "nothing here").error().code == FaultCode::kNoJson);
}

TEST_CASE("what cannot be read is a fault of its reader, for each kind that has one") {
  CHECK(read_as("ideas", "").error().code == FaultCode::kEmpty);
  CHECK(read_as("routing", R"({"agent": "plumber"})", two_agents()).error().code ==
        FaultCode::kUnknownAgent);
  CHECK(read_as("plan", R"({"tasks": [)", two_agents()).error().code == FaultCode::kTruncated);
}

TEST_CASE("kinds and forms have names of their own") {
  auto names = readable_kinds();
  CHECK(names.size() > 10);
  std::ranges::sort(names);
  CHECK(std::ranges::adjacent_find(names) == names.end());
  CHECK(answer_kind("songs") == nullptr);
  CHECK(message_form_of("gemini") == MessageForm::kGemini);
  for (const std::string_view name : names)
    if (const AnswerKind* kind = answer_kind(name)) CHECK_FALSE(kind->wanted.empty());
}

}  // namespace
}  // namespace fm
