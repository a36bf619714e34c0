// The agents and teams of a folder, with and without faults.
#include <doctest/doctest.h>

#include "test/e2e/told.h"

namespace fm::e2e {
namespace {

constexpr const char* kSmall =
    "description: Three who suffice.\nagents: [leader, ideation, moderator]\nleader: leader\n";

TEST_CASE(
    "P-52 P-82 a team with a fault is refused with file, line and cure before anybody speaks") {
  const Place place;
  place.write(".folkmoot/teams/broken.yaml", "description: x\nagents: [leader\nleader: leader\n");
  place.write(".folkmoot/teams/headless.yaml", "description: x\nagents: [researcher, ideation]\n");
  place.write(".folkmoot/teams/two.yaml",
              "description: x\nagents: [leader, ideation]\nleader: [leader, ideation]\n");
  place.write(".folkmoot/teams/stranger.yaml",
              "description: x\nagents: [leader, ideashion]\nleader: leader\n");
  place.write(".folkmoot/teams/empty.yaml", "");
  const auto refused = [&](const std::string& team, const char* words, const char* code) {
    CAPTURE(team);
    const Ran ran = run(place, {"ideate", "a topic", "--team", team});
    check_told(ran, 1, words);
    CHECK(in_one_line(ran.err).contains(".folkmoot/teams/" + team + ".yaml:"));
    check_told_json(run(place, {"ideate", "a topic", "--team", team, "--json"}), 1, code);
  };
  refused("broken", "broken.yaml:", "yaml_invalid");
  refused("two", "leader", "team_two_leaders");
  refused("stranger", "ideation", "team_unknown_agent");
  refused("empty", "agents", "team_invalid");
  CHECK(run(place, {"room", "list", "--json"}).out.empty());

  const Ran headless = run(place, {"ideate", "a topic", "--team", "headless", "--json"});
  check_told_json(headless, 1, "team_no_leader");
  CHECK(headless.err.contains(".folkmoot/teams/headless.yaml"));
  CHECK(of_kind(events_of(headless.lines()), "turn.started").empty());  // I-1

  const Ran check = run(place, {"teams", "check"});
  CHECK(check.status == 1);
  for (const char* file : {"broken", "headless", "two", "stranger", "empty"})
    CHECK_MESSAGE(check.out.contains(std::string(".folkmoot/teams/") + file + ".yaml:"), file);
}

TEST_CASE("P-52 an agent's file without front matter is named, and does not stop the others") {
  const Place place;
  place.write(".folkmoot/agents/odd.md", "Only prose.\n");
  const Ran check = run(place, {"agents", "check"});
  CHECK(check.status == 1);
  CHECK(check.out.contains(".folkmoot/agents/odd.md:1:1: The file has no front matter."));
  CHECK(run(place, {"ideate", "a topic", "--quiet"}).status == 0);
  place.write(".folkmoot/agents/leader.md", "Only prose.\n");  // in the place of a needed one
  const Ran ran = run(place, {"ideate", "a topic", "--new"});
  check_told(ran, 1, ".folkmoot/agents/leader.md");
}

TEST_CASE("P-52 a folder's own team and agent take part") {
  const Place place;
  place.write(".folkmoot/teams/small.yaml", kSmall);
  place.write(".folkmoot/agents/moderator.md",
              "---\nname: moderator\ndescription: Strict.\nrole: moderator\n---\nBe strict.\n");
  CHECK(run(place, {"teams", "check"}).status == 0);
  CHECK(run(place, {"teams", "list"}).out.contains("Three who suffice."));
  CHECK(run(place, {"agents", "show", "moderator"}).out.contains("Be strict."));
  const Ran ran = run(place, {"ideate", "a topic", "--team", "small", "--json"});
  CHECK(ran.status == 0);
  CHECK(of_kind(events_of(ran.lines()), "turn.started").size() == 5);
}

TEST_CASE("P-52 lists and cards of what is built in, as text and as JSON") {
  const Place place;
  for (const char* what : {"agents", "teams"}) {
    const Ran list = run(place, {what, "list"});
    CHECK(list.status == 0);
    CHECK(list.out.contains(what == std::string("agents") ? "adversary" : "ideation"));
    const Ran check = run(place, {what, "check"});
    CHECK(check.status == 0);
    const Words lines = run(place, {what, "list", "--json"}).lines();
    CHECK(lines.size() >= 3);
    for (const std::string& line : lines) CHECK(parse_json(line).has_value());
    const Ran card = run(place, {what, "show", "ideation"});
    CHECK(card.status == 0);
    CHECK(card.out.contains("ideation"));
    const Ran json = run(place, {what, "show", "ideation", "--json"});
    CHECK(json.lines().size() == 1);
    CHECK(parse_json(json.lines().front()).has_value());
  }
}

TEST_CASE("P-82 a settings file with a fault names its place") {
  const Place place;
  place.write(".folkmoot/config.yaml", "model: [rehearsal\n");
  check_told(run(place, {"ideate", "a topic"}), 1, ".folkmoot/config.yaml:");
  const Ran doctor = run(place, {"doctor"});
  CHECK(doctor.status == 1);
  CHECK(doctor.out.contains("config.yaml"));
}

}  // namespace
}  // namespace fm::e2e
