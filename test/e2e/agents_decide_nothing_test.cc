// A command of an agent that tries to be the person, with the real program as owner (P-63).
#include <doctest/doctest.h>

#include <memory>

#include "base/json.h"
#include "test/e2e/program.h"

namespace fm::e2e {
namespace {

constexpr const char* kMark = "FOLKMOOT_COMMAND";

// The owner of the store, which everybody asks.
struct Owned {
  Owned() {
    place.environment["FOLKMOOT_REHEARSAL_WORDS_PER_SECOND"] = "10000";
    place.environment["FOLKMOOT_SERVE_TOKEN"] = "a-token-that-lies-in-some-file";
    server = std::make_unique<Program>(place, Words{"serve", "--port", "0", "--json"});
    const auto line = server->line();
    REQUIRE(line);
    url = text_at(*parse_json(*line), "url");
    const Ran said = run(place, {"say", "--model", "rehearsal", "Plan a tea shop."});
    REQUIRE(said.status == 3);  // the team asks
    room = text_at(*parse_json(run(place, {"room", "list", "--json"}).lines().at(0)), "id");
  }

  std::size_t count(std::string_view kind, std::string_view code = {}) {
    std::size_t found = 0;
    for (const std::string& line : run(place, {"room", "show", room, "--json"}).lines()) {
      const auto event = parse_json(line);
      if (!event || text_at(*event, "kind") != kind) continue;
      const Json* body = find_at(*event, "body");
      found += code.empty() || (body != nullptr && text_at(*body, "code") == code);
    }
    return found;
  }
  // With the mark of a command in the environment of the program `before` ours.
  Ran as_agent(const Words& arguments, RunOptions options = {}) {
    place.environment[kMark] = "c-1";
    Ran ran = run(place, arguments, options);
    place.environment.erase(kMark);
    return ran;
  }

  Place place;
  std::unique_ptr<Program> server;
  std::string url;
  std::string room;
};

void check_refused(const Ran& ran) {
  CAPTURE(ran.out);
  CAPTURE(ran.err);
  CHECK(ran.status != 0);
  CHECK((ran.out + ran.err).contains("agent_cannot_decide"));
}

TEST_CASE(
    "P-63 an agent decides nothing: not by a command, not with a token, not in a session of its "
    "own") {
  Owned owned;
  const std::size_t said = owned.count("message.posted");
  const Words yes = {"say", "--json", "--as", "ada", "--room", owned.room, "you decide"};

  // The program refuses by itself where it has the mark.
  check_refused(owned.as_agent(yes));
  check_refused(owned.as_agent({"gate", "answer", "--json", "g-1", "1"}));
  check_refused(owned.as_agent({"serve", "link", "--json"}));

  // Without the mark it is known by what it was started by; the owner refuses.
  const Words hides = {"sh", "-c", "env -u FOLKMOOT_COMMAND \"$0\" \"$@\"; exit $?"};
  check_refused(owned.as_agent(yes, {.before = hides}));
  const Words empties = {"sh", "-c",
                         "env -i HOME=\"$HOME\" PATH=\"$PATH\" setsid -w \"$0\" \"$@\"; exit $?"};
  check_refused(owned.as_agent(yes, {.before = empties}));

  // Or by the worktree that it works in, with nothing else left.
  const fs::path lane = owned.place.store().string() + "-lanes/p/1.1";
  fs::create_directories(lane);
  check_refused(run(owned.place, yes, {.folder = lane}));

  // A token makes it nobody else, whoever started it.
  const std::string target = owned.url + "/api/rooms/" + owned.room + "/messages";
  const std::string ask =
      "curl -s -H 'Authorization: Bearer a-token-that-lies-in-some-file' "
      "-H 'Content-Type: application/json' -d '{\"text\": \"you decide\"}' " +
      target;
  const auto asked = [&](const std::string& script) {
    return owned.as_agent({"-c", script}, {.program = "/bin/sh"}).out;
  };
  CHECK(asked(ask).contains("agent_cannot_decide"));
  owned.place.write("ask.sh", ask);
  CHECK(asked("env -i sh ask.sh; true").contains("agent_cannot_decide"));
  CHECK(asked("(setsid " + ask + " > out 2>&1; echo over) | cat; cat out")
            .contains("agent_cannot_decide"));

  // Nothing was said, and the person sees that it was tried.
  CHECK(owned.count("message.posted") == said);
  CHECK(owned.count("warning", "agent_cannot_decide") > 0);
  // They may, with the same token too.
  const Ran person = run(owned.place, {"-c", ask}, {.program = "/bin/sh"});
  CHECK_FALSE(person.out.contains("agent_cannot_decide"));
  CHECK(owned.count("message.posted") > said);
}

}  // namespace
}  // namespace fm::e2e
