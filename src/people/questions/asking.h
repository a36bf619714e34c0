// Whether a sentence of an agent wants an answer from somebody (C-32).
//
// All of it from the sentence and the one before or after it, by the vocabulary's senses and its
// rhetorical cues: 9 points are a label whose questions are text for others ("FAQ"), 5 are a mark
// of rhetoric ("as we know", "isn't it"). What else is rhetoric reads better in context: a question
// that nobody meant is shown and left open.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "people/language/utterance.h"
#include "people/questions/agent_sentences.h"

namespace fm {

inline constexpr int kQuotesOthers = 9;
inline constexpr int kExpectsNone = 5;

class Asking {
 public:
  Asking(const Utterance& utterance, std::span<const AgentSentence> sentences)
      : of_(utterance), sentences_(sentences) {}

  // The points of the strongest cue of this kind in a sentence.
  int strongest(std::size_t sentence, Cue cue) const;

  // "I need to know whether ...", "please tell us the deadline": the phrase after which it says
  // what is asked.
  std::optional<std::size_t> asks_without_mark(std::size_t sentence) const;
  // "please explain", "shout if not": makes a question of the sentence before.
  bool asks_for_what_was_said(std::size_t sentence) const;
  bool asks_to_be_corrected(std::size_t sentence) const;
  bool begins_with_correction(std::size_t sentence) const;  // and so speaks of the one before
  bool has_question_word(std::size_t sentence) const;

  // A question to which no answer is wanted.
  bool is_rhetorical(std::size_t sentence) const;

  // "..., right?", "..., isn't it?"
  bool has_tag(std::size_t sentence) const;
  std::size_t content(std::size_t sentence) const;  // phrases that say something

 private:
  bool is_answered(std::size_t sentence) const;
  bool is_only_yes_or_no(std::size_t sentence) const;
  std::size_t skip_lead_in(const AgentSentence& sentence, std::size_t at) const;
  const Phrase& phrase(std::size_t at) const { return of_.phrases()[at]; }
  std::size_t next_content(std::size_t at, std::size_t last) const;
  bool begins_what_is_asked(std::size_t at) const;
  bool orders_an_answer(const AgentSentence& here, std::size_t head) const;
  bool is_asked_after(const AgentSentence& here, std::size_t inquiry) const;

  const Utterance& of_;
  std::span<const AgentSentence> sentences_;
};

}  // namespace fm
