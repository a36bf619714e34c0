// What came of one call as a cassette keeps it: the streamed pieces, then the reply or error
// (P-35).
//
// All of ModelReply and ModelError is kept except the provider's limits, which held only at that
// time. Pure.
#pragma once

#include <string>
#include <vector>

#include "base/json.h"
#include "base/redact.h"
#include "model/model.h"

namespace fm {

struct StreamPiece {
  enum class Kind { kText, kReasoning };
  Kind kind = Kind::kText;
  std::string text;

  bool operator==(const StreamPiece&) const = default;
};

// The pieces of one kind, as one text.
std::string joined(const std::vector<StreamPiece>& stream, StreamPiece::Kind kind);

// A secret may lie over several pieces.
void redact(std::vector<StreamPiece>& stream, const Redactor& redactor);

// [["text", "Hel"], ["reasoning", ["two", "lines"]], ...]. Errors: cassette_invalid, as below.
Json stream_to_json(const std::vector<StreamPiece>& stream);
Result<std::vector<StreamPiece>> stream_from_json(const Json& value);

// Shared with the messages of a request.
JsonArray tool_calls_to_json(const std::vector<ToolCall>& calls);
JsonArray signatures_to_json(const std::vector<ReasoningSignature>& signatures);

// A member "reply" or "error", added to an exchange and read from it. shorten_texts() brings the
// long texts into their written form: one that is nothing but the stream's sum is left out.
void add_outcome(JsonObject& exchange, const ModelOutcome& outcome);
void shorten_texts(JsonObject& exchange, const std::vector<StreamPiece>& stream);
Result<ModelOutcome> outcome_from_json(const Json& exchange,
                                       const std::vector<StreamPiece>& stream);

}  // namespace fm
