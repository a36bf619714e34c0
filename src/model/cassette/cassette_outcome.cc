#include "model/cassette/cassette_outcome.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "model/cassette/cassette_text.h"
#include "model/usage_json.h"

namespace fm {
namespace {

// In the order of the enumerations.
constexpr std::array<std::string_view, 2> kSignatures{"signature", "opaque"};
constexpr std::array<std::string_view, 2> kPieces{"text", "reasoning"};
constexpr std::array<std::string_view, 8> kFinishes{"stop",           "length",  "tool_calls",
                                                    "content_filter", "refusal", "pause",
                                                    "context_window", "unknown"};

template <class Enum, std::size_t size>
std::string_view name_of(const std::array<std::string_view, size>& names, Enum value) {
  return names[static_cast<std::size_t>(value)];
}

std::unexpected<Error> unknown_word(std::string_view what, std::string_view word) {
  return cassette_invalid(fmt::format("The {} \"{}\" is unknown.", what, cut_bytes(word, 40)));
}

template <class Enum, std::size_t size>
Result<Enum> value_of(const std::array<std::string_view, size>& names, std::string_view what,
                      std::string_view word) {
  const auto found = std::ranges::find(names, word);
  if (found == names.end()) return unknown_word(what, word);
  return static_cast<Enum>(found - names.begin());
}

Result<ModelErrorKind> kind_of(std::string_view word) {
  for (int i = 0; i <= static_cast<int>(ModelErrorKind::kCancelled); ++i)
    if (const auto kind = static_cast<ModelErrorKind>(i); to_string(kind) == word) return kind;
  return unknown_word("kind of error", word);
}

std::string text_of(const Json& value, std::string_view key) {
  return std::string(text_at(value, key));
}

void add_text(JsonObject& object, std::string_view key, const std::string& text) {
  if (!text.empty()) object[key] = text;
}

void add_usage(JsonObject& object, const Usage& usage) {
  if (usage != Usage()) object["usage"] = to_json(usage);
}

// An array's items; none when it is not there.
JsonArray items_at(const Json& value, std::string_view key) {
  const Json* found = find_at(value, key);
  return found != nullptr && found->is_array() ? found->get_array() : JsonArray();
}

// A text, or the stream's sum where none is written.
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
  for (const Json& signature : items_at(value, "seals"))
    reply.signatures.push_back(
        {TRY(value_of<SignatureKind>(kSignatures, "kind of seal", text_at(signature, "kind"))),
         text_of(signature, "value"), text_of(signature, "text"), text_of(signature, "of")});
  for (const Json& call : items_at(value, "tool_calls"))
    reply.tool_calls.push_back(
        {text_of(call, "id"), text_of(call, "name"), text_of(call, "arguments")});
  reply.finish = TRY(value_of<Finish>(kFinishes, "finish", text_at(value, "finish")));
  reply.usage = usage_at(value);
  reply.first_token = Millis(int_at(value, "first_token_ms"));
  reply.total = Millis(int_at(value, "total_ms"));
  return reply;
}

Result<ModelError> error_of(const Json& value, const std::vector<StreamPiece>& stream) {
  ModelError error;
  error.kind = TRY(kind_of(text_at(value, "kind")));
  error.message = text_of(value, "message");
  error.text_so_far = TRY(text_or_sum(value, "text_so_far", stream, StreamPiece::Kind::kText));
  if (const Json* wait = find_at(value, "retry_after_ms"); wait != nullptr && wait->is_int64())
    error.retry_after = Millis(wait->get_int64());
  error.usage = usage_at(value);
  error.http_status = static_cast<int>(int_at(value, "http_status"));
  error.permanent = bool_at(value, "permanent");
  error.learned = bool_at(value, "learned");
  return error;
}

JsonObject reply_to_json(const ModelReply& reply) {
  JsonObject out{{"text", reply.text},
                 {"reasoning", reply.reasoning},
                 {"finish", name_of(kFinishes, reply.finish)},
                 {"first_token_ms", static_cast<std::int64_t>(reply.first_token.count())},
                 {"total_ms", static_cast<std::int64_t>(reply.total.count())}};
  add_text(out, "refusal", reply.refusal);
  if (!reply.signatures.empty()) out["seals"] = signatures_to_json(reply.signatures);
  if (!reply.tool_calls.empty()) out["tool_calls"] = tool_calls_to_json(reply.tool_calls);
  add_usage(out, reply.usage);
  return out;
}

JsonObject error_to_json(const ModelError& error) {
  JsonObject out{{"kind", to_string(error.kind)}, {"text_so_far", error.text_so_far}};
  add_text(out, "message", error.message);
  if (error.retry_after)
    out["retry_after_ms"] = static_cast<std::int64_t>(error.retry_after->count());
  add_usage(out, error.usage);
  if (error.http_status != 0) out["http_status"] = error.http_status;
  if (error.permanent) out["permanent"] = true;
  if (error.learned) out["learned"] = true;
  return out;
}

}  // namespace

std::string joined(const std::vector<StreamPiece>& stream, StreamPiece::Kind kind) {
  std::string text;
  for (const StreamPiece& piece : stream)
    if (piece.kind == kind) text += piece.text;
  return text;
}

void redact(std::vector<StreamPiece>& stream, const Redactor& redactor) {
  for (const auto kind : {StreamPiece::Kind::kText, StreamPiece::Kind::kReasoning}) {
    // Where no secret stands, the pieces stay as they came.
    if (const std::string whole = joined(stream, kind); redactor.redact(whole) == whole) continue;
    Redactor::Stream sure(redactor);
    StreamPiece* last = nullptr;
    for (StreamPiece& piece : stream) {
      if (piece.kind != kind) continue;
      piece.text = sure.feed(piece.text);
      last = &piece;
    }
    if (last != nullptr) last->text += sure.finish();
  }
  std::erase_if(stream, [](const StreamPiece& piece) { return piece.text.empty(); });
}

Json stream_to_json(const std::vector<StreamPiece>& stream) {
  JsonArray out;
  for (const StreamPiece& piece : stream)
    out.push_back(JsonArray{name_of(kPieces, piece.kind), lines_to_json(piece.text)});
  return out;
}

Result<std::vector<StreamPiece>> stream_from_json(const Json& value) {
  if (!value.is_array()) return cassette_invalid("\"stream\" is no list.");
  std::vector<StreamPiece> stream;
  for (const Json& item : value.get_array()) {
    const JsonArray* pair = item.if_array();
    if (pair == nullptr || pair->size() != 2 || !pair->front().is_string())
      return cassette_invalid("A piece of \"stream\" is not [\"text\", ...].");
    stream.push_back(
        {TRY(value_of<StreamPiece::Kind>(kPieces, "kind of piece", pair->front().get_string())),
         TRY(lines_from_json(pair->back()))});
  }
  return stream;
}

JsonArray tool_calls_to_json(const std::vector<ToolCall>& calls) {
  JsonArray out;
  for (const ToolCall& call : calls)
    out.push_back(JsonObject{{"id", call.id}, {"name", call.name}, {"arguments", call.arguments}});
  return out;
}

JsonArray signatures_to_json(const std::vector<ReasoningSignature>& signatures) {
  JsonArray out;
  for (const ReasoningSignature& signature : signatures) {
    JsonObject object{{"kind", name_of(kSignatures, signature.kind)}, {"value", signature.value}};
    add_text(object, "text", signature.text);
    add_text(object, "of", signature.of);
    out.push_back(std::move(object));
  }
  return out;
}

void add_outcome(JsonObject& exchange, const ModelOutcome& outcome) {
  if (outcome) {
    exchange["reply"] = reply_to_json(*outcome);
  } else {
    exchange["error"] = error_to_json(outcome.error());
  }
}

void shorten_texts(JsonObject& exchange, const std::vector<StreamPiece>& stream) {
  const auto shorten = [&](std::string_view member, std::string_view key, StreamPiece::Kind kind) {
    Json* outcome = exchange.if_contains(member);
    if (outcome == nullptr) return;
    const std::string text = text_of(*outcome, key);
    if (text == joined(stream, kind)) {
      outcome->as_object().erase(key);
    } else {
      outcome->as_object()[key] = lines_to_json(text);
    }
  };
  shorten("reply", "text", StreamPiece::Kind::kText);
  shorten("reply", "reasoning", StreamPiece::Kind::kReasoning);
  shorten("error", "text_so_far", StreamPiece::Kind::kText);
}

Result<ModelOutcome> outcome_from_json(const Json& exchange,
                                       const std::vector<StreamPiece>& stream) {
  const Json* reply = find_at(exchange, "reply");
  const Json* error = find_at(exchange, "error");
  if ((reply == nullptr) == (error == nullptr))
    return cassette_invalid("An exchange has either \"reply\" or \"error\".");
  if (reply != nullptr) return ModelOutcome(TRY(reply_from_json(*reply, stream)));
  return ModelOutcome(std::unexpect, TRY(error_of(*error, stream)));
}

}  // namespace fm
