#include "app/report/report.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "test/support/report_rooms.h"
#include "test/support/room_script.h"

namespace fm {
namespace {

using testing::report_rooms;
using testing::RoomScript;

std::size_t count(std::string_view text, std::string_view part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1))
    ++found;
  return found;
}

// The names of the tags in their order, "/x" for an end; a value in quotes may hold anything.
std::vector<std::string> tags(std::string_view page) {
  std::vector<std::string> names;
  for (std::size_t at = page.find('<'); at != std::string_view::npos; at = page.find('<', at)) {
    const std::size_t end = page.find_first_of(" >\n", at);
    names.emplace_back(page.substr(at + 1, end - at - 1));
    bool in_value = false;
    for (; at < page.size() && (in_value || page[at] != '>'); ++at) in_value ^= page[at] == '"';
  }
  return names;
}

// Empty when every element is closed in turn, else the first one that is not.
std::string first_unbalanced(std::string_view page) {
  static const std::set<std::string> kVoid = {"!doctype", "meta", "br", "hr"};
  static const std::set<std::string> kSelfClosed = {"use",     "rect", "path",
                                                    "polygon", "line", "circle"};
  std::vector<std::string> open;
  for (const std::string& name : tags(page)) {
    const std::string bare = name.ends_with('/') ? name.substr(0, name.size() - 1) : name;
    if (kVoid.contains(bare) || kSelfClosed.contains(bare)) continue;
    if (!name.starts_with('/')) {
      open.push_back(name);
    } else if (open.empty() || open.back() != name.substr(1)) {
      return name;
    } else {
      open.pop_back();
    }
  }
  return open.empty() ? "" : open.back();
}

TEST_CASE("I-10 every page is well formed, forbids scripts and network, and holds neither") {
  for (const auto& [name, make] : report_rooms()) {
    CAPTURE(name);
    const std::string page = render_report(make());
    CHECK(page.starts_with("<!doctype html>\n<html lang=\"en\">"));
    CHECK(
        page.contains("content=\"default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; "
                      "form-action 'none'\""));
    CHECK(first_unbalanced(page) == "");
    const std::vector<std::string> names = tags(page);
    for (const char* forbidden :
         {"script", "link", "img", "iframe", "object", "embed", "form", "base", "image"})
      CHECK(std::ranges::find(names, forbidden) == names.end());
    CHECK(count(page, "<style>") == 1);
    CHECK(count(page, "</style>") == 1);
    CHECK(count(page, "<h1>") == 1);
    CHECK(count(page, "<main") == 1);
  }
}

TEST_CASE("I-10 hostile text stays text") {
  const std::string page = render_report(testing::hostile_room());
  CHECK(page.contains("&lt;/title&gt;&lt;/style&gt;&lt;/script&gt;&lt;script&gt;"));
  CHECK_FALSE(page.contains("\u202E"));
  CHECK_FALSE(page.contains("\u2066"));
  CHECK_FALSE(page.contains("\x1b"));
  for (const std::string& name : tags(page)) {
    CAPTURE(name);
    CHECK(name.size() < 12);
  }
  CHECK_FALSE(page.contains("href=\"javascript"));
  CHECK_FALSE(page.contains("href=\"data"));
  CHECK(page.size() < 1'000'000);
}

TEST_CASE("I-10 the same room gives the same page") {
  CHECK(render_report(testing::full_room()) == render_report(testing::full_room()));
}

TEST_CASE("I-10 a full page has all its parts") {
  const std::string page = render_report(testing::full_room(), {.visual_file = "tea.visual.html"});
  for (const char* id : {"summary", "chosen", "scores", "ideas", "timeline", "warnings", "cost"}) {
    CAPTURE(id);
    CHECK(page.contains("<section id=\"" + std::string(id) + "\""));
    CHECK(page.contains("<a href=\"#" + std::string(id) + "\""));
  }
  CHECK(page.contains("<h1><bdi>How could our street start a tool library"));
  CHECK(page.contains("<p class=\"big\"><span>8.28</span> of 10</p>"));
  CHECK(page.contains("<strong>The leader preferred <bdi>The Saturday shed</bdi>.</strong>"));
  CHECK(page.contains("Why the others lost"));
  CHECK(page.contains("below the threshold of 7.5"));
  CHECK(page.contains("contested, spread 3.5"));
  CHECK(page.contains(">vetoed<"));
  CHECK(page.contains("went into <bdi>The Saturday shed</bdi>"));
  CHECK(page.contains("<code>tea.visual.html</code>"));
  CHECK(page.contains("one failed"));
  CHECK(page.contains("$0.2100"));
  CHECK(page.contains("openai:gpt-5 at api.openai.com"));
  CHECK_FALSE(page.contains("class=\"ribbon\""));
  CHECK_FALSE(page.contains("<h1>Our own</h1>"));  // the ui-creator's page is never inside this one
}

TEST_CASE("I-10 each scored idea has a chart whose values can be read without it") {
  const std::string page = render_report(testing::full_room());
  CHECK(count(page, "<svg class=\"radar\" role=\"img\"") == 6);
  CHECK(
      page.contains("<desc id=\"i0d\">feasibility 9.0, innovation 7.5, impact 8.5, clarity 8.4, "
                    "completeness 8.0; "
                    "overall 8.28 of 10.</desc>"));
  CHECK(page.contains("<title id=\"i1t\">Scores of The Saturday shed</title>"));
  CHECK(page.contains("Dashed: the chosen idea, feasibility 9.0"));
}

TEST_CASE("I-5 former revisions stay readable") {
  const std::string page = render_report(testing::full_room());
  CHECK(page.contains("How it changed: two revisions"));
  CHECK(page.contains("Repair evenings that lend"));
}

TEST_CASE("a score of an earlier revision says so") {
  RoomScript script;
  script.create("tea")
      .start({{"topic", "tea"}})
      .say("leader", "kickoff", "x")
      .propose("idea-1", "A", "");
  script.score("idea-1", {}, 800)
      .tell("idea.revised", R"({"id":"idea-1","revision":2,"title":"B"})");
  CHECK(render_report(script.view).contains("scored as revision 1"));
}

TEST_CASE("I-9 without scores there is no table, and the flag says why") {
  const std::string page = render_report(testing::unscored_room());
  CHECK_FALSE(page.contains("<section id=\"scores\""));
  CHECK(page.contains("not scored"));
}

TEST_CASE("rehearsed words carry the ribbon") {
  CHECK(render_report(testing::rehearsed_room())
            .contains("<aside class=\"ribbon\" aria-label=\"Rehearsal\">"));
}

TEST_CASE("I-10 an unfinished discussion shows what there is, and how it goes on") {
  const std::string under_way = render_report(testing::under_way_room());
  CHECK(under_way.contains("<strong>Not finished.</strong>"));
  CHECK(under_way.contains("The ideas so far"));
  CHECK_FALSE(under_way.contains("<section id=\"chosen\""));
  const std::string paused = render_report(testing::paused_room());
  CHECK(paused.contains("It waits for an answer about the budget."));
  CHECK(paused.contains("<code>folkmoot resume tool-library-5aaz</code>"));
  CHECK(paused.contains("80 % of today’s budget is used. Go on?"));
  CHECK(render_report(testing::empty_room()).contains("The discussion has not begun."));
  CHECK(render_report(RoomView{}).contains("A room without a topic"));
}

TEST_CASE(
    "I-8 a discussion that ended in an error says what, why and what to do, and keeps what was "
    "said") {
  const std::string page = render_report(testing::failed_room());
  CHECK(page.contains("There are no ideas to score."));
  CHECK(page.contains("in one round and one repair turn"));
  CHECK(page.contains("Try another model for the ideation agent"));
  CHECK(page.contains("I am sorry, I cannot put this into JSON today."));
}

TEST_CASE("agents are named as their cards say, and marked by role whatever the team calls them") {
  RoomScript script;
  script.create("tea")
      .start({{"topic", "tea"}, {"roles", {{"leader", "boss"}}}})
      .say("boss", "kickoff", "x");
  const std::string page = render_report(script.view, {.agent_names = {{"boss", "The <Boss>"}}});
  CHECK(page.contains("<h4>The &lt;Boss&gt;</h4>"));
  CHECK(page.contains("<svg class=\"mark h0\""));
}

RoomScript panel_room() {
  RoomScript script;
  script.create("a tool library").start({{"topic", "a tool library"}, {"min_score", 600}});
  script.say("leader", "kickoff", "Go.").propose("idea-1", "A shed", "d");
  script.propose("idea-2", "A van", "d");
  for (const int seat : {1, 2})
    for (const char* id : {"idea-1", "idea-2"})
      script.by({Actor::kAgent, "moderator"})
          .tell("idea.scored", JsonObject{{"id", id},
                                          {"scorer", "moderator"},
                                          {"seat", seat},
                                          {"scores", JsonObject{{"impact", 700}}},
                                          {"score", seat == 1 ? 900 : 600}});
  script.by({Actor::kPerson, "ana"})
      .tell("idea.scored", R"({"id":"idea-1","scorer":"ana","score":300})");
  return script;
}

TEST_CASE("I-20 the score table of a panel shows mean and spread, and each idea who gave what") {
  auto script = panel_room();
  script.select("idea-2", "score").finish();
  const std::string page = render_report(script.view);
  CHECK(page.contains("class=\"num\">spread</th>"));
  CHECK(
      page.contains("data-label=\"overall\">6.0</td><td role=\"cell\" class=\"num\" "
                    "data-label=\"spread\">6.00</td>"));
  CHECK(page.contains("contested, spread 6.0"));
  CHECK(
      page.contains("Scored by <bdi>moderator 1</bdi> (9.0), <bdi>moderator 2</bdi> (6.0), "
                    "<bdi>ana</bdi> (3.0)."));
  CHECK(first_unbalanced(page) == "");
  CHECK_FALSE(render_report(testing::low_room()).contains(">spread</th>"));
}

TEST_CASE("I-21 a report says that a pin decided, and against which score") {
  auto script = panel_room();
  script.tell("idea.pinned", R"({"id":"idea-1"})");
  script.select("idea-1", "pin", {"pinned"}, "idea-2").finish();
  const std::string page = render_report(script.view);
  CHECK(page.contains("was chosen because a person pinned it; it has 6.0 of 10."));
  CHECK(page.contains("A person pinned the chosen one."));
  CHECK(page.contains("; the pin decides."));
  CHECK(page.contains(">pinned<"));
}

}  // namespace
}  // namespace fm
