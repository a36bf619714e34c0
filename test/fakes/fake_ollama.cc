#include <fmt/format.h>

#include <array>
#include <utility>

#include "test/fakes/fake_family.h"

namespace fm {
namespace {

// It knows no other ways to end.
constexpr std::array kWords{FakeWord{"tool_calls", "stop"}, FakeWord{"content_filter", "stop"},
                            FakeWord{"refusal", "stop"}, FakeWord{"pause", "stop"},
                            FakeWord{"context_window", "length"}};

JsonObject line(const FakeAnswer& answer, JsonObject message) {
  message["role"] = "assistant";
  if (!message.contains("content")) message["content"] = "";
  return {{"model", answer.model},
          {"created_at", fmt::format("2026-02-02T02:40:00.{:09}Z", answer.number)},
          {"message", std::move(message)},
          {"done", false}};
}

JsonObject last(const FakeAnswer& answer, JsonObject message) {
  JsonObject json = line(answer, std::move(message));
  json["done"] = true;
  json["done_reason"] = word_in(kWords, answer.finish);
  json["total_duration"] = 5'000'000;
  json["load_duration"] = 1'000'000;
  json["prompt_eval_count"] = answer.usage.input;
  json["prompt_eval_duration"] = 1'000'000;
  json["eval_count"] = answer.usage.output;
  json["eval_duration"] = 3'000'000;
  return json;
}

JsonObject call_of(const FakeRule& rule, std::size_t index) {
  const ToolCall& call = rule.tool_calls[index];
  JsonObject json{
      {"function",
       JsonObject{{"index", index}, {"name", call.name}, {"arguments", arguments_of(call)}}}};
  if (!call.id.empty()) json["id"] = call.id;
  return json;
}

}  // namespace

std::vector<FakeEvent> ollama_events(const FakeAnswer& answer) {
  const FakeRule& rule = answer.rule;
  std::vector<FakeEvent> events;
  const auto say = [&](JsonObject message) {
    events.push_back({.data = canonical(line(answer, std::move(message))), .says = true});
  };
  for (std::string_view piece : slices(rule.reasoning, rule.chunk_bytes))
    say({{"thinking", piece}});
  const std::string text = answer.text + rule.refusal;
  for (std::string_view piece : slices(text, rule.chunk_bytes)) say({{"content", piece}});
  for (std::size_t i = 0; i < rule.tool_calls.size(); ++i)
    say({{"tool_calls", JsonArray{call_of(rule, i)}}});
  events.push_back({.data = canonical(last(answer, {}))});
  return events;
}

Json ollama_whole(const FakeAnswer& answer) {
  const FakeRule& rule = answer.rule;
  JsonObject message{{"content", answer.text + rule.refusal}};
  if (!rule.reasoning.empty()) message["thinking"] = rule.reasoning;
  JsonArray calls;
  for (std::size_t i = 0; i < rule.tool_calls.size(); ++i) calls.push_back(call_of(rule, i));
  if (!calls.empty()) message["tool_calls"] = std::move(calls);
  return last(answer, std::move(message));
}

}  // namespace fm
