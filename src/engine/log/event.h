// Events: what the log holds (spec E-1 to E-6, docs/architecture.md "The log").
//
// A NewEvent is what somebody wants to append; an Event is what the journal made of it, with its
// numbers and its bytes. The stored bytes are the one line of JSON that --json, the event stream
// and an export print. Values; immutable once committed; shared between rooms' readers as
// shared_ptr<const Event>.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/ids.h"
#include "base/json.h"
#include "base/sha256.h"

namespace fm {

inline constexpr int kEventVersion = 1;

enum class Actor { kPerson, kAgent, kSystem };
std::string_view to_string(Actor actor);

struct By {
  Actor kind = Actor::kSystem;
  std::string id = "folkmoot";

  bool operator==(const By&) const = default;
};

struct NewEvent {
  std::string kind;
  JsonObject body;
  By by;
  UtcMs at;
  ProjectId project;      // empty: none
  FlowId flow;            // empty: none
  StepPath place;         // empty: none
  std::string client_id;  // non-empty: a person's input, accepted once per room
};

struct Event {
  int v = kEventVersion;
  Seq seq;
  RoomId room;
  RoomSeq room_seq;
  UtcMs at;
  std::string kind;
  By by;
  ProjectId project;
  FlowId flow;
  StepPath place;
  JsonObject body;

  std::int64_t number(std::string_view key) const;    // an integer of the body, or 0
  std::string_view text(std::string_view key) const;  // a text of the body, or empty
};

using EventPtr = std::shared_ptr<const Event>;

// The line of E-1, without a line end. Fields in the order of E-1; the body canonical.
std::string encode(const Event& event);

// Reads a line back. Errors: event_damaged; event_too_new (a later v, names the version).
Result<Event> decode(std::string_view line);

// True for the kinds of E-6 that this program knows. Others are never skipped silently.
bool is_known_kind(std::string_view kind);

}  // namespace fm
