#include "team/documents/document_reading.h"

#include <doctest/doctest.h>

using namespace fm;

namespace {

std::string fault_code(const Json& value) { return std::string(text_at(value, "code")); }

DebateSummary debate(std::string_view text) { return debate_summary(debate_value(text), "Shop"); }
using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("a debate is read under the usual names, in whatever it is wrapped") {
  const DebateSummary plain = debate(
      R"({"decided": [{"text": "SQLite", "reason": "one file", "by": "leader"}], "open": ["hosting"]})");
  REQUIRE(plain.decided.size() == 1);
  CHECK(plain.topic == "Shop");
  CHECK(plain.decided[0].text == "SQLite");
  CHECK(plain.decided[0].reason == "one file");
  CHECK(plain.decided[0].by == "leader");
  CHECK(plain.open == Texts{"hosting"});
  for (
      const char* text :
      {R"(Here it is: {"decisions": [{"decision": "SQLite", "rationale": "one file",
           "decided_by": "leader"}], "open_questions": ["hosting"]} Done.)",
       R"({"debate": {"decided": [{"what": "SQLite", "why": "one file", "who": "leader"}],
           "open": "hosting"}})",
       R"([{"Agreed": {"text": "SQLite", "because": "one file", "agent": "leader"},
           "Unresolved": [{"question": "hosting"}]}])",
       R"(```json
{'decided': [{'text': 'SQLite', 'reason': 'one file', 'by': 'leader'},],
 'open': ['hosting'],}
```)",
       R"({"decided": [{"text": "..."}], "open": ["..."]}
           {"decided": [{"text": "SQLite", "reason": "one file", "by": "leader"}], "open": ["hosting"]})",
       R"({"decided": [{"text": "SQLite", "reason": "one file", "by": "leader"}], "open": ["hosting"])"}) {
    CAPTURE(text);
    const DebateSummary read = debate(text);
    REQUIRE(read.decided.size() == 1);
    CHECK(read.decided[0].text == "SQLite");
    CHECK(read.decided[0].reason == "one file");
    CHECK(read.decided[0].by == "leader");
    CHECK(read.open == Texts{"hosting"});
  }
}

TEST_CASE("decisions may be texts, lines or names with their values") {
  CHECK(debate(R"({"decided": ["SQLite", "One page"], "open": null})").decided.size() == 2);
  CHECK(debate(R"({"decided": "- SQLite\n- One page", "open": []})").decided.size() == 2);
  const DebateSummary named = debate(R"({"decided": {"storage": "SQLite"}, "open": ["none"]})");
  CHECK(named.decided.at(0).text == "storage: SQLite");
  CHECK(named.open.empty());
  const DebateSummary written =
      debate("## Decided\n- SQLite\n- One page\n\n## Open questions\n- hosting\n");
  CHECK(written.decided.size() == 2);
  CHECK(written.open == Texts{"hosting"});
  CHECK(debate(R"({"decided": [], "open": []})").decided.empty());
  CHECK(fault_code(debate_value(R"({"decided": [], "open": []})")).empty());
}

TEST_CASE("a debate that cannot be read says so in words for the agent") {
  CHECK(fault_code(debate_value("We decided on SQLite.")) == "no_json");
  CHECK(fault_code(debate_value("")) == "empty");
  CHECK(fault_code(debate_value(R"({"decided": [{"text": "SQLi)")) == "truncated");
  CHECK(fault_code(debate_value(R"({"votes": 3})")) == "missing_field");
  CHECK(fault_code(debate_value(R"({"decided": [{"text": "..."}], "open": []})")) == "placeholder");
  CHECK(fault_code(debate_value(R"({"decided": [{"text": "", "reason": "", "by": ""}],
      "open": [""]})")) == "placeholder");
  CHECK(fault_code(debate_value(R"({"decided": ["none"], "open": []})")).empty());
  CHECK(text_at(debate_value("no"), "fault").contains("decided"));
  CHECK_FALSE(contains_double(debate_value(R"({"decided": [1.5, "a"], "open": [2.25]})")));
}
