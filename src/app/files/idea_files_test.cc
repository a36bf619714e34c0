#include "app/files/idea_files.h"

#include <doctest/doctest.h>

#include "base/json.h"
#include "base/text.h"
#include "test/support/report_rooms.h"
#include "test/support/room_script.h"

namespace fm {
namespace {

using testing::RoomScript;

RoomView small_room() {
  RoomScript script("tea-2222");
  script.create("tea").start({{"topic", "A \"tea\" house"}, {"min_score", 700}});
  script.tell(
      "idea.proposed",
      R"({"id":"idea-1","title":"=1+1","description":"Two\nlines","tags":["a","b"],"round":1})");
  script.propose("idea-2", "B, \"C\"", "").propose("idea-3", "Same", "");
  script.tell("idea.merged", R"({"id":"idea-3","into":"idea-2"})");
  script.score("idea-2", {800, 750, 805, 0, 1000}, 785, {"p; q"}, {"c"}, "f")
      .select("idea-2", "score");
  return script.view;
}

TEST_CASE(
    "E-7 ideas.json has the keys in order, living ideas by id, decimals of at most two digits") {
  CHECK(render_ideas(small_room(), IdeaFormat::kJson) == R"({
  "topic": "A \"tea\" house",
  "room": "tea-2222",
  "selected": "idea-2",
  "ideas": [
    {
      "id": "idea-1",
      "title": "=1+1",
      "description": "Two\nlines",
      "rationale": "",
      "tags": ["a", "b"],
      "revision": 1,
      "score": null,
      "scores": null,
      "pros": [],
      "cons": [],
      "flags": ["unscored"]
    },
    {
      "id": "idea-2",
      "title": "B, \"C\"",
      "description": "",
      "rationale": "",
      "tags": [],
      "revision": 1,
      "score": 7.85,
      "scores": {"feasibility": 8, "innovation": 7.5, "impact": 8.05, "clarity": 0, "completeness": 10},
      "pros": ["p; q"],
      "cons": ["c"],
      "flags": []
    }
  ]
}
)");
}

TEST_CASE("E-7 every room gives JSON that can be read, hostile text and no ideas included") {
  for (const auto& [name, make] : testing::report_rooms()) {
    CAPTURE(name);
    const Result<Json> value = parse_json(render_ideas(make(), IdeaFormat::kJson));
    REQUIRE(value.has_value());
    CHECK(find_at(*value, "ideas")->is_array());
  }
  CHECK(render_ideas(testing::empty_room(), IdeaFormat::kJson)
            .contains("\"selected\": null,\n  \"ideas\": []"));
  CHECK(render_ideas(testing::full_room(), IdeaFormat::kJson).contains("\"spread\": 3.5,"));
}

TEST_CASE("E-7 ideas.csv is RFC 4180 with a byte order mark, the best first") {
  CHECK(render_ideas(small_room(), IdeaFormat::kCsv) ==
        "\xEF\xBB\xBFid,title,description,rationale,tags,revision,selected,score,feasibility,"
        "innovation,impact,"
        "clarity,completeness,spread,pros,cons,flags\r\n"
        "\"idea-2\",\"B, \"\"C\"\"\",\"\",\"\",\"\",1,yes,7.85,8,7.5,8.05,0,10,,\"p; "
        "q\",\"c\",\"\"\r\n"
        "\"idea-1\",\"'=1+1\",\"Two\nlines\",\"\",\"a; b\",1,no,,,,,,,,\"\",\"\",\"unscored\"\r\n");
}

TEST_CASE("E-7 no cell of the CSV is a formula") {
  for (const char* title :
       {"=cmd|' /C calc'!A0", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1", "－1"}) {
    CAPTURE(title);
    RoomScript script;
    script.tell("idea.proposed", {{"id", "idea-1"}, {"title", title}});
    CHECK(
        render_ideas(script.view, IdeaFormat::kCsv).contains(",\"'" + std::string(title) + "\","));
  }
}

TEST_CASE("E-7 ideas.md reads as a page: a table of scores, then each idea") {
  const std::string page = render_ideas(testing::full_room(), IdeaFormat::kMarkdown);
  CHECK(page.starts_with(
      "# How could our street start a tool library that is still there in three years?\n\n"));
  CHECK(page.contains(
      "| The repair café’s cellar (chosen) | 9.0 | 7.5 | 8.5 | 8.4 | 8.0 | 8.28 | – |\n"));
  CHECK(page.contains("## The Saturday shed\n\nidea-1 · revision 2 · #fixed hours"));
  CHECK(page.contains("Pros:\n\n- Costs nothing and can be done in May.\n"));
  CHECK(page.contains("idea-7 · vetoed"));
  CHECK(
      render_ideas(testing::hostile_room(), IdeaFormat::kMarkdown).contains("\\<svg onload=1\\>"));
  CHECK(render_ideas(testing::empty_room(), IdeaFormat::kMarkdown) ==
        "# a quiet room\n\nThere are no ideas.\n");
}

TEST_CASE(
    "the format follows from the extension; an unknown one is refused with what is possible") {
  CHECK(idea_format("/a/ideas.json") == IdeaFormat::kJson);
  CHECK(idea_format("ideas.CSV") == IdeaFormat::kCsv);
  CHECK(idea_format("x.y.md") == IdeaFormat::kMarkdown);
  for (const char* path : {"ideas.xlsx", "ideas", "/a.json/ideas"}) {
    const Result<IdeaFormat> format = idea_format(path);
    REQUIRE_FALSE(format.has_value());
    CHECK(format.error().code == "ideas_format_unknown");
    CHECK(format.error().cure.contains(".json, .csv or .md"));
  }
}

TEST_CASE(
    "I-20 several scorers stand in the JSON with what each gave, and the spread in every form") {
  testing::RoomScript script;
  script.create("x").propose("idea-1", "A shed", "d");
  for (const int seat : {1, 2})
    script.tell("idea.scored", JsonObject{{"id", "idea-1"},
                                          {"scorer", "moderator"},
                                          {"seat", seat},
                                          {"score", seat == 1 ? 900 : 625}});
  const std::string json = render_ideas(script.view, IdeaFormat::kJson);
  CHECK(json.contains("\"score\": 7.63"));
  CHECK(json.contains("\"spread\": 2.75"));
  CHECK(
      json.contains("\"scorers\": [{\"scorer\": \"moderator 1\", \"score\": 9}, "
                    "{\"scorer\": \"moderator 2\", \"score\": 6.25}]"));
  CHECK(json.contains("\"flags\": [\"contested\"]"));
  CHECK(render_ideas(script.view, IdeaFormat::kCsv).contains(",2.75,"));
  CHECK(render_ideas(script.view, IdeaFormat::kMarkdown).contains("| 7.63 | 2.75 |"));
}

}  // namespace
}  // namespace fm
