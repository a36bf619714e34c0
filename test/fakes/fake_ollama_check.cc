// What Ollama refuses to be asked: little, but types must fit.
#include <string>

#include "test/fakes/fake_family.h"

namespace fm {
namespace {

std::string message_complaint(const Json& message) {
  const std::string_view role = text_at(message, "role");
  if (!is_one_of(role, {"system", "user", "assistant", "tool"}))
    return "invalid role: " + std::string(role);
  const Json* content = find_at(message, "content");
  if (content != nullptr && !content->is_string())
    return "json: cannot unmarshal into Go struct field Message.messages.content of type string";
  if (const Json* images = find_at(message, "images"))
    if (!images->is_array() || images->get_array().size() != texts_at(message, "images").size())
      return "json: cannot unmarshal into Go struct field Message.messages.images";
  const JsonArray* calls = list_at(message, "tool_calls");
  if (calls == nullptr) return {};
  for (const Json& call : *calls) {
    const Json* function = find_at(call, "function");
    const Json* arguments = function == nullptr ? nullptr : find_at(*function, "arguments");
    if (arguments == nullptr || !arguments->is_object())
      return "json: cannot unmarshal string into Go struct field .tool_calls.function.arguments of "
             "type api.ToolCallFunctionArguments";
  }
  return {};
}

}  // namespace

std::string ollama_complaint(const FakeRequest&, const Json& body) {
  if (text_at(body, "model").empty()) return "model is required";
  if (const Json* options = find_at(body, "options"); options != nullptr && !options->is_object())
    return "json: cannot unmarshal into Go struct field ChatRequest.options of type map";
  if (const Json* format = find_at(body, "format"))
    if (!format->is_object() && text_at(body, "format") != "json")
      return "invalid format: expected \"json\" or a JSON schema";
  const JsonArray* messages = list_at(body, "messages");
  if (messages == nullptr) return "messages is required";
  for (const Json& message : *messages)
    if (std::string complaint = message_complaint(message); !complaint.empty()) return complaint;
  return {};
}

}  // namespace fm
