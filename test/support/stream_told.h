// Answers for the tests of the readers: read whole and byte by byte, which must come to the same,
// and told in one line.
#pragma once

#include <doctest/doctest.h>

#include <string>
#include <string_view>

#include "model/families/answer_readers.h"
#include "model/provider/api_family.h"
#include "test/support/stream_corpus.h"

namespace fm {

struct SentAnswer {
  std::string body;
  int status = 200;
  HttpHeaders headers = {};
  UtcMs now = {1'770'000'000'000};
  Result<void> end = {};
};

struct ReadAnswer {
  ModelOutcome outcome;
  HeardStream heard;
};

inline ReadAnswer read_in_pieces(ApiFamily family, const SentAnswer& sent, std::size_t size) {
  ReadAnswer read;
  const auto reader = make_answer_reader(family, read.heard);
  reader->head(sent.status, sent.headers, sent.now);
  for (const std::string& piece : cut_every(sent.body, size)) reader->bytes(piece);
  read.outcome = reader->finish(sent.end);
  return read;
}

// "stop: text (reasoning) {refusal} [id name arguments] <seal>", or "!kind +retry_ms: text so far".
inline std::string told(const ReadAnswer& read) {
  const auto& [outcome, heard] = read;
  std::string line;
  if (!outcome) {
    const ModelError& error = outcome.error();
    CHECK(error.text_so_far == heard.all_text);
    line = "!" + std::string(to_string(error.kind));
    if (error.retry_after) line += " +" + std::to_string(error.retry_after->count());
    return error.text_so_far.empty() ? line : line + ": " + error.text_so_far;
  }
  CHECK(outcome->text == heard.all_text);
  CHECK(outcome->reasoning == heard.all_reasoning);
  line = finish_name(outcome->finish);
  if (!outcome->text.empty()) line += ": " + outcome->text;
  if (!outcome->reasoning.empty()) line += " (" + outcome->reasoning + ")";
  if (!outcome->refusal.empty()) line += " {" + outcome->refusal + "}";
  for (const ToolCall& call : outcome->tool_calls)
    line += " [" + call.id + " " + call.name + " " + call.arguments + "]";
  for (const ReasoningSignature& signature : outcome->signatures) {
    line += " <" + std::string(signature.kind == SignatureKind::kOpaque ? "opaque " : "") +
            signature.value;
    if (!signature.text.empty()) line += " over " + signature.text;
    if (!signature.of.empty()) line += " of " + signature.of;
    line += ">";
  }
  return line;
}

inline std::string told(ApiFamily family, const SentAnswer& sent) {
  const std::string whole = told(read_in_pieces(family, sent, 0));
  CHECK(told(read_in_pieces(family, sent, 1)) == whole);
  return whole;
}

inline Usage usage_told(ApiFamily family, const std::string& body) {
  const auto outcome = read_in_pieces(family, {body}, 0).outcome;
  return outcome ? outcome->usage : outcome.error().usage;
}

inline std::string data_frame(std::string_view json) {
  return "data: " + std::string(json) + "\n\n";
}
inline std::string event_frame(std::string_view name, std::string_view json) {
  return "event: " + std::string(name) + "\n" + data_frame(json);
}

}  // namespace fm
