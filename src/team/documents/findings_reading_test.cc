#include <doctest/doctest.h>

#include "team/documents/document_reading.h"

using namespace fm;

namespace {

FindingsDocument read(std::string_view text) {
  return findings_document(findings_value(text), "Shop software");
}

const FindingGroup& group(const FindingsDocument& document, std::string_view category) {
  static const FindingGroup none;
  for (const FindingGroup& one : document.groups)
    if (one.category == category) return one;
  return none;
}

}  // namespace

TEST_CASE("findings under the format's own headings are read part by part") {
  const FindingsDocument found = read(R"(# Discovery: shop software

## Summary
We looked at three programs.

Two of them are free.

## Primary Recommendation
Take **Small Shop**, because it runs on your server.

## Alternatives Considered
- **Big Shop**: too dear
- Medium Shop - needs a second server

## Key Findings

### Price
- Small Shop is free (source: https://small.example/price). For us: the budget is 900.
- Big Shop takes 2 percent ([pricing page](https://big.example/pricing))

### Upkeep
- One update a month. Source: docs/upkeep.md

## Confidence Level
HIGH because the vendors' own pages say so.
)");
  CHECK(found.topic == "Shop software");
  CHECK(found.summary == "We looked at three programs.\n\nTwo of them are free.");
  CHECK(found.recommendation == "Take **Small Shop**, because it runs on your server.");
  REQUIRE(found.alternatives.size() == 2);
  CHECK(found.alternatives[0].what == "Big Shop");
  CHECK(found.alternatives[0].why_not == "too dear");
  CHECK(found.alternatives[1].why_not == "needs a second server");
  REQUIRE(found.groups.size() == 2);
  const auto& price = group(found, "Price").findings;
  REQUIRE(price.size() == 2);
  CHECK(price[0].text == "Small Shop is free.");
  CHECK(price[0].source == "https://small.example/price");
  CHECK(price[0].relevance == "the budget is 900.");
  CHECK(price[1].text == "Big Shop takes 2 percent (pricing page)");
  CHECK(price[1].source == "https://big.example/pricing");
  CHECK(group(found, "Upkeep").findings.at(0).source == "docs/upkeep.md");
  CHECK(found.certainty == Certainty::kHigh);
  CHECK(found.certainty_why == "the vendors' own pages say so.");
}

TEST_CASE("lines in bold, numbers and other levels are headings too, in any order") {
  const FindingsDocument found = read(R"(Here is what I found:

**Confidence: Medium** - two of three agree

#### 1. Key findings:
**Speed**
* It answers in 20 ms - https://bench.example/run.

#### 2. Executive summary
It is fast.

Recommendation: Use it.
)");
  CHECK(found.certainty == Certainty::kMedium);
  CHECK(found.certainty_why == "two of three agree");
  CHECK(group(found, "Speed").findings.at(0).text == "It answers in 20 ms");
  CHECK(group(found, "Speed").findings.at(0).source == "https://bench.example/run");
  CHECK(found.summary == "It is fast.");
  CHECK(found.recommendation == "Use it.");
}

TEST_CASE("German and French headings are known") {
  const FindingsDocument german = read(R"(## Zusammenfassung
Drei Programme.
## Empfehlung
Das kleine.
## Geprüfte Alternativen
- Das große: zu teuer
## Wichtigste Erkenntnisse
- Es kostet nichts (Quelle: https://klein.example)
## Konfidenz
Hoch, weil der Anbieter es sagt
)");
  CHECK(german.summary == "Drei Programme.");
  CHECK(german.recommendation == "Das kleine.");
  CHECK(german.alternatives.at(0).why_not == "zu teuer");
  CHECK(group(german, "Findings").findings.at(0).source == "https://klein.example");
  CHECK(german.certainty == Certainty::kHigh);
  CHECK(german.certainty_why == "der Anbieter es sagt");
  const FindingsDocument french = read(R"(## Résumé
Trois logiciels.
## Recommandation
Le petit.
## Niveau de confiance
Faible
)");
  CHECK(french.summary == "Trois logiciels.");
  CHECK(french.recommendation == "Le petit.");
  CHECK(french.certainty == Certainty::kLow);
}

TEST_CASE("an answer without headings is a summary, its points are findings") {
  const FindingsDocument found = read(
      "I looked at two programs.\n\n- A is free (see README.md)\n- B costs 10 euros\n\n"
      "I recommend A, since money is short.\n\nConfidence: low, only one source.");
  CHECK(found.summary == "I looked at two programs.");
  CHECK(found.recommendation == "I recommend A, since money is short.");
  const auto& points = group(found, "Findings").findings;
  REQUIRE(points.size() == 2);
  CHECK(points[0].source == "README.md");
  CHECK(points[1].text == "B costs 10 euros");
  CHECK(points[1].source.empty());
  CHECK(found.certainty == Certainty::kLow);
  CHECK(read("Just one sentence.").summary == "Just one sentence.");
  CHECK(read("").groups.empty());
}

TEST_CASE("nothing that was written is lost: what has no section of its own is a group") {
  const FindingsDocument found = read(R"(## Summary
Short.
## Risks
- The vendor may close. Source: https://news.example
## Licences
All are open source.
)");
  CHECK(group(found, "Risks").findings.at(0).text == "The vendor may close.");
  CHECK(group(found, "Licences").findings.at(0).text == "All are open source.");
}

TEST_CASE("a point may have its source and its meaning below it") {
  const FindingsDocument found = read(R"(## Key Findings
- **Price:**
  - It is free
    - Source: [vendor](https://v.example)
    - Relevance: the budget is small
  - Hosting costs 5 euros
- **Speed**
  - It is slow
    because of its database (source: none)
- One more thing
  - and its other half
)");
  const auto& price = group(found, "Price").findings;
  REQUIRE(price.size() == 2);
  CHECK(price[0].text == "It is free");
  CHECK(price[0].source == "https://v.example");
  CHECK(price[0].relevance == "the budget is small");
  CHECK(group(found, "Speed").findings.at(0).text == "It is slow because of its database");
  CHECK(group(found, "Speed").findings.at(0).source.empty());
  CHECK(group(found, "Findings").findings.at(0).text == "One more thing; and its other half");
}

TEST_CASE("numbers lead to the list of sources; those that nobody names are kept apart") {
  const FindingsDocument found = read(R"(## Findings
- A is free [1]
- B is fast [2] and small
- See note [7]
## Sources
1. [A's page](https://a.example)
2. https://b.example
3. Handbook of shops, 2024
)");
  const auto& points = group(found, "Findings").findings;
  REQUIRE(points.size() == 3);
  CHECK(points[0].text == "A is free");
  CHECK(points[0].source == "https://a.example");
  CHECK(points[1].text == "B is fast and small");
  CHECK(points[1].source == "https://b.example");
  CHECK(points[2].text == "See note [7]");
  CHECK(group(found, "Further sources").findings.at(0).source == "Handbook of shops, 2024");
}

TEST_CASE("a table's rows are findings that say their columns") {
  const FindingsDocument found = read(
      "## Key Findings\n\n| Program | Price | Source |\n|---|---|---|\n"
      "| A | free | https://a.example |\n| B | 10 euros | - |\n");
  const auto& points = group(found, "Findings").findings;
  REQUIRE(points.size() == 2);
  CHECK(points[0].text == "A: Price free");
  CHECK(points[0].source == "https://a.example");
  CHECK(points[1].text == "B: Price 10 euros");
  CHECK(points[1].source.empty());
}

TEST_CASE("an agent's own knowledge is no source, and that is told beside its certainty") {
  for (const char* none : {"(source: none)", "(no source)", "(source: general knowledge)",
                           "(Source: my own knowledge)", "Source: n/a", "(unverified)",
                           "(source: none, general knowledge)", "(Quelle: eigene Kenntnis)",
                           "(no source, not verified)"}) {
    const std::string text =
        std::string("## Key Findings\n- It is free ") + none + "\n## Confidence Level\nHIGH: sure";
    const FindingsDocument found = read(text);
    CAPTURE(none);
    CHECK(group(found, "Findings").findings.at(0).source.empty());
    CHECK(group(found, "Findings").findings.at(0).text == "It is free");
    CHECK(found.certainty == Certainty::kHigh);
    CHECK(found.certainty_why == "sure. No source is named.");
  }
}

TEST_CASE("the format's list of levels is certain only where one is marked") {
  const std::string source = "## Key Findings\n- It is free (https://a.example)\n## Confidence\n";
  CHECK(read(source + "- HIGH: sources\n- MEDIUM: web\n- LOW: none").certainty == Certainty::kLow);
  const FindingsDocument marked =
      read(source + "- HIGH: sources\n- **MEDIUM**: two agree\n- LOW: none");
  CHECK(marked.certainty == Certainty::kMedium);
  CHECK(marked.certainty_why == "two agree");
  CHECK(read(source + "Medium to high").certainty == Certainty::kMedium);
  CHECK(read(source + "Not high, as two disagree").certainty == Certainty::kLow);
  CHECK(read(source + "**HIGH** (three sources agree)").certainty_why == "three sources agree");
  CHECK(read(source + "We are sure.").certainty == Certainty::kLow);
}

TEST_CASE("a finding's words and marks stay as they were written") {
  for (const char* text : {"`date.weekday()` counts from 0", "call `f()` and `g[]`, then  wait",
                           "use `a  b` (or not)", "C# is fast: really",
                           "the list [] is empty, () too", "it ends in a colon:", "`x -` and y -",
                           "see array[] and main()", "f(g(h()))", "a<b and `c>`"}) {
    const std::string answer =
        std::string("## Key Findings\n- ") + text + "\n## Confidence Level\nHIGH: seen\n";
    CAPTURE(text);
    CHECK(group(read(answer), "Findings").findings.at(0).text == text);
    CHECK(read(answer).certainty == Certainty::kHigh);
  }
  const FindingsDocument found = read(
      "## Alternatives Considered\n- `date.isoweekday()` counts from 1\n- **C#**: `Main()` is "
      "long\n"
      "## Key Findings\n- `date.weekday()` counts from 0 (source: https://docs.example/date)\n"
      "- `f()` is slow ([docs](https://a.example)) and `g()` fast\n"
      "- `h()` works ([link](https://b.example))\n");
  CHECK(found.alternatives.at(0).what == "`date.isoweekday()` counts from 1");
  CHECK(found.alternatives.at(1).what == "C#");
  CHECK(found.alternatives.at(1).why_not == "`Main()` is long");
  const auto& points = group(found, "Findings").findings;
  CHECK(points.at(0).text == "`date.weekday()` counts from 0");
  CHECK(points.at(1).text == "`f()` is slow (docs) and `g()` fast");
  CHECK(points.at(2).text == "`h()` works");
  CHECK(points.at(2).source == "https://b.example");
}

TEST_CASE("the certainty on the screen is the certainty in the file, wherever it stands") {
  for (const char* text :
       {"## Key Findings\n- It is free\n- Confidence: HIGH\n", "- It is free\n\nConfidence: HIGH",
        "## Summary\nIt is free. Confidence: HIGH.\n", "I have high confidence that it is free.",
        "It is free. HIGH confidence.", "## Overall Confidence: **HIGH**\nTwo agree.",
        "**Confidence rating:** HIGH - two agree",
        "## Recommendation\nTake it. **Confidence:** HIGH",
        "## Key Findings\n* *Confidence: HIGH*\n",
        "| Finding | Confidence |\n|---|---|\n| free | HIGH |\n\nConfidence level: HIGH, I tried "
        "it"}) {
    CAPTURE(text);
    CHECK(read(text).certainty == Certainty::kHigh);
  }
  CHECK(read("Confidence in the first is high, confidence in the second: low.").certainty ==
        Certainty::kLow);
  CHECK(read("We lack confidence.").certainty == Certainty::kLow);
}

TEST_CASE("a findings document that is read back is the same") {
  const auto documents = built_in_documents();
  REQUIRE(documents.has_value());
  const FindingsDocument written{
      .topic = "Shop software",
      .summary = "We looked at three.",
      .recommendation = "Take the small one.",
      .alternatives = {{"The big one", "too dear"}},
      .groups = {{"Price", {{"It is free.", "https://a.example", "We have 900 euros."}}},
                 {"Speed", {{"It is slow.", "", ""}}}},
      .certainty = Certainty::kMedium,
      .certainty_why = "One names no source."};
  const std::string text = documents->findings(written);
  CHECK(documents->findings(read(text)) == text);
  const std::string empty = documents->findings({.topic = "Shop software"});
  CHECK(documents->findings(read(empty)) == empty);
}

TEST_CASE("reasoning, a fence around all of it and hostile text are no trouble") {
  CHECK(read("<think>\n## Summary\nno\n</think>\n## Summary\nyes").summary == "yes");
  CHECK(read("```markdown\n## Summary\nyes\n```").summary == "yes");
  std::string deep = "## Key Findings\n- ";
  for (int i = 0; i < 20000; ++i) deep += "(source: [";
  CHECK(read(deep).groups.size() == 1);
  std::string many;
  for (int i = 0; i < 20000; ++i) many += "# a\n- b: c\n";
  CHECK_FALSE(read(many).groups.empty());
  CHECK_FALSE(read("## Summary\n\x1B[31mred\xFF").summary.contains('\x1B'));
}
