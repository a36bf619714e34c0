#include "reading/ideas/scores.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "reading/ideas/ideas.h"
#include "reading/ideas/score_value.h"

namespace fm {
namespace {

const std::vector<KnownIdea> kIdeas = {
    {"idea-1", "Tool library"}, {"idea-2", "Rain garden kit"}, {"idea-3", "Repair map"}};

// "idea: overall f i i c c", one for each idea that has a number.
std::string scores(std::string_view text, const ScoresOptions& options = {}) {
  const auto read = read_scores(text, kIdeas, options);
  if (!read) return "fault " + std::string(fault_name(read.error().code));
  std::string out;
  const auto number = [](const std::optional<int>& value) {
    return value ? std::to_string(*value) : std::string("-");
  };
  for (const GivenScore& score : read->scores) {
    if (!score.scored()) continue;
    if (!out.empty()) out += ", ";
    out += score.id.substr(5) + ":" + number(score.overall);
    const bool criteria =
        std::ranges::any_of(score.criteria, [](const auto& v) { return v.has_value(); });
    if (!criteria) continue;
    for (const auto& value : score.criteria) out += " " + number(value);
  }
  return out;
}

bool warned(std::string_view text, std::string_view code) {
  const auto read = read_scores(text, kIdeas);
  return read &&
         std::ranges::any_of(read->warnings, [&](const Note& note) { return note.code == code; });
}

std::string value(std::string_view text) {
  const auto read = read_score_text(text);
  return read ? std::to_string(hundredths_on_scale(*read, 10, 10)) : "none";
}

TEST_CASE("a score is read as it is written") {
  const std::pair<std::string_view, std::string_view> cases[] = {{"8", "800"},
                                                                 {"8.5", "850"},
                                                                 {"8,5", "850"},
                                                                 {"8/10", "800"},
                                                                 {"4/5", "800"},
                                                                 {"80%", "800"},
                                                                 {"85 / 100", "850"},
                                                                 {"8 out of 10", "800"},
                                                                 {"~6", "600"},
                                                                 {"7+", "700"},
                                                                 {"7.", "700"},
                                                                 {".65e1", "650"},
                                                                 {"8e0", "800"},
                                                                 {"8 (strong)", "800"},
                                                                 {"8/10 (was 6)", "800"},
                                                                 {"**8**", "800"},
                                                                 {"Score: 8", "800"},
                                                                 {"8 - solid", "800"},
                                                                 {"８．５", "850"},
                                                                 {"٨", "800"},
                                                                 {"eight", "800"},
                                                                 {"seven out of ten", "700"},
                                                                 {"8 points", "800"},
                                                                 {"7.005", "701"},
                                                                 {"7.0049", "700"},
                                                                 {"-1", "-100"},
                                                                 {"11", "1100"},
                                                                 {"1,000", "100000"},
                                                                 {"8/10, good", "800"}};
  for (const auto& [text, wanted] : cases) {
    INFO(text);
    CHECK(value(text) == wanted);
  }
}

TEST_CASE("what says no one number is no score") {
  for (const std::string_view text :
       {"", "-", "N/A", "7-8", "7 to 8", "7–8", "high", "8 reasons", "true",
        "There are 5 reasons, so 9", "8/0", "8/10/10", "1.2.3", "8th", "★★★★"}) {
    INFO(text);
    CHECK(value(text) == "none");
  }
}

TEST_CASE("five criteria, the own overall score and the words are read") {
  const auto read = read_scores(R"({"evaluations":[{"idea_id":"idea-1","feasibility":9,
      "innovation":7.25,"impact":"8/10","clarity":8,"completeness":null,"overall_score":8.1,
      "pros":["cheap","quick"],"cons":"needs room","feedback":"Good."}]})",
                                kIdeas);
  REQUIRE(read.has_value());
  const GivenScore& score = read->scores[0];
  CHECK(score.overall == 810);
  CHECK(score.criteria[0] == 900);
  CHECK(score.criteria[1] == 725);
  CHECK(score.criteria[2] == 800);
  CHECK_FALSE(score.criteria[4].has_value());
  CHECK(score.pros == std::vector<std::string>{"cheap", "quick"});
  CHECK(score.cons == std::vector<std::string>{"needs room"});
  CHECK(score.feedback == "Good.");
  CHECK_FALSE(read->scores[1].scored());
}

TEST_CASE("the shapes that models give scores are one to us") {
  for (
      const std::string_view text :
      {R"({"evaluations":[{"idea_id":"idea-1","score":8},{"idea_id":"idea-2","score":6}]})",
       R"([{"id":1,"score":"8"},{"id":"#2","score":"6/10"}])",
       R"({"scores":{"idea-1":8,"idea-2":6}})", R"({"idea-1":8,"idea-2":6})",
       R"({"Tool library":8,"Rain garden kit":6})",
       R"({"scores":{"Tool library":{"overall":8},"Rain garden kit":{"score":6}}})",
       R"({"evaluations":[{"idea":"Tool library","rating":8},{"idea":"rain garden KIT","rating":6}]})",
       R"({"evaluations":[{"idea":{"id":"idea-1","title":"Tool library"},"score":8},{"idea":{"id":"idea-2"},"score":6}]})",
       R"([{"title":"idea-1: Tool library","overall":{"score":8,"reason":"x"}},{"title":"2. Rain garden kit","overall":{"value":6,"max":10}}])",
       R"([["idea-1",8],["idea-2",6]])",
       "{\"idea_id\":\"idea-1\",\"score\":8}\n{\"idea_id\":\"idea-2\",\"score\":6}",
       R"({"title":"Final evaluation","rating":9,"evaluations":[{"name":"Tool library","score":8},{"name":"Rain garden kit","score":6}]})",
       "| # | Idea | Score |\n|---|---|---|\n| 1 | **Tool library** | 8/10 |\n| 2 | Rain garden "
       "kit | 6 |",
       "- **Tool library** (idea-1): 8/10\n- Rain garden kit: 6/10 (seasonal)\nOverall: 7/10"}) {
    INFO(text);
    CHECK(scores(text) == "1:800, 2:600");
  }
}

TEST_CASE("criteria stand in a group, a list, by criterion or in a table") {
  const std::string wanted = "1:- 900 700 800 - -";
  for (
      const std::string_view text :
      {R"([{"idea_id":"idea-1","scores":{"feasibility":9,"innovation":7,"impact":8}}])",
       R"([{"idea_id":"idea-1","score":{"Feasibility":9,"Innovation":7,"Impact":8}}])",
       R"([{"idea_id":"idea-1","criteria":[{"name":"Feasibility","score":9},{"name":"Innovation","score":7},{"name":"Impact","score":8}]}])",
       R"([{"idea_id":"idea-1","feasibility_score":9,"innovation_score":7,"impact":{"score":8,"comment":"x"}}])",
       R"({"idea-1":{"feasibility":9,"innovation":7,"impact":8}})",
       R"({"feasibility":{"idea-1":9},"innovation":{"idea-1":7},"impact":{"idea-1":8}})",
       "| Idea | Feasibility | Innovation | Impact |\n|--|--|--|--|\n| idea-1 | 9 | 7 | 8 |"}) {
    INFO(text);
    CHECK(scores(text) == wanted);
  }
}

TEST_CASE("one scale is found for all scores") {
  CHECK(scores(R"([{"id":"idea-1","score":80},{"id":"idea-2","score":65}])") == "1:800, 2:650");
  CHECK(warned(R"([{"id":"idea-1","score":80},{"id":"idea-2","score":65}])", "scale_guess"));
  CHECK(scores(R"({"scale":"0-5","evaluations":[{"id":"idea-1","score":4}]})") == "1:800");
  CHECK(scores(R"({"max_score":100,"evaluations":[{"id":"idea-1","score":4}]})") == "1:40");
  CHECK(
      scores(
          R"([{"id":"idea-1","score":11},{"id":"idea-2","score":-1},{"id":"idea-3","score":7}])") ==
      "1:1000, 2:0, 3:700");
  CHECK(warned(R"([{"id":"idea-1","score":11}])", "out_of_range"));
  CHECK(scores(R"([{"id":"idea-1","score":1},{"id":"idea-2","score":0}])") == "1:100, 2:0");
}

TEST_CASE("a total that adds up the criteria is no overall score") {
  constexpr std::string_view kText =
      R"([{"id":"idea-1","feasibility":8,"innovation":7,"impact":9,"clarity":8,"completeness":8,"total":40}])";
  CHECK(scores(kText) == "1:- 800 700 900 800 800");
  CHECK(warned(kText, "sum_left_out"));
  CHECK(scores(R"([{"id":"idea-1","feasibility":8,"impact":9,"total":"41/50"}])") ==
        "1:820 800 - 900 - -");
}

TEST_CASE("ideas are matched with care") {
  const auto read = read_scores(
      R"([{"id":"idea-9","score":8},{"title":"Kit","score":6},{"id":3,"title":"Tool library","score":7}])",
      kIdeas);
  REQUIRE(read.has_value());
  CHECK(read->unmatched == std::vector<std::string>{"idea-9", "Kit"});
  // The number was a rank; the title says which idea is meant.
  CHECK(read->scores[0].overall == 700);
  CHECK(warned(R"([{"id":"idea-1","title":"Repair map","score":8}])", "id_and_title_disagree"));
  // Brackets as in the format, but with an idea's id in them.
  CHECK(scores(R"([{"id":"<idea-1>","score":8},{"id":"<id>","score":6}])") == "1:800");
}

TEST_CASE("the last of several scores for one idea counts") {
  constexpr std::string_view kTwice = R"([{"id":"idea-1","score":8},{"id":"idea-1","score":5}])";
  CHECK(scores(kTwice) == "1:500");
  CHECK(warned(kTwice, "scored_twice"));
}

TEST_CASE("missing and unreadable scores are absent") {
  CHECK(
      scores(
          R"([{"id":"idea-1","score":null},{"id":"idea-2","score":true},{"id":"idea-3","score":NaN}])") ==
      "");
  CHECK(warned(R"([{"id":"idea-3","score":NaN}])", "not_finite"));
  CHECK(warned(R"([{"id":"idea-3","score":"high"}])", "unreadable_score"));
  CHECK(warned(R"([{"id":"idea-3","score":7}])", "unscored"));
}

TEST_CASE("a cut leaves out the last evaluation") {
  constexpr std::string_view kCut =
      R"({"evaluations":[{"idea_id":"idea-1","score":8},{"idea_id":"idea-2","score":6,"feedback":"it is)";
  CHECK(scores(kCut) == "1:800");
  CHECK(warned(kCut, "truncated"));
  CHECK(scores(R"([{"idea_id":"idea-1","score":8)") == "fault truncated");
}

TEST_CASE("faults say why there are no scores") {
  CHECK(scores("") == "fault empty");
  CHECK(scores("All ideas are good.") == "fault no_json");
  CHECK(scores(R"({"evaluations":[]})") == "fault empty");
  CHECK(scores(R"({"evaluations":[{"idea_id":"<idea id>","score":"<0-10>"}]})") ==
        "fault placeholder");
  CHECK(scores(R"({"evaluations":[{"score":8}]})") == "fault missing_field");
  CHECK(scores(R"([{"id":"idea-1","score":8,"score":9}])") == "fault duplicate_key_conflict");
}

TEST_CASE("one text with prose, ideas and scores is read right by both readers") {
  const std::string_view texts[] = {
      "Hello! We thought about it.\n\n```json\n{\"ideas\":[{\"title\":\"Tool "
      "library\",\"description\":\"a\"},"
      "{\"title\":\"Rain garden kit\",\"description\":\"b\"},{\"title\":\"Repair "
      "map\",\"description\":\"c\"}],"
      "\"evaluations\":[{\"title\":\"Tool "
      "library\",\"feasibility\":9,\"score\":8,\"pros\":[\"p\"]},"
      "{\"title\":\"Rain garden kit\",\"feasibility\":7,\"score\":6},"
      "{\"title\":\"Repair map\",\"feasibility\":5,\"score\":7.5}]}\n```\nBest of luck!",
      "Ideas:\n{\"ideas\":[{\"title\":\"Tool library\",\"description\":\"a\"},{\"title\":\"Rain "
      "garden kit\","
      "\"description\":\"b\"},{\"title\":\"Repair map\",\"description\":\"c\"}]}\nScores:\n"
      "{\"scores\":[{\"idea_id\":\"idea-1\",\"feasibility\":9,\"overall\":8},{\"idea_id\":\"idea-"
      "2\","
      "\"feasibility\":7,\"overall\":6},{\"idea_id\":\"idea-3\",\"feasibility\":5,\"overall\":7.5}]"
      "}",
      "{\"ideas\":[{\"title\":\"Tool "
      "library\",\"description\":\"a\",\"feasibility\":9,\"score\":8},"
      "{\"title\":\"Rain garden kit\",\"description\":\"b\",\"feasibility\":7,\"score\":6},"
      "{\"title\":\"Repair map\",\"description\":\"c\",\"feasibility\":5,\"score\":7.5}]}",
      "[{\"title\":\"Tool library\",\"description\":\"a\"},{\"title\":\"Rain garden "
      "kit\",\"description\":\"b\"},"
      "{\"title\":\"Repair map\",\"description\":\"c\"}]\n\n[{\"title\":\"Tool "
      "library\",\"feasibility\":9,\"score\":8},"
      "{\"title\":\"Rain garden kit\",\"feasibility\":7,\"score\":6},{\"title\":\"Repair "
      "map\",\"feasibility\":5,\"score\":7.5}]",
  };
  for (const std::string_view text : texts) {
    INFO(text);
    const auto ideas = read_ideas(text);
    REQUIRE(ideas.has_value());
    REQUIRE(ideas->ideas.size() == 3);
    CHECK(ideas->merged.empty());
    CHECK(ideas->ideas[1].title == "Rain garden kit");
    CHECK(ideas->ideas[1].description == "b");
    CHECK(scores(text) == "1:800 900 - - - -, 2:600 700 - - - -, 3:750 500 - - - -");
  }
  // Scores alone are no ideas.
  CHECK_FALSE(read_ideas(R"({"evaluations":[{"title":"Tool library","score":8}]})").has_value());
}

}  // namespace
}  // namespace fm
