#include "reading/ideas/ideas.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

namespace fm {
namespace {

std::string titles(std::string_view text, const IdeasOptions& options = {}) {
  const auto read = read_ideas(text, options);
  if (!read) return "fault " + std::string(fault_name(read.error().code));
  std::string out;
  for (const GivenIdea& idea : read->ideas) {
    if (!out.empty()) out += " | ";
    out += idea.title;
    if (!idea.description.empty()) out += " = " + idea.description;
  }
  return out;
}

bool warned(const IdeasRead& read, std::string_view code) {
  return std::ranges::any_of(read.warnings, [&](const Note& note) { return note.code == code; });
}

TEST_CASE("all the fields of an idea are read") {
  const auto read = read_ideas(R"({"ideas": [{"id": "idea-2", "title": " Seed swap ",
      "description": "Trade seeds", "rationale": "It is spring", "tags": ["garden", "free"],
      "builds_on": "idea-1", "category": "community", "cost": 2.5}]})");
  REQUIRE(read.has_value());
  REQUIRE(read->ideas.size() == 1);
  const GivenIdea& idea = read->ideas[0];
  CHECK(idea.title == "Seed swap");
  CHECK(idea.rationale == "It is spring");
  CHECK(idea.tags == std::vector<std::string>{"garden", "free"});
  CHECK(idea.builds_on == "idea-1");
  CHECK(idea.id == "idea-2");
  CHECK(canonical(idea.extra) == R"({"category":"community","cost":"2.5"})");
  CHECK(read->repairs.empty());
  CHECK(read->warnings.empty());
}

TEST_CASE("the shapes that models give a list are one to us") {
  const std::string wanted = "A one = x | B two = y";
  for (
      const std::string_view text :
      {R"([{"title":"A one","description":"x"},{"title":"B two","description":"y"}])",
       R"({"ideas":[{"name":"A one","desc":"x"},{"idea":"B two","summary":"y"}]})",
       R"({"ideas":{"1":{"title":"A one","description":"x"},"2":{"title":"B two","description":"y"}}})",
       R"({"idea1":{"title":"A one","description":"x"},"idea2":{"title":"B two","description":"y"}})",
       R"({"ideas":{"A one":"x","B two":"y"}})",
       R"({"ideas":{"A one":{"description":"x"},"B two":{"description":"y"}}})",
       R"({"A one":{"description":"x"},"B two":{"description":"y"}})",
       R"({"ideas":["A one: x","B two - y"]})",
       R"({"ideas":[{"idea":{"title":"A one","description":"x"}},{"idea":{"title":"B two","description":"y"}}]})",
       R"({"data":{"result":{"ideas":[{"title":"A one","description":"x"},{"title":"B two","description":"y"}]}}})",
       R"([{"ideas":[{"title":"A one","description":"x"},{"title":"B two","description":"y"}]}])",
       R"({"topic":"t","brainstorm_results":[{"title":"A one","description":"x"},{"title":"B two","description":"y"}]})",
       R"({"title":"Ideas for t","ideas":[{"title":"A one","description":"x"},{"title":"B two","description":"y"}]})",
       R"({"ideas":[{"Title":"A one","Description":"x"},{"TITLE":"B two","DESCRIPTION":"y"}]})",
       "{\"title\":\"A one\",\"description\":\"x\"}\n{\"title\":\"B two\",\"description\":\"y\"}",
       "1:\n```json\n{\"title\":\"A one\",\"description\":\"x\"}\n```\n2:\n```json\n"
       "{\"title\":\"B two\",\"description\":\"y\"}\n```",
       R"("{\"ideas\":[{\"title\":\"A one\",\"description\":\"x\"},{\"title\":\"B two\",\"description\":\"y\"}]}")",
       "1. **A one** - x\n2. **B two**: y",
       "### Idea 1: A one\nx\n\n### Idea 2: B two\ny",
       "**Idea 1: A one**\nx\n**Idea 2: B two**\ny"}) {
    INFO(text);
    CHECK(titles(text) == wanted);
  }
}

TEST_CASE("lists of titles are ideas without descriptions") {
  CHECK(titles(R"({"ideas":["A one","B two"]})") == "A one | B two");
  CHECK(titles("```json\n[\"A one\", \"B two\"]\n```") == "A one | B two");
  CHECK(titles(R"({"ideas":{"1":"A one","2":"B two"}})") == "A one | B two");
  // Each one a text with JSON in it.
  CHECK(titles(R"({"ideas":["{\"title\":\"A one\"}","{\"title\":\"B two\"}"]})") ==
        "A one | B two");
}

TEST_CASE("reasoning, placeholders and quotations are not ideas") {
  CHECK(
      titles("<think>{\"ideas\":[{\"title\":\"No\"}]}</think>{\"ideas\":[{\"title\":\"Yes\"}]}") ==
      "Yes");
  CHECK(titles("Format: {\"ideas\":[{\"title\":\"<title>\",\"description\":\"...\"}]}\n"
               "{\"ideas\":[{\"title\":\"Yes\"}]}") == "Yes");
  CHECK(titles(R"({"ideas":[{"title":"<idea title>","description":"<text>"}]})") ==
        "fault placeholder");
  CHECK(titles(R"({"ideas":[{"title":"Your idea title here"}]})") == "fault placeholder");
  CHECK(titles("> {\"ideas\":[{\"title\":\"No\"}]}\n\nnothing of mine") == "fault no_json");
  CHECK(titles("<think>{\"ideas\":[{\"title\":\"No\"}]}") == "fault no_json");
}

TEST_CASE("of several lists the meant ones are taken") {
  // A draft and the final version.
  CHECK(titles("{\"ideas\":[{\"title\":\"A\",\"description\":\"x\"}]}\nFinal version:\n"
               "{\"ideas\":[{\"title\":\"A\",\"description\":\"y\"},{\"title\":\"B\"}]}") ==
        "A = y | B");
  CHECK(titles("{\"ideas\":[{\"title\":\"A\"}]} {\"ideas\":[{\"title\":\"A\"}]}") == "A");
  // Two lists that have nothing in common belong together.
  CHECK(titles("Community: [{\"title\":\"A\",\"description\":\"x\"}]\nProducts: "
               "[{\"title\":\"B\",\"description\":\"y\"}]") == "A = x | B = y");
  IdeasOptions options;
  options.known = {{"idea-1", "Tool library"}};
  CHECK(titles("So far {\"ideas\":[{\"title\":\"tool LIBRARY\"}]} and now "
               "{\"ideas\":[{\"title\":\"B\"}]}",
               options) == "B");
  // A known title alone is a revision.
  CHECK(titles("{\"ideas\":[{\"title\":\"Tool library\",\"description\":\"better\"}]}", options) ==
        "Tool library = better");
}

TEST_CASE("near-duplicate titles are merged") {
  const auto read = read_ideas(
      R"({"ideas":[{"title":"Tool library"},{"title":"Seed swap"},{"title":"library, TOOL","description":"x"}]})");
  REQUIRE(read.has_value());
  REQUIRE(read->ideas.size() == 2);
  REQUIRE(read->merged.size() == 1);
  CHECK(read->merged[0].title == "library, TOOL");
  CHECK(read->merged[0].into == 0);
}

TEST_CASE("a cut keeps the whole ideas and leaves out the last") {
  constexpr std::string_view kCut =
      R"({"ideas":[{"title":"A","description":"x"},{"title":"B","description":"a long st)";
  const auto read = read_ideas(kCut, {.known = {}, .min_ideas = 3, .cut_by_limit = true});
  REQUIRE(read.has_value());
  CHECK(read->ideas.size() == 1);
  CHECK(warned(*read, "truncated"));
  CHECK(warned(*read, "below_min_ideas"));
  CHECK(titles(R"({"ideas":[{"title":"A","description":"a long st)") == "fault truncated");
  CHECK(titles(R"({"ideas": [)") == "fault truncated");
  // Only closing brackets are missing and the model stopped by itself.
  CHECK(titles(R"({"ideas":[{"title":"A","description":"x")") == "A = x");
  CHECK(titles(R"({"ideas":[{"title":"A","description":"x")",
               {.known = {}, .min_ideas = 0, .cut_by_limit = true}) == "fault truncated");
}

TEST_CASE("one broken idea does not take the others with it") {
  const auto read = read_ideas(
      R"({"ideas":[{"title":"A","description":"x"},{"title" oops},{"title":"C","description":"z"}]})");
  REQUIRE(read.has_value());
  CHECK(read->ideas.size() == 2);
  CHECK(warned(*read, "partly_read"));
}

TEST_CASE("faults say what is wrong and where") {
  CHECK(titles("") == "fault empty");
  CHECK(titles("I have no ideas today.") == "fault no_json");
  CHECK(titles(R"({"ideas":[]})") == "fault empty");
  CHECK(titles(R"({"ideas":[{"description":"x"}]})") == "fault missing_field");
  CHECK(titles(R"({"ideas":[{"title":"","description":"x"}]})") == "fault missing_field");
  CHECK(titles(R"({"ideas":"many"})") == "fault invalid_type");
  CHECK(titles(R"({"ideas":[1,2]})") == "fault invalid_type");
  CHECK(titles(R"({"ideas":[{"title":7,"description":"x"}]})") == "fault invalid_type");
  CHECK(titles(R"({"ideas":[{"title":"A","title":"B"}]})") == "fault duplicate_key_conflict");
  CHECK(titles(R"({"answer":42})") == "fault missing_field");
  const auto broken = read_ideas("{\"ideas\": [\n {\"title\" \"A\"}]}");
  REQUIRE_FALSE(broken.has_value());
  CHECK(broken.error().offset == 22);
  CHECK(repair_prompt(broken.error(), "a JSON object {\"ideas\": [...]}") ==
        "Your last answer could not be used. The JSON is broken at byte 22: expected ':' after the "
        "key \"title\" but found '\"A\"}]}'. It stands here: {\"title\" \"A\"}]}\n"
        "Answer with the JSON itself, outside of reasoning and quotations.\n"
        "Wanted is a JSON object {\"ideas\": [...]}. Send it again, complete, and nothing else.");
}

TEST_CASE("text is cleaned, markup is kept") {
  CHECK(titles("{\"ideas\":[{\"title\":\"\\u001b[31mRed\\u0007 "
               "<b>\",\"description\":\"👩‍🔧\"}]}") == "Red <b> = 👩‍🔧");
}

TEST_CASE("our own form reads back as it was") {
  const auto read = read_ideas(
      R"([{"name":"A, b","desc":["x","y"],"tags":"u, v","score":7.25},{"name":"C","why":"w"}])");
  REQUIRE(read.has_value());
  const std::string once = canonical(to_json(read->ideas));
  const auto again = read_ideas(once);
  REQUIRE(again.has_value());
  CHECK(canonical(to_json(again->ideas)) == once);
}

}  // namespace
}  // namespace fm
