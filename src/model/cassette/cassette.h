// A cassette: the exchanges with models of one or more discussions, as a file of JSON lines (P-35).
//
//   {"cassette":1}
//   {"context_tokens":400000,"host":"api.openai.com","model":"openai:gpt-5","rehearsal":false}
//   {"error":{"code":...},"model":"local:llama"}         a model that could not be had
//   {"part":1,"text":["=== house rules ===","..."]}      a passage of prompts (cassette_text.h)
//   {"for":{"agent":"ideation","round":1,"task":"ideate"},"n":1,
//    "request":{"messages":[{"role":"user","text":[[1,4],9]}],"model":"openai:gpt-5"},
//    "stream":[["text","Hel"],["text","lo"]],
//    "reply":{"finish":"stop","first_token_ms":420,"total_ms":9000,"usage":{...}}}
//
// Written and read by the line, so that a recording that was killed can be played up to there and a
// person can read and edit it. Of a model that is written twice the last line counts. Pure: the
// file itself is cassette_file.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/cassette/cassette_outcome.h"
#include "model/cassette/cassette_request.h"
#include "model/cassette/cassette_text.h"

namespace fm {

struct CassetteModel {
  std::string host;
  std::int64_t context_tokens = 0;
  bool rehearsal = false;
  std::optional<Error> missing;  // why it could not be had

  bool operator==(const CassetteModel&) const = default;
};

// One attempt.
struct Exchange {
  std::string agent;
  std::string task;
  int round = 0;
  Json request;  // canonical
  std::vector<StreamPiece> stream;
  ModelOutcome outcome;  // but for the provider's limits
};

// "ideation (ideate, round 1)", for people.
std::string exchange_title(std::string_view agent, std::string_view task, int round);

// Gives the lines to write, with a line's end each. They hold no secrets.
class CassetteWriter {
 public:
  explicit CassetteWriter(Redactor redactor = {}) : redactor_(std::move(redactor)) {}

  std::string header() const;
  // Nothing when it says what was said last.
  std::string model(const std::string& full_name, const CassetteModel& model);
  std::string exchange(const Exchange& exchange);

 private:
  Redactor redactor_;
  TextPacker packer_;
  std::map<std::string, CassetteModel, std::less<>> models_;
  int count_ = 0;
};

struct Cassette {
  struct Entry {
    Exchange exchange;  // with the texts of its request packed: request_of()
    Sha256 digest;      // of the whole request
    std::int64_t n = 0;
    std::size_t line = 0;
  };
  std::map<std::string, CassetteModel, std::less<>> models;  // by full name
  std::vector<Entry> entries;
  TextParts parts;
  bool torn = false;  // the last line is not whole, and was left out

  Json request_of(const Entry& entry) const;
};

// `name` is the file's, for messages. Errors: cassette_invalid (with the line), cassette_version.
Result<Cassette> read_cassette(std::string_view text, const std::string& name);

}  // namespace fm
