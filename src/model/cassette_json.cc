#include "model/cassette_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.h"

namespace fm {
namespace {

// A line of a cassette nests at most 64 deep (parse_json); a schema has to leave room for the rest.
constexpr int kDeepestSchema = 48;

// In the order of the enumerations.
constexpr std::array<std::string_view, 4> kRoles{"system", "user", "assistant", "tool"};
constexpr std::array<std::string_view, 2> kSeals{"signature", "opaque"};
constexpr std::array<std::string_view, 2> kPieces{"text", "reasoning"};
constexpr std::array<std::string_view, 8> kFinishes{"stop",           "length",  "tool_calls",
                                                    "content_filter", "refusal", "pause",
                                                    "context_window", "unknown"};

template <class Enum, std::size_t size>
std::string_view name_of(const std::array<std::string_view, size>& names, Enum value) {
  return names[static_cast<std::size_t>(value)];
}

template <class Enum, std::size_t size>
Result<Enum> value_of(const std::array<std::string_view, size>& names, std::string_view name,
                      std::string_view key) {
  const auto found = std::ranges::find(names, name);
  if (found != names.end()) return static_cast<Enum>(found - names.begin());
  return cassette_invalid(fmt::format("The {} \"{}\" is unknown.", key, cut_bytes(name, 40)));
}

Result<ModelErrorKind> kind_of(std::string_view name) {
  for (int i = 0; i <= static_cast<int>(ModelErrorKind::kCancelled); ++i)
    if (const auto kind = static_cast<ModelErrorKind>(i); to_string(kind) == name) return kind;
  return cassette_invalid(fmt::format("The kind \"{}\" is unknown.", cut_bytes(name, 40)));
}

std::string text_of(const Json& value, std::string_view key) {
  return std::string(text_at(value, key));
}

void add_text(JsonObject& object, std::string_view key, const std::string& text) {
  if (!text.empty()) object[key] = text;
}

bool is_deeper(const Json& value, int levels) {
  const auto deeper = [levels](const Json& item) { return is_deeper(item, levels - 1); };
  if (const JsonArray* array = value.if_array())
    return levels <= 0 || std::ranges::any_of(*array, deeper);
  if (const JsonObject* object = value.if_object())
    return levels <= 0 ||
           std::ranges::any_of(*object, [&](const auto& member) { return deeper(member.value()); });
  return false;
}

Json schema_to_json(const Json& schema) {
  return is_deeper(schema, kDeepestSchema) ? Json(canonical(schema)) : schema;
}

JsonArray tool_calls_to_json(const std::vector<ToolCall>& calls) {
  JsonArray out;
  for (const ToolCall& call : calls)
    out.push_back(JsonObject{{"id", call.id}, {"name", call.name}, {"arguments", call.arguments}});
  return out;
}

JsonArray seals_to_json(const std::vector<ReasoningSeal>& seals) {
  JsonArray out;
  for (const ReasoningSeal& seal : seals) {
    JsonObject object{{"kind", name_of(kSeals, seal.kind)}, {"value", seal.value}};
    add_text(object, "text", seal.text);
    add_text(object, "of", seal.of);
    out.push_back(std::move(object));
  }
  return out;
}

Json message_to_json(const ModelMessage& message) {
  JsonObject out{{"role", name_of(kRoles, message.role)}, {"text", message.text}};
  for (const ModelImage& image : message.images) {
    if (!out.contains("images")) out["images"] = JsonArray();
    out["images"].as_array().push_back(
        JsonObject{{"media_type", image.media_type}, {"sha256", to_hex(sha256(image.base64))}});
  }
  if (!message.tool_calls.empty()) out["tool_calls"] = tool_calls_to_json(message.tool_calls);
  add_text(out, "reasoning", message.reasoning);
  if (!message.seals.empty()) out["seals"] = seals_to_json(message.seals);
  add_text(out, "tool_call_id", message.tool_call_id);
  if (message.tool_failed) out["tool_failed"] = true;
  return out;
}

void add_usage(JsonObject& object, const Usage& usage) {
  if (usage == Usage{}) return;
  object["usage"] = JsonObject{{"input", usage.input},
                               {"cached", usage.cached},
                               {"output", usage.output},
                               {"reasoning", usage.reasoning}};
}

Usage usage_of(const Json& value) {
  const Json* usage = find_at(value, "usage");
  if (usage == nullptr) return {};
  return {int_at(*usage, "input"), int_at(*usage, "cached"), int_at(*usage, "output"),
          int_at(*usage, "reasoning")};
}

// An array's items; none when it is not there.
const JsonArray& items_at(const Json& value, std::string_view key) {
  static const JsonArray kNone;
  const Json* found = find_at(value, key);
  return found != nullptr && found->is_array() ? found->get_array() : kNone;
}

// A text that may be an array of lines, or the stream's sum where there is none.
Result<std::string> text_or_sum(const Json& value, std::string_view key,
                                const std::vector<StreamPiece>& stream, StreamPiece::Kind kind) {
  const Json* found = find_at(value, key);
  return found != nullptr ? lines_from_json(*found) : joined(stream, kind);
}

Result<ModelReply> reply_from_json(const Json& value, const std::vector<StreamPiece>& stream) {
  ModelReply reply;
  reply.text = TRY(text_or_sum(value, "text", stream, StreamPiece::Kind::kText));
  reply.reasoning = TRY(text_or_sum(value, "reasoning", stream, StreamPiece::Kind::kReasoning));
  reply.refusal = text_of(value, "refusal");
  for (const Json& seal : items_at(value, "seals"))
    reply.seals.push_back({TRY(value_of<SealKind>(kSeals, text_at(seal, "kind"), "kind of seal")),
                           text_of(seal, "value"), text_of(seal, "text"), text_of(seal, "of")});
  for (const Json& call : items_at(value, "tool_calls"))
    reply.tool_calls.push_back(
        {text_of(call, "id"), text_of(call, "name"), text_of(call, "arguments")});
  reply.finish = TRY(value_of<Finish>(kFinishes, text_at(value, "finish"), "finish"));
  reply.usage = usage_of(value);
  reply.first_token = Millis(int_at(value, "first_token_ms"));
  reply.total = Millis(int_at(value, "total_ms"));
  return reply;
}

Result<ModelError> error_from_json(const Json& value, const std::vector<StreamPiece>& stream) {
  ModelError error;
  error.kind = TRY(kind_of(text_at(value, "kind")));
  error.message = text_of(value, "message");
  error.text_so_far = TRY(text_or_sum(value, "text_so_far", stream, StreamPiece::Kind::kText));
  if (const Json* wait = find_at(value, "retry_after_ms"); wait != nullptr && wait->is_int64())
    error.retry_after = Millis(wait->get_int64());
  error.usage = usage_of(value);
  error.http_status = static_cast<int>(int_at(value, "http_status"));
  error.permanent = bool_at(value, "permanent");
  error.learned = bool_at(value, "learned");
  return error;
}

}  // namespace

std::unexpected<Error> cassette_invalid(std::string message) {
  return fail("cassette_invalid", std::move(message), "",
              "Correct that line, or record the discussion anew with --record.");
}

Json canonical_request(const std::string& full_name, const ModelRequest& request) {
  JsonObject out{{"model", full_name}};
  JsonArray& messages = out["messages"].emplace_array();
  for (const ModelMessage& message : request.messages) messages.push_back(message_to_json(message));
  for (const ToolSpec& tool : request.tools) {
    if (!out.contains("tools")) out["tools"] = JsonArray();
    out["tools"].as_array().push_back(JsonObject{{"name", tool.name},
                                                 {"description", tool.description},
                                                 {"parameters", schema_to_json(tool.parameters)}});
  }
  if (request.schema) out["schema"] = schema_to_json(*request.schema);
  if (request.temperature_hundredths)
    out["temperature_hundredths"] = *request.temperature_hundredths;
  if (request.max_output_tokens != 0) out["max_output_tokens"] = request.max_output_tokens;
  return out;
}

Sha256 request_digest(const Json& canonical_form) { return sha256(canonical(canonical_form)); }

void blot_out(Json& value, const Redactor& redactor) {
  if (redactor.empty()) return;
  if (auto* text = value.if_string()) {
    *text = redactor.redact({text->data(), text->size()});
  } else if (JsonArray* array = value.if_array()) {
    for (Json& item : *array) blot_out(item, redactor);
  } else if (JsonObject* object = value.if_object()) {
    JsonObject out;
    for (auto& member : *object) {
      blot_out(member.value(), redactor);
      out[redactor.redact(member.key())] = std::move(member.value());
    }
    *object = std::move(out);
  }
}

std::string joined(const std::vector<StreamPiece>& stream, StreamPiece::Kind kind) {
  std::string text;
  for (const StreamPiece& piece : stream)
    if (piece.kind == kind) text += piece.text;
  return text;
}

Json stream_to_json(const std::vector<StreamPiece>& stream) {
  JsonArray out;
  for (const StreamPiece& piece : stream)
    out.push_back(JsonArray{name_of(kPieces, piece.kind), lines_to_json(piece.text)});
  return out;
}

Result<std::vector<StreamPiece>> stream_from_json(const Json& value) {
  std::vector<StreamPiece> stream;
  if (!value.is_array()) return cassette_invalid("\"stream\" is no list.");
  for (const Json& item : value.get_array()) {
    const JsonArray* pair = item.if_array();
    if (pair == nullptr || pair->size() != 2 || !pair->front().is_string())
      return cassette_invalid("A piece of \"stream\" is not [\"text\", ...].");
    stream.push_back(
        {TRY(value_of<StreamPiece::Kind>(kPieces, pair->front().get_string(), "piece")),
         TRY(lines_from_json(pair->back()))});
  }
  return stream;
}

void add_outcome(JsonObject& exchange, const ModelOutcome& outcome) {
  JsonObject out;
  if (outcome) {
    out["text"] = lines_to_json(outcome->text);
    out["reasoning"] = lines_to_json(outcome->reasoning);
    add_text(out, "refusal", outcome->refusal);
    if (!outcome->seals.empty()) out["seals"] = seals_to_json(outcome->seals);
    if (!outcome->tool_calls.empty()) out["tool_calls"] = tool_calls_to_json(outcome->tool_calls);
    out["finish"] = name_of(kFinishes, outcome->finish);
    add_usage(out, outcome->usage);
    out["first_token_ms"] = static_cast<std::int64_t>(outcome->first_token.count());
    out["total_ms"] = static_cast<std::int64_t>(outcome->total.count());
    exchange["reply"] = std::move(out);
    return;
  }
  const ModelError& error = outcome.error();
  out["kind"] = to_string(error.kind);
  add_text(out, "message", error.message);
  out["text_so_far"] = lines_to_json(error.text_so_far);
  if (error.retry_after)
    out["retry_after_ms"] = static_cast<std::int64_t>(error.retry_after->count());
  add_usage(out, error.usage);
  if (error.http_status != 0) out["http_status"] = error.http_status;
  if (error.permanent) out["permanent"] = true;
  if (error.learned) out["learned"] = true;
  exchange["error"] = std::move(out);
}

void drop_sums(JsonObject& exchange, const std::vector<StreamPiece>& stream) {
  const auto drop = [&](std::string_view member, std::string_view key, StreamPiece::Kind kind) {
    Json* outcome = exchange.if_contains(member);
    const Json* text = outcome == nullptr ? nullptr : find_at(*outcome, key);
    if (text != nullptr && lines_from_json(*text) == joined(stream, kind))
      outcome->as_object().erase(key);
  };
  drop("reply", "text", StreamPiece::Kind::kText);
  drop("reply", "reasoning", StreamPiece::Kind::kReasoning);
  drop("error", "text_so_far", StreamPiece::Kind::kText);
}

Result<ModelOutcome> outcome_from_json(const Json& exchange,
                                       const std::vector<StreamPiece>& stream) {
  const Json* reply = find_at(exchange, "reply");
  const Json* error = find_at(exchange, "error");
  if ((reply == nullptr) == (error == nullptr))
    return cassette_invalid("An exchange has either \"reply\" or \"error\".");
  if (reply != nullptr) return ModelOutcome(TRY(reply_from_json(*reply, stream)));
  return ModelOutcome(std::unexpect, TRY(error_from_json(*error, stream)));
}

Json lines_to_json(std::string_view text) {
  if (text.find('\n') == std::string_view::npos) return text;
  JsonArray lines;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(Json(text.substr(begin, end - begin)));
    begin = end + 1;
  }
  return lines;
}

Result<std::string> lines_from_json(const Json& value) {
  if (const auto* text = value.if_string()) return std::string(text->data(), text->size());
  const JsonArray* lines = value.if_array();
  if (lines == nullptr) return cassette_invalid("A text is neither a text nor a list of lines.");
  std::string text;
  for (const Json& line : *lines) {
    if (!line.is_string()) return cassette_invalid("A text's line is no text.");
    if (&line != &lines->front()) text += '\n';
    text += line.get_string();
  }
  return text;
}

}  // namespace fm
