#include "model/wire/answer_draft.h"

#include <utility>

namespace fm {
void AnswerDraft::add_text(std::string_view text) {
  if (text.empty()) return;
  was_given_text_ = true;
  split_.feed(text, [this](auto part, std::string_view said) { add_part(part, said); });
}

void AnswerDraft::end_text(ReasoningSplit::End end) {
  split_.finish(end, [this](auto part, std::string_view said) { add_part(part, said); });
}

void AnswerDraft::add_part(ReasoningSplit::Part part, std::string_view text) {
  switch (part) {
    case ReasoningSplit::Part::kReasoning:
      return add_reasoning(text);
    case ReasoningSplit::Part::kText:
      reply_.text += text;
      return sink_.text(text);
    case ReasoningSplit::Part::kTextWasReasoning:
      reply_.reasoning += reply_.text;
      reply_.text.clear();
      return sink_.text_was_reasoning();
  }
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
  return was_given_text_ || has_reasoning() || has_refusal() || !calls_.empty();
}

std::size_t AnswerDraft::bytes() const {
  return reply_.text.size() + reply_.reasoning.size() + reply_.refusal.size() + calls_.bytes() +
         overhead_;
}

ModelReply AnswerDraft::take(Finish finish) {
  using End = ReasoningSplit::End;
  const bool cut = is_cut(finish) || (finish == Finish::kUnknown && has_refusal());
  end_text(cut ? End::kCut : calls_.empty() ? End::kWhole : End::kCalls);
  if (has_refusal() && finish == Finish::kStop) finish = Finish::kRefusal;
  // The last call of an answer that was broken off may be half of what was meant.
  reply_.tool_calls = calls_.take(cut, id_);
  if (!reply_.tool_calls.empty() && finish == Finish::kStop) finish = Finish::kToolCalls;
  reply_.finish = finish;
  reply_.usage = reply_.usage.sane();
  return std::move(reply_);
}

}  // namespace fm
