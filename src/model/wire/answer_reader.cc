#include "model/wire/answer_reader.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.h"
#include "model/failure/provider_error.h"
#include "model/failure/rate_facts.h"
#include "model/wire/lenient_json.h"

namespace fm {
namespace {

constexpr std::size_t kLongestFailure = std::size_t{256} << 10;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::array<std::string_view, 6> kFields{
    "data:", "event:", "id:", "retry:", "error:", ":"};

bool is_success(int status) { return status >= 200 && status < 300; }

// Named events whose data is no JSON only keep the connection alive ("event: ping", "data: ok").
bool is_sign_of_life(const SseEvent& event, std::string_view data) {
  return !event.type.empty() && event.type != "message" && !data.starts_with('{') &&
         !data.starts_with('[');
}

// How much of the start says nothing: white space and byte-order marks, however they are mixed.
std::size_t blank_start(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    if (text.substr(at).starts_with(kByteOrderMark)) {
      at += kByteOrderMark.size();
    } else if (std::string_view(" \t\r\n").find(text[at]) != std::string_view::npos) {
      ++at;
    } else {
      break;
    }
  }
  return at;
}

// Some gateways frame the body of a failure as an event too.
std::string unframed(std::string body) {
  if (!body.starts_with("data:") && !body.starts_with("event:")) return body;
  std::string first;
  const auto keep_first = [&](const SseEvent& event) {
    if (first.empty()) first = event.data;
  };
  SseReader reader;
  if (!reader.feed(body, keep_first)) return body;
  reader.finish(keep_first);
  return first.empty() ? body : first;
}

}  // namespace

AnswerReader::AnswerReader(std::unique_ptr<AnswerProtocol> protocol, ModelSink& sink,
                           std::size_t longest_answer)
    : protocol_(std::move(protocol)),
      draft_(sink),
      longest_answer_(longest_answer),
      values_(longest_answer) {}

void AnswerReader::head(int status, HttpHeaders headers, UtcMs now) {
  status_ = status;
  headers_ = std::move(headers);
  now_ = now;
  if (!is_success(status)) form_ = Form::kText;
}

void AnswerReader::bytes(std::string_view bytes) {
  if (is_over()) return;
  if (form_ == Form::kEvents) return read_events(bytes);
  if (form_ == Form::kValues) return read_values(bytes);
  body_ += bytes;
  if (form_ == Form::kUnknown) decide_form();
  if (form_ != Form::kText || body_.size() < kLongestFailure) return;
  body_.resize(kLongestFailure);
  if (is_success(status_)) judge_text({});  // it will be no answer any more
}

// Gateways send events as application/json, and documents as event streams: the first characters
// tell. Nothing is decided while they could still be either. White space before them is dropped:
// servers send blank lines to keep the connection alive.
void AnswerReader::decide_form() {
  body_.erase(0, blank_start(body_));
  if (body_.empty() || kByteOrderMark.starts_with(body_)) return;
  const auto is_field = [&](std::string_view field) { return body_.starts_with(field); };
  const auto may_be_field = [&](std::string_view field) { return field.starts_with(body_); };
  if (std::ranges::any_of(kFields, is_field)) {
    form_ = Form::kEvents;
    read_events(std::exchange(body_, {}));
  } else if (body_.starts_with('{') || body_.starts_with('[')) {
    form_ = Form::kValues;
    read_values(std::exchange(body_, {}));
  } else if (!std::ranges::any_of(kFields, may_be_field)) {
    form_ = Form::kText;
  }
}

void AnswerReader::read_events(std::string_view bytes) {
  const auto read = sse_.feed(bytes, [this](const SseEvent& each) { event(each); });
  if (!read) fail_with(answer_failure(ModelErrorKind::kBadResponse, read.error().message));
}

void AnswerReader::read_values(std::string_view bytes) {
  if (!values_.feed(bytes, [this](std::string_view text) { value(text); })) fail_with(too_long());
}

// An answer over the limit is refused even when it ends well.
void AnswerReader::check_size() {
  if (failure_) return;
  if (draft_.bytes() > longest_answer_) failure_ = too_long();
  if (draft_.calls().has_too_many())
    failure_ = answer_failure(ModelErrorKind::kBadResponse,
                              "The answer holds more than " +
                                  std::to_string(ToolCallBuilder::kMostCalls) + " tool calls.");
}

void AnswerReader::event(const SseEvent& event) {
  const std::string_view data = trim(event.data);
  if (is_over() || data.empty()) return;
  if (data == "[DONE]") {
    done_ = true;
    return;
  }
  const auto document = parse_lenient_json(data);
  const bool is_error = event.kind == SseKind::kErrorField || event.type == "error";
  if (document) {
    if (is_error) return fail_with(stream_failure(*document, headers_, now_));
    add(*document, event.type, Carrier::kEvent);
  } else if (is_error || (event.kind == SseKind::kEvent && !is_sign_of_life(event, data))) {
    fail_with(stream_text_failure(data.substr(0, kLongestFailure), headers_, now_));
  }  // a document that the end of the stream cut off, or a line that is no field
}

void AnswerReader::value(std::string_view text) {
  if (is_over()) return;
  if (const auto document = parse_lenient_json(text)) {
    add(*document, {}, Carrier::kValue);
  } else {
    fail_with(stream_text_failure(text.substr(0, kLongestFailure), headers_, now_));
  }
}

// Some servers wrap each piece in a list.
void AnswerReader::add(const Json& document, std::string_view event, Carrier carrier) {
  const auto* list = document.if_array();
  if (list == nullptr) return add_one({document, event, carrier});
  for (const Json& entry : *list) {
    if (is_over()) return;
    add_one({entry, event, carrier});
  }
}

void AnswerReader::add_one(const AnswerPiece& piece) {
  if (!piece.document.is_object()) return;
  const bool is_answer = protocol_->knows(piece);
  is_known_ = is_known_ || is_answer;
  if (is_error_document(piece.document, is_answer))
    return fail_with(stream_failure(piece.document, headers_, now_));
  if (const Json* failure = protocol_->failure_in(piece))
    return fail_with(stream_failure(*failure, headers_, now_));
  if (!is_answer) return;
  if (auto failure = protocol_->add(draft_, piece)) fail_with(std::move(*failure));
  check_size();
}

// What is neither events nor JSON: a failure, whatever the status says.
void AnswerReader::judge_text(const Result<void>& end) {
  if (!is_success(status_))
    return fail_with(http_failure(status_, headers_, unframed(std::move(body_)), now_));
  if (is_web_page(body_)) return fail_with(web_page_failure(status_, body_));
  const std::string_view text = trim(body_);
  if (text.empty() || !end) return fail_with(incomplete(end));
  fail_with(stream_text_failure(text, headers_, now_));
}

// After the last word a failure harms nothing, unless that word came before any answer: some
// servers put one on an empty piece at the start.
void AnswerReader::fail_with(ModelError error) {
  const bool has_answer = protocol_->is_finished() && draft_.has_output();
  if (!failure_ && !has_answer) failure_ = std::move(error);
}

ModelError AnswerReader::too_long() const {
  return answer_failure(
      ModelErrorKind::kBadResponse,
      "The answer is longer than " + std::to_string(longest_answer_ >> 20) + " MiB.");
}

ModelError AnswerReader::incomplete(const Result<void>& end) const {
  if (!end) {
    const Error& why = end.error();
    ModelError error = answer_failure(ModelErrorKind::kNetwork, why.message + " " + why.cause);
    if (why.code == "net_timeout") error.kind = ModelErrorKind::kTimeout;
    if (why.code == "url_invalid") error.kind = ModelErrorKind::kInvalidRequest;
    // Another try would end the same way, and what helps is not the network.
    error.permanent = why.code == "net_tls_failed";
    if (error.permanent || error.kind == ModelErrorKind::kInvalidRequest) error.cure = why.cure;
    return error;
  }
  if (form_ == Form::kValues && !values_.is_open() && !is_known_)
    return answer_failure(ModelErrorKind::kBadResponse, "The answer holds nothing that we know.");
  const bool is_empty = form_ == Form::kUnknown && body_.empty();
  return answer_failure(ModelErrorKind::kNetwork, is_empty
                                                      ? "The server sent nothing."
                                                      : "The answer broke off before its end.");
}

ModelOutcome AnswerReader::finish(const Result<void>& end) {
  if (form_ == Form::kEvents && !is_over())
    sse_.finish([this](const SseEvent& each) { event(each); });
  const bool is_text = form_ == Form::kText || form_ == Form::kUnknown;
  if (is_text && !is_over() && status_ != 0) judge_text(end);
  protocol_->close(draft_);
  const bool has_ended = protocol_->is_finished() || (done_ && protocol_->ends_by_done());
  if (!failure_ && !has_ended) failure_ = incomplete(end);
  RateBuckets limits = rate_buckets(headers_, now_);
  if (!failure_) {
    ModelReply reply = draft_.take(protocol_->finish());
    reply.limits = std::move(limits);
    return reply;
  }
  failure_->limits = std::move(limits);
  if (failure_->http_status == 0) failure_->http_status = status_;
  draft_.end_text(ReasoningSplit::End::kCut);
  failure_->text_so_far = draft_.text();
  failure_->usage = draft_.usage().sane();
  return std::unexpected(std::move(*failure_));
}

}  // namespace fm
