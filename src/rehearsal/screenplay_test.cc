#include "rehearsal/screenplay.h"

#include <doctest/doctest.h>

#include <set>

#include "rehearsal/rehearsal_testing.h"

namespace fm {
namespace {

std::string faults_of(const std::string& yaml) {
  const auto play = Screenplay::parse({yaml, "play.yaml"}, packaged_screenplay);
  REQUIRE_FALSE(play.has_value());
  CHECK(play.error().code != "");
  return play.error().message;
}

TEST_CASE("P-34 every fault of a screenplay is told with its file and line") {
  CHECK(faults_of("scenes:\n  - task: research\n    txet: Hello\n") ==
        "play.yaml:3:5: The key `txet` is not known here. Did you mean `text`?");
  CHECK(faults_of("scenes:\n  - text: Hello {{nobody}}\n") ==
        "play.yaml:2:11: {{nobody}} is no value and no list of this screenplay.");
  CHECK(faults_of("scenes:\n  - text: Hello {{#ideas}}\n")
            .starts_with("play.yaml:2:11: The section {{#ideas}} is never closed."));
  CHECK(faults_of("scenes:\n  - fail: {kind: tired}\n")
            .starts_with("play.yaml:2:18: `tired` is unknown here; known are rate_limit, "));
  CHECK(faults_of("scenes:\n  - {round: soon, text: x}\n")
            .starts_with("play.yaml:2:13: `soon` names no numbers"));
  CHECK(faults_of("scenes:\n  - {delay_ms: -3}\n")
            .starts_with("play.yaml:2:16: `delay_ms` must be a whole number from 0 to 600000."));
  CHECK(faults_of("scenes:\n  - {say_score_of: {idea-1: high}}\n")
            .starts_with("play.yaml:2:29: A score is a number"));
  CHECK(faults_of("ideas:\n  - title: [One]\n")
            .starts_with("play.yaml:2:5: It needs `title` with at least 2 texts."));
  CHECK(faults_of("lists: {empty: []}\n").find("The list `empty` is empty.") != std::string::npos);
  CHECK(faults_of("scenes: [1\n").starts_with("play.yaml:"));
  CHECK(faults_of("").starts_with("play.yaml:1:1: The screenplay is empty."));
}

TEST_CASE("P-34 all faults come together, and not more than a screen of them") {
  std::string yaml = "scenes:\n";
  for (int i = 0; i < 15; ++i) yaml += "  - {wrong" + std::to_string(i) + ": 1}\n";
  const std::string faults = faults_of(yaml);
  CHECK(faults.find("play.yaml:2:") != std::string::npos);
  CHECK(faults.find("play.yaml:11:") != std::string::npos);
  CHECK(faults.find("play.yaml:12:") == std::string::npos);
  CHECK(faults.ends_with("There are 5 more."));
}

TEST_CASE("P-34 an included screenplay comes after the own one, faults under its own name") {
  const Screenplay::Source source = [](std::string_view name) -> Result<ScreenplayText> {
    if (name == "base")
      return ScreenplayText{"scenes: [{text: \"{{word}}\"}]\nlists: {word: [theirs], rest: [r]}\n",
                            "base.yaml"};
    if (name == "broken") return ScreenplayText{"scenes: [{x: 1}]\n", "broken.yaml"};
    if (name == "loop") return ScreenplayText{"include: loop\n", "loop.yaml"};
    return fail("screenplay_unknown", "There is no screenplay of that name.");
  };
  const auto play = Screenplay::parse({"include: base\nlists: {word: [mine]}\n", "a.yaml"}, source);
  REQUIRE(play.has_value());
  CHECK(play->scenes.size() == 1);
  CHECK(Rehearsal(*play).turn({"a", "b", 1, {}}).text == "mine");
  CHECK(Screenplay::parse({"include: broken\n", "a.yaml"}, source)
            .error()
            .message.starts_with("broken.yaml:1:"));
  CHECK(Screenplay::parse({"include: [lost]\n", "a.yaml"}, source).error().code ==
        "screenplay_unknown");
  CHECK(Screenplay::parse({"include: loop\n", "a.yaml"}, source).error().code ==
        "screenplay_invalid");
}

TEST_CASE("P-34 a small screenplay of one's own needs nothing else") {
  const auto play =
      Screenplay::parse({"scenes:\n"
                         "  - task: greet\n"
                         "    text: [\"Hello {{topic}}.\", \"Good day, {{topic}}.\"]\n",
                         "own.yaml"});
  REQUIRE(play.has_value());
  const Rehearsal rehearsal(*play);
  const Json facts = JsonObject{{"topic", "moot"}};
  const std::string first = rehearsal.turn({"a", "greet", 1, facts}).text;
  const std::string second = rehearsal.turn({"a", "greet", 2, facts}).text;
  CHECK(first != second);
  CHECK(first.find("moot") != std::string::npos);
  CHECK(rehearsal.turn({"a", "other", 1, facts}).text.find("no lines for other") !=
        std::string::npos);
}

TEST_CASE("P-34 the packaged ideas are complete, and each title holds the topic") {
  const auto text = packaged_screenplay("ideation");
  REQUIRE(text.has_value());
  const Screenplay play = screenplay_of(*text);
  CHECK(play.twists.size() >= 12);
  CHECK(play.ideas.size() >= 12);
  const std::set<std::string> criteria = {"feasibility", "innovation", "impact", "clarity",
                                          "completeness"};
  const auto plain = [](const IdeaCard& card, std::string_view part, std::size_t at = 0) {
    return card.parts.find(part)->second[at].render(
        {}, [](auto name, const auto&) { return "[" + std::string(name) + "]"; });
  };
  std::set<std::string> titles;
  for (const IdeaCard& card : play.ideas) {
    CAPTURE(card.where);
    CHECK(criteria.contains(plain(card, "strong")));
    CHECK(criteria.contains(plain(card, "weak")));
    CHECK(plain(card, "strong") != plain(card, "weak"));
    for (std::size_t i = 0; i < card.parts.find("title")->second.size(); ++i) {
      const std::string title = plain(card, "title", i);
      CHECK(titles.insert(title).second);
      CHECK(title.contains("[label]"));
    }
    CHECK(plain(card, "what").contains("[subject]"));
    CHECK(plain(card, "what").ends_with("."));
    CHECK(plain(card, "why").ends_with("."));
    for (const char* clause : {"risk", "fix", "step"})
      for (std::size_t i = 0; i < card.parts.find(clause)->second.size(); ++i)
        CHECK_FALSE(plain(card, clause, i).ends_with("."));
  }
}

TEST_CASE("P-34 a demonstration is a file of its own, and says what it lacks") {
  CHECK(faults_of("demonstration: {name: x, title: X, about: y, keys: [a]}\n")
            .contains("A demonstration needs `opening`."));
  CHECK(faults_of("demonstration: {name: x, title: X, about: y, keys: [a], opening: z, tilte: 1}\n")
            .contains("`tilte` is not known here"));
  const auto found =
      Screenplay::demonstrations_of(*packaged_screenplay("conversation"), packaged_screenplay);
  REQUIRE(found.has_value());
  REQUIRE(found->size() == 3);
  CHECK(found->front().name == "barber");
}

}  // namespace
}  // namespace fm
