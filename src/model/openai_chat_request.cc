#include "model/openai_chat_request.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>

namespace fm {
namespace {

constexpr std::array<std::string_view, 9> kOurs{
    "model",      "stream",      "stream_options",        "messages",       "tools",
    "max_tokens", "temperature", "max_completion_tokens", "response_format"};

std::string_view role_name(Role role) {
  switch (role) {
    case Role::kSystem:
      return "system";
    case Role::kUser:
      return "user";
    case Role::kAssistant:
      return "assistant";
    case Role::kTool:
      return "tool";
  }
  return "user";
}

std::size_t size_of(const ModelRequest& request) {
  std::size_t size = 1024;
  for (const ModelMessage& message : request.messages) {
    size += message.text.size() + message.text.size() / 16 + 64;
    for (const ToolCall& call : message.tool_calls) size += call.arguments.size() * 5 / 4 + 128;
  }
  return size;
}

void add_tool_calls(std::string& body, const std::vector<ToolCall>& calls) {
  body += ",\"tool_calls\":[";
  for (const ToolCall& call : calls) {
    if (body.back() == '}') body += ',';
    body += "{\"id\":";
    append_json_string(body, call.id);
    body += ",\"type\":\"function\",\"function\":{\"name\":";
    append_json_string(body, call.name);
    body += ",\"arguments\":";
    append_json_string(body, call.arguments);
    body += "}}";
  }
  body += ']';
}

void add_message(std::string& body, const ModelMessage& message) {
  body += "{\"role\":\"";
  body += role_name(message.role);
  body += "\",\"content\":";
  if (message.text.empty() && !message.tool_calls.empty()) {
    body += "null";
  } else {
    append_json_string(body, message.text);
  }
  if (!message.tool_calls.empty()) add_tool_calls(body, message.tool_calls);
  if (!message.tool_call_id.empty()) {
    body += ",\"tool_call_id\":";
    append_json_string(body, message.tool_call_id);
  }
  body += '}';
}

void add_tools(std::string& body, const std::vector<ToolSpec>& tools) {
  body += ",\"tools\":[";
  for (const ToolSpec& tool : tools) {
    if (body.back() == '}') body += ',';
    body += "{\"type\":\"function\",\"function\":{\"name\":";
    append_json_string(body, tool.name);
    body += ",\"description\":";
    append_json_string(body, tool.description);
    body += ",\"parameters\":" + canonical(tool.parameters) + "}}";
  }
  body += ']';
}

}  // namespace

std::string openai_chat_body(const ModelRequest& request, const JsonObject& options,
                             MaxTokensField max_tokens) {
  std::string body;
  body.reserve(size_of(request));
  body += "{\"model\":";
  append_json_string(body, request.model);
  body += ",\"stream\":true,\"stream_options\":{\"include_usage\":true}";
  for (const auto& [key, value] : options) {
    if (std::ranges::find(kOurs, std::string_view(key)) != kOurs.end()) continue;
    body += ',';
    append_json_string(body, key);
    body += ':' + canonical(value);
  }
  auto out = std::back_inserter(body);
  if (request.temperature_hundredths) {
    const int hundredths = std::max(*request.temperature_hundredths, 0);
    fmt::format_to(out, ",\"temperature\":{}.{:02}", hundredths / 100, hundredths % 100);
  }
  if (request.max_output_tokens > 0)
    fmt::format_to(
        out, ",\"{}\":{}",
        max_tokens == MaxTokensField::kMaxTokens ? "max_tokens" : "max_completion_tokens",
        request.max_output_tokens);
  if (!request.tools.empty()) add_tools(body, request.tools);
  if (request.schema)
    body +=
        ",\"response_format\":{\"type\":\"json_schema\",\"json_schema\":{\"name\":\"answer\","
        "\"schema\":" +
        canonical(*request.schema) + "}}";
  body += ",\"messages\":[";
  for (const ModelMessage& message : request.messages) {
    if (body.back() == '}') body += ',';
    add_message(body, message);
  }
  body += "]}";
  return body;
}

}  // namespace fm
