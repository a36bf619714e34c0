// SseReader: server-sent events out of bytes, by the WHATWG rules, with what servers add to them.
//
// Beyond the rules, because servers do it (the reader says which): the last event counts without
// its blank line, so that the caller can see whether its data is whole; a field named "error" and
// a bare line of JSON are events of their own; a doubled "data:" prefix is taken off; a comment
// that a gateway sent as data is dropped. Events without data are dropped, as the rules say. One
// event holds at most 8 MiB.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "net/lines.h"

namespace fm {

enum class SseKind {
  kEvent,       // an event by the rules
  kUnfinished,  // the stream ended before the event's blank line
  kErrorField,  // a field named "error"; its value is the data
  kBareJson,    // a line that begins with "{" where a field should be
};

struct SseEvent {
  SseKind kind = SseKind::kEvent;
  std::string_view type;  // of the "event" field; empty when there was none
  std::string_view data;
};

class SseReader {
 public:
  using OnEvent = std::function<void(const SseEvent&)>;

  // Views in an event are valid during the call. Errors: stream_line_too_long,
  // stream_event_too_long; after one nothing more is read.
  Result<void> feed(std::string_view bytes, const OnEvent& on_event);

  // The stream has ended: the event that was still open, if any.
  void finish(const OnEvent& on_event);

 private:
  void line(std::string_view text, const OnEvent& on_event);
  void dispatch(SseKind kind, const OnEvent& on_event);
  void add_data(std::string_view value);

  LineReader lines_;
  std::string type_;
  std::string data_;
  bool has_data_ = false;
  bool too_long_ = false;
};

}  // namespace fm
