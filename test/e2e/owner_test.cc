// Several commands on one store at once: who comes first owns it, the others are its clients
// (G-44).
#include <doctest/doctest.h>
#include <signal.h>

#include <algorithm>
#include <fstream>
#include <memory>
#include <set>

#include "test/e2e/model_server.h"
#include "test/e2e/screen.h"

namespace fm::e2e {
namespace {

// An ideation whose model never answers: it owns the store for as long as we like.
FakeRule silence() {
  FakeRule rule = everything();
  rule.fault = FakeFault::kSilence;
  return rule;
}

// Every answer begins after so long.
FakeRule slow(Millis head) {
  FakeRule rule = everything();
  rule.head_delay = head;
  return rule;
}

void check_no_turn_twice(const Ran& ran) {
  std::set<std::string> turns;
  for (const Json& event : of_kind(events_of(ran.lines()), "turn.finished"))
    CHECK(turns.insert(std::string(text(event, "turn"))).second);
}

void wait_for_line(Program& program, std::string_view words) {
  std::optional<std::string> line;
  while ((line = program.line()) && !line->contains(words)) {
  }
  REQUIRE(line.has_value());
}

RunOptions in_folder(const Place& place, const std::string& name) {
  fs::create_directories(place.root / name);
  return {.folder = place.root / name};
}

void check_store(const Place& place) { CHECK(run(place, {"store", "check"}).status == 0); }

TEST_CASE("G-44 commands in other folders work while a discussion is under way") {
  Place place;
  const FakeProvider server({{silence()}});
  point_at(place, server);
  Program first(place, ideate("the first"));
  wait_for_line(first, "turn.started");

  const Ran said =
      run(place, {"say", "Plan a tea shop.", "--model", "rehearsal"}, in_folder(place, "other"));
  CHECK(said.status == 3);  // the team asks
  CHECK(said.out.contains("Plan a tea shop."));
  const Ran idea = run(place, {"ideate", "the second", "--model", "rehearsal", "--json"},
                       in_folder(place, "third"));
  check_success(idea);
  CHECK(run(place, {"room", "list", "--all"}).out.contains("the second"));
  first.send(SIGKILL);
  first.wait();
  check_store(place);
}

TEST_CASE("G-44 gate answer in a second terminal answers the question of the first") {
  Place place;
  place.environment["FOLKMOOT_REHEARSAL_WORDS_PER_SECOND"] = "20";
  Screen screen(place, "ideate 'a tool library'");
  screen.wait_for("Leader speaking");
  screen.press("C-c");
  screen.wait_for("continue, skip, or stop? [c/s/x]");
  screen.wait_for("(interrupted)");
  const Ran listed = run(place, {"gate", "list", "--json"});
  REQUIRE(listed.lines().size() == 1);
  const std::string gate(text_at(*parse_json(listed.lines().front()), "gate"));
  Program second(place, {"gate", "answer", gate, "stop", "--as", "ben"});
  CHECK(second.wait().status != 75);
  screen.wait_for("status=");
}

TEST_CASE("P-12 G-44 when the owner is killed a client goes on, and nothing is lost or doubled") {
  Place place;
  const FakeProvider server({{reading(), slow(Millis(20))}});
  point_at(place, server);
  Program owner(place, ideate("the first"));
  wait_for_line(owner, "turn.started");
  Program client(place, ideate("the second"), in_folder(place, "other"));
  Program other(place, ideate("the third"), in_folder(place, "third"));
  wait_for_line(client, "turn.finished");
  wait_for_line(other, "turn.finished");
  owner.send(SIGKILL);
  owner.wait();
  for (Program* program : {&client, &other}) {
    const Ran ran = program->wait();
    check_success(ran);
    check_no_turn_twice(ran);
  }
  check_store(place);
  const Ran resumed = run(place, {"resume", "--json"});
  CHECK(resumed.status == 0);
}

// Who owns the store is in its file, for messages to others; here it is whom to kill.
pid_t owner_of(const Place& place) {
  const auto owner = parse_json(read_file(place.store() / "owner"));
  return owner ? static_cast<pid_t>(int_at(*owner, "pid")) : 0;
}

TEST_CASE("P-12 G-44 however often the owner is killed, the others come to their end") {
  Place place;
  std::vector<std::unique_ptr<Program>> all;
  for (int i = 0; i < 5; ++i)
    all.push_back(std::make_unique<Program>(place,
                                            Words{"ideate", "topic " + std::to_string(i), "--json"},
                                            in_folder(place, "folder-" + std::to_string(i))));
  std::set<pid_t> killed;
  for (std::size_t i = 0; i + 2 < all.size(); ++i) {
    if (killed.contains(all[i]->pid())) continue;
    wait_for_line(*all[i], "idea.proposed");
    const pid_t owner = owner_of(place);
    const auto has = [&](const auto& program) { return program->pid() == owner; };
    if (std::ranges::any_of(all, has) && ::kill(owner, SIGKILL) == 0) killed.insert(owner);
  }
  for (const auto& program : all) {
    const bool was_killed = killed.contains(program->pid());
    const Ran ran = program->wait();
    if (was_killed) continue;
    check_success(ran);
    check_no_turn_twice(ran);
  }
  check_store(place);
}

TEST_CASE("G-44 whoever ends first lets what it does for others end") {
  Place place;
  const FakeProvider server({{reading(), slow(Millis(100))}});
  point_at(place, server);
  Program owner(place, {"ideate", "the first", "--model", "rehearsal", "--json"});
  wait_for_line(owner, "room.created");
  Program client(place, ideate("the second"), in_folder(place, "other"));
  CHECK(owner.wait().status == 0);
  const Ran ran = client.wait();
  check_success(ran);
  // No call that was under way was made once more.
  CHECK(server.bodies().size() == of_kind(events_of(ran.lines()), "turn.finished").size());
  check_store(place);
}

TEST_CASE("G-44 whoever comes while an owner ends waits with the others") {
  Place place;
  // Longer than an owner is looked for.
  FakeRule late = slow(Millis(5'000));
  late.times = 1;
  const FakeProvider server({{reading(), late, everything()}});
  point_at(place, server);
  Program owner(place, {"ideate", "the first", "--model", "rehearsal", "--json"});
  wait_for_line(owner, "room.created");
  Program client(place, ideate("the second"), in_folder(place, "other"));
  wait_for_line(client, "turn.started");
  wait_for_line(owner, "flow.finished");
  const Ran said =
      run(place, {"say", "Plan a tea shop.", "--model", "rehearsal"}, in_folder(place, "third"));
  CAPTURE(said.err);
  CHECK(said.status == 3);  // the team asks
  CHECK(owner.wait().status == 0);
  check_success(client.wait());
  check_store(place);
}

TEST_CASE("P-35 G-44 two who replay the same recording at once both have all of it") {
  Place place;
  const FakeProvider server({{silence()}});
  const std::string recording = (place.root / "recording.jsonl").string();
  const Words words{"ideate", "a topic", "--model", "rehearsal", "--json"};
  const auto with = [&](const char* flag) {
    Words all = words;
    all.insert(all.end(), {flag, recording});
    return all;
  };
  check_success(run(place, with("--record"), in_folder(place, "recorded")));
  point_at(place, server);
  Program owner(place, ideate("the first"));
  wait_for_line(owner, "turn.started");
  Program one(place, with("--replay"), in_folder(place, "one"));
  Program two(place, with("--replay"), in_folder(place, "two"));
  check_success(one.wait());
  check_success(two.wait());
  owner.send(SIGKILL);
  owner.wait();
  check_store(place);
}

TEST_CASE("P-52 G-44 each terminal has the teams of its own settings folder") {
  Place place;
  const FakeProvider server({{silence()}});
  point_at(place, server);
  Program owner(place, ideate("the first"));
  wait_for_line(owner, "turn.started");
  // Their settings are the same but for their folders.
  const auto settings_in = [&](const char* name) {
    place.environment["XDG_CONFIG_HOME"] = (place.root / name).string();
    fs::create_directories(place.root / name / "folkmoot/teams");
    return place.root / name / "folkmoot/teams/mine.yaml";
  };
  settings_in("without");
  Program without(place, ideate("the second"), in_folder(place, "one"));
  wait_for_line(without, "turn.started");
  std::ofstream(settings_in("with"))
      << "description: Three.\nagents: [leader, ideation, moderator]\nleader: leader\n";
  const Ran mine =
      run(place, {"ideate", "the third", "--team", "mine", "--model", "rehearsal", "--json"},
          in_folder(place, "two"));
  check_success(mine);
  for (Program* program : {&without, &owner}) {
    program->send(SIGKILL);
    program->wait();
  }
  check_store(place);
}

TEST_CASE("G-44 E-8 an owner that does not answer is named, and looking works meanwhile") {
  Place place;
  const FakeProvider server({{silence()}});
  point_at(place, server);
  Program first(place, ideate("the first"));
  wait_for_line(first, "turn.started");
  first.send(SIGSTOP);
  const std::string pid = std::to_string(first.pid());
  const Ran second = run(place, {"ideate", "the second"});
  check_told(second, 75, "The store is in use. Process " + pid + " owns it: folkmoot ideate");
  check_told_json(run(place, {"resume", "--json"}), 75, "store_in_use");
  CHECK(run(place, {"room", "list"}).out.contains("the first"));
  CHECK(run(place, {"store", "check"}).status == 0);
  first.send(SIGKILL);
  first.wait();
  place.environment.erase("OPENAI_BASE_URL");
  CHECK(run(place, {"ideate", "the second", "--quiet"}).status == 0);  // the socket died with it
}

TEST_CASE("G-44 many commands at once all get through") {
  Place place;
  std::vector<std::unique_ptr<Program>> all;
  for (int i = 0; i < 6; ++i)
    all.push_back(
        std::make_unique<Program>(place, Words{"ideate", "topic " + std::to_string(i), "--quiet"},
                                  in_folder(place, "folder-" + std::to_string(i))));
  for (const auto& program : all) {
    const Ran ran = program->wait();
    CAPTURE(ran.err);
    CHECK(ran.status == 0);
  }
  check_store(place);
}

TEST_CASE("G-44 a client that is killed in the middle harms nobody") {
  Place place;
  const FakeProvider server({{reading(), slow(Millis(20))}});
  point_at(place, server);
  Program owner(place, ideate("the first"));
  wait_for_line(owner, "turn.started");
  Program client(place, ideate("the second"), in_folder(place, "other"));
  wait_for_line(client, "turn.started");
  client.send(SIGKILL);
  client.wait();
  check_success(owner.wait());
  check_store(place);
}

TEST_CASE("G-44 with a key that left, the room waits and says so, and goes on where the key is") {
  Place place;
  const FakeProvider quiet({{silence()}});
  const FakeProvider server({{reading(), slow(Millis(30))}});
  point_at(place, quiet);
  Program owner(place, ideate("the first"));  // keeps the store; its own model never answers
  wait_for_line(owner, "turn.started");
  place.environment["OPENAI_API_KEY"] = "sk-of-the-second-terminal";
  point_at(place, server);
  const RunOptions other = in_folder(place, "other");
  Program client(place, ideate("the second"), other);
  wait_for_line(client, "turn.finished");
  client.send(SIGKILL);
  client.wait();
  // Without that terminal the room comes to a stand.
  Ran shown;
  for (int i = 0; i < 200 && !shown.out.contains("left with the terminal"); ++i)
    shown = run(place, {"room", "show"}, other);
  CHECK(shown.out.contains("left with the terminal"));
  CHECK(!read_file(place.database()).contains("sk-of-the-second-terminal"));
  Program resumed(place, {"resume", "--json"}, other);
  CHECK(resumed.wait().status == 0);
  owner.send(SIGKILL);
  owner.wait();
  check_store(place);
}

}  // namespace
}  // namespace fm::e2e
