// What a coding agent says and does, the same for all of them. Values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace fm {

// Who speaks in the same way on standard output. kPlain: in words, without any form.
enum class StreamFamily { kPlain, kCodex, kClaude, kGemini, kOpencode, kPi, kCline };
std::string_view to_string(StreamFamily family);
std::optional<StreamFamily> stream_family(std::string_view name);

struct CodingUse {
  std::int64_t input = 0;  // tokens, those of a cache included
  std::int64_t cached = 0;
  std::int64_t output = 0;
  std::optional<std::int64_t> micro_usd;  // where it tells

  bool operator==(const CodingUse&) const = default;
};

struct CodingEvent {
  enum class Kind {
    kText,        // text; `goes_on` where it is a piece of what came before
    kToolCall,    // id, name, text: its most telling argument as an object of JSON
    kToolResult,  // id, ok, text: its end, cut
    kTrouble      // text: of something that it goes on after
  };
  Kind kind = Kind::kText;
  std::string id = {};
  std::string name = {};
  std::string text = {};
  bool ok = true;
  bool goes_on = false;

  bool operator==(const CodingEvent&) const = default;
};

// How it ended, by its own words. An exit status says nothing: it is 0 after many a failure.
struct CodingEnd {
  bool has_ended = false;        // its last event came
  bool ok = false;               // and tells of success
  std::string session = {};      // by which it can go on
  std::string said = {};         // its last words
  std::string error = {};        // in its words
  std::optional<CodingUse> use;  // nothing: it does not tell

  bool operator==(const CodingEnd&) const = default;
};

}  // namespace fm
