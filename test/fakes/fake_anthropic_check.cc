// What Anthropic refuses to be asked.
#include <fmt/format.h>

#include <set>
#include <string>

#include "test/fakes/fake_family.h"

namespace fm {
namespace {

using Ids = std::set<std::string, std::less<>>;

std::string text_complaint(const Json& block) {
  return text_at(block, "text").empty() ? "messages: text content blocks must be non-empty" : "";
}

std::string block_complaint(const Json& block, std::string_view role) {
  const std::string_view type = text_at(block, "type");
  const bool of_user = is_one_of(type, {"text", "image", "document", "tool_result"});
  const bool of_assistant = is_one_of(type, {"text", "thinking", "redacted_thinking", "tool_use"});
  if (role == "user" ? !of_user : !of_assistant)
    return fmt::format(
        "messages.content: Input tag '{}' found using 'type' does not match any of "
        "the expected tags of {}",
        type, role);
  if (type == "text") return text_complaint(block);
  if (type == "thinking" && text_at(block, "signature").empty())
    return "messages.content.thinking.signature: Field required";
  if (type == "redacted_thinking" && text_at(block, "data").empty())
    return "messages.content.redacted_thinking.data: Field required";
  if (type == "tool_use") {
    const Json* input = find_at(block, "input");
    if (input == nullptr || !input->is_object())
      return "messages.content.tool_use.input: Input should be a valid dictionary";
    if (text_at(block, "id").empty() || text_at(block, "name").empty())
      return "messages.content.tool_use: id and name are required";
  }
  if (type == "image") {
    const Json* source = find_at(block, "source");
    if (source == nullptr || text_at(*source, "type").empty())
      return "messages.content.image.source: Field required";
  }
  return {};
}

// Results stand at the beginning of the message after the calls, one for each.
std::string results_complaint(const JsonArray& blocks, const Ids& called) {
  Ids left = called;
  bool others = false;
  for (const Json& block : blocks) {
    if (text_at(block, "type") != "tool_result") {
      others = true;
      continue;
    }
    const std::string id(text_at(block, "tool_use_id"));
    if (!called.contains(id))
      return fmt::format(
          "messages: unexpected `tool_use_id` found in `tool_result` blocks: {}. "
          "Each `tool_result` block must have a corresponding `tool_use` block in "
          "the previous message.",
          id);
    if (others || left.erase(id) == 0)
      return "messages: `tool_result` blocks must come first, one for each `tool_use`";
  }
  if (left.empty()) return {};
  return "messages: `tool_use` ids were found without `tool_result` blocks immediately after: " +
         *left.begin();
}

std::string messages_complaint(const JsonArray& messages) {
  Ids called;  // by the message before
  for (std::size_t i = 0; i < messages.size(); ++i) {
    const std::string_view role = text_at(messages[i], "role");
    if (role != "user" && role != "assistant")
      return fmt::format("messages: Unexpected role \"{}\"", role);
    if (i == 0 && role != "user") return "messages: first message must use the \"user\" role";
    const Json* content = find_at(messages[i], "content");
    if (content == nullptr) return "messages.content: Field required";
    if (const auto* text = content->if_string()) {
      if (text->empty()) return "messages: content must be non-empty";
      if (!called.empty()) return results_complaint({}, called);
      continue;
    }
    const auto* blocks = content->if_array();
    if (blocks == nullptr || blocks->empty()) return "messages: content must be non-empty";
    if (std::string complaint = results_complaint(*blocks, called); !complaint.empty())
      return complaint;
    called.clear();
    for (const Json& block : *blocks) {
      if (std::string complaint = block_complaint(block, role); !complaint.empty())
        return complaint;
      if (text_at(block, "type") == "tool_use" &&
          !called.insert(std::string(text_at(block, "id"))).second)
        return "messages: `tool_use` ids must be unique";
    }
    const std::string_view last_text = text_at(blocks->back(), "text");
    if (i + 1 == messages.size() && role == "assistant" &&
        (last_text.ends_with(' ') || last_text.ends_with('\n')))
      return "messages: final assistant content cannot end with trailing whitespace";
  }
  return called.empty() ? "" : results_complaint({}, called);
}

std::string system_complaint(const Json& body) {
  const Json* system = find_at(body, "system");
  if (system == nullptr || system->is_string()) return {};
  if (!system->is_array()) return "system: Input should be a valid list";
  for (const Json& block : system->get_array()) {
    if (text_at(block, "type") != "text") return "system: only text blocks";
    if (text_complaint(block) != "") return "system: text content blocks must be non-empty";
  }
  return {};
}

int marks_in(const Json& value) {
  int marks = find_at(value, "cache_control") != nullptr ? 1 : 0;
  if (const auto* list = value.if_array())
    for (const Json& item : *list) marks += marks_in(item);
  if (const auto* object = value.if_object())
    for (const auto& member : *object) marks += marks_in(member.value());
  return marks;
}

}  // namespace

std::string anthropic_complaint(const FakeRequest& request, const Json& body) {
  if (!header(request.headers, "anthropic-version")) return "anthropic-version: header is required";
  if (text_at(body, "model").empty()) return "model: Field required";
  if (find_at(body, "max_tokens") == nullptr) return "max_tokens: Field required";
  if (int_at(body, "max_tokens") < 1)
    return "max_tokens: Input should be greater than or equal to 1";
  if (const Json* temperature = find_at(body, "temperature"); temperature != nullptr)
    if (!temperature->is_number() || temperature->to_number<double>() < 0 ||
        temperature->to_number<double>() > 1)
      return "temperature: range: 0..1";
  if (const JsonArray* tools = list_at(body, "tools"))
    for (const Json& tool : *tools) {
      const Json* schema = find_at(tool, "input_schema");
      if (text_at(tool, "name").empty() || schema == nullptr || text_at(*schema, "type").empty())
        return "tools.input_schema.type: Field required";
    }
  if (marks_in(body) > 4) return "A maximum of 4 blocks with cache_control may be provided.";
  if (std::string complaint = system_complaint(body); !complaint.empty()) return complaint;
  const JsonArray* messages = list_at(body, "messages");
  if (messages == nullptr || messages->empty()) return "messages: at least one message is required";
  return messages_complaint(*messages);
}

}  // namespace fm
