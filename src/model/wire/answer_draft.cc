#include "model/wire/answer_draft.h"

#include <utility>

namespace fm {
namespace {

// The provider broke the answer off: its last call may be half of what was meant.
bool is_cut(Finish finish) {
  switch (finish) {
    case Finish::kLength:
    case Finish::kContextWindow:
    case Finish::kContentFilter:
    case Finish::kRefusal:
      return true;
    case Finish::kStop:
    case Finish::kToolCalls:
    case Finish::kPause:
    case Finish::kUnknown:
      break;
  }
  return false;
}

}  // namespace

void AnswerDraft::add_text(std::string_view text) {
  if (text.empty()) return;
  reply_.text += text;
  sink_.text(text);
}

void AnswerDraft::add_reasoning(std::string_view text) {
  if (text.empty()) return;
  reply_.reasoning += text;
  sink_.reasoning(text);
}

void AnswerDraft::add_refusal(std::string_view text) { reply_.refusal += text; }

void AnswerDraft::add_signature(ReasoningSignature signature) {
  if (signature.value.empty()) return;
  add_overhead(sizeof(signature) + signature.value.size() + signature.text.size() +
               signature.of.size());
  reply_.signatures.push_back(std::move(signature));
}

void AnswerDraft::set_id(std::string_view id) {
  if (id_.empty()) id_ = id;
}

bool AnswerDraft::has_output() const {
  return !reply_.text.empty() || has_reasoning() || has_refusal() || !calls_.empty();
}

std::size_t AnswerDraft::bytes() const {
  return reply_.text.size() + reply_.reasoning.size() + reply_.refusal.size() + calls_.bytes() +
         overhead_;
}

ModelReply AnswerDraft::take(Finish finish) {
  if (has_refusal() && finish == Finish::kStop) finish = Finish::kRefusal;
  reply_.tool_calls = calls_.take(is_cut(finish), id_);
  if (!reply_.tool_calls.empty() && finish == Finish::kStop) finish = Finish::kToolCalls;
  reply_.finish = finish;
  return std::move(reply_);
}

}  // namespace fm
