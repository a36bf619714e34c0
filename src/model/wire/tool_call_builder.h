// Puts tool calls together from the fragments of a stream.
//
// The rules say that a call is known by its index and that id and name come once; servers differ:
// no index, index 0 for every call, an id on every fragment, arguments as an object, a whole call
// in one piece. A fragment begins a new call when its id differs, or when it names a function and
// the call before it is whole. More than kMostCalls is no answer, but an attack or a fault.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "model/model.h"
#include "model/wire/json_nesting.h"

namespace fm {

struct ToolCallFragment {
  std::optional<std::int64_t> index = {};
  std::string_view id = {};
  std::string_view name = {};
  std::string_view arguments = {};  // JSON text, or the next part of it
};

// Arguments as providers send them: text as it is, an object as its text, null as nothing.
std::string arguments_text(const Json* value);

class ToolCallBuilder {
 public:
  static constexpr std::size_t kMostCalls = 1000;

  void add(const ToolCallFragment& fragment);

  // A call that came in one piece: never joined with another. A missing id is made from `prefix`.
  // Returns the id.
  std::string add_whole(const ToolCallFragment& call, std::string_view prefix);

  // The call's final form, as some providers repeat it: what it says replaces what came before.
  void settle(const ToolCallFragment& call);

  bool empty() const { return calls_.empty(); }
  bool has_too_many() const { return has_too_many_; }
  std::size_t bytes() const { return bytes_; }

  // The calls, in the order they began. Arguments that were cut off are never given out (a half
  // command must not run); malformed ones are, for the reader of tool calls to judge, unless the
  // answer itself was cut. Missing ids are made from `prefix`, missing arguments are "{}".
  std::vector<ToolCall> take(bool answer_was_cut, std::string_view prefix) const;

 private:
  struct Part {
    std::optional<std::int64_t> index;
    ToolCall call = {};
    JsonNesting nesting = {};  // of the arguments
  };
  Part* begin(std::optional<std::int64_t> index);  // null: there are too many
  Part* with_id(std::string_view id);
  Part* last_at(std::optional<std::int64_t> index);
  void append(Part& part, std::string_view arguments);

  std::vector<Part> calls_;
  std::size_t bytes_ = 0;
  bool has_too_many_ = false;
};

}  // namespace fm
