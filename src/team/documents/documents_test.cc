#include "team/documents/documents.h"

#include <doctest/doctest.h>

#include "base/text.h"
#include "team/pack/embedded.h"
#include "team/text/front_matter.h"

using namespace fm;

namespace {

const Documents& documents() {
  static const Documents built_in = [] {
    auto opened = built_in_documents();
    REQUIRE(opened.has_value());
    return std::move(*opened);
  }();
  return built_in;
}

const std::string kNasty =
    "---\nphase: evil\n---\n# Own heading\n- **x**: y\n<script>alert(1)</script>\n"
    "```\n\"quote\" \\ {{topic}} \x1B[31m\xE2\x80\xA8## more";

// Lines that are headings, in order.
std::vector<std::string> headings(const std::string& text) {
  std::vector<std::string> out;
  for (const std::string_view line : split_lines(text))
    if (line.starts_with('#')) out.emplace_back(line);
  return out;
}

bool is_clean(const std::string& text) {
  return !text.contains("<script") && !text.contains('\x1B') && !text.contains("\n```") &&
         !text.contains("\n\n\n") && text.ends_with('\n');
}

FindingsDocument findings() {
  return {.topic = "Shop software",
          .summary = "We looked at three.",
          .recommendation = "Take the small one.",
          .alternatives = {{"The big one", "too dear"}},
          .groups = {{"Price", {{"It is free.", "https://a.example", "We have 900 euros."}}}},
          .certainty = Certainty::kHigh,
          .certainty_why = "The vendor says so."};
}

}  // namespace

TEST_CASE("the packaged templates are all read") { CHECK(built_in_documents().has_value()); }

TEST_CASE("a template that names what there is not, or drops what there is, is refused") {
  std::vector<DocumentFile> files;
  for (const EmbeddedFile& file : embedded_files())
    if (file.path.starts_with("default/templates/")) files.push_back({file.path, file.bytes});
  REQUIRE(files.size() == 5);
  REQUIRE(Documents::open(files).has_value());
  const auto open_with = [&](const std::string& text) {
    std::vector<DocumentFile> changed = files;
    changed.front() = {changed.front().path, text};
    return Documents::open(changed);
  };
  const std::string first(files.front().text);
  const auto unknown = open_with(first + "{{topci}}");
  REQUIRE_FALSE(unknown.has_value());
  CHECK(unknown.error().code == "template_invalid");
  CHECK(unknown.error().message.contains("topci"));
  CHECK(unknown.error().cure.contains("topic"));
  CHECK_FALSE(open_with("# {{topic}}").has_value());
  CHECK_FALSE(open_with(first + "{{#open}}").has_value());
  files.pop_back();
  CHECK(Documents::open(files).error().code == "pack_file_missing");
}

TEST_CASE("the findings have their sections and a certainty with its reason") {
  CHECK(documents().findings(findings()) == R"(# Discovery: Shop software

## Summary

We looked at three.

## Primary Recommendation

Take the small one.

## Alternatives Considered

- **The big one**: too dear

## Key Findings

### Price

- It is free. For us: We have 900 euros. (source: https://a.example)

## Confidence Level

**HIGH**: The vendor says so.
)");
  const std::string empty = documents().findings({});
  CHECK(headings(empty).size() == 6);
  CHECK(empty.contains("Nothing was found."));
  CHECK(empty.contains("**LOW**: no reason was given"));
}

TEST_CASE("a certainty stays as it was said, and missing sources are told beside it") {
  FindingsDocument some = findings();
  tell_missing_sources(some);
  CHECK(some.certainty == Certainty::kHigh);
  CHECK(some.certainty_why == "The vendor says so.");
  some.groups.front().findings.push_back({"It is fast.", " ", ""});
  tell_missing_sources(some);
  tell_missing_sources(some);
  CHECK(some.certainty == Certainty::kHigh);
  CHECK(some.certainty_why == "The vendor says so. 1 of 2 findings names no source.");
  some = findings();
  some.certainty_why = "sure";
  some.groups.clear();
  tell_missing_sources(some);
  CHECK(some.certainty == Certainty::kHigh);
  CHECK(some.certainty_why == "sure. No source is named.");
  some.certainty = Certainty::kLow;
  some.certainty_why.clear();
  tell_missing_sources(some);
  CHECK(some.certainty_why.empty());
}

TEST_CASE("a debate's summary says what was decided, what is open and where objections went") {
  CHECK(documents().debate(
            {.topic = "The shop",
             .decided = {{"one page", "cheap", "the person"}, {"no app", "", ""}},
             .open = {"Which bank?"},
             .objections = {{"adversary", "it leaks", ObjectionFate::kAnswered, "tests first"},
                            {"ux", "too small", ObjectionFate::kOpen, ""}}}) ==
        R"(# Debate: The shop

## Decided

- one page (the person): cheap
- no app

## Open

- Which bank?

## Objections

- adversary: it leaks **answered**: tests first
- ux: too small **still open**
)");
  CHECK(documents().debate({}).contains("Nobody objected."));
}

TEST_CASE("a review has front matter that YAML understands, and its sections") {
  ReviewSummary review{.name = "Tea shop",
                       .plan = "brief 2",
                       .tags = {"shop", "a: b"},
                       .requires_phases = {{"discovery", "the brief"}},
                       .one_liner = "The shop sells candles.",
                       .tasks = 3,
                       .files = {"a page"},
                       .wishes = {"\"greener\": changed since by coder."},
                       .checked = {"coder: no fault"},
                       .decisions = {{"no app", "dear", ""}},
                       .ready = {"the page"},
                       .blockers = {"no bank"}};
  const std::string text = documents().review(review);
  const auto parts = split_front_matter(text, "review.md", {});
  REQUIRE(parts.has_value());
  const Json& front = parts->document.value;
  CHECK(text_at(front, "phase") == "Tea shop");
  CHECK(texts_at(front, "tags") == std::vector<std::string>{"shop", "a: b"});
  CHECK(text_at(front.at("requires").at(0), "provides") == "the brief");
  CHECK(front.at("tech-stack").at("added").as_array().empty());
  CHECK(headings(text) == std::vector<std::string>{"# Tea shop", "## Accomplishments",
                                                   "## Decisions Made", "## Next Phase Readiness"});
  CHECK(
      text.contains("- Parts handed in: 3\n- a page\n- coder: no fault\n- \"greener\": changed "
                    "since by coder.\n"));
  CHECK(text.contains("- no app: dear\n"));
  CHECK(text.contains("- Ready: the page\n- Open: no bank\n"));
  const std::string empty = documents().review({});
  REQUIRE(split_front_matter(empty, "review.md", {}).has_value());
  CHECK(empty.contains("Nothing stands in the way."));
}

TEST_CASE("C-44 a review for people has paths first, then what is open, and no front matter") {
  CHECK(documents().shown_review({.name = "Shop",
                                  .one_liner = "Handed in: 1 part.",
                                  .files = {"`/f/x.py` by coder"},
                                  .checked = {"coder: no fault"},
                                  .ready = {"coder: run it"},
                                  .blockers = {"no bank"}}) ==
        "**Shop**: Handed in: 1 part.\n\n- `/f/x.py` by coder\n\n**Open**\n\n- no bank\n\n**To try "
        "it**\n\n- coder: run it\n\n**Checked**\n\n- coder: no fault\n");
  CHECK(documents()
            .shown_review({.name = "Shop",
                           .one_liner = "Handed in: 1 part.",
                           .files = {"`/f/x.py` by coder"},
                           .are_files_hidden = true,
                           .wishes = {"\"greener\": changed since by coder."}})
            .ends_with(
                "- `/f/x.py` by coder\n\nThey are in the hidden folder `.folkmoot`: copy them to "
                "where you want them.\n\n**What you asked for**\n\n- \"greener\": changed since "
                "by coder.\n"));
  CHECK(documents().shown_review({.one_liner = "Nothing."}) == "**The work**: Nothing.\n");
}

TEST_CASE("a state says where a project stands") {
  CHECK(documents().state({.goal = "Sell candles",
                           .number = 2,
                           .phases = 6,
                           .status = "discovery, waiting for you",
                           .last_activity = {1'777'636'800'123},
                           .last_session = {1'777'636'800'123},
                           .stopped_at = "3 questions are open",
                           .resume_file = "",
                           .decisions = {{"no app", "", ""}},
                           .blockers = {}}) == R"(# Project State

Sell candles

## Current Position

Phase: 2 of 6 - discovery, waiting for you
Last activity: 2026-05-01

## Session Continuity

Last session: 2026-05-01 12:00 UTC
Stopped at: 3 questions are open
Resume file: none

## Decisions

- no app

## Blockers/Concerns

None.
)");
}

TEST_CASE("nobody's words make headings, front matter or HTML of their own") {
  const FindingsDocument hostile{.topic = kNasty,
                                 .summary = kNasty,
                                 .recommendation = kNasty,
                                 .alternatives = {{kNasty, kNasty}},
                                 .groups = {{kNasty, {{kNasty, kNasty, kNasty}}}},
                                 .certainty_why = kNasty};
  const std::string one = documents().findings(hostile);
  CHECK(headings(one).size() == 7);
  CHECK(is_clean(one));
  const std::string two =
      documents().debate({.topic = kNasty,
                          .decided = {{kNasty, kNasty, kNasty}},
                          .open = {kNasty},
                          .objections = {{kNasty, kNasty, ObjectionFate::kOverruled, kNasty}}});
  CHECK(headings(two).size() == 4);
  CHECK(is_clean(two));
  const std::string three = documents().state({.goal = kNasty,
                                               .status = kNasty,
                                               .stopped_at = kNasty,
                                               .resume_file = kNasty,
                                               .decisions = {{kNasty, kNasty, kNasty}},
                                               .blockers = {kNasty}});
  CHECK(headings(three).size() == 5);
  CHECK(is_clean(three));
  const std::string four = documents().review({.name = kNasty,
                                               .plan = kNasty,
                                               .subsystem = {kNasty},
                                               .tags = {kNasty, kNasty},
                                               .requires_phases = {{kNasty, kNasty}},
                                               .provides = {kNasty},
                                               .affects = {kNasty},
                                               .tech_added = {kNasty},
                                               .tech_patterns = {kNasty},
                                               .one_liner = kNasty,
                                               .files = {kNasty},
                                               .checked = {kNasty},
                                               .decisions = {{kNasty, kNasty, ""}},
                                               .ready = {kNasty},
                                               .blockers = {kNasty}});
  CHECK(headings(four).size() == 4);
  const auto parts = split_front_matter(four, "review.md", {});
  REQUIRE(parts.has_value());
  CHECK(parts->document.value.as_object().size() == 8);
  CHECK(text_at(parts->document.value, "phase").starts_with("---"));
  CHECK(is_clean(parts->body + "\n"));
  const std::string five = documents().shown_review({.name = kNasty,
                                                     .one_liner = kNasty,
                                                     .files = {kNasty},
                                                     .checked = {kNasty},
                                                     .ready = {kNasty},
                                                     .blockers = {kNasty}});
  CHECK(headings(five).empty());
  CHECK(is_clean(five));
}
