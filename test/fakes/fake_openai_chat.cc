#include <fmt/format.h>

#include <array>

#include "test/fakes/fake_family.h"

namespace fm {
namespace {

constexpr std::array kWords{FakeWord{"refusal", "stop"}, FakeWord{"pause", "stop"},
                            FakeWord{"context_window", "model_context_window_exceeded"}};
constexpr std::int64_t kCreated = 1'770'000'000;

// Builds the chunks of one streamed answer. By hand, since benchmarks stream a lot of them.
class Chunks {
 public:
  explicit Chunks(const FakeAnswer& answer)
      : head_(fmt::format(
            R"({{"id":"chatcmpl-{}","object":"chat.completion.chunk","created":{},"model":{},"choices":)",
            answer.number, kCreated, json_text(answer.model))) {
    const Json* options = find_at(answer.request, "stream_options");
    counts_ = options != nullptr && bool_at(*options, "include_usage");
  }

  void delta(std::string_view fields, bool says, std::string_view finish = "null") {
    events_.push_back(
        {.data = fmt::format(
             R"({}[{{"index":0,"delta":{{{}}},"logprobs":null,"finish_reason":{}}}]{}}})", head_,
             fields, finish, counts_ ? R"(,"usage":null)" : ""),
         .says = says});
  }
  void usage(const Json& counts) {
    if (counts_)
      events_.push_back({.data = fmt::format(R"({}[],"usage":{}}})", head_, canonical(counts))});
  }
  std::vector<FakeEvent> take() {
    events_.push_back({.data = "[DONE]"});
    return std::move(events_);
  }

 private:
  std::string head_;
  bool counts_ = false;
  std::vector<FakeEvent> events_;
};

Json usage_of(const Usage& usage) {
  return JsonObject{
      {"prompt_tokens", usage.input},
      {"completion_tokens", usage.output},
      {"total_tokens", usage.input + usage.output},
      {"prompt_tokens_details", JsonObject{{"cached_tokens", usage.cached}, {"audio_tokens", 0}}},
      {"completion_tokens_details",
       JsonObject{{"reasoning_tokens", usage.reasoning}, {"audio_tokens", 0}}}};
}

// OpenAI itself shows no reasoning; DeepSeek and the gateways tell it so.
JsonArray details_of(const FakeRule& rule) {
  JsonArray details;
  for (const ReasoningSignature& signature : rule.signatures) {
    JsonObject detail{{"index", details.size()}};
    const bool is_opaque = signature.kind == SignatureKind::kOpaque;
    detail["type"] = is_opaque ? "reasoning.encrypted" : "reasoning.text";
    detail[is_opaque ? "data" : "signature"] = signature.value;
    if (!signature.of.empty()) detail["id"] = signature.of;
    details.push_back(std::move(detail));
  }
  return details;
}

void add_call(Chunks& chunks, std::size_t index, const ToolCall& call, std::size_t size) {
  chunks.delta(
      fmt::format(
          R"("tool_calls":[{{"index":{},"id":{},"type":"function","function":{{"name":{},"arguments":""}}}}])",
          index, json_text(call.id), json_text(call.name)),
      false);
  for (std::string_view piece : slices(call.arguments, size))
    chunks.delta(fmt::format(R"("tool_calls":[{{"index":{},"function":{{"arguments":{}}}}}])",
                             index, json_text(piece)),
                 true);
}

}  // namespace

std::vector<FakeEvent> openai_chat_events(const FakeAnswer& answer) {
  const FakeRule& rule = answer.rule;
  Chunks chunks(answer);
  chunks.delta(R"("role":"assistant","content":"","refusal":null)", false);
  for (std::string_view piece : slices(rule.reasoning, rule.chunk_bytes))
    chunks.delta("\"reasoning_content\":" + json_text(piece), true);
  if (!rule.signatures.empty())
    chunks.delta("\"reasoning_details\":" + canonical(details_of(rule)), false);
  for (std::string_view piece : slices(answer.text, rule.chunk_bytes))
    chunks.delta("\"content\":" + json_text(piece), true);
  for (std::string_view piece : slices(rule.refusal, rule.chunk_bytes))
    chunks.delta("\"refusal\":" + json_text(piece), true);
  for (std::size_t i = 0; i < rule.tool_calls.size(); ++i)
    add_call(chunks, i, rule.tool_calls[i], rule.chunk_bytes);
  chunks.delta("", false, json_text(word_in(kWords, answer.finish)));
  chunks.usage(usage_of(answer.usage));
  return chunks.take();
}

Json openai_chat_whole(const FakeAnswer& answer) {
  const FakeRule& rule = answer.rule;
  JsonObject message{{"role", "assistant"}, {"content", answer.text}, {"refusal", nullptr}};
  if (answer.text.empty()) message["content"] = nullptr;
  if (!rule.refusal.empty()) message["refusal"] = rule.refusal;
  if (!rule.reasoning.empty()) message["reasoning_content"] = rule.reasoning;
  if (!rule.signatures.empty()) message["reasoning_details"] = details_of(rule);
  JsonArray calls;
  for (const ToolCall& call : rule.tool_calls)
    calls.push_back(
        JsonObject{{"id", call.id},
                   {"type", "function"},
                   {"function", JsonObject{{"name", call.name}, {"arguments", call.arguments}}}});
  if (!calls.empty()) message["tool_calls"] = std::move(calls);
  return JsonObject{
      {"id", fmt::format("chatcmpl-{}", answer.number)},
      {"object", "chat.completion"},
      {"created", kCreated},
      {"model", answer.model},
      {"choices", JsonArray{JsonObject{{"index", 0},
                                       {"message", message},
                                       {"logprobs", nullptr},
                                       {"finish_reason", word_in(kWords, answer.finish)}}}},
      {"usage", usage_of(answer.usage)}};
}

}  // namespace fm
