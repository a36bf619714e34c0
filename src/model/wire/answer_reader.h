// AnswerReader: a model's answer out of bytes, however they were cut and whoever sends them.
//
// Pure: head, bytes and end go in, deltas go to the sink, one outcome comes out. It reads a stream
// of events, lines of JSON, an array of JSON that is sent in pieces, or one JSON document, by what
// the bytes look like and not by what the head promises. An answer counts only if the provider said
// that it is finished; otherwise it is a network error that keeps the text so far. A failure may be
// told in the status, the body, a data frame, an event or field named "error", a later line, a web
// page, nothing at all; the first one counts, unless the answer was already finished. Work is
// linear in the bytes, memory is bounded. What the families say in their own ways is in their
// protocols (answer_protocol.h).
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "model/model.h"
#include "model/wire/answer_draft.h"
#include "model/wire/answer_protocol.h"
#include "model/wire/json_values.h"
#include "net/http_client.h"
#include "net/sse.h"

namespace fm {

class AnswerReader {
 public:
  static constexpr std::size_t kLongestAnswer = std::size_t{32} << 20;

  AnswerReader(std::unique_ptr<AnswerProtocol> protocol, ModelSink& sink,
               std::size_t longest_answer = kLongestAnswer);

  void head(int status, HttpHeaders headers, UtcMs now);
  void bytes(std::string_view bytes);

  bool is_over() const {  // what still comes means nothing
    return done_ || failure_ || protocol_->is_over();
  }
  bool has_output() const { return draft_.has_output(); }
  const std::string& text() const { return draft_.text(); }
  const Usage& usage() const { return draft_.usage(); }

  // The connection's end, well or broken. Once.
  ModelOutcome finish(const Result<void>& end);

 private:
  enum class Form {
    kUnknown,
    kEvents,  // server-sent events
    kValues,  // JSON documents, one or many
    kText,    // a failure's body, a web page, anything else
  };

  void decide_form();
  void read_events(std::string_view bytes);
  void read_values(std::string_view bytes);
  void check_size();

  void event(const SseEvent& event);
  void value(std::string_view text);
  void add(const Json& document, std::string_view event, Carrier carrier);
  void add_one(const AnswerPiece& piece);

  void judge_text(const Result<void>& end);
  void fail_with(ModelError error);
  ModelError too_long() const;
  ModelError incomplete(const Result<void>& end) const;

  std::unique_ptr<AnswerProtocol> protocol_;
  AnswerDraft draft_;
  std::size_t longest_answer_;
  SseReader sse_;
  JsonValues values_;
  Form form_ = Form::kUnknown;
  int status_ = 0;
  HttpHeaders headers_;
  UtcMs now_;
  std::string body_;       // while the form is unknown, and of kText
  bool is_known_ = false;  // something of the family came
  bool done_ = false;      // "[DONE]" came
  std::optional<ModelError> failure_;
};

}  // namespace fm
