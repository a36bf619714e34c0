#include "model/cassette/cassette_request.h"

#include <algorithm>
#include <array>
#include <utility>

#include "model/cassette/cassette_outcome.h"

namespace fm {
namespace {

// A line of a cassette nests at most 64 deep (parse_json); a schema has to leave room for the rest.
constexpr int kDeepestSchema = 48;

// In the order of the enumeration.
constexpr std::array<std::string_view, 4> kRoles{"system", "user", "assistant", "tool"};

bool is_deeper(const Json& value, int levels) {
  const auto deeper = [levels](const Json& item) { return is_deeper(item, levels - 1); };
  if (const JsonArray* array = value.if_array())
    return levels <= 0 || std::ranges::any_of(*array, deeper);
  if (const JsonObject* object = value.if_object())
    return levels <= 0 ||
           std::ranges::any_of(*object, [&](const auto& member) { return deeper(member.value()); });
  return false;
}

Json schema_to_json(const Json& schema) {
  return is_deeper(schema, kDeepestSchema) ? Json(canonical(schema)) : schema;
}

Json message_to_json(const ModelMessage& message) {
  JsonObject out{{"role", kRoles[static_cast<std::size_t>(message.role)]},
                 {"text", message.text.str()}};
  if (!message.images.empty()) {
    JsonArray& images = out["images"].emplace_array();
    for (const ModelImage& image : message.images)
      images.push_back(
          JsonObject{{"media_type", image.media_type}, {"sha256", to_hex(sha256(image.base64))}});
  }
  if (!message.tool_calls.empty()) out["tool_calls"] = tool_calls_to_json(message.tool_calls);
  if (!message.reasoning.empty()) out["reasoning"] = message.reasoning;
  if (!message.signatures.empty()) out["seals"] = signatures_to_json(message.signatures);
  if (!message.tool_call_id.empty()) out["tool_call_id"] = message.tool_call_id;
  if (message.tool_failed) out["tool_failed"] = true;
  return out;
}

}  // namespace

Json canonical_request(const std::string& full_name, const ModelRequest& request) {
  JsonObject out{{"model", full_name}};
  JsonArray& messages = out["messages"].emplace_array();
  for (const ModelMessage& message : request.messages) messages.push_back(message_to_json(message));
  if (!request.tools.empty()) {
    JsonArray& tools = out["tools"].emplace_array();
    for (const ToolSpec& tool : request.tools)
      tools.push_back(JsonObject{{"name", tool.name},
                                 {"description", tool.description},
                                 {"parameters", schema_to_json(tool.parameters)}});
  }
  if (request.schema) out["schema"] = schema_to_json(*request.schema);
  if (request.temperature_hundredths)
    out["temperature_hundredths"] = *request.temperature_hundredths;
  if (request.max_output_tokens != 0) out["max_output_tokens"] = request.max_output_tokens;
  return out;
}

Sha256 request_digest(const Json& canonical_form) { return sha256(canonical(canonical_form)); }

Redactor cassette_redactor(std::vector<std::string> secrets) {
  const std::vector<std::string> plain = secrets;
  for (const std::string& secret : plain) {
    std::string quoted;
    append_json_string(quoted, secret);
    secrets.push_back(quoted.substr(1, quoted.size() - 2));
  }
  return Redactor(std::move(secrets));
}

void redact(Json& value, const Redactor& redactor) {
  if (redactor.empty()) return;
  if (auto* text = value.if_string()) {
    *text = redactor.redact({text->data(), text->size()});
  } else if (JsonArray* array = value.if_array()) {
    for (Json& item : *array) redact(item, redactor);
  } else if (JsonObject* object = value.if_object()) {
    JsonObject out;
    for (auto& member : *object) {
      redact(member.value(), redactor);
      out[redactor.redact(member.key())] = std::move(member.value());
    }
    *object = std::move(out);
  }
}

}  // namespace fm
