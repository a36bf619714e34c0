// Tool calls as models send them: in the message forms of the providers, in stream fragments, and
// as text where the server's own parser failed.
//
// A call is only taken if its tool is known and its arguments are whole; arguments that were cut
// off are never completed. Text inside fences, inline code, quotations and reasoning is never a
// call. Arguments fit the tool's parameter types, or are converted where there is one certain way
// ("2" for an integer).
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "reading/json/budget.h"
#include "reading/json/fault.h"

namespace fm {

// A tool's parameters and their JSON types: "string", "integer", "number", "boolean", "array",
// "object".
using ToolParameters = std::map<std::string, std::string, std::less<>>;
using ToolTable = std::map<std::string, ToolParameters, std::less<>>;

struct GivenCall {
  std::string id;  // unique in the message
  std::string name;
  JsonObject arguments;
  bool made_up_id = false;
};

struct ToolMessage {
  std::vector<GivenCall> calls;
  std::string text;  // what was said beside the calls, without reasoning
  std::vector<Note> repairs;
};

enum class MessageForm { kText, kOpenai, kAnthropic, kGemini, kOllama, kOpenaiDeltas };

// `message` is the provider's message as JSON; for kText the text as a JSON string; for
// kOpenaiDeltas the list of stream chunks.
// Faults: truncated, unknown_tool, bad_arguments, leaked_markup, invalid_type, out_of_range (more
// than 100 calls).
Read<ToolMessage> read_tool_message(MessageForm form, const Json& message, const ToolTable& tools);

// Calls written as text (written_forms.h), in any of the forms of the families of models.
Read<ToolMessage> read_tool_text(std::string_view text, const ToolTable& tools,
                                 Steps* steps = nullptr);

// The tool that is meant: control tokens, prefixes ("functions."), a number behind (":0") and case
// do not count.
Read<std::string> tool_of(std::string_view name, const ToolTable& tools);

// Arguments from JSON text or a value; blank and null are none.
Read<JsonObject> read_arguments(const Json& value, const ToolParameters& parameters,
                                std::vector<Note>& repairs);

// `{}{"path": "a"}`: servers begin a call with empty arguments and then send the real ones, or
// close it with them. Empty ones beside an object say nothing, and are taken off.
std::string_view without_empty_objects(std::string_view text);

}  // namespace fm
