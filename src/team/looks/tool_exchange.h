// One step of an agent with tools: what its model said and called, and what it is answered (P-53).
//
// Calls come as the provider's own (ModelReply::tool_calls), or written into the text by models
// without (P-40). What looks like calls and cannot be read whole is none: nothing of it is run, and
// the model is told why. Values; pure.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/model.h"
#include "reading/tools/tool_call.h"

namespace fm {

struct SaidCalls {
  std::vector<ToolCall> calls = {};
  bool written = false;     // they stand in the text
  std::string beside = {};  // what was said beside them
  std::string fault =
      {};  // why calls that were written cannot be read; empty: they can, or none were

  bool empty() const { return calls.empty() && fault.empty(); }
};
// `step` is unique in the work of the agent: two providers give no ids, and one gives the same id
// each time. `text` is the reply's, clean.
SaidCalls said_calls(const std::string& step, const ModelReply& reply, const std::string& text);

// Whether any of a text may be a written call; of what agents say hardly any is.
bool may_hold_calls(std::string_view text);

// A call with its tool and its arguments found. Errors: tool_unknown, tool_argument_invalid.
Result<GivenCall> given_call(const ToolCall& call);

struct ToolAnswer {
  std::string text;  // for the model
  bool failed = false;
};

struct ToolExchange {
  SharedText said;
  std::string reasoning = {};
  std::vector<ReasoningSignature> signatures = {};
  std::vector<ToolCall> calls = {};
  bool written = false;
  std::vector<ToolAnswer> answers = {};  // of the calls, in order
  std::vector<std::string> notes = {};   // what the model is told beside them
};
void append_exchange(const ToolExchange& exchange, std::vector<ModelMessage>& messages);

}  // namespace fm
