// LineReader: bytes in, lines out, however the bytes were cut.
//
// A line ends at LF, CR or CRLF, as server-sent events have it; for NDJSON that is the same, since
// neither byte can stand bare in JSON text. A byte-order mark before the first line is skipped.
// Lines are bytes: the caller decides about invalid or incomplete characters. A line that grows
// over the limit is an error and ends the reading, so that a server cannot use up the memory.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace fm {

class LineReader {
 public:
  static constexpr std::size_t kLimit = std::size_t{8} << 20;

  explicit LineReader(std::size_t limit = kLimit) : limit_(limit) {}

  // Calls `on_line` for each line that ended within `bytes`, without its end; the view is valid
  // during the call. Errors: stream_line_too_long, again at each later call.
  using OnLine = std::function<void(std::string_view)>;
  Result<void> feed(std::string_view bytes, const OnLine& on_line);

  // The last line, when the bytes ended without a line end; then empty.
  std::string take_rest();

 private:
  void end_line(std::string_view tail, const OnLine& on_line);

  std::size_t limit_;
  std::string partial_;    // what came of the line that is not yet ended
  bool after_cr_ = false;  // an LF right now belongs to the CR before it
  bool at_start_ = true;   // no line has ended yet
  bool failed_ = false;
};

}  // namespace fm
