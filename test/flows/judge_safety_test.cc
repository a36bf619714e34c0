// A model that reads what the person says, and is wrong on purpose: whole conversations in which it
// says of every message that the work is to start, the brief approved, the result accepted, the
// project given up (C-12, P-63).
#include <doctest/doctest.h>

#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "base/test_seed.h"
#include "test/support/conversation_script.h"

using namespace fm;
using namespace fm::testing;

namespace {

// What is said to no purpose: no rule finds an act in it.
constexpr const char* kTalk[] = {
    "the neighbour has a dog that barks at the postman", "our street is being dug up this week",
    "my sister came by with a cake yesterday", "it has rained here for three days"};

std::string judge(const std::string& act) {
  return "orchestrator understand: {\"intent\": \"build\", \"acts\": [{\"act\": \"" + act +
         "\", \"words\": \"all of it\"}], \"answers\": []}\n";
}

// Up to where the phase stands, by forms that are read without any model.
struct Place {
  const char* phase;
  const char* way;
};
constexpr Place kPlaces[] = {
    {"discovery", ""},
    {"ready", "person: you decide\n"},
    {"approval", "person: go ahead\n"},
    {"review", "person: go ahead\nperson: yes\n"},
};

std::string begin(const std::string& how) {
  return how +
         "person: I want to build a booking page for a small barber shop\n"
         "see phase: discovery\n";
}

void check(const std::string& name, const std::string& script) {
  const TalkRun run = run_talk(name, script);
  for (const std::string& failure : run.failures) FAIL_CHECK(failure << "\n" << script);
  CHECK(run.seen > 0);
  if (!run.failures.empty() && std::getenv("FM_STORY") != nullptr) MESSAGE(run.story);
}

}  // namespace

TEST_CASE("P-63 a hostile judge starts, approves, accepts and cancels nothing in any phase") {
  for (const char* act : {"start", "approve", "accept", "cancel"}) {
    for (const Place& place : kPlaces) {
      const std::string stands = std::string("see phase: ") + place.phase + "\n";
      std::string script = "understands\n" + begin(judge(act)) + place.way + stands;
      script += std::string("person: ") + kTalk[0] + "\n" + stands;
      // Whatever stands now, no answer to it is a yes.
      script += std::string("person: ") + kTalk[1] + "\n" + stands;
      check(std::string("hostile-") + act + "-" + place.phase, script);
    }
  }
}

TEST_CASE("C-12 a hostile judge can ask once for a draft, and not again") {
  for (const char* act : {"start", "cancel"}) {
    std::string script = "understands\n" + begin(judge(act));
    script += std::string("person: ") + kTalk[0] + "\nsee gate: confirm\nanswer confirm: No\n";
    for (const char* talk : {kTalk[1], kTalk[2], kTalk[3]})
      script += std::string("person: ") + talk + "\nsee no gate\nsee phase: discovery\n";
    check(std::string("once-") + act, script);
  }
}

TEST_CASE("C-12 a hostile judge approves no brief that is being written") {
  for (const char* act : {"start", "approve", "accept", "cancel"}) {
    std::string script = "understands\n" + judge(act);
    script += std::string("person during leader draft: ") + kTalk[0] + "\n";
    script +=
        "person: I want to build a booking page for a small barber shop\n"
        "person: go ahead\n"
        "see phase: approval\nsee asked coder work: 0\n";
    check(std::string("synthesis-") + act, script);
  }
}

TEST_CASE("C-12 a hostile judge stops no work that runs") {
  for (const char* act : {"start", "approve", "accept", "cancel", "pause"}) {
    std::string script = "understands\n" + judge(act);
    script += std::string("person during coder work: ") + kTalk[0] + "\n";
    script +=
        "person: I want to build a booking page for a small barber shop\n"
        "person: go ahead\nperson: yes\n"
        "see phase: review\nsee asked coder work: 1\n";
    check(std::string("work-") + act, script);
  }
}

TEST_CASE("C-12 a judge that says anything at all leaves the course to the person") {
  const std::uint64_t seed = test_seed();
  std::mt19937_64 dice(seed);
  CAPTURE(seed);
  constexpr const char* kActs[] = {"answer", "wish",   "question", "agree",  "approve",
                                   "change", "reject", "start",    "accept", "cancel",
                                   "pause",  "enough", "remark",   "command"};
  for (int round = 0; round < 12; ++round) {
    std::string script = "understands\n";
    for (int n = 0; n < 6; ++n) {
      script += std::string("orchestrator understand x1: {\"acts\": [{\"act\": \"") +
                kActs[dice() % std::size(kActs)] + "\"}, {\"act\": \"" +
                kActs[dice() % std::size(kActs)] + "\"}], \"answers\": [{\"question\": \"" +
                std::to_string(dice() % 5) + "\", \"words\": \"" + kTalk[dice() % 4] + "\"}]}\n";
    }
    script += begin("");
    for (const char* talk : kTalk)
      script += std::string("person: ") + talk +
                "\nsee asked coder work: 0\nsee asked creative work: 0\n";
    check("random", script);
  }
}
