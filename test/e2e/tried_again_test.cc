// After a failure: what is typed next is done once, and nothing is bought that was refused (G-45).
#include <doctest/doctest.h>

#include <algorithm>

#include "test/e2e/model_server.h"

namespace fm::e2e {
namespace {

constexpr const char* kAnswer = "Here I am again.";

struct Scene {
  Place place;
  const FakeProvider server;

  explicit Scene(const FakeRule& trouble) : server({{reading(), trouble, {.text = kAnswer}}}) {
    point_at(place, server);
    place.environment["FOLKMOOT_MODEL"] = "openai:any";
  }
  // Calls to the model, beside the small readings of messages.
  std::size_t calls() const {
    return static_cast<std::size_t>(std::ranges::count_if(
        server.bodies(), [](const std::string& body) { return !body.contains(kReadsMessage); }));
  }
  Events log() {
    const Ran shown = run(place, {"room", "show", "--json"});
    return events_of(shown.lines());
  }
  // What a person said, and what the team answered.
  std::size_t said(std::string_view kind) {
    return static_cast<std::size_t>(
        std::ranges::count_if(of_kind(log(), "message.posted"),
                              [&](const Json& event) { return text(event, "kind") == kind; }));
  }
  std::string open_gate() {
    const Ran listed = run(place, {"gate", "list", "--json"});
    REQUIRE(!listed.lines().empty());
    return std::string(text_at(*parse_json(listed.lines().front()), "gate"));
  }
};

FakeRule boom(int times) { return refusal(500, 5 * times, R"({"error":{"message":"boom"}})"); }
FakeRule no_key(int times) { return refusal(401, times, R"({"error":{"message":"no key"}})"); }

TEST_CASE("G-45 resume asks again once: one message of the person, one answer, one call") {
  for (const int failures : {1, 2}) {
    CAPTURE(failures);
    Scene scene(boom(failures));
    const Ran failed = run(scene.place, {"say", "hello"});
    CHECK(failed.status == 1);  // nobody was heard
    for (int i = 1; i < failures; ++i) CHECK(run(scene.place, {"resume"}).status == 1);
    const std::size_t before = scene.calls();
    const Ran resumed = run(scene.place, {"resume"});
    CAPTURE(resumed.err);
    CHECK(resumed.status == 0);
    CHECK(resumed.out.contains(kAnswer));
    CHECK(scene.calls() == before + 1);
    CHECK(scene.said("user") == 1);
    CHECK(run(scene.place, {"resume"}).out.find(kAnswer) == std::string::npos);
    CHECK(scene.calls() == before + 1);
  }
}

TEST_CASE("P-33 a person who says stop to \"try again?\" is obeyed, and nothing is bought") {
  for (const char* option : {"3", "stop"}) {
    for (const bool by_gate : {true, false}) {
      CAPTURE(option);
      CAPTURE(by_gate);
      Scene scene(boom(1));  // it would work again by now
      CHECK(run(scene.place, {"say", "hello"}).status == 1);
      const std::size_t before = scene.calls();
      const Ran stopped = by_gate ? run(scene.place, {"gate", "answer", scene.open_gate(), option})
                                  : run(scene.place, {"say", option});
      CAPTURE(stopped.out);
      CAPTURE(stopped.err);
      CHECK(scene.calls() == before);
      CHECK_FALSE(stopped.err.contains("answered already"));
      CHECK(run(scene.place, {"gate", "list", "--json"}).lines().empty());
    }
  }
}

TEST_CASE("G-45 what is said again after a failure is answered once, in the same words or others") {
  for (const char* words : {"hello", "good morning to all of you"}) {
    CAPTURE(words);
    Scene scene(no_key(1));
    CHECK(run(scene.place, {"say", "hello"}).status == 1);
    const Ran again = run(scene.place, {"say", words});
    CAPTURE(again.err);
    CHECK(again.status == 0);
    CHECK(again.out.contains(kAnswer));
    CHECK(scene.calls() == 2);
    CHECK(scene.said("user") == 2);
  }
}

TEST_CASE("G-45 however often it failed and was said again, resume goes on once it can") {
  Scene scene(no_key(3));
  for (int i = 0; i < 3; ++i) CHECK(run(scene.place, {"say", "hello"}).status == 1);
  const Ran resumed = run(scene.place, {"resume"});
  CAPTURE(resumed.err);
  CHECK(resumed.status == 0);
  CHECK(resumed.out.contains(kAnswer));
  CHECK(scene.calls() == 4);
}

TEST_CASE("P-32 another model that is named after a failure is the one that is asked") {
  Scene scene(no_key(1));
  CHECK(run(scene.place, {"say", "hello"}).status == 1);
  const Ran other = run(scene.place, {"say", "hello", "--model", "openai:other"});
  CAPTURE(other.err);
  CHECK(other.status == 0);
  CHECK(other.out.contains(kAnswer));
  CHECK(scene.server.bodies().back().contains("\"other\""));
}

TEST_CASE("P-33 a model that never answers ends every resume, with the question") {
  Scene scene(boom(1000));
  CHECK(run(scene.place, {"say", "hello"}).status == 1);
  for (int i = 0; i < 2; ++i) CHECK(run(scene.place, {"resume"}).status == 1);
  CHECK(scene.said("user") == 1);
}

}  // namespace
}  // namespace fm::e2e
