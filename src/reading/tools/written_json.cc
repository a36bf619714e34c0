// Calls written as JSON after a mark (written_forms.h).
#include <algorithm>
#include <array>

#include "reading/json/chars.h"
#include "reading/tools/written_forms.h"

namespace fm {
namespace {

constexpr std::size_t kLongestName = 200;

// Llama joins calls with semicolons.
std::size_t more_calls(WrittenCalls& calls, std::string_view part, std::size_t end) {
  while (!calls.fault()) {
    const std::size_t mark = past_word(part, end, ";");
    if (mark == end) break;
    const std::size_t begin = past_space(part, mark);
    const std::size_t next = calls.json_call(part, begin);
    if (next == begin) break;
    end = next;
  }
  return end;
}

template <std::size_t kOpening>
std::size_t json_after(WrittenCalls& calls, std::string_view part, std::size_t at) {
  const std::size_t inside = past_space(part, at + kOpening);
  const std::size_t end = calls.json_call(part, inside);
  return end == inside ? at : more_calls(calls, part, end);
}

// <tool_call> holds JSON, <function=...>, or a name and <arg_key>s.
std::size_t tool_call_tag(WrittenCalls& calls, std::string_view part, std::size_t at) {
  const std::size_t inside = past_space(part, at + std::string_view("<tool_call>").size());
  if (starts_with_at(part, inside, "<function=")) return read_function_tag(calls, part, inside);
  if (inside < part.size() && is_ascii_letter(part[inside])) {
    return read_argument_tags(calls, part, inside, at);
  }
  const std::size_t end = calls.json_call(part, inside);
  return end == inside ? at : more_calls(calls, part, end);
}

template <std::size_t kOpening>
std::size_t json_or_python(WrittenCalls& calls, std::string_view part, std::size_t at) {
  const std::size_t end = json_after<kOpening>(calls, part, at);
  if (end != at || calls.fault()) return end;
  const std::size_t inside = past_space(part, at + kOpening);
  const std::size_t after = calls.python_call(part, inside);
  return after == inside ? at : after;
}

// [TOOL_CALLS] [{..}], [TOOL_CALLS]n[ARGS]{..} or [TOOL_CALLS]n{..}
std::size_t mistral(WrittenCalls& calls, std::string_view part, std::size_t at) {
  const std::size_t inside = past_space(part, at + std::string_view("[TOOL_CALLS]").size());
  const char first = mark_at(part, inside).ascii;
  if (first == '[' || first == '{') {
    const std::size_t end = calls.json_call(part, inside);
    return end == inside ? at : end;
  }
  const std::size_t name_end = part.substr(0, inside + kLongestName).find_first_of("[{", inside);
  if (name_end == std::string_view::npos) return at;
  const std::string_view name = part.substr(inside, name_end - inside);
  std::size_t brace = name_end;
  for (const std::string_view mark : {"[CALL_ID]", "[ARGS]"}) {
    if (!starts_with_at(part, brace, mark)) continue;
    const std::string_view near = part.substr(0, brace + kLongestName);
    brace = std::min(near.find_first_of("[{", brace + mark.size()), part.size());
  }
  const std::size_t end = calls.arguments_object(part, brace, name, "", at);
  return end == brace ? at : end;
}

// functools[{...}]
std::size_t functools(WrittenCalls& calls, std::string_view part, std::size_t at) {
  const std::size_t inside = at + std::string_view("functools").size();
  const std::size_t end = calls.json_call(part, inside);
  return end == inside ? at : end;
}

// Action: ```json [{"tool_name": ..., "parameters": ...}] ```, at the begin of a line. The fence
// belongs to the form, so it is read in the whole text.
std::size_t command_action(WrittenCalls& calls, std::string_view part, std::size_t at) {
  if (at > 0 && part[at - 1] != '\n') return at;
  const std::string_view text = calls.text();
  const std::size_t word_end = at + std::string_view("Action:").size();
  const std::size_t fence = past_word(text, word_end, "```json");
  if (fence == word_end) return at;
  const std::size_t inside = past_space(text, fence);
  if (mark_at(text, inside).ascii != '[') return at;
  const std::size_t end = calls.json_call(text, inside);
  return end == inside ? at : past_word(text, end, "```");
}

template <std::size_t kLength>
constexpr std::size_t length(const char (&)[kLength]) {
  return kLength - 1;
}

constexpr std::array<WrittenForm, 11> kForms = {{
    {"<tool_call>", tool_call_tag},
    {"<tool_calls>", json_after<length("<tool_calls>")>},
    {"<TOOLCALL>", json_after<length("<TOOLCALL>")>},
    {"<function_call>", json_after<length("<function_call>")>},
    {"<|tool_call|>", json_after<length("<|tool_call|>")>},
    {"<|python_tag|>", json_or_python<length("<|python_tag|>")>},
    {"<tool_code>", json_or_python<length("<tool_code>")>},
    {"<|START_ACTION|>", json_after<length("<|START_ACTION|>")>},
    {"[TOOL_CALLS]", mistral},
    {"functools[", functools},
    {"Action:", command_action},
}};

}  // namespace

std::span<const WrittenForm> json_forms() { return kForms; }

}  // namespace fm
