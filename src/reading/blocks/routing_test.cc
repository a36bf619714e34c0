#include "reading/blocks/routing.h"

#include <doctest/doctest.h>

#include <string>

namespace fm {
namespace {

const Roster& roster() {
  static const Roster team({{"architect", "System Architect", {"software architect"}},
                            {"ask", "Fact Checker & Explainer", {}},
                            {"planner", "Requirements Planner", {}},
                            {"builder", "Builder", {}, true}});
  return team;
}

std::string route(std::string_view text) {
  const auto read = read_routing(text, roster());
  if (!read) return "fault " + std::string(fault_name(read.error().code));
  if (read->route == Route::kWaitForUser) return "wait";
  if (read->route == Route::kConsensus) return "consensus";
  return roster().agents()[read->agent].id;
}

TEST_CASE("the next agent is read from JSON in its variants") {
  for (const std::string_view text :
       {R"({"agent":"ask"})", R"({"Next_Agent":"agent-ask-001"})", R"({"next":{"id":"ask"}})",
        R"([{"agent":"@ask"}])", R"({"routing":{"agent":"Fact Checker &amp; Explainer"}})",
        R"({"agent":["ask"]})", "{\"\u200bagent\ufeff\":\"ask\"}",
        "<think>{\"agent\":\"planner\"}</think>{\"agent\":\"ask\"}",
        R"({"agent":"<agent-id>"} so {"agent":"ask"})", "Agent: ask\nModel: x",
        "<agent>ask</agent>", "**Ask**",
        "{\"agent\":\"planner\"}\nActually, better:\n{\"agent\":\"ask\"}",
        R"({"agent":"ask","reasoning":"no WAIT_FOR_USER needed"})"}) {
    INFO(text);
    CHECK(route(text) == "ask");
  }
}

TEST_CASE("signals count where they stand alone") {
  CHECK(route("WAIT\\_FOR\\_USER") == "wait");
  CHECK(route("We are done.\n\n**CONSENSUS_REACHED**") == "consensus");
  CHECK(route(R"({"agent":"wait for user"})") == "wait");
  CHECK(route(R"({"signal":"CONSENSUS_REACHED"})") == "consensus");
  CHECK(route("We are not at CONSENSUS_REACHED yet.") == "fault no_json");
}

TEST_CASE("what is not certain is a fault") {
  CHECK(route("") == "fault empty");
  CHECK(route("Ask the architect what he thinks.") == "fault no_json");
  CHECK(route(R"({"agent":"ask"} or {"agent":"planner"})") == "fault ambiguous");
  CHECK(route("WAIT_FOR_USER\n{\"agent\":\"ask\"}") == "fault ambiguous");
  CHECK(route(R"({"agent":"ask, planner"})") == "fault ambiguous");
  CHECK(route(R"({"agent":["ask","planner"]})") == "fault ambiguous");
  CHECK(route(R"({"agent":"arquitecto"})") == "fault unknown_agent");
  CHECK(route(R"({"agent":"builder"})") == "fault forbidden_agent");
  CHECK(route(R"({"agent":""})") == "fault missing_field");
  CHECK(route(R"({"agent":7})") == "fault invalid_type");
  CHECK(route(R"({"agent":"<agent-id>"})") == "fault placeholder");
  CHECK(route(R"({"agent":"ask","agent":"planner"})") == "fault duplicate_key_conflict");
  CHECK(route(R"({"agent": "as)") == "fault truncated");
  CHECK(route(R"({"reasoning":"hm"})") == "fault missing_field");
}

}  // namespace
}  // namespace fm
