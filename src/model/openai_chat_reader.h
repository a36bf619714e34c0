// OpenAiChatReader: a chat completions answer out of bytes, however they were cut and whoever sends
// them.
//
// Pure: head, bytes and end go in, deltas go to the sink, one outcome comes out. It reads a stream
// of events or one JSON document, by what the bytes look like and not by what the head promises. An
// answer counts only if the provider said that it is finished; otherwise it is a network error that
// keeps the text so far. A failure may be told in the status, the body, a data frame, an event or
// field named "error", a web page, nothing at all; the first one counts, unless the answer was
// already finished.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "model/chat_answer.h"
#include "model/model.h"
#include "net/http_client.h"
#include "net/sse.h"

namespace fm {

class OpenAiChatReader {
 public:
  static constexpr std::size_t kLongestAnswer = std::size_t{32} << 20;

  explicit OpenAiChatReader(ModelSink& sink, std::size_t longest_answer = kLongestAnswer)
      : answer_(sink), longest_answer_(longest_answer) {}

  void head(int status, HttpHeaders headers, UtcMs now);
  void bytes(std::string_view bytes);

  bool is_over() const { return done_ || failure_; }  // what still comes means nothing
  bool has_output() const { return answer_.has_output(); }
  const std::string& text() const { return answer_.text(); }
  const Usage& usage() const { return answer_.usage(); }

  // The connection's end, well or broken. Once.
  ModelOutcome finish(const Result<void>& end);

 private:
  enum class Form { kUnknown, kEvents, kDocument };

  void decide_form();
  void read_events(std::string_view bytes);
  void event(const SseEvent& event);
  void chunk(const Json& document);
  void read_document(const Result<void>& end);
  void fail_with(ModelError error);
  void fail_as_too_long();
  ModelError connection_error(const Result<void>& end) const;

  ChatAnswer answer_;
  std::size_t longest_answer_;
  SseReader sse_;
  Form form_ = Form::kUnknown;
  int status_ = 0;
  HttpHeaders headers_;
  UtcMs now_;
  std::string body_;  // while the form is unknown, and of a document or failure
  bool done_ = false;
  std::optional<ModelError> failure_;
};

}  // namespace fm
