// Conversations with the real program: on the rehearsal, on a server, killed for real.
#include <doctest/doctest.h>
#include <signal.h>

#include <cstdlib>
#include <fstream>

#include "base/test_seed.h"
#include "test/e2e/model_server.h"

namespace fm::e2e {
namespace {

const Words kTalk = {"I want to build a booking page for a small barber shop",
                     "Slots and a phone number; customers call while I cut hair; an old sign "
                     "painter; on phones, in a browser",
                     "go ahead",
                     "yes, but make it cheaper",
                     "yes",
                     "accept"};

std::string joined(const Words& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

// How often the room holds the person's words.
int times_said(const Place& place, const std::string& words) {
  int times = 0;
  const std::string log = run(place, {"room", "export", "general"}).out;
  const std::string said = "\"text\":" + canonical(Json(boost::json::string(words)));
  for (auto at = log.find(said); at != std::string::npos; at = log.find(said, at + 1)) ++times;
  return times;
}

Json status_of(const Place& place) {
  const Ran ran = run(place, {"project", "status", "--json"});
  CAPTURE(ran.err);
  REQUIRE(ran.status == 0);
  const auto value = parse_json(ran.out);
  REQUIRE(value.has_value());
  return *value;
}

// Each turn of a conversation knows its answer by the words of its task.
FakeScript scripted_team() {
  return {
      {{.last_has = {"You ask for the whole team"},
        .times = 1,
        .text =
            R"({"questions": [{"agent": "leader", "text": "What is the budget for the first version?", "fallback": "little"}]})"},
       {.last_has = {"You ask for the whole team"}, .text = R"({"questions": []})"},
       {.last_has = {"Propose ONE approach"},
        .text = R"({"title": "Booking page", "goal": "People book a slot",
 "scope": {"included": ["slots"], "excluded": []}, "constraints": {"budget": "900 euros"},
 "unknowns": [], "next_steps": {"coder": "Describe how slots are kept"}})"},
       {.last_has = {"Attack the newest brief"},
        .text = "Review: objects\n- Nobody shows up. A reminder settles it."},
       {.last_has = {"Open objections to the brief"},
        .text = R"({"changes": [{"add": "included", "text": "a reminder"}],
 "objections": [{"at": "o1", "outcome": "taken_up", "why": "a reminder goes in"}]})"},
       {.last_has = {"and this is your part"}, .text = "# Slots\n\nKept in a table."},
       {.last_has = {"Check it as a whole"}, .text = "Check: pass"},
       {.last_has = {"Decide who speaks next"},
        .text = R"({"agent": "WAIT_FOR_USER", "model": "", "reasoning": "the person is asked"})"},
       {.text = "I would keep it small."}}};
}

TEST_CASE(
    "C-50 a piped conversation goes from a wish to an accepted result, and commands show it") {
  Place place;
  const Ran ran = run(place, {"--model", "rehearsal"}, {.input = joined(kTalk)});
  CAPTURE(ran.out);
  CAPTURE(ran.err);
  CHECK(ran.status == 0);
  CHECK(ran.out.contains("is writing the brief."));
  CHECK(ran.out.contains("Review: the work is there"));
  CHECK(ran.out.contains("Done. "));
  const Json status = status_of(place);
  CHECK(text_at(status, "phase") == "idle");
  for (const char* look : {"log", "brief", "list", "history", "state"}) {
    CAPTURE(look);
    CHECK(run(place, {"project", look}).status == 0);
    CHECK(run(place, {"project", look, "--json"}).status == 0);
  }
  int documents = 0;
  for (const auto& file : fs::recursive_directory_iterator(place.folder / ".folkmoot/projects"))
    documents += file.path().extension() == ".md" ? 1 : 0;
  CHECK(documents >= 5);  // brief, debate, state, summary, work

  // A new one is begun, left, and turned away from.
  CHECK(run(place, {"project", "new", "I want to build a weather station"}).status == 3);
  CHECK(text_at(status_of(place), "phase") == "discovery");
  CHECK(run(place, {"project", "reset"}).err.contains("--yes"));
  CHECK(run(place, {"project", "reset", "--yes"}).status == 0);
  CHECK(text_at(status_of(place), "phase") == "idle");
  const Ran turned = run(place, {"project", "switch", std::string(text_at(status, "project"))});
  CHECK_MESSAGE(turned.status == 0, turned.err);
  CHECK(text_at(status_of(place), "project") == text_at(status, "project"));
  const Ran lost = run(place, {"project", "switch", "p-none"});
  CHECK(lost.status == 2);  // there is no such project
  CHECK((lost.out + lost.err).contains("p-none"));
}

TEST_CASE("C-36 a gate is listed and answered from the command line") {
  Place place;
  run(place, {"say", kTalk[0], "--model", "rehearsal"});
  const Ran asked = run(place, {"say", "go ahead", "--model", "rehearsal"});
  CHECK(asked.status == 3);
  const Ran listed = run(place, {"gate", "list", "--json"});
  const auto gates = parse_json(listed.out);
  REQUIRE_MESSAGE(gates.has_value(), listed.out);
  const auto begin = listed.out.find("g-");
  REQUIRE(begin != std::string::npos);
  const std::string gate = listed.out.substr(begin, listed.out.find('"', begin) - begin);
  CHECK(run(place, {"gate", "answer", gate, "perhaps"}).status == 2);
  const Ran answered = run(place, {"gate", "answer", gate, "1"});
  CAPTURE(answered.err);
  CHECK(answered.status == 3);  // the review waits
  CHECK(answered.out.contains("Started: "));
  CHECK(run(place, {"gate", "answer", gate, "1"}).err.contains(gate));
}

TEST_CASE("a folder's configuration names the team that talks in it") {
  Place place;
  fs::create_directories(place.folder / ".folkmoot/teams");
  std::ofstream(place.folder / ".folkmoot/teams/street.yaml")
      << "description: Our street\nagents: [leader, writer]\nleader: leader\n";
  std::ofstream(place.folder / ".folkmoot/config.yaml") << "council: street\n";
  const Ran ran = run(place, {"--model", "rehearsal"}, {.input = "hello\n"});
  CAPTURE(ran.err);
  CHECK(ran.status == 0);
  CHECK(run(place, {"room", "list", "--json"}).out.contains("\"team\":\"street\""));
}

TEST_CASE("C-53 a project goes on in a room of its own, and what comes of it is told here") {
  Place place;
  const Ran moved =
      run(place, {"--model", "rehearsal"}, {.input = joined({kTalk[0], kTalk[1], "/room"})});
  const std::string go = "folkmoot --room ";
  const auto at = moved.out.find(go);
  REQUIRE_MESSAGE(at != std::string::npos, moved.out);
  const auto begin = at + go.size();
  const std::string room = moved.out.substr(begin, moved.out.find_first_of(" \n", begin) - begin);
  const Ran done = run(place, {"--room", room, "--model", "rehearsal"},
                       {.input = joined({"go ahead", "yes", "accept"})});
  CAPTURE(done.out);
  CHECK(done.status == 0);
  CHECK(done.out.contains("Done. "));
  const Ran told = run(place, {"room", "show", "general"});
  CHECK(told.out.contains("is done: the person accepts the work"));
  CHECK(told.out.contains("Leader reviews the work"));
  CHECK_FALSE(told.out.contains("paused"));
  // Both wait for words, and say so.
  const Ran listed = run(place, {"room", "list", "--json"});
  CHECK(listed.out.contains("\"state\":\"waiting\""));
  CHECK_FALSE(listed.out.contains("\"state\":\"working\""));
}

TEST_CASE("C-16 a conversation with a server runs to its end, and only what was wanted is asked") {
  Place place;
  const FakeProvider server(scripted_team());
  point_at(place, server);
  const Ran ran =
      run(place, {"--model", "openai:any"},
          {.input = joined({"I want to build a booking page for a small barber shop", "900 euros",
                            "Sounds good, I agree", "go ahead", "yes", "accept"})});
  CAPTURE(ran.out);
  CAPTURE(ran.err);
  CHECK(ran.status == 0);
  CHECK(ran.out.contains("Kept in a table."));
  CHECK(ran.out.contains("Done. "));
  CHECK(text_at(status_of(place), "phase") == "idle");
}

TEST_CASE("C-48 a conversation that is really killed again and again comes to its end") {
  Place place;
  const std::uint64_t seed = test_seed();
  CAPTURE(seed);
  TestRandom random(seed);
  int kills = 0;
  for (int round = 0; kills < 20; ++round) {
    REQUIRE(round < 20);
    for (const std::string& line : kTalk) {
      for (int life = 0;; ++life) {
        REQUIRE(life < 40);
        const bool is_said = times_said(place, line) > round;
        Program program(place, is_said ? Words{"resume", "general", "--json"}
                                       : Words{"say", line, "--model", "rehearsal", "--json"});
        if (life < 8) {
          const auto lines = random.below(is_said ? 6 : 40);
          for (std::uint64_t n = 0; n < lines && program.line(); ++n) {
          }
          program.send(SIGKILL);
        }
        const Ran ran = program.wait();
        if (ran.signal == SIGKILL) {
          ++kills;
          continue;
        }
        if (ran.err.contains("room_quarantined")) {  // three lives without progress
          run(place, {"resume", "general", "--force"});
          continue;
        }
        CHECK_MESSAGE((ran.status == 0 || ran.status == 3), ran.err);
        break;
      }
    }
    const std::string phase(text_at(status_of(place), "phase"));
    CHECK_MESSAGE(phase == "idle", run(place, {"project", "log", "-n", "60"}).out);
  }
  CHECK(kills >= 20);
  const Ran checked = run(place, {"store", "check"});
  CHECK_MESSAGE(checked.status == 0, checked.err);
}

}  // namespace
}  // namespace fm::e2e
