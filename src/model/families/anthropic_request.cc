#include "model/families/anthropic_request.h"

#include <algorithm>
#include <utility>

#include "model/wire/request_parts.h"

namespace fm {
namespace {

constexpr std::size_t kMostMarks = 4;
constexpr std::int64_t kUsualOutput = 8'192;  // tokens; a limit must be named

// Writes the blocks of all messages; consecutive ones of one role become one message, since roles
// have to take turns. An empty text block would be refused.
class Writer {
 public:
  Writer(JsonOut& out, const ModelRequest& request, const RequestStyle& style)
      : out_(out), messages_(request.messages) {
    if (!style.refused.cache_marks) marks_ = cache_marks(messages_, kMostMarks);
  }

  void system() {
    bool any = false;
    each([&](const ModelMessage& message, std::size_t first) {
      if (message.role != Role::kSystem || is_blank(message.text)) return;
      if (!std::exchange(any, true)) out_.key("system").open('[');
      texts(message, first);
    });
    if (any) out_.close(']');
  }

  void conversation() {
    out_.key("messages").open('[');
    std::string_view open;  // the role of the message that is being written
    each([&](const ModelMessage& message, std::size_t first) {
      if (message.role == Role::kSystem || !says_something(message)) return;
      const std::string_view role = message.role == Role::kAssistant ? "assistant" : "user";
      if (role != open) {
        if (!open.empty()) out_.close(']').close('}');
        if (open.empty() && role == "assistant") begin_with_person();
        out_.open('{').member("role", role).key("content").open('[');
        open = role;
      }
      blocks(message, first);
    });
    if (open.empty())
      begin_with_person();
    else
      out_.close(']').close('}');
    out_.close(']');
  }

 private:
  template <class Visit>
  void each(Visit visit) {
    std::size_t piece = 0;
    for (const ModelMessage& message : messages_) {
      visit(message, piece);
      piece += stable_pieces(message).size();
    }
  }

  // The first message has to be the user's.
  void begin_with_person() {
    out_.open('{')
        .member("role", "user")
        .key("content")
        .open('[')
        .open('{')
        .member("type", "text")
        .member("text", "...")
        .close('}')
        .close(']')
        .close('}');
  }

  void texts(const ModelMessage& message, std::size_t first) {
    add_text_blocks(out_, stable_pieces(message), marks_, first);
  }

  void blocks(const ModelMessage& message, std::size_t first) {
    if (message.role == Role::kTool) {
      out_.open('{')
          .member("type", "tool_result")
          .member("tool_use_id", message.tool_call_id)
          .member("content", message.text);
      if (message.tool_failed) out_.key("is_error").flag(true);
      out_.close('}');
      return;
    }
    for (const ReasoningSignature& signature : message.signatures) {
      if (signature.kind == SignatureKind::kOpaque)
        out_.open('{')
            .member("type", "redacted_thinking")
            .member("data", signature.value)
            .close('}');
      else
        out_.open('{')
            .member("type", "thinking")
            .member("thinking", signature.text)
            .member("signature", signature.value)
            .close('}');
    }
    texts(message, first);
    for (const ModelImage& image : message.images)
      out_.open('{')
          .member("type", "image")
          .key("source")
          .open('{')
          .member("type", "base64")
          .member("media_type", image.media_type)
          .member("data", image.base64)
          .close('}')
          .close('}');
    for (const ToolCall& call : message.tool_calls)
      out_.open('{')
          .member("type", "tool_use")
          .member("id", call.id)
          .member("name", call.name)
          .key("input")
          .value(arguments_object(call))
          .close('}');
  }

  JsonOut& out_;
  const std::vector<ModelMessage>& messages_;
  std::vector<bool> marks_;
};

void add_tool(JsonOut& out, std::string_view name, std::string_view description,
              const Json& schema) {
  out.open('{')
      .member("name", name)
      .member("description", description)
      .key("input_schema")
      .value(schema)
      .close('}');
}

// A limit of output has to be named; thinking is taken from it.
std::int64_t output_limit(const ModelRequest& request, const RequestStyle& style) {
  if (request.max_output_tokens > 0) return request.max_output_tokens;
  const Json* thinking = style.provider.options.if_contains("thinking");
  const std::int64_t thoughts = thinking == nullptr ? 0 : int_at(*thinking, "budget_tokens");
  const std::int64_t usual = kUsualOutput + std::max<std::int64_t>(thoughts, 0);
  return style.max_output_tokens > 0 ? std::min(style.max_output_tokens, usual) : usual;
}

// With thinking a temperature is refused.
bool thinks(const JsonObject& options) {
  const Json* thinking = options.if_contains("thinking");
  return thinking != nullptr && text_at(*thinking, "type") != "disabled";
}

}  // namespace

Result<HttpBody> anthropic_body(const ModelRequest& request, const RequestStyle& style) {
  const JsonObject& options = style.provider.options;
  // A model that thinks cannot be made to use a tool; the caller's prompt asks for the format too.
  const bool has_schema = request.schema && !style.refused.schema && !thinks(options);
  TRY(check_tools_or_schema(request, has_schema, "Anthropic takes a schema as a tool."));
  HttpBody body;
  JsonOut out(body);
  const bool has_temperature =
      request.temperature_hundredths && !style.refused.temperature && !thinks(options);
  const bool has_limit = request.max_output_tokens > 0 || !options.contains("max_tokens");
  out.open('{').member("model", request.model).key("stream").flag(true);
  if (has_limit) out.key("max_tokens").number(output_limit(request, style));
  add_options(out, options,
              {{"model"},
               {"stream"},
               {"max_tokens", has_limit},
               {"temperature", request.temperature_hundredths.has_value()},
               {"tools"},
               {"system"},
               {"tool_choice"},
               {"messages"}});
  if (has_temperature)
    out.key("temperature").hundredths(std::min(*request.temperature_hundredths, 100));
  if (!request.tools.empty() || has_schema) {
    out.key("tools").open('[');
    for (const ToolSpec& tool : request.tools)
      add_tool(out, tool.name, tool.description, tool.parameters);
    if (has_schema) add_tool(out, kAnswerTool, "Gives the answer.", *request.schema);
    out.close(']');
  }
  if (has_schema)
    out.key("tool_choice").open('{').member("type", "tool").member("name", kAnswerTool).close('}');
  Writer writer(out, request, style);
  writer.system();
  writer.conversation();
  out.close('}');
  return body;
}

}  // namespace fm
