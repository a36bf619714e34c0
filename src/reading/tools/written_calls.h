// The calls found in one text, and what all forms of written calls share (written_forms.h).
//
// Made by read_tool_text() for one text, which must outlive it. The first fault ends the reading:
// a call is whole, or nothing of the answer is run.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/json.h"
#include "reading/json/budget.h"
#include "reading/tools/tool_call.h"

namespace fm {

class WrittenCalls {
 public:
  WrittenCalls(std::string_view text, const ToolTable& tools) : text_(text), tools_(tools) {}

  std::string_view text() const { return text_; }
  ToolMessage& message() { return message_; }
  const std::optional<Fault>& fault() const { return fault_; }
  Steps& steps() { return steps_; }
  const Steps& steps() const { return steps_; }
  bool knows(std::string_view name) const { return tool_of(name, tools_).has_value(); }

  void fail(FaultCode code, std::string message, std::size_t at);
  void fail_cut_off(std::size_t at);

  // Adds a call. False, and a fault, if the tool is unknown or the arguments are bad.
  bool add(std::string_view name, const Json& arguments, std::string_view id, std::size_t at);

  // One call as a JSON object; false and a fault if it is none.
  bool add_json(const Json& call, std::size_t at);
  // What such an object calls its tool; empty if it does not look like a call at all.
  static std::string_view name_in(const Json& call);

  // The readers below give the place after what they read, or `at` if it is not there or a fault
  // was found.

  // {"name": ..., "arguments"|"parameters": ...}, or a list of them.
  std::size_t json_call(std::string_view part, std::size_t at);

  // The arguments' object at `at`, for a call of `name` that began at `begin`.
  std::size_t arguments_object(std::string_view part, std::size_t at, std::string_view name,
                               std::string_view id, std::size_t begin);

  // f(a=1), a list of such calls, or print(default_api.f(...)).
  std::size_t python_call(std::string_view part, std::size_t at);

  // The text of a parameter as the tool wants it: a text stays, anything else is JSON.
  Json parameter(std::string_view tool, std::string_view name, std::string_view text) const;

 private:
  std::string_view text_;
  const ToolTable& tools_;
  ToolMessage message_;
  std::optional<Fault> fault_;
  Steps steps_;
};

std::size_t past_space(std::string_view part, std::size_t at);

// Past `word` if it stands at `at` or after spaces; else `at`.
std::size_t past_word(std::string_view part, std::size_t at, std::string_view word);

// A name of a tool as it may stand in markup: letters, digits, and _ - . : /
std::string_view tool_name_at(std::string_view part, std::size_t at);

}  // namespace fm
