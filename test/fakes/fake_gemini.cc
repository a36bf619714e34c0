#include <fmt/format.h>

#include <array>
#include <utility>

#include "test/fakes/fake_family.h"

namespace fm {
namespace {

constexpr std::array kWords{
    FakeWord{"stop", "STOP"},           FakeWord{"length", "MAX_TOKENS"},
    FakeWord{"tool_calls", "STOP"},     FakeWord{"content_filter", "SAFETY"},
    FakeWord{"refusal", "SAFETY"},      FakeWord{"pause", "STOP"},
    FakeWord{"context_window", "OTHER"}};

struct Part {
  JsonObject json;
  bool says = true;
};

Part thought(std::string_view text) { return {{{"text", text}, {"thought", true}}}; }
Part plain(std::string_view text) { return {{{"text", text}}}; }

// The seal of a call rides on it; one of nothing in particular on the first call, or on an empty
// text at the end.
std::vector<Part> calls_of(const FakeRule& rule) {
  std::vector<Part> parts;
  for (const ToolCall& call : rule.tool_calls) {
    JsonObject function{{"name", call.name}, {"args", arguments_of(call)}};
    if (!call.id.empty()) function["id"] = call.id;
    parts.push_back({{{"functionCall", std::move(function)}}});
  }
  for (const ReasoningSignature& signature : rule.signatures) {
    Part* on = nullptr;
    for (std::size_t i = 0; i < rule.tool_calls.size(); ++i)
      if (on == nullptr && !parts[i].json.contains("thoughtSignature") &&
          (signature.of.empty() || signature.of == rule.tool_calls[i].id))
        on = &parts[i];
    if (on == nullptr) on = &parts.emplace_back(Part{{{"text", ""}}, false});
    on->json["thoughtSignature"] = signature.value;
  }
  return parts;
}

Json chunk(const FakeAnswer& answer, JsonArray parts, bool last) {
  JsonObject candidate{{"content", JsonObject{{"parts", std::move(parts)}, {"role", "model"}}},
                       {"index", 0}};
  if (last) candidate["finishReason"] = word_in(kWords, answer.finish);
  const Usage& usage = answer.usage;
  JsonObject counts{{"promptTokenCount", usage.input}, {"totalTokenCount", usage.input}};
  if (last) {
    counts["candidatesTokenCount"] = usage.output;
    counts["totalTokenCount"] = usage.input + usage.output + usage.reasoning;
    if (usage.reasoning > 0) counts["thoughtsTokenCount"] = usage.reasoning;
    if (usage.cached > 0) counts["cachedContentTokenCount"] = usage.cached;
  }
  return JsonObject{{"candidates", JsonArray{std::move(candidate)}},
                    {"usageMetadata", std::move(counts)},
                    {"modelVersion", answer.model},
                    {"responseId", fmt::format("answer-{}", answer.number)}};
}

}  // namespace

std::vector<FakeEvent> gemini_events(const FakeAnswer& answer) {
  const FakeRule& rule = answer.rule;
  std::vector<Part> parts;
  for (std::string_view piece : slices(rule.reasoning, rule.chunk_bytes))
    parts.push_back(thought(piece));
  for (const std::string_view text :
       {std::string_view(answer.text), std::string_view(rule.refusal)})
    for (std::string_view piece : slices(text, rule.chunk_bytes)) parts.push_back(plain(piece));
  for (Part& part : calls_of(rule)) parts.push_back(std::move(part));
  std::vector<FakeEvent> events;
  for (Part& part : parts)
    events.push_back(
        {.data = canonical(chunk(answer, {std::move(part.json)}, false)), .says = part.says});
  events.push_back({.data = canonical(chunk(answer, {JsonObject{{"text", ""}}}, true))});
  return events;
}

Json gemini_whole(const FakeAnswer& answer) {
  const FakeRule& rule = answer.rule;
  JsonArray parts;
  if (!rule.reasoning.empty()) parts.push_back(thought(rule.reasoning).json);
  if (const std::string text = answer.text + rule.refusal; !text.empty())
    parts.push_back(plain(text).json);
  for (Part& part : calls_of(rule)) parts.push_back(std::move(part.json));
  return chunk(answer, std::move(parts), true);
}

}  // namespace fm
