// What of one call a cassette keeps, as JSON (P-35).
//
// The request in its canonical form is what calls are matched by: the model's full name and all
// that decides the answer. What is volatile is left out: the room, the purpose, where cache marks
// go. A picture is kept as its hash: it only has to be told from another. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/redact.h"
#include "base/sha256.h"
#include "model/model.h"

namespace fm {

struct StreamPiece {
  enum class Kind { kText, kReasoning };
  Kind kind = Kind::kText;
  std::string text;

  bool operator==(const StreamPiece&) const = default;
};

// {"model", "messages": [{"role", "text", ...}], "tools", "schema", "temperature_hundredths",
// "max_output_tokens"}; what is not there is left out.
Json canonical_request(const std::string& full_name, const ModelRequest& request);
Sha256 request_digest(const Json& canonical);

// Every text in `value`, keys included.
void blot_out(Json& value, const Redactor& redactor);

// The pieces of one kind, joined.
std::string joined(const std::vector<StreamPiece>& stream, StreamPiece::Kind kind);

// [["text", "Hel"], ["reasoning", ["two", "lines"]], ...]. Errors: cassette_invalid, as below.
Json stream_to_json(const std::vector<StreamPiece>& stream);
Result<std::vector<StreamPiece>> stream_from_json(const Json& value);

// A member "reply" or "error", added to an exchange and read from it. A text that is nothing but
// the stream's sum is not written again: drop_sums() takes it out, reading puts it back.
void add_outcome(JsonObject& exchange, const ModelOutcome& outcome);
void drop_sums(JsonObject& exchange, const std::vector<StreamPiece>& stream);
Result<ModelOutcome> outcome_from_json(const Json& exchange,
                                       const std::vector<StreamPiece>& stream);

// A text of several lines is an array of them; both forms are read.
Json lines_to_json(std::string_view text);
Result<std::string> lines_from_json(const Json& value);

// The file's fault in words; the line is added by whoever knows it.
std::unexpected<Error> cassette_invalid(std::string message);

}  // namespace fm
