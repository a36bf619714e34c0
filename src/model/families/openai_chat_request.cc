#include "model/families/openai_chat_request.h"

#include <algorithm>

#include "base/sha256.h"
#include "model/wire/request_parts.h"

namespace fm {
namespace {

constexpr std::size_t kMostMarks = 4;  // that Anthropic takes, through gateways too
constexpr std::string_view kMaxTokens = "max_tokens";
constexpr std::string_view kMaxCompletionTokens = "max_completion_tokens";

class Writer {
 public:
  Writer(JsonOut& out, const ModelRequest& request, const RequestStyle& style)
      : out_(out), style_(style) {
    if (style.provider.dialect.cache_marks && !style.refused.cache_marks)
      marks_ = cache_marks(request.messages, kMostMarks);
  }

  void message(const ModelMessage& message) {
    if (message.role == Role::kAssistant && !says_something(message)) {
      piece_ += stable_pieces(message).size();  // an answer without a word is refused
      return;
    }
    out_.open('{').member("role", role_name(message.role)).key("content");
    content(message);
    if (style_.provider.dialect.reasoning_back && !message.reasoning.empty() &&
        !message.tool_calls.empty())
      out_.member("reasoning_content", message.reasoning);
    if (!message.signatures.empty()) signatures(message);
    if (!message.tool_calls.empty()) tool_calls(message);
    if (!message.tool_call_id.empty()) out_.member("tool_call_id", message.tool_call_id);
    out_.close('}');
  }

 private:
  void content(const ModelMessage& message) {
    const auto pieces = stable_pieces(message);
    const std::size_t first = piece_;
    piece_ += pieces.size();
    bool marked = false;
    for (std::size_t i = first; i < piece_ && i < marks_.size(); ++i) marked = marked || marks_[i];
    if (message.text.empty() && !message.tool_calls.empty()) {
      out_.raw("null");
    } else if (message.images.empty() && !marked) {
      out_.text(message.text);
    } else {
      out_.open('[');
      add_text_blocks(out_, pieces, marks_, first);
      for (const ModelImage& image : message.images)
        out_.open('{')
            .member("type", "image_url")
            .key("image_url")
            .open('{')
            .member("url", data_url(image))
            .close('}')
            .close('}');
      out_.close(']');
    }
  }

  // As gateways told them, and want them back. A stream brings the signature after the text, alone;
  // where there is but one, it is over all that was thought.
  void signatures(const ModelMessage& message) {
    const bool is_only = 1 == std::ranges::count(message.signatures, SignatureKind::kSignature,
                                                 &ReasoningSignature::kind);
    out_.key("reasoning_details").open('[');
    for (const ReasoningSignature& signature : message.signatures) {
      const std::string& text =
          signature.text.empty() && is_only ? message.reasoning : signature.text;
      out_.open('{');
      if (signature.kind == SignatureKind::kOpaque)
        out_.member("type", "reasoning.encrypted").member("data", signature.value);
      else
        out_.member("type", "reasoning.text")
            .member("text", text)
            .member("signature", signature.value);
      if (!signature.of.empty()) out_.member("id", signature.of);
      out_.close('}');
    }
    out_.close(']');
  }

  void tool_calls(const ModelMessage& message) {
    out_.key("tool_calls").open('[');
    for (const ToolCall& call : message.tool_calls)
      out_.open('{')
          .member("id", call.id)
          .member("type", "function")
          .key("function")
          .open('{')
          .member("name", call.name)
          .member("arguments", call.arguments)
          .close('}')
          .close('}');
    out_.close(']');
  }

  JsonOut& out_;
  const RequestStyle& style_;
  std::vector<bool> marks_;
  std::size_t piece_ = 0;  // of all messages, that is next
};

}  // namespace

std::string cache_key(const ModelRequest& request) {
  return request.room.empty() ? std::string() : to_base32(sha256(request.room), 26);
}

HttpBody openai_chat_body(const ModelRequest& request, const RequestStyle& style) {
  const Dialect& dialect = style.provider.dialect;
  HttpBody body;
  JsonOut out(body);
  out.open('{').member("model", request.model).key("stream").flag(true);
  if (dialect.usage_in_stream && !style.refused.stream_options)
    out.key("stream_options").raw(R"({"include_usage":true})");
  const std::string key = dialect.cache_key && !style.refused.cache_key ? cache_key(request) : "";
  add_options(out, style.provider.options,
              {{"model"},
               {"stream"},
               {"stream_options"},
               {"messages"},
               {"tools"},
               {"tool_choice"},
               {"temperature", request.temperature_hundredths.has_value()},
               {kMaxTokens, request.max_output_tokens > 0},
               {kMaxCompletionTokens, request.max_output_tokens > 0},
               {"response_format", request.schema.has_value()},
               {"prompt_cache_key", !key.empty()}});
  if (request.temperature_hundredths && !style.refused.temperature)
    out.key("temperature").hundredths(*request.temperature_hundredths);
  if (request.max_output_tokens > 0) {
    std::string_view name = dialect.max_tokens;
    if (style.refused.max_tokens_name)
      name = name == kMaxTokens ? kMaxCompletionTokens : kMaxTokens;
    out.key(name).number(request.max_output_tokens);
  }
  if (!request.tools.empty()) add_function_tools(out, request.tools);
  if (request.schema && !style.refused.schema)
    out.key("response_format")
        .open('{')
        .member("type", "json_schema")
        .key("json_schema")
        .open('{')
        .member("name", kAnswerTool)
        .key("schema")
        .value(*request.schema)
        .close('}')
        .close('}');
  if (!key.empty()) out.member("prompt_cache_key", key);
  out.key("messages").open('[');
  Writer writer(out, request, style);
  for (const ModelMessage& message : request.messages) writer.message(message);
  out.close(']').close('}');
  return body;
}

}  // namespace fm
