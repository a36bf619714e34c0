#include "model/families/gemini_request.h"

#include <algorithm>
#include <utility>

#include "model/wire/request_parts.h"

namespace fm {
namespace {

// The seal that belongs to a call, by the call's id.
const ReasoningSignature* signature_on(const ModelMessage& message, std::string_view call_id) {
  const auto signature = std::ranges::find(message.signatures, call_id, &ReasoningSignature::of);
  return signature == message.signatures.end() || call_id.empty() ? nullptr : &*signature;
}

void end_part(JsonOut& out, const ReasoningSignature* signature) {
  if (signature != nullptr) out.member("thoughtSignature", signature->value);
  out.close('}');
}

void add_parts(JsonOut& out, const ModelMessage& message, std::span<const ModelMessage> all) {
  if (message.role == Role::kTool) {
    out.open('{')
        .key("functionResponse")
        .open('{')
        .member("name", name_of_call(all, message))
        .key("response")
        .open('{')
        .member(message.tool_failed ? "error" : "output", message.text)
        .close('}')
        .close('}')
        .close('}');
    return;
  }
  for (const ReasoningSignature& signature : message.signatures)  // of thoughts that were shown
    if (!signature.text.empty()) {
      out.open('{').member("text", signature.text).key("thought").flag(true);
      end_part(out, &signature);
    }
  SharedText text = message.text;
  for (const ReasoningSignature& signature :
       message.signatures)  // of the text: of all of it, or of its parts
    if (signature.of.empty() && signature.text.empty()) {
      out.open('{').member("text", std::exchange(text, {}));
      end_part(out, &signature);
    }
  if (!text.empty()) out.open('{').member("text", text).close('}');
  for (const ModelImage& image : message.images)
    out.open('{')
        .key("inlineData")
        .open('{')
        .member("mimeType", image.media_type)
        .member("data", image.base64)
        .close('}')
        .close('}');
  for (const ToolCall& call : message.tool_calls) {
    out.open('{')
        .key("functionCall")
        .open('{')
        .member("name", call.name)
        .key("args")
        .value(arguments_object(call))
        .close('}');
    end_part(out, signature_on(message, call.id));
  }
}

bool has_parts(const ModelMessage& message) {
  return message.role == Role::kTool || !message.text.empty() || !message.images.empty() ||
         !message.tool_calls.empty() || !message.signatures.empty();
}

void add_system(JsonOut& out, const std::vector<ModelMessage>& messages) {
  bool any = false;
  for (const ModelMessage& message : messages) {
    if (message.role != Role::kSystem || is_blank(message.text)) continue;
    if (!std::exchange(any, true)) out.key("systemInstruction").open('{').key("parts").open('[');
    out.open('{').member("text", message.text).close('}');
  }
  if (any) out.close(']').close('}');
}

void add_contents(JsonOut& out, const std::vector<ModelMessage>& messages) {
  out.key("contents").open('[');
  std::string_view open;  // the role of the content that is being written
  for (const ModelMessage& message : messages) {
    if (message.role == Role::kSystem || !has_parts(message)) continue;
    const std::string_view role = message.role == Role::kAssistant ? "model" : "user";
    if (role != open) {
      if (!open.empty()) out.close(']').close('}');
      out.open('{').member("role", role).key("parts").open('[');
      open = role;
    }
    add_parts(out, message, messages);
  }
  if (!open.empty()) out.close(']').close('}');
  out.close(']');
}

void add_config(JsonOut& out, const ModelRequest& request, const RequestStyle& style) {
  out.key("generationConfig").open('{');
  const Json* given = style.provider.options.if_contains("generationConfig");
  if (given != nullptr && given->is_object())
    add_options(out, given->get_object(),
                {{"temperature", request.temperature_hundredths.has_value()},
                 {"maxOutputTokens", request.max_output_tokens > 0},
                 {"responseMimeType", request.schema.has_value()},
                 {"responseJsonSchema", request.schema.has_value()}});
  if (request.temperature_hundredths && !style.refused.temperature)
    out.key("temperature").hundredths(*request.temperature_hundredths);
  if (request.max_output_tokens > 0) out.key("maxOutputTokens").number(request.max_output_tokens);
  if (request.schema && !style.refused.schema)
    out.member("responseMimeType", "application/json")
        .key("responseJsonSchema")
        .value(*request.schema);
  out.close('}');
}

}  // namespace

HttpBody gemini_body(const ModelRequest& request, const RequestStyle& style) {
  HttpBody body;
  JsonOut out(body);
  out.open('{');
  add_options(out, style.provider.options,  // safetySettings and the like
              {{"contents"}, {"systemInstruction"}, {"tools"}, {"generationConfig"}});
  add_config(out, request, style);
  if (!request.tools.empty()) {
    out.key("tools").open('[').open('{').key("functionDeclarations").open('[');
    for (const ToolSpec& tool : request.tools)
      out.open('{')
          .member("name", tool.name)
          .member("description", tool.description)
          .key("parametersJsonSchema")
          .value(tool.parameters)
          .close('}');
    out.close(']').close('}').close(']');
  }
  add_system(out, request.messages);
  add_contents(out, request.messages);
  out.close('}');
  return body;
}

}  // namespace fm
