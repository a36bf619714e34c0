#include "model/wire/written_tools.h"

#include <fmt/format.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/json.h"

namespace fm {
namespace {

std::string tools_text(const std::vector<ToolSpec>& tools) {
  std::string text =
      "\n=== tools ===\nTo call a tool, answer with nothing but one line for each call:\n"
      "<tool_call>{\"name\": \"TOOL\", \"arguments\": {...}}</tool_call>\n"
      "Its result is told in the next message. These are the tools, with the schemas of their "
      "arguments:\n";
  for (const ToolSpec& tool : tools)
    text += fmt::format("- {}: {} {}\n", tool.name, tool.description, canonical(tool.parameters));
  return text;
}

std::string call_text(const ToolCall& call) {
  const auto arguments = parse_json(call.arguments);
  return fmt::format(
      "<tool_call>{}</tool_call>",
      canonical(JsonObject{{"name", call.name},
                           {"arguments", arguments ? *arguments : Json(JsonObject())}}));
}

}  // namespace

ModelRequest with_written_tools(ModelRequest request) {
  std::vector<ModelMessage> messages;
  std::map<std::string, std::string> names;  // of calls, by id
  bool is_told = false;
  if (request.messages.empty() || request.messages.front().role != Role::kSystem) {
    ModelMessage system;
    system.role = Role::kSystem;
    request.messages.insert(request.messages.begin(), std::move(system));
  }
  for (ModelMessage& message : request.messages) {
    if (message.role == Role::kSystem && !std::exchange(is_told, true)) {
      message.text += tools_text(request.tools);
      message.stable_ends.push_back(message.text.size());
    }
    for (const ToolCall& call : message.tool_calls) {
      names[call.id] = call.name;
      if (!message.text.empty()) message.text += "\n";
      message.text += call_text(call);
    }
    message.tool_calls.clear();
    if (message.role != Role::kTool) {
      messages.push_back(std::move(message));
      continue;
    }
    const bool goes_on = !messages.empty() && messages.back().role == Role::kUser &&
                         messages.back().text.str().starts_with("Result of ");
    SharedText result = fmt::format("Result of {}{}:\n", names[message.tool_call_id],
                                    message.tool_failed ? " (failed)" : "");
    result.append_all(message.text);
    result += "\n";
    if (goes_on) {
      messages.back().text.append_all(result);
      continue;
    }
    ModelMessage user;
    user.text = std::move(result);
    messages.push_back(std::move(user));
  }
  request.messages = std::move(messages);
  request.tools.clear();
  return request;
}

}  // namespace fm
