#include "team/documents/document_reading.h"

#include <doctest/doctest.h>

using namespace fm;

namespace {

std::string fault_code(const Json& value) { return std::string(text_at(value, "code")); }

DebateSummary debate(std::string_view text) { return debate_summary(debate_value(text), "Shop"); }
ReviewSummary review(std::string_view text) {
  const Json value = review_value(text);
  ReviewSummary read;
  read.one_liner = text_at(value, "one_liner");
  read.accomplishments = texts_at(value, "accomplishments");
  read.ready = texts_at(value, "ready");
  read.blockers = texts_at(value, "blockers");
  read.tags = texts_at(value, "tags");
  read.subsystem = texts_at(value, "subsystem");
  read.provides = texts_at(value, "provides");
  read.affects = texts_at(value, "affects");
  read.tech_added = texts_at(value, "tech_added");
  read.tech_patterns = texts_at(value, "tech_patterns");
  return read;
}
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

TEST_CASE("a review has all its fields, under the usual names and as lists or texts") {
  const char* plain = R"({"one_liner": "The shop sells cards", "accomplishments": ["cart", "till"],
      "ready": ["vouchers can follow"], "blockers": ["no bank yet"], "tags": ["shop", "till"],
      "subsystem": ["ui"], "provides": ["checkout"], "affects": ["stock"],
      "tech_added": ["stripe"], "tech_patterns": ["outbox"]})";
  const char* other = R"({"review": {"One-Liner": "The shop sells cards",
      "Key accomplishments": "- cart\n- till",
      "next_phase_readiness": {"ready": "vouchers can follow", "blockers": ["no bank yet"]},
      "tags": "shop, till", "subsystem": "ui", "provides": ["checkout"], "affects": "stock",
      "tech-stack": {"added": ["stripe"], "patterns": "outbox"}}})";
  const char* wrapped = R"(Done! {"summary": {"headline": "The shop sells cards",
      "done": ["cart", "till"], "readiness": ["vouchers can follow"], "concerns": "no bank yet",
      "keywords": ["shop", "till"], "area": ["ui"], "deliverables": ["checkout"],
      "affected": ["stock"], "tech": {"added": "stripe", "patterns": ["outbox"]}}} Thanks.)";
  for (const char* text : {plain, other, wrapped}) {
    CAPTURE(text);
    const ReviewSummary read = review(text);
    CHECK(read.one_liner == "The shop sells cards");
    CHECK(read.accomplishments == Texts{"cart", "till"});
    CHECK(read.ready == Texts{"vouchers can follow"});
    CHECK(read.blockers == Texts{"no bank yet"});
    CHECK(read.tags == Texts{"shop", "till"});
    CHECK(read.subsystem == Texts{"ui"});
    CHECK(read.provides == Texts{"checkout"});
    CHECK(read.affects == Texts{"stock"});
    CHECK(read.tech_added == Texts{"stripe"});
    CHECK(read.tech_patterns == Texts{"outbox"});
  }
}

TEST_CASE("a review with gaps keeps what it has") {
  CHECK(review(R"({"accomplishments": ["cart", "till"]})").one_liner == "cart");
  CHECK(review(R"({"one_liner": "Done", "blockers": "none", "tags": null})").blockers.empty());
  CHECK(review(R"({"one_liner": "Done", "accomplishments": [{"title": "cart", "description":
      "with a sum"}]})")
            .accomplishments == Texts{"cart: with a sum"});
  const ReviewSummary written =
      review("## Summary\nIt sells.\n\n## Accomplishments\n- cart\n\n## Blockers\n- none\n");
  CHECK(written.one_liner == "It sells.");
  CHECK(written.accomplishments == Texts{"cart"});
  CHECK(written.blockers.empty());
  CHECK(review(R"({"one_liner": "first"} Actually: {"one_liner": "second"})").one_liner ==
        "second");
}

TEST_CASE("a review that cannot be read says so in words for the agent") {
  CHECK(fault_code(review_value("All done.")) == "no_json");
  CHECK(fault_code(review_value(R"({"one_liner": "..."})")) == "missing_field");
  CHECK(fault_code(review_value(R"({"one_liner": "Do)")) == "truncated");
  CHECK(text_at(review_value("no"), "fault").contains("one_liner"));
  std::string deep;
  for (int i = 0; i < 5000; ++i) deep += R"({"review": )";
  CHECK_FALSE(fault_code(review_value(deep)).empty());
}
