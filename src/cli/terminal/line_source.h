// Where a conversation gets the person's words from when nobody sits there: a pipe, or a command
// line's own text.
//
// The session asks for a line whenever the room has come to rest, so that nothing is read before it
// can be said. Loop thread; destroying the source forgets what was asked for.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "base/result.h"
#include "team/room/room.h"

namespace fm::cli {

class LineSource {
 public:
  // A line without its end, or why one that was there cannot be said; nothing: there are no more.
  using Got = std::function<void(std::optional<Result<std::string>>)>;

  virtual ~LineSource() = default;

  // Calls `got` once, perhaps inside the call.
  virtual void want(Got got) = 0;
};

// One text, then the end.
class OneText final : public LineSource {
 public:
  explicit OneText(std::string text) : text_(std::move(text)) {}
  void want(Got got) override { got(std::exchange(text_, std::nullopt)); }

 private:
  std::optional<Result<std::string>> text_;
};

// Nothing at all.
class NoLines final : public LineSource {
 public:
  void want(Got got) override { got(std::nullopt); }
};

// A gate's answer that was given on the command line: it comes before everything that is said.
struct GateChoice {
  OpenGate gate;
  std::string option;  // its id
  std::string reason;
};

}  // namespace fm::cli
