#include <fmt/format.h>

#include <array>
#include <utility>

#include "test/fakes/fake_family.h"

namespace fm {
namespace {

constexpr std::array kWords{FakeWord{"stop", "end_turn"},
                            FakeWord{"length", "max_tokens"},
                            FakeWord{"tool_calls", "tool_use"},
                            FakeWord{"content_filter", "refusal"},
                            FakeWord{"pause", "pause_turn"},
                            FakeWord{"context_window", "model_context_window_exceeded"}};

// The finished content. A refusal's words are text like any other here.
std::vector<JsonObject> blocks_of(const FakeAnswer& answer) {
  const FakeRule& rule = answer.rule;
  std::vector<JsonObject> blocks;
  const auto think = [&](std::string_view text, std::string_view signature) {
    blocks.push_back({{"type", "thinking"}, {"thinking", text}, {"signature", signature}});
  };
  std::string_view reasoning = rule.reasoning;
  for (const ReasoningSignature& signature : rule.signatures) {
    if (signature.kind == SignatureKind::kOpaque)
      blocks.push_back({{"type", "redacted_thinking"}, {"data", signature.value}});
    else
      think(reasoning.empty() ? signature.text : std::exchange(reasoning, {}), signature.value);
  }
  if (!reasoning.empty()) think(reasoning, "");
  if (const std::string text = answer.text + rule.refusal; !text.empty())
    blocks.push_back({{"type", "text"}, {"text", text}});
  for (const ToolCall& call : rule.tool_calls)
    blocks.push_back({{"type", "tool_use"},
                      {"id", call.id},
                      {"name", call.name},
                      {"input", arguments_of(call)}});
  return blocks;
}

JsonObject message(const FakeAnswer& answer, JsonArray content, Json stop_reason,
                   std::int64_t output) {
  const Usage& usage = answer.usage;
  return {{"id", fmt::format("msg_{}", answer.number)},
          {"type", "message"},
          {"role", "assistant"},
          {"model", answer.model},
          {"content", std::move(content)},
          {"stop_reason", std::move(stop_reason)},
          {"stop_sequence", nullptr},
          {"usage", JsonObject{{"input_tokens", usage.input - usage.cached - usage.cache_write},
                               {"cache_creation_input_tokens", usage.cache_write},
                               {"cache_read_input_tokens", usage.cached},
                               {"output_tokens", output}}}};
}

class Stream {
 public:
  explicit Stream(const FakeAnswer& answer) : answer_(answer) {}

  void add(std::string_view type, JsonObject fields, bool says = false) {
    fields["type"] = type;
    events_.push_back({std::string(type), canonical(fields), says});
  }

  void block(std::size_t index, const JsonObject& whole) {
    index_ = index;
    const std::string type(text_at(whole, "type"));
    JsonObject begun = whole;
    for (const std::string_view key : {"text", "thinking", "signature"})
      if (begun.contains(key)) begun[key] = "";
    if (begun.contains("input")) begun["input"] = JsonObject();
    add("content_block_start", {{"index", index}, {"content_block", begun}});
    if (index == 0) add("ping", {});
    if (type == "text") deltas("text_delta", "text", text_at(whole, "text"));
    if (type == "thinking") {
      deltas("thinking_delta", "thinking", text_at(whole, "thinking"));
      if (const auto signature = text_at(whole, "signature"); !signature.empty())
        delta("signature_delta", "signature", signature, false);
    }
    add_input(type, whole);
    add("content_block_stop", {{"index", index}});
  }

  std::vector<FakeEvent> take() { return std::move(events_); }

 private:
  void add_input(std::string_view type, const JsonObject& whole) {
    if (type != "tool_use") return;
    delta("input_json_delta", "partial_json", "", false);
    for (const ToolCall& call : answer_.rule.tool_calls)
      if (call.id == text_at(whole, "id"))
        deltas("input_json_delta", "partial_json", call.arguments == "{}" ? "" : call.arguments);
  }
  void deltas(std::string_view type, std::string_view key, std::string_view text) {
    for (std::string_view piece : slices(text, answer_.rule.chunk_bytes))
      delta(type, key, piece, true);
  }
  void delta(std::string_view type, std::string_view key, std::string_view piece, bool says) {
    add("content_block_delta",
        {{"index", index_}, {"delta", JsonObject{{"type", type}, {key, piece}}}}, says);
  }

  const FakeAnswer& answer_;
  std::size_t index_ = 0;
  std::vector<FakeEvent> events_;
};

}  // namespace

std::vector<FakeEvent> anthropic_events(const FakeAnswer& answer) {
  Stream stream(answer);
  stream.add("message_start", {{"message", message(answer, {}, nullptr, 1)}});
  const std::vector<JsonObject> blocks = blocks_of(answer);
  for (std::size_t i = 0; i < blocks.size(); ++i) stream.block(i, blocks[i]);
  stream.add("message_delta", {{"delta", JsonObject{{"stop_reason", word_in(kWords, answer.finish)},
                                                    {"stop_sequence", nullptr}}},
                               {"usage", JsonObject{{"output_tokens", answer.usage.output}}}});
  stream.add("message_stop", {});
  return stream.take();
}

Json anthropic_whole(const FakeAnswer& answer) {
  JsonArray content;
  for (JsonObject& block : blocks_of(answer)) content.push_back(std::move(block));
  return message(answer, std::move(content), Json(word_in(kWords, answer.finish)),
                 answer.usage.output);
}

}  // namespace fm
