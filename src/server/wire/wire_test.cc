#include <doctest/doctest.h>

#include "base/version.h"
#include "server/wire/greeting.h"
#include "server/wire/messages.h"
#include "server/wire/values.h"

namespace fm::server {
namespace {

TEST_CASE("G-44 the greetings carry versions, and another version is refused with its cure") {
  const OwnersGreeting greeting{.program = kVersion, .pid = 7, .command = "folkmoot say"};
  const auto read = read_owners_greeting(to_message(greeting));
  REQUIRE(read);
  CHECK(read->pid == 7);
  for (const auto& other : {OwnersGreeting{.wire = kWireVersion + 1, .program = kVersion},
                            OwnersGreeting{.program = "9.9.9"}}) {
    const auto refused = read_owners_greeting(to_message(other));
    REQUIRE(!refused);
    CHECK(refused.error().code == "owner_version");
    CHECK(!refused.error().cure.empty());
  }
  for (const char* broken : {"", "{", "{}", "[]", R"({"owner":1})"})
    CHECK(read_owners_greeting(broken).error().code == "link_broken");
}

TEST_CASE("G-44 an owner that lets nobody in says why in place of its greeting") {
  const auto refused = read_owners_greeting(refusal({"clients_many", "Too many.", "", ""}));
  REQUIRE(!refused);
  CHECK(refused.error().code == "clients_many");
}

TEST_CASE("P-63 G-44 only a person's terminal is let in") {
  ClientsGreeting greeting;
  greeting.principal = {.name = "ana"};
  greeting.folder = "/shop";
  greeting.environment = {{"OPENAI_API_KEY", "sk-1"}};
  const auto read = read_clients_greeting(to_message(greeting));
  REQUIRE(read);
  CHECK(read->environment.at("OPENAI_API_KEY") == "sk-1");
  greeting.principal.kind = "agent";
  CHECK(read_clients_greeting(to_message(greeting)).error().code == "principal_refused");
}

TEST_CASE("P-63 G-44 whoever speaks over a link is a person, whatever is said") {
  JsonObject said = to_json(Caller{.who = {Actor::kSystem, "folkmoot"}, .channel = {"irc:1"}});
  said["kind"] = "system";
  const Caller caller = caller_from(said);
  CHECK(caller.who == By{Actor::kPerson, "folkmoot"});
  CHECK(caller.channel.key == "irc:1");
}

TEST_CASE("G-44 requests and answers are the same at the other side") {
  const IdeateRequest idea{.topic = "tea",
                           .model = "openai:any",
                           .max_rounds = 3,
                           .deep_dive = false,
                           .continues = {"tea-1"},
                           .force_new = true,
                           .folder = "/shop"};
  const IdeateRequest again = ideate_request_from(to_json(idea));
  CHECK(again.max_rounds == 3);
  CHECK(again.deep_dive == false);
  CHECK(!again.panel.has_value());
  CHECK(again.continues == idea.continues);
  CHECK(again.force_new);

  Started started{.room = {"tea-1"}, .flow = {"f-1"}, .earlier = {12}, .unfinished = RoomId{"x-2"}};
  started.notices.push_back({"code", "message", "cause", "cure"});
  const auto read = read_answer(answer(started), static_cast<const Started*>(nullptr));
  REQUIRE(read);
  CHECK(read->room == started.room);
  CHECK(read->earlier == started.earlier);
  CHECK(read->unfinished == started.unfinished);
  CHECK(read->notices == started.notices);

  const ChosenModel chosen{.model = "a:b",
                           .why = "w",
                           .passed_over = {"one"},
                           .failure = Error{"code", "message", "cause", "cure"}};
  const auto model = read_answer(answer(chosen), static_cast<const ChosenModel*>(nullptr));
  REQUIRE(model);
  CHECK(model->passed_over == chosen.passed_over);
  CHECK(model->failure == chosen.failure);
}

TEST_CASE("G-44 what was built is asked for and answered the same at the other side") {
  const HandOverRequest wanted{
      .project = {"p-1"}, .way = HandOverWay::kPatch, .file = "/tmp/a.patch"};
  const HandOverRequest same = hand_over_request_from(to_json(wanted));
  CHECK(same.project == wanted.project);
  CHECK(same.way == wanted.way);
  CHECK(same.file == wanted.file);
  HandedOver handed;
  handed.project = {"p-1"};
  handed.into = "main";
  handed.merged = true;
  handed.gate = "g-1";
  const auto read = read_answer(answer(handed), static_cast<const HandedOver*>(nullptr));
  REQUIRE(read);
  CHECK(read->into == "main");
  CHECK(read->merged);
  CHECK_FALSE(read->was_there);
  CHECK(read->gate == "g-1");

  const RewindRequest back = rewind_request_from(to_json(RewindRequest{{"p-1"}, "1.2", 0}));
  CHECK(back.task == "1.2");
  CHECK(back.step == 0);
  CHECK(!rewind_request_from(to_json(RewindRequest{{"p-1"}, "1.2", {}})).step.has_value());
  LaneHistory history;
  history.task = "1.2";
  history.steps.push_back(
      {.number = 1, .commit = "c", .what = "w", .files = {"a"}, .is_now = true});
  const auto steps = read_answer(answer(history), static_cast<const LaneHistory*>(nullptr));
  REQUIRE(steps);
  REQUIRE(steps->steps.size() == 1);
  CHECK(steps->steps[0].files == std::vector<std::string>{"a"});
  CHECK(steps->steps[0].is_now);
}

TEST_CASE("G-44 an event is handed on as it is stored") {
  Event event;
  event.room = {"tea-1"};
  event.room_seq = {3};
  event.kind = "message.posted";
  event.body = {{"text", "A cup?"}};
  const std::string message = event_message(12, event);
  const auto read = read_event_message(message);
  REQUIRE(read);
  CHECK(read->watch == 12);
  CHECK(read->line == encode(event));
  for (const char* other : {R"({"id":1})", "e", "e12", "ex {}"}) CHECK(!read_event_message(other));
}

}  // namespace
}  // namespace fm::server
