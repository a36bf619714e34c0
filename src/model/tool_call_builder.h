// Puts tool calls together from the fragments of a chat completions stream.
//
// The rules say that a call is known by its index and that id and name come once; servers differ:
// no index, index 0 for every call, an id on every fragment, arguments as an object, a whole call
// in one piece. A fragment begins a new call when its id differs, or when it names a function and
// the call before it is whole.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "model/model.h"

namespace fm {

class ToolCallBuilder {
 public:
  void add(const Json& fragment);           // an entry of delta.tool_calls or message.tool_calls
  void add_function(const Json& function);  // the old delta.function_call

  bool empty() const { return calls_.empty(); }
  std::size_t bytes() const { return bytes_; }

  // The calls, in the order they began. Arguments that were cut off are never given out (a half
  // command must not run); malformed ones are, for the reader of tool calls to judge, unless the
  // answer was cut for length. Missing ids are made from `prefix`, missing arguments are "{}".
  std::vector<ToolCall> take(bool cut_for_length, std::string_view prefix) const;

 private:
  struct Part {
    std::int64_t index = 0;
    ToolCall call;
  };
  Part* part_of(const Json& fragment, std::string_view id, std::string_view name);

  std::vector<Part> calls_;
  std::size_t bytes_ = 0;
};

}  // namespace fm
