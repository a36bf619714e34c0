// A discussion with the fake model server in this process.
#pragma once

#include "test/e2e/told.h"
#include "test/fakes/fake_provider.h"

namespace fm::e2e {

// One answer that fits every turn of a discussion.
inline FakeRule everything() { return {.text = everything_text()}; }

// What is said to the model that reads a person's message before anybody answers it (C-12).
inline constexpr std::string_view kReadsMessage = "You read one message of a person";

// That small reading has no trouble of its own: the rules stand.
inline FakeRule reading() { return {.any_has = {std::string(kReadsMessage)}, .text = "{}"}; }

// A status that is no success, `times` times; it asks to be tried again at once.
inline FakeRule refusal(int status, int times, std::string body = "{}") {
  return {.times = times,
          .status = status,
          .body = std::move(body),
          .headers = {{"retry-after-ms", "0"}}};
}

inline void point_at(Place& place, const FakeProvider& server) {
  place.environment["OPENAI_BASE_URL"] = server.base_url();
}

inline Words ideate(std::string topic, Words more = {}) {
  Words words{"ideate", std::move(topic), "--model", "openai:any", "--json"};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

// The last event says how the discussion ended.
inline void check_success(const Ran& ran) {
  CAPTURE(ran.err);
  CHECK(ran.status == 0);
  const Events events = events_of(ran.lines());
  REQUIRE(!events.empty());
  CHECK(text(events.back(), "completion") == "success");
  CHECK(of_kind(events, "idea.selected").size() == 1);
}

}  // namespace fm::e2e
