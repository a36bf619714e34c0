// What OpenAI refuses to be asked, in chat completions and in responses.
#include <fmt/format.h>

#include <set>
#include <string>

#include "test/fakes/fake_family.h"

namespace fm {
namespace {

std::string not_among(std::string_view where, std::string_view value, std::string_view known) {
  return fmt::format("Invalid value: '{}' in {}. Supported values are: {}.", value, where, known);
}

std::string number_complaint(const Json& body, std::string_view key, double low, double high) {
  const Json* value = find_at(body, key);
  if (value == nullptr || value->is_null()) return {};
  if (!value->is_number()) return fmt::format("Invalid type for '{}': expected a number.", key);
  const double number = value->to_number<double>();
  if (number >= low && number <= high) return {};
  return fmt::format("Invalid '{}': expected a value between {} and {}.", key, low, high);
}

std::string name_complaint(std::string_view name) {
  const bool good = !name.empty() && name.size() <= 64 &&
                    name.find_first_not_of(
                        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                        "0123456789_-") == name.npos;
  return good ? "" : fmt::format("Invalid tool name '{}': expected ^[a-zA-Z0-9_-]+$.", name);
}

// Of chat completions: a text, or parts; null only beside tool calls.
std::string content_complaint(const Json& message) {
  const Json* content = find_at(message, "content");
  if (content == nullptr || content->is_null())
    return find_at(message, "tool_calls") != nullptr
               ? ""
               : "Invalid value for 'content': expected a string, got null.";
  if (content->is_string()) return {};
  const auto* parts = content->if_array();
  if (parts == nullptr || parts->empty())
    return "Invalid 'content': expected a string or an array of at least one part.";
  for (const Json& part : *parts) {
    const std::string_view type = text_at(part, "type");
    const Json* image = find_at(part, "image_url");
    if (type == "image_url" && (image == nullptr || text_at(*image, "url").empty()))
      return "Missing required parameter: 'image_url.url'.";
    if (type == "text" && find_at(part, "text") == nullptr)
      return "Missing required parameter: 'text'.";
    if (!is_one_of(type, {"text", "image_url", "input_audio", "file", "refusal"}))
      return not_among("content", type, "'text', 'image_url'");
  }
  return {};
}

std::string chat_messages_complaint(const JsonArray& messages) {
  constexpr std::string_view kUnanswered =
      "An assistant message with 'tool_calls' must be followed by tool messages responding to each "
      "'tool_call_id'.";
  std::set<std::string, std::less<>> open;  // calls without their results
  for (const Json& message : messages) {
    const std::string_view role = text_at(message, "role");
    if (!is_one_of(role, {"system", "developer", "user", "assistant", "tool"}))
      return not_among("role", role, "'system', 'assistant', 'user', 'tool', 'developer'");
    if (role != "tool" && !open.empty()) return std::string(kUnanswered);
    if (role == "tool" && open.erase(std::string(text_at(message, "tool_call_id"))) == 0)
      return "Messages with role 'tool' must be a response to a preceding message with "
             "'tool_calls'.";
    if (std::string complaint = content_complaint(message); !complaint.empty()) return complaint;
    const JsonArray* calls = list_at(message, "tool_calls");
    if (calls == nullptr) continue;
    if (calls->empty() || role != "assistant") return "Invalid 'tool_calls'.";
    for (const Json& call : *calls) {
      const Json* function = find_at(call, "function");
      if (function == nullptr || text_at(call, "type") != "function")
        return "Missing required parameter: 'tool_calls.function'.";
      const Json* arguments = find_at(*function, "arguments");
      if (arguments == nullptr || !arguments->is_string())
        return "Invalid type for 'arguments': expected a string.";
      if (std::string complaint = name_complaint(text_at(*function, "name")); !complaint.empty())
        return complaint;
      if (!open.insert(std::string(text_at(call, "id"))).second)
        return "Duplicate or missing id in 'tool_calls'.";
    }
  }
  return open.empty() ? "" : std::string(kUnanswered);
}

// An item of a response's input. What the assistant said is output.
std::string item_complaint(const Json& item) {
  const std::string_view type = text_at(item, "type", "message");
  if (type == "reasoning")
    return list_at(item, "summary") == nullptr ? "Missing required parameter: 'summary'." : "";
  if (type == "function_call" || type == "function_call_output") {
    const std::string_view key = type == "function_call" ? "arguments" : "output";
    const Json* value = find_at(item, key);
    if (value == nullptr || !value->is_string())
      return fmt::format("Invalid type for '{}': expected a string.", key);
    return type == "function_call" ? name_complaint(text_at(item, "name")) : "";
  }
  if (type != "message") return not_among("input", type, "'message', 'function_call', ...");
  const std::string_view role = text_at(item, "role");
  if (!is_one_of(role, {"user", "assistant", "system", "developer"}))
    return not_among("role", role, "'assistant', 'system', 'developer', and 'user'");
  const Json* content = find_at(item, "content");
  if (content != nullptr && content->is_string()) return {};
  const JsonArray* parts = list_at(item, "content");
  if (parts == nullptr || parts->empty()) return "Missing required parameter: 'content'.";
  for (const Json& part : *parts) {
    const std::string_view part_type = text_at(part, "type");
    const bool good = role == "assistant"
                          ? is_one_of(part_type, {"output_text", "refusal"})
                          : is_one_of(part_type, {"input_text", "input_image", "input_file"});
    if (!good) return not_among("content", part_type, "those of the role");
  }
  return {};
}

std::string items_complaint(const JsonArray& items) {
  std::set<std::string, std::less<>> open;
  bool thinking = false;  // a reasoning item waits for what it led to
  for (const Json& item : items) {
    if (std::string complaint = item_complaint(item); !complaint.empty()) return complaint;
    const std::string_view type = text_at(item, "type", "message");
    const bool follows = type == "function_call" || text_at(item, "role") == "assistant";
    if (thinking && !follows && type != "reasoning")
      return "A 'reasoning' item was provided without its required following item.";
    thinking = type == "reasoning";
    const std::string id(text_at(item, "call_id"));
    if (type == "function_call" && (id.empty() || !open.insert(id).second))
      return "Duplicate or missing 'call_id'.";
    if (type == "function_call_output" && open.erase(id) == 0)
      return "No tool call found for function call output with call_id " + id + ".";
  }
  if (thinking) return "A 'reasoning' item was provided without its required following item.";
  return open.empty() ? "" : "No tool output found for function call " + *open.begin() + ".";
}

}  // namespace

std::string openai_chat_complaint(const FakeRequest&, const Json& body) {
  if (text_at(body, "model").empty()) return "you must provide a model parameter";
  const JsonArray* messages = list_at(body, "messages");
  if (messages == nullptr || messages->empty())
    return "Invalid 'messages': empty array. Expected an array with minimum length 1.";
  if (find_at(body, "stream_options") != nullptr && !bool_at(body, "stream"))
    return "The 'stream_options' parameter is only allowed when 'stream' is enabled.";
  for (const std::string_view key : {"max_tokens", "max_completion_tokens"})
    if (std::string complaint = number_complaint(body, key, 1, 1e9); !complaint.empty())
      return complaint;
  if (std::string complaint = number_complaint(body, "temperature", 0, 2); !complaint.empty())
    return complaint;
  if (const JsonArray* tools = list_at(body, "tools"))
    for (const Json& tool : *tools) {
      const Json* function = find_at(tool, "function");
      if (function == nullptr) return "Missing required parameter: 'tools.function'.";
      if (std::string complaint = name_complaint(text_at(*function, "name")); !complaint.empty())
        return complaint;
    }
  return chat_messages_complaint(*messages);
}

std::string openai_responses_complaint(const FakeRequest&, const Json& body) {
  if (text_at(body, "model").empty()) return "Missing required parameter: 'model'.";
  for (const std::string_view other :
       {"messages", "max_tokens", "max_completion_tokens", "response_format", "stream_options"})
    if (find_at(body, other) != nullptr) return fmt::format("Unknown parameter: '{}'.", other);
  if (std::string complaint = number_complaint(body, "max_output_tokens", 16, 1e9);
      !complaint.empty())
    return complaint;
  if (std::string complaint = number_complaint(body, "temperature", 0, 2); !complaint.empty())
    return complaint;
  if (const JsonArray* tools = list_at(body, "tools"))
    for (const Json& tool : *tools)
      if (std::string complaint = name_complaint(text_at(tool, "name")); !complaint.empty())
        return complaint;
  if (const Json* input = find_at(body, "input"); input != nullptr && input->is_string()) return {};
  const JsonArray* items = list_at(body, "input");
  if (items == nullptr || items->empty()) return "Missing required parameter: 'input'.";
  return items_complaint(*items);
}

}  // namespace fm
