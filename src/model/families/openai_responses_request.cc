#include "model/families/openai_responses_request.h"

#include "model/families/openai_chat_request.h"
#include "model/wire/request_parts.h"

namespace fm {
namespace {

void add_reasoning(JsonOut& out, const ReasoningSignature& signature) {
  out.open('{').member("type", "reasoning");
  if (!signature.of.empty()) out.member("id", signature.of);
  out.key("summary").raw("[]").member("encrypted_content", signature.value).close('}');
}

void add_message(JsonOut& out, const ModelMessage& message) {
  if (message.role == Role::kTool) {
    out.open('{')
        .member("type", "function_call_output")
        .member("call_id", message.tool_call_id)
        .member("output", message.text)
        .close('}');
    return;
  }
  if (!says_something(message)) return;  // reasoning that nothing follows is refused
  // What the model thought comes before what it said and did, as it came.
  for (const ReasoningSignature& signature : message.signatures)
    if (signature.kind == SignatureKind::kOpaque) add_reasoning(out, signature);
  const bool said = message.role == Role::kAssistant;
  if (!message.text.empty() || !message.images.empty()) {
    out.open('{')
        .member("type", "message")
        .member("role", message.role == Role::kSystem ? "system"
                        : said                        ? "assistant"
                                                      : "user");
    out.key("content").open('[');
    if (!message.text.empty())
      out.open('{')
          .member("type", said ? "output_text" : "input_text")
          .member("text", message.text)
          .close('}');
    for (const ModelImage& image : message.images)
      out.open('{').member("type", "input_image").member("image_url", data_url(image)).close('}');
    out.close(']').close('}');
  }
  for (const ToolCall& call : message.tool_calls)
    out.open('{')
        .member("type", "function_call")
        .member("call_id", call.id)
        .member("name", call.name)
        .member("arguments", call.arguments)
        .close('}');
}

}  // namespace

HttpBody openai_responses_body(const ModelRequest& request, const RequestStyle& style) {
  HttpBody body;
  JsonOut out(body);
  // The server keeps nothing, so the whole conversation is sent each time, with the sealed
  // reasoning in it.
  out.open('{').member("model", request.model).key("stream").flag(true).key("store").flag(false);
  if (!style.refused.include) out.key("include").raw(R"(["reasoning.encrypted_content"])");
  const std::string key =
      style.provider.dialect.cache_key && !style.refused.cache_key ? cache_key(request) : "";
  add_options(out, style.provider.options,
              {{"model"},
               {"stream"},
               {"store"},
               {"include"},
               {"temperature", request.temperature_hundredths.has_value()},
               {"max_output_tokens", request.max_output_tokens > 0},
               {"tools"},
               {"text", request.schema.has_value()},
               {"input"},
               {"prompt_cache_key", !key.empty()}});
  if (request.temperature_hundredths && !style.refused.temperature)
    out.key("temperature").hundredths(*request.temperature_hundredths);
  if (request.max_output_tokens > 0) out.key("max_output_tokens").number(request.max_output_tokens);
  if (!request.tools.empty()) {
    out.key("tools").open('[');
    for (const ToolSpec& tool : request.tools)
      out.open('{')
          .member("type", "function")
          .member("name", tool.name)
          .member("description", tool.description)
          .key("parameters")
          .value(tool.parameters)
          .key("strict")
          .flag(false)
          .close('}');
    out.close(']');
  }
  if (request.schema && !style.refused.schema)
    out.key("text")
        .open('{')
        .key("format")
        .open('{')
        .member("type", "json_schema")
        .member("name", kAnswerTool)
        .key("schema")
        .value(*request.schema)
        .key("strict")
        .flag(false)
        .close('}')
        .close('}');
  if (!key.empty()) out.member("prompt_cache_key", key);
  out.key("input").open('[');
  for (const ModelMessage& message : request.messages) add_message(out, message);
  out.close(']').close('}');
  return body;
}

}  // namespace fm
