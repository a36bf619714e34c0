// Discussions with a server that speaks chat completions.
#include <doctest/doctest.h>

#include "test/e2e/model_server.h"

namespace fm::e2e {
namespace {

constexpr const char* kIdeas = R"(Three that differ in kind.
```json
{"ideas": [
 {"title": "A shelf in the hall", "description": "Tools on a shelf that everybody can reach.", "tags": ["near"]},
 {"title": "A cart on wheels", "description": "The tools come to whoever calls for them."},
 {"title": "A key for each house", "description": "One lock, forty keys, no opening hours."}]}
```)";
constexpr const char* kScores = R"(```json
{"scores": [
 {"id": "idea-1", "feasibility": 8, "innovation": 4, "impact": 6, "clarity": 8, "completeness": 6, "overall": 6.5, "pros": ["cheap"], "cons": ["dull"], "feedback": "Say who sweeps."},
 {"id": "idea-2", "feasibility": 6, "innovation": 8, "impact": 9, "clarity": 8, "completeness": 7, "overall": 8.1, "pros": ["new"], "cons": ["hills"], "feedback": "Find a cart."},
 {"id": "idea-3", "feasibility": 5, "innovation": 6, "impact": 7, "clarity": 7, "completeness": 5, "overall": 6, "pros": ["open"], "cons": ["lost keys"], "feedback": "Count the keys."}]}
```)";

// Each turn knows its answer by the words of its task.
FakeScript scripted() {
  return {{{.last_has = {"Open the discussion"}, .text = "Researcher: look at other streets."},
           {.last_has = {"Give the team its ground"}, .text = "Forty houses, nine drills."},
           {.last_has = {"Propose"}, .text = kIdeas},
           {.last_has = {"Attack the ideas"}, .text = "idea-3: keys get lost. Serious."},
           {.last_has = {"would really be done"}, .text = "idea-2: borrow a cart this week."},
           {.last_has = {"was the last"}, .text = "idea-2 stands; idea-3 is disputed."},
           {.last_has = {"Score each of these"}, .text = kScores},
           {.last_has = {"Choose one idea"}, .text = "Choice: idea-1\nIt is the simplest."},
           {.last_has = {"as a web page"},
            .text = "<!doctype html><html lang=en><title>Tools</title><h1>A cart</h1></html>"}}};
}

TEST_CASE("I-14 a scripted server is asked once for each turn, and its numbers decide") {
  Place place;
  const FakeProvider server(scripted());
  point_at(place, server);
  const Ran ran = run(place, ideate("tools", {"--ideas", "i.json", "--out", "r.html"}));
  check_success(ran);
  CHECK_MESSAGE(ran.err.empty(), ran.err);
  const Events events = events_of(ran.lines());
  CHECK(server.bodies().size() == 9);
  CHECK(of_kind(events, "turn.finished").size() == 9);
  const Json chosen = of_kind(events, "idea.selected").front();
  CHECK(text(chosen, "id") == "idea-2");
  CHECK(text(chosen, "leader_choice") == "idea-1");
  CHECK(int_at(body(chosen), "score") == 810);
  CHECK(read_file(place.folder / "i.json").contains("\"score\": 8.1"));
  CHECK(read_file(place.folder / "r.visual.html").contains("A cart"));
}

TEST_CASE("I-4 one text with prose, ideas and scores together serves every turn") {
  Place place;
  const FakeProvider server({{everything()}});
  point_at(place, server);
  const Ran ran = run(place, ideate("one text", {"--preset", "full"}));
  check_success(ran);
  const Events events = events_of(ran.lines());
  CHECK(of_kind(events, "idea.proposed").size() == 5);
  CHECK(of_kind(events, "idea.scored").size() == 5);
  CHECK(text(of_kind(events, "idea.selected").front(), "id") == "idea-1");
}

TEST_CASE("a model's key is sent to its server and stands nowhere in what is kept") {
  Place place;
  const FakeProvider server({{everything()}});
  point_at(place, server);
  place.environment["OPENAI_API_KEY"] = "sk-secret-of-the-test";
  const Ran ran = run(place, ideate("a secret", {"--out", "r.html"}));
  check_success(ran);
  CHECK(server.authorizations().front() == "Bearer sk-secret-of-the-test");
  const Ran exported = run(place, {"room", "export", "a-secret"});
  for (const std::string& kept : {ran.out, ran.err, exported.out, read_file(place.database()),
                                  read_file(place.folder / "r.html")})
    CHECK(!kept.contains("sk-secret"));
}

TEST_CASE("E-8 without a key OpenAI's own server is not asked") {
  Place place;
  FakeProvider way_out({});  // whatever wanted to leave this machine would come by here
  for (const char* name : {"https_proxy", "http_proxy", "ALL_PROXY"})
    place.environment[name] = way_out.http().url();
  const Ran ran = run(place, {"ideate", "a topic", "--model", "openai:gpt-5"});
  check_told(ran, 1, "OPENAI_API_KEY");
  check_told_json(run(place, ideate("a topic")), 1, "model_key_missing");
  CHECK(run(place, {"doctor"}).status == 0);
  CHECK(way_out.http().counts().connections == 0);
  CHECK(run(place, {"room", "list", "--json"}).out.empty());  // nothing was begun
}

}  // namespace
}  // namespace fm::e2e
