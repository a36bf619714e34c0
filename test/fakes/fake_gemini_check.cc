// What Gemini refuses to be asked.
#include <fmt/format.h>

#include <array>
#include <string>

#include "test/fakes/fake_family.h"

namespace fm {
namespace {

constexpr std::initializer_list<std::string_view> kData{
    "text",     "inlineData",     "functionCall",       "functionResponse",
    "fileData", "executableCode", "codeExecutionResult"};
constexpr std::initializer_list<std::string_view> kTop{
    "contents",       "systemInstruction", "tools",         "toolConfig",
    "safetySettings", "generationConfig",  "cachedContent", "labels"};
constexpr std::initializer_list<std::string_view> kConfig{"temperature",
                                                          "topP",
                                                          "topK",
                                                          "candidateCount",
                                                          "maxOutputTokens",
                                                          "stopSequences",
                                                          "seed",
                                                          "presencePenalty",
                                                          "frequencyPenalty",
                                                          "responseMimeType",
                                                          "responseSchema",
                                                          "responseJsonSchema",
                                                          "thinkingConfig",
                                                          "mediaResolution",
                                                          "responseModalities"};

std::string unknown_in(const Json& object, std::initializer_list<std::string_view> known,
                       std::string_view where) {
  if (const auto* members = object.if_object())
    for (const auto& member : *members)
      if (!is_one_of(member.key(), known))
        return fmt::format(
            "Invalid JSON payload received. Unknown name \"{}\"{}: Cannot find field.",
            std::string_view(member.key()), where);
  return {};
}

std::string part_complaint(const Json& part) {
  int data = 0;
  for (const std::string_view key : kData) data += find_at(part, key) != nullptr ? 1 : 0;
  if (data != 1)
    return "GenerateContentRequest.contents.parts.data: required oneof field 'data' must have one "
           "initialized field";
  const Json* text = find_at(part, "text");
  if (text != nullptr && text_at(part, "text").empty() &&
      find_at(part, "thoughtSignature") == nullptr)
    return "Unable to submit request because it has an empty text parameter.";
  for (const std::string_view key : {"functionCall", "functionResponse"})
    if (const Json* function = find_at(part, key)) {
      if (text_at(*function, "name").empty())
        return fmt::format("GenerateContentRequest.contents.parts.{}.name: Name cannot be empty.",
                           key);
      const std::string_view inside = key == std::string_view("functionCall") ? "args" : "response";
      const Json* value = find_at(*function, inside);
      if (value != nullptr && !value->is_object())
        return fmt::format("Invalid value at '{}': a Struct is expected.", inside);
    }
  if (const Json* blob = find_at(part, "inlineData"))
    if (text_at(*blob, "mimeType").empty() || text_at(*blob, "data").empty())
      return "inlineData: mimeType and data are required.";
  return {};
}

int count_of(const JsonArray& parts, std::string_view key) {
  int count = 0;
  for (const Json& part : parts) count += find_at(part, key) != nullptr ? 1 : 0;
  return count;
}

std::string contents_complaint(const JsonArray& contents) {
  constexpr std::string_view kUneven =
      "Please ensure that the number of function response parts is equal to the number of function "
      "call parts of the function call turn.";
  int called = 0;  // in the turn before
  for (const Json& content : contents) {
    const std::string_view role = text_at(content, "role", "user");
    if (role != "user" && role != "model") return "Please use a valid role: user, model.";
    const JsonArray* parts = list_at(content, "parts");
    if (parts == nullptr || parts->empty())
      return "GenerateContentRequest.contents: contents.parts must not be empty.";
    for (const Json& part : *parts)
      if (std::string complaint = part_complaint(part); !complaint.empty()) return complaint;
    if (count_of(*parts, "functionResponse") != called) return std::string(kUneven);
    called = count_of(*parts, "functionCall");
    if (called > 0 && role != "model") return "Function calls are the model's.";
  }
  return called == 0 ? "" : std::string(kUneven);
}

}  // namespace

std::string gemini_complaint(const FakeRequest&, const Json& body) {
  if (std::string complaint = unknown_in(body, kTop, ""); !complaint.empty()) return complaint;
  if (const Json* config = find_at(body, "generationConfig"))
    if (std::string complaint = unknown_in(*config, kConfig, " at 'generation_config'");
        !complaint.empty())
      return complaint;
  if (const Json* system = find_at(body, "systemInstruction")) {
    const JsonArray* parts = list_at(*system, "parts");
    if (parts == nullptr || parts->empty()) return "systemInstruction.parts must not be empty.";
    for (const Json& part : *parts)
      if (std::string complaint = part_complaint(part); !complaint.empty()) return complaint;
  }
  if (const JsonArray* tools = list_at(body, "tools"))
    for (const Json& tool : *tools)
      if (const JsonArray* functions = list_at(tool, "functionDeclarations"))
        for (const Json& function : *functions)
          if (text_at(function, "name").empty()) return "tools: a function has no name.";
  const JsonArray* contents = list_at(body, "contents");
  if (contents == nullptr || contents->empty())
    return "* GenerateContentRequest.contents: contents is not specified";
  return contents_complaint(*contents);
}

}  // namespace fm
