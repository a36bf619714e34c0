#include "model/openai_chat_reader.h"

#include <array>
#include <utility>

#include "base/text.h"
#include "model/lenient_json.h"
#include "model/provider_error.h"

namespace fm {
namespace {

constexpr std::size_t kLongestFailure = std::size_t{256} << 10;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::array<std::string_view, 6> kFields{
    "data:", "event:", "id:", "retry:", "error:", ":"};

ModelError make_error(ModelErrorKind kind, std::string message) {
  ModelError error;
  error.kind = kind;
  error.message = std::move(message);
  return error;
}

// Finish reasons that are failures.
std::optional<ModelError> failure_of_word(std::string_view word) {
  if (word == "error")
    return make_error(ModelErrorKind::kServer, "The provider ended the answer with an error.");
  if (word == "insufficient_system_resource")
    return make_error(ModelErrorKind::kOverloaded, "The provider ran out of resources.");
  return std::nullopt;
}

bool is_success(int status) { return status >= 200 && status < 300; }

}  // namespace

void OpenAiChatReader::head(int status, HttpHeaders headers, UtcMs now) {
  status_ = status;
  headers_ = std::move(headers);
  now_ = now;
  if (!is_success(status)) form_ = Form::kDocument;
}

void OpenAiChatReader::bytes(std::string_view bytes) {
  if (is_over()) return;
  if (form_ == Form::kEvents) return read_events(bytes);
  const std::size_t limit = is_success(status_) ? longest_answer_ : kLongestFailure;
  body_ += bytes.substr(0, limit - std::min(limit, body_.size()));
  if (form_ == Form::kUnknown) decide_form();
  if (body_.size() == limit && is_success(status_)) fail_as_too_long();
}

// Gateways send events as application/json, and documents as event streams: the first characters
// tell. Nothing is decided while they could still be either.
void OpenAiChatReader::decide_form() {
  std::string_view start = body_;
  if (start.starts_with(kByteOrderMark)) start.remove_prefix(kByteOrderMark.size());
  const std::size_t first = start.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return;
  start.remove_prefix(first);
  for (std::string_view field : kFields) {
    if (start.starts_with(field)) {
      form_ = Form::kEvents;
      return read_events(std::exchange(body_, {}));
    }
    if (field.starts_with(start)) return;
  }
  if (kByteOrderMark.starts_with(start)) return;
  form_ = Form::kDocument;
}

void OpenAiChatReader::read_events(std::string_view bytes) {
  const auto read = sse_.feed(bytes, [this](const SseEvent& each) { event(each); });
  if (is_over()) return;
  if (!read) return fail_with(make_error(ModelErrorKind::kBadResponse, read.error().message));
  if (answer_.bytes() > longest_answer_) fail_as_too_long();
}

void OpenAiChatReader::event(const SseEvent& event) {
  const std::string_view data = trim(event.data);
  if (is_over() || data.empty()) return;
  if (data == "[DONE]") {
    done_ = true;
    return;
  }
  const auto document = parse_lenient_json(data);
  const bool is_error = event.kind == SseKind::kErrorField || event.type == "error";
  if (document) {
    if (is_error || is_error_document(*document))
      return fail_with(stream_failure(*document, headers_, now_));
    if (event.kind != SseKind::kBareJson) chunk(*document);
  } else if (event.kind == SseKind::kEvent || is_error) {
    fail_with(stream_text_failure(data, headers_, now_));
  }  // a document that the end of the stream cut off, or a line that is no field
}

void OpenAiChatReader::chunk(const Json& document) {
  if (const Json* choices = find_at(document, "choices"); choices != nullptr && choices->is_array())
    for (const Json& choice : choices->get_array())
      if (is_error_document(choice) && find_at(choice, "error") != nullptr)
        return fail_with(stream_failure(choice, headers_, now_));
  answer_.add(document);
  if (const auto& word = answer_.finish_word())
    if (auto failure = failure_of_word(*word)) fail_with(std::move(*failure));
}

void OpenAiChatReader::read_document(const Result<void>& end) {
  if (!is_success(status_)) return fail_with(http_failure(status_, headers_, body_, now_));
  if (is_web_page(body_)) return fail_with(web_page_failure(status_, body_));
  std::string_view text = body_;
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  text = trim(text);
  if (text.empty()) return fail_with(connection_error(end));
  const auto document = parse_lenient_json(text);
  if (!document) {
    const bool cut = !end || text.starts_with('{') || text.starts_with('[');
    return fail_with(cut ? connection_error(end) : stream_text_failure(text, headers_, now_));
  }
  if (is_error_document(*document)) return fail_with(stream_failure(*document, headers_, now_));
  const Json* choices = find_at(*document, "choices");
  if (choices == nullptr || !choices->is_array() || choices->get_array().empty())
    return fail_with(make_error(ModelErrorKind::kBadResponse, "The answer holds no choice."));
  chunk(*document);
  done_ = true;  // a whole document needs no word for its end
}

void OpenAiChatReader::fail_with(ModelError error) {
  const auto& word = answer_.finish_word();
  const bool finished = word && !failure_of_word(*word);
  if (!failure_ && !finished) failure_ = std::move(error);
}

void OpenAiChatReader::fail_as_too_long() {
  fail_with(
      make_error(ModelErrorKind::kBadResponse,
                 "The answer is longer than " + std::to_string(longest_answer_ >> 20) + " MiB."));
}

ModelError OpenAiChatReader::connection_error(const Result<void>& end) const {
  if (!end) {
    const Error& why = end.error();
    ModelError error = make_error(ModelErrorKind::kNetwork, why.message + " " + why.cause);
    if (why.code == "net_timeout") error.kind = ModelErrorKind::kTimeout;
    if (why.code == "url_invalid") error.kind = ModelErrorKind::kInvalidRequest;
    error.permanent = why.code == "net_tls_failed";
    return error;
  }
  return make_error(ModelErrorKind::kNetwork, body_.empty() && !has_output()
                                                  ? "The server sent nothing."
                                                  : "The answer broke off before its end.");
}

ModelOutcome OpenAiChatReader::finish(const Result<void>& end) {
  if (form_ == Form::kEvents && !is_over())
    sse_.finish([this](const SseEvent& each) { event(each); });
  if (form_ != Form::kEvents && !is_over() && status_ != 0) read_document(end);
  if (!failure_ && !done_ && !answer_.finish_word()) failure_ = connection_error(end);
  if (!failure_) return answer_.take();
  if (failure_->http_status == 0) failure_->http_status = status_;
  failure_->text_so_far = answer_.text();
  failure_->usage = answer_.usage();
  return std::unexpected(std::move(*failure_));
}

}  // namespace fm
