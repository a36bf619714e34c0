#include "model/families/ollama_request.h"

#include <algorithm>

#include "model/wire/request_parts.h"

namespace fm {
namespace {

void add_message(JsonOut& out, const ModelMessage& message, std::span<const ModelMessage> all) {
  out.open('{').member("role", role_name(message.role)).member("content", message.text);
  if (!message.images.empty()) {
    out.key("images").open('[');
    for (const ModelImage& image : message.images) out.text(image.base64);
    out.close(']');
  }
  if (!message.tool_calls.empty()) {
    if (!message.reasoning.empty()) out.member("thinking", message.reasoning);
    out.key("tool_calls").open('[');
    for (const ToolCall& call : message.tool_calls)
      out.open('{')
          .key("function")
          .open('{')
          .member("name", call.name)
          .key("arguments")
          .value(arguments_object(call))
          .close('}')
          .close('}');
    out.close(']');
  }
  if (message.role == Role::kTool) out.member("tool_name", name_of_call(all, message));
  out.close('}');
}

// Without a size the server silently cuts the prompt to its own small default. The model's whole
// size takes more memory than most machines have. So the size is what this conversation needs. It
// grows by doubling, since each change makes the server load the model again.
std::int64_t context_for(const ModelRequest& request, std::int64_t holds) {
  constexpr std::int64_t kLeast = 8'192;
  constexpr std::int64_t kAnswer = 4'096;
  constexpr std::int64_t kMost = 1 << 20;
  std::int64_t needed = std::max<std::int64_t>(request.max_output_tokens, kAnswer);
  for (const ModelMessage& message : request.messages)
    needed += static_cast<std::int64_t>(message.text.size()) / 3 + 16;
  std::int64_t size = kLeast;
  while (size < needed && size < kMost) size *= 2;
  return holds > 0 ? std::min(size, holds) : size;
}

void add_model_options(JsonOut& out, const ModelRequest& request, const RequestStyle& style) {
  out.key("options").open('{');
  const Json* given = style.provider.options.if_contains("options");
  const bool sized =
      given != nullptr && given->is_object() && given->get_object().contains("num_ctx");
  if (given != nullptr && given->is_object())
    add_options(out, given->get_object(),
                {{"temperature", request.temperature_hundredths.has_value()},
                 {"num_predict", request.max_output_tokens > 0}});
  if (!sized) out.key("num_ctx").number(context_for(request, style.context_tokens));
  if (request.temperature_hundredths && !style.refused.temperature)
    out.key("temperature").hundredths(*request.temperature_hundredths);
  if (request.max_output_tokens > 0) out.key("num_predict").number(request.max_output_tokens);
  out.close('}');
}

}  // namespace

Result<HttpBody> ollama_body(const ModelRequest& request, const RequestStyle& style) {
  const bool has_schema = request.schema && !style.refused.schema;
  TRY(check_tools_or_schema(request, has_schema,
                            "Ollama lets a model write nothing but what fits the schema."));
  HttpBody body;
  JsonOut out(body);
  out.open('{').member("model", request.model).key("stream").flag(true);
  add_options(out, style.provider.options,  // keep_alive, think
              {{"model"},
               {"stream"},
               {"options"},
               {"tools"},
               {"format", request.schema.has_value()},
               {"messages"}});
  add_model_options(out, request, style);
  if (!request.tools.empty()) add_function_tools(out, request.tools);
  if (has_schema) out.key("format").value(*request.schema);
  out.key("messages").open('[');
  for (const ModelMessage& message : request.messages) add_message(out, message, request.messages);
  out.close(']').close('}');
  return body;
}

}  // namespace fm
