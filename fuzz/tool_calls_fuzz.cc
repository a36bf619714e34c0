// Feeds any bytes to the readers of tool calls: as text, and as a provider's message where they are
// JSON.
//
// Held to, besides not crashing: a call is of a known tool, its arguments are of the tool's types
// and its id is its own; calls in our own form read back as the same; text in a fence calls
// nothing; what was said stands in the input; the work stays within its bound.
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>

#include "fuzz/answer_samples.h"
#include "reading/tools/tool_call.h"

namespace fm {
namespace {

const ToolTable& tools() {
  static const ToolTable table = {
      {"read_file", {{"path", "string"}}},
      {"create_task", {{"title", "string"}, {"priority", "integer"}, {"after", "array"}}},
      {"list_tasks", {}}};
  return table;
}

void check_type(const Json& value, std::string_view type) {
  if (value.is_null()) return;
  if (type == "string") hold(value.is_string(), "an argument that is no text");
  if (type == "integer") hold(value.is_number(), "an argument that is no number");
  if (type == "array") hold(value.is_array(), "an argument that is no list");
}

void check_message(const ToolMessage& message) {
  std::set<std::string> ids;
  JsonArray list;
  for (const GivenCall& call : message.calls) {
    const auto tool = tools().find(call.name);
    hold(tool != tools().end(), "a call of an unknown tool", call.name);
    hold(!call.id.empty() && ids.insert(call.id).second, "an id that is not its own", call.id);
    for (const auto& member : call.arguments) {
      const auto type = tool->second.find(std::string(member.key().data(), member.key().size()));
      if (type != tool->second.end()) check_type(member.value(), type->second);
    }
    list.push_back(JsonObject{
        {"id", call.id},
        {"function", JsonObject{{"name", call.name}, {"arguments", canonical(call.arguments)}}}});
  }
  if (list.empty()) return;
  const auto again =
      read_tool_message(MessageForm::kOpenai, JsonObject{{"tool_calls", std::move(list)}}, tools());
  hold(again.has_value() && again->calls.size() == message.calls.size(),
       "our own calls do not read back");
  for (std::size_t i = 0; i < message.calls.size(); ++i) {
    hold(again->calls[i].id == message.calls[i].id &&
             canonical(again->calls[i].arguments) == canonical(message.calls[i].arguments),
         "our own calls read back differently", canonical(message.calls[i].arguments));
  }
}

void check_text(std::string_view text) {
  Steps steps;
  const auto read = read_tool_text(text, tools(), &steps);
  hold_steps(steps, text);
  if (!read) return;
  check_message(*read);
  const bool replaced = read->text.find("\xEF\xBF\xBD") != std::string::npos;  // a bad byte
  if (replaced || !is_unescaped(text)) return;
  hold(in_order(read->text, text), "a text not in the input", read->text);
}

void check_fenced(std::string_view text) {
  if (text.find("~~~") != std::string_view::npos) return;  // it may close the fence
  const auto read = read_tool_text("~~~\n" + std::string(text) + "\n~~~\n", tools());
  hold(!read || read->calls.empty(), "a call in a fence", text);
}

void check_forms(std::string_view text) {
  const auto message = parse_json(text);
  if (!message) return;
  for (const MessageForm form :
       {MessageForm::kText, MessageForm::kOpenai, MessageForm::kAnthropic, MessageForm::kGemini,
        MessageForm::kOllama, MessageForm::kOpenaiDeltas}) {
    const auto read = read_tool_message(form, *message, tools());
    if (read) check_message(*read);
  }
}

}  // namespace
}  // namespace fm

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  fm::check_text(text);
  fm::check_fenced(text);
  fm::check_forms(text);
  return 0;
}
