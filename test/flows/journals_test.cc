// What earlier releases wrote is read, verified and replayed by this one (E-2, E-3, P-11).
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "base/sha256.h"
#include "engine/log/blob.h"
#include "engine/log/event.h"
#include "flows/ideation/ideation.h"
#include "team/room/room.h"
#include "test/support/replay_host.h"

using namespace fm;

namespace {

struct Journal {
  std::string name;
  std::vector<std::string> lines;
};

std::vector<Journal> journals() {
  const char* source = std::getenv("FM_SOURCE_DIR");
  std::vector<Journal> all;
  for (const auto& entry : std::filesystem::directory_iterator(
           std::filesystem::path(source ? source : ".") / "test/journals")) {
    if (entry.path().extension() != ".jsonl") continue;
    Journal journal{entry.path().filename().string(), {}};
    std::ifstream in(entry.path());
    for (std::string line; std::getline(in, line);) journal.lines.push_back(line);
    all.push_back(std::move(journal));
  }
  std::ranges::sort(all, {}, &Journal::name);
  return all;
}

// An exported line is the stored one and two fields more.
std::string stored(const std::string& line) {
  return line.substr(0, line.rfind(",\"prev\":")) + "}";
}

std::vector<EventPtr> events_of(const Journal& journal) {
  std::vector<EventPtr> events;
  for (const std::string& line : journal.lines) {
    auto event = decode(stored(line));
    REQUIRE_MESSAGE(event.has_value(), journal.name);
    events.push_back(std::make_shared<const Event>(std::move(*event)));
  }
  return events;
}

}  // namespace

TEST_CASE("E-2 the chain of every stored journal holds over the stored bytes") {
  const auto all = journals();
  REQUIRE(all.size() >= 2);
  for (const Journal& journal : all) {
    CAPTURE(journal.name);
    Sha256 previous{};
    for (const std::string& line : journal.lines) {
      const auto linked = parse_json(line);
      REQUIRE(linked.has_value());
      CHECK(text_at(*linked, "prev") == to_hex(previous));
      // People see large texts in full; stored are their hashes.
      auto event = decode(stored(line));
      REQUIRE(event.has_value());
      Json body = event->body;
      detach_blobs(body);
      event->body = body.get_object();
      previous = sha256(previous, encode(*event));
      CHECK(text_at(*linked, "hash") == to_hex(previous));
    }
  }
}

TEST_CASE("E-3 P-11 every prefix of every stored journal replays without a divergence") {
  const std::map<std::string, FlowDefinition> flows = {{"ideation", ideation_flow()}};
  for (const Journal& journal : journals()) {
    CAPTURE(journal.name);
    const auto events = events_of(journal);
    const auto begun = std::ranges::find_if(
        events, [](const EventPtr& event) { return event->kind == "flow.started"; });
    REQUIRE(begun != events.end());
    const FlowDefinition& flow = flows.at(std::string((*begun)->text("name")));
    for (auto end = begun + 1; end <= events.end(); ++end) {
      const std::vector<EventPtr> prefix(events.begin(), end);
      fm::testing::ReplayHost host(prefix, flow, (*begun)->flow, std::make_unique<RoomView>());
      host.replay();
      CAPTURE(prefix.size());
      CHECK_MESSAGE(!host.run().fault().has_value(), host.run().fault().value_or(Error()).cause);
      // What is journaled is not asked for again: one step is under way, apart from mere looks.
      CHECK(std::ranges::count_if(host.asked(), [](const std::string& asked) {
              return !asked.ends_with(" look");
            }) <= 1);
    }
  }
}

TEST_CASE("P-1 a view is rebuilt from a stored journal alone") {
  for (const Journal& journal : journals()) {
    CAPTURE(journal.name);
    RoomView view;
    for (const EventPtr& event : events_of(journal)) view.apply(*event);
    REQUIRE(view.latest_flow() != nullptr);
    CHECK(view.latest_flow()->completion == "success");
    REQUIRE(view.selection.has_value());
    CHECK(view.idea(view.selection->id) != nullptr);
    CHECK(view.head.value == static_cast<std::int64_t>(journal.lines.size()));
  }
}
