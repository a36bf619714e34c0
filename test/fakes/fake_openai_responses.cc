#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "test/fakes/fake_family.h"

namespace fm {
namespace {

constexpr std::int64_t kCreated = 1'770'000'000;

JsonObject reasoning_item(std::string id, std::string_view summary, std::string_view sealed) {
  JsonArray parts;
  if (!summary.empty()) parts.push_back(JsonObject{{"type", "summary_text"}, {"text", summary}});
  JsonObject item{{"id", std::move(id)}, {"type", "reasoning"}, {"summary", std::move(parts)}};
  if (!sealed.empty()) item["encrypted_content"] = sealed;
  return item;
}

// The finished output: what was thought, what is said, what is called.
std::vector<JsonObject> items_of(const FakeAnswer& answer) {
  const FakeRule& rule = answer.rule;
  std::vector<JsonObject> items;
  const auto include = texts_at(answer.request, "include");
  const bool sealed = std::ranges::find(include, "reasoning.encrypted_content") != include.end();
  std::string_view summary = rule.reasoning;
  for (const ReasoningSignature& signature : rule.signatures)
    items.push_back(reasoning_item(
        signature.of.empty() ? fmt::format("rs_{}_{}", answer.number, items.size()) : signature.of,
        std::exchange(summary, {}), sealed ? signature.value : std::string()));
  if (!summary.empty())
    items.push_back(reasoning_item(fmt::format("rs_{}", answer.number), summary, {}));
  JsonArray content;
  if (!answer.text.empty())
    content.push_back(JsonObject{{"type", "output_text"},
                                 {"text", answer.text},
                                 {"annotations", JsonArray()},
                                 {"logprobs", JsonArray()}});
  if (!rule.refusal.empty())
    content.push_back(JsonObject{{"type", "refusal"}, {"refusal", rule.refusal}});
  if (!content.empty())
    items.push_back({{"id", fmt::format("msg_{}", answer.number)},
                     {"type", "message"},
                     {"status", "completed"},
                     {"role", "assistant"},
                     {"content", std::move(content)}});
  for (const ToolCall& call : rule.tool_calls)
    items.push_back({{"id", "fc_" + call.id},
                     {"type", "function_call"},
                     {"status", "completed"},
                     {"call_id", call.id},
                     {"name", call.name},
                     {"arguments", call.arguments}});
  return items;
}

JsonObject response(const FakeAnswer& answer, std::string_view status, JsonArray output,
                    Json usage) {
  return {{"id", fmt::format("resp_{}", answer.number)},
          {"object", "response"},
          {"created_at", kCreated},
          {"status", status},
          {"error", nullptr},
          {"incomplete_details", nullptr},
          {"instructions", nullptr},
          {"model", answer.model},
          {"output", std::move(output)},
          {"parallel_tool_calls", true},
          {"previous_response_id", nullptr},
          {"store", bool_at(answer.request, "store", true)},
          {"tool_choice", "auto"},
          {"tools", JsonArray()},
          {"usage", std::move(usage)},
          {"metadata", JsonObject()}};
}

JsonObject finished(const FakeAnswer& answer, const std::vector<JsonObject>& items) {
  const Usage& usage = answer.usage;
  JsonArray output;
  for (const JsonObject& item : items) output.push_back(item);
  const bool filtered = answer.finish == "content_filter";
  const bool cut = answer.finish == "length";
  const bool complete =
      is_one_of(answer.finish, {"", "stop", "tool_calls", "refusal", "pause", "context_window"});
  const bool incomplete = filtered || cut || !complete;
  JsonObject whole = response(
      answer, incomplete ? "incomplete" : "completed", std::move(output),
      JsonObject{{"input_tokens", usage.input},
                 {"input_tokens_details", JsonObject{{"cached_tokens", usage.cached}}},
                 {"output_tokens", usage.output},
                 {"output_tokens_details", JsonObject{{"reasoning_tokens", usage.reasoning}}},
                 {"total_tokens", usage.input + usage.output}});
  if (incomplete)
    whole["incomplete_details"] = JsonObject{{"reason", cut ? "max_output_tokens" : answer.finish}};
  return whole;
}

class Stream {
 public:
  explicit Stream(std::size_t chunk_bytes) : chunk_bytes_(chunk_bytes) {}

  void add(std::string_view type, JsonObject fields, bool says = false) {
    fields["type"] = type;
    fields["sequence_number"] = events_.size();
    events_.push_back({std::string(type), canonical(fields), says});
  }

  void item(std::size_t index, const JsonObject& whole) {
    const std::string type(text_at(whole, "type"));
    where_ = {{"output_index", index}, {"item_id", whole.at("id")}};
    JsonObject begun = whole;
    for (const std::string_view key : {"summary", "content"})
      if (begun.contains(key)) begun[key] = JsonArray();
    if (begun.contains("encrypted_content")) begun["encrypted_content"] = "";
    if (begun.contains("status")) begun["status"] = "in_progress";
    if (begun.contains("arguments")) begun["arguments"] = "";
    add("response.output_item.added", {{"output_index", index}, {"item", begun}});
    if (type == "reasoning") each_part(whole, "summary", "summary_index", "reasoning_summary_part");
    if (type == "message") each_part(whole, "content", "content_index", "content_part");
    if (type == "function_call")
      pieces("response.function_call_arguments", "arguments", text_at(whole, "arguments"), where_);
    add("response.output_item.done", {{"output_index", index}, {"item", whole}});
  }

  std::vector<FakeEvent> take() { return std::move(events_); }

 private:
  void each_part(const JsonObject& item, std::string_view list, std::string_view index_name,
                 std::string_view event) {
    const JsonArray& parts = item.at(list).get_array();
    for (std::size_t i = 0; i < parts.size(); ++i) {
      JsonObject where = where_;
      where[index_name] = i;
      const std::string_view type = text_at(parts[i], "type");
      const std::string_view key = type == "refusal" ? "refusal" : "text";
      JsonObject begun = parts[i].get_object();
      begun[key] = "";
      const std::string around = "response." + std::string(event);
      add(around + ".added", with(where, "part", begun));
      pieces(type == "summary_text"  ? "response.reasoning_summary_text"
             : type == "output_text" ? "response.output_text"
                                     : "response.refusal",
             key, text_at(parts[i], key), where);
      add(around + ".done", with(where, "part", parts[i]));
    }
  }

  void pieces(const std::string& type, std::string_view key, std::string_view text,
              const JsonObject& where) {
    for (std::string_view piece : slices(text, chunk_bytes_))
      add(type + ".delta", with(where, "delta", Json(piece)), true);
    add(type + ".done", with(where, key, Json(text)));
  }

  static JsonObject with(JsonObject fields, std::string_view key, Json value) {
    fields[key] = std::move(value);
    return fields;
  }

  std::size_t chunk_bytes_;
  JsonObject where_;
  std::vector<FakeEvent> events_;
};

}  // namespace

std::vector<FakeEvent> openai_responses_events(const FakeAnswer& answer) {
  const std::vector<JsonObject> items = items_of(answer);
  Stream stream(answer.rule.chunk_bytes);
  const JsonObject begun = response(answer, "in_progress", {}, {});
  stream.add("response.created", {{"response", begun}});
  stream.add("response.in_progress", {{"response", begun}});
  for (std::size_t i = 0; i < items.size(); ++i) stream.item(i, items[i]);
  const JsonObject whole = finished(answer, items);
  stream.add("response." + std::string(text_at(whole, "status")), {{"response", whole}});
  return stream.take();
}

Json openai_responses_whole(const FakeAnswer& answer) { return finished(answer, items_of(answer)); }

}  // namespace fm
