// CodingStream: what a coding agent writes to standard output, as events, however the bytes are cut
// (S-21).
//
// Lines of JSON in one of six families; other lines are the program's words beside them. Nothing it
// says is trusted: a line of more than kLongestLine is passed over, all texts are cleaned and
// bounded. It has succeeded only when its family's last event came and told of no error: exit
// statuses are 0 after many a failure. Of kPlain nobody can tell but its exit status. Pure.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "coding/stream/coding_event.h"
#include "coding/stream/families.h"

namespace fm {

class CodingStream {
 public:
  static constexpr std::size_t kLongestLine = std::size_t{10} << 20;

  explicit CodingStream(StreamFamily family) : reader_(family_reader(family)) {}

  std::vector<CodingEvent> feed(std::string_view bytes);
  // The bytes are over. What the last line, without an end of its own, said.
  std::vector<CodingEvent> finish();

  // After finish(). `exit_ok` counts for kPlain only.
  CodingEnd end(bool exit_ok) const;
  // The session, as soon as it is known; by it a run that was cut off can go on.
  std::string session() const;
  // The last of what it said that is no event.
  const std::string& beside() const { return beside_; }

 private:
  void take_line(std::string_view line, std::vector<CodingEvent>& events);

  std::unique_ptr<FamilyReader> reader_;
  std::string partial_;
  bool too_long_ = false;  // the line that is being passed over
  std::string beside_;
};

}  // namespace fm
