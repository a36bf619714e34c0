#include "people/questions/asking.h"

#include <algorithm>

namespace fm {
namespace {

constexpr Senses kBeforeRequest =
    kLeadIn | Senses{Sense::kRequest, Sense::kSmall, Sense::kPermit, Sense::kFirst, Sense::kSo};
constexpr std::size_t kShortAnswer = 3;  // phrases
constexpr std::size_t kNear = 12;        // phrases between "it is unclear" and "whether"

}  // namespace

std::size_t Asking::next_content(std::size_t at, std::size_t last) const {
  while (at < last && !of_.is_content(phrase(at))) ++at;
  return at;
}

std::size_t Asking::content(std::size_t sentence) const {
  const AgentSentence& here = sentences_[sentence];
  std::size_t count = 0;
  for (std::size_t at = here.first; at < here.last; ++at)
    count += of_.is_content(phrase(at)) ? 1 : 0;
  return count;
}

int Asking::strongest(std::size_t sentence, Cue cue) const {
  const AgentSentence& here = sentences_[sentence];
  int most = 0;
  for (std::size_t at = here.first; at < here.last; ++at)
    most = std::max(most, phrase(at).cues.at(static_cast<std::size_t>(cue)));
  return most;
}

std::size_t Asking::skip_lead_in(const AgentSentence& sentence, std::size_t at) const {
  for (; at < sentence.last; ++at) {
    const Senses senses = phrase(at).senses;
    if (!of_.is_content(phrase(at))) continue;
    if (senses.any({Sense::kInquiry, Sense::kReport}) || !senses.any(kBeforeRequest)) break;
  }
  return at;
}

bool Asking::begins_what_is_asked(std::size_t at) const {
  return phrase(at).senses.any({Sense::kQuestion, Sense::kWhether});
}

bool Asking::has_question_word(std::size_t sentence) const {
  const AgentSentence& here = sentences_[sentence];
  for (std::size_t at = here.first; at < here.last; ++at) {
    if (begins_what_is_asked(at)) return true;
  }
  return false;
}

std::optional<std::size_t> Asking::asks_without_mark(std::size_t sentence) const {
  const AgentSentence& here = sentences_[sentence];
  if (strongest(sentence, Cue::kRhetorical) >= kExpectsNone) return std::nullopt;
  const std::size_t head = skip_lead_in(here, here.first);
  if (orders_an_answer(here, head)) return head;
  for (std::size_t at = here.first; at < here.last; ++at) {
    // "send us the logo and tell us who made it"
    if (!phrase(at).senses.has(Sense::kAnd)) continue;
    const std::size_t next = next_content(at + 1, here.last);
    if (next < here.last && phrase(next).senses.has(Sense::kReport) && orders_an_answer(here, next))
      return next;
  }
  bool negated = false;
  bool own = false;  // "I", "we", "it would help"
  for (std::size_t at = here.first; at < here.last; ++at) {
    const Phrase& inquiry = phrase(at);
    // "I need to" before "know", or the whole in one: "to know"
    const bool wanted =
        inquiry.last - inquiry.first > 1 ||
        (at > here.first && phrase(at - 1).senses.any({Sense::kPermit, Sense::kWish}));
    const bool wish = inquiry.senses.has(Sense::kToKnow) && own && wanted && !negated;
    // "confirm" and "tell us" ask only as an order: a test may confirm things, people tell us.
    const bool says = inquiry.senses.has(Sense::kInquiry) &&
                      (at == head || (inquiry.last - inquiry.first > 1 && !negated &&
                                      !inquiry.senses.has(Sense::kTalk)));
    if (says && inquiry.senses.has(Sense::kWhether)) return at + 1;  // "I wonder whether"
    if ((wish || says) && is_asked_after(here, at)) return at + 1;
    // "I am not sure whether the list is public"
    const bool unsure =
        (inquiry.senses.has(Sense::kDoubt) && own) || (inquiry.senses.has(Sense::kYes) && negated);
    if (unsure && at + 1 < here.last && begins_what_is_asked(at + 1)) return at + 1;
    negated = negated || inquiry.senses.has(Sense::kNegator);
    own = own || inquiry.senses.any(
                     {Sense::kMine, Sense::kWish, Sense::kSelf, Sense::kPermit, Sense::kRequest});
  }
  return std::nullopt;
}

// "tell us the deadline", "just say which", "please confirm the number"
bool Asking::orders_an_answer(const AgentSentence& here, std::size_t head) const {
  if (head >= here.last) return false;
  bool polite = false;
  const std::size_t near = head - std::min(head - here.first, kNear);
  for (std::size_t at = near; at < std::min(here.last, head + kNear); ++at)
    polite = polite || phrase(at).senses.has(Sense::kPolite);
  std::size_t next = next_content(head + 1, here.last);
  if (phrase(head).senses.has(Sense::kReport)) {
    const bool to_us = next < here.last && phrase(next).senses.has(Sense::kSelf);
    if (to_us) next = next_content(next + 1, here.last);
    return next < here.last && (begins_what_is_asked(next) || (to_us && polite));
  }
  return phrase(head).senses.has(Sense::kInquiry) && next < here.last &&
         (polite || begins_what_is_asked(next));
}

bool Asking::is_asked_after(const AgentSentence& here, std::size_t inquiry) const {
  for (std::size_t next = inquiry + 1; next < std::min(here.last, inquiry + kNear); ++next) {
    if (begins_what_is_asked(next)) return true;
  }
  // "I would like to know the number of guests"
  const Phrase& said = phrase(inquiry);
  return said.senses.has(Sense::kQuestion) && said.last - said.first > 2 &&
         next_content(inquiry + 1, here.last) < here.last;
}

bool Asking::asks_for_what_was_said(std::size_t sentence) const {
  const AgentSentence& here = sentences_[sentence];
  if (here.asks) return false;
  const std::size_t head = skip_lead_in(here, here.first);
  if (head >= here.last || !phrase(head).senses.has(Sense::kInquiry)) return false;
  for (std::size_t at = head + 1; at < here.last; ++at) {
    if (of_.is_content(phrase(at)) && !phrase(at).senses.any(kBeforeRequest)) return false;
  }
  return true;
}

bool Asking::asks_to_be_corrected(std::size_t sentence) const {
  return strongest(sentence, Cue::kAssumption) >= kQuotesOthers;
}

bool Asking::begins_with_correction(std::size_t sentence) const {
  constexpr auto kCue = static_cast<std::size_t>(Cue::kAssumption);
  const AgentSentence& here = sentences_[sentence];
  for (std::size_t at = here.first; at < here.last; ++at) {
    if (phrase(at).cues.at(kCue) >= kQuotesOthers) return true;
    if (phrase(at).cues.at(kCue) > 0) return false;
    if (of_.is_content(phrase(at)) && !phrase(at).senses.any(kBeforeRequest)) return false;
  }
  return false;
}

bool Asking::is_only_yes_or_no(std::size_t sentence) const {
  const AgentSentence& here = sentences_[sentence];
  std::size_t words = 0;
  for (std::size_t at = here.first; at < here.last; ++at) {
    if (!of_.is_content(phrase(at))) continue;
    if (!phrase(at).senses.any({Sense::kYes, Sense::kNo}) || phrase(at).senses.has(Sense::kMild))
      return false;
    ++words;
  }
  return words > 0;
}

bool Asking::is_answered(std::size_t sentence) const {
  if (sentence + 1 >= sentences_.size()) return false;
  const AgentSentence& next = sentences_[sentence + 1];
  if (next.asks) return false;
  // "(I assume the latter.)" is what is taken where the question is left open (C-31).
  if (next.first > 0 && of_.words()[phrase(next.first - 1).first].exact == "(") return false;
  const std::size_t head = next_content(next.first, next.last);
  if (head >= next.last) return false;
  const auto ends_part = [&](std::size_t at) {
    return at >= next.last || of_.kind(phrase(at)) == WordKind::kMark;
  };
  // "Q: ... A: ..."
  const Word& word = of_.words()[phrase(head).first];
  if (next.label && ends_part(head + 1) && (word.plain == "a" || word.plain == "answer"))
    return true;
  const Senses senses = phrase(head).senses;
  if (senses.has(Sense::kBecause)) return true;
  const bool decides = senses.any({Sense::kYes, Sense::kNo, Sense::kNegator});
  if (decides && ends_part(head + 1) && !senses.has(Sense::kMild)) return true;
  // "We don't.", "It is, up to a point", "I think so"
  const std::size_t second = next_content(head + 1, next.last);
  const bool opines = senses.any({Sense::kSubject, Sense::kFiller, Sense::kHedge});
  if (opines && second < next.last) {
    const Senses then = phrase(second).senses;
    if (then.any({Sense::kAuxiliary, Sense::kNegator}) && ends_part(second + 1)) return true;
    if (then.has(Sense::kSo) && ends_part(second + 1)) return true;
  }
  if (senses.has(Sense::kFiller) && senses.has(Sense::kAuxiliary) && ends_part(head + 1))
    return true;  // "it is" as one phrase
  // "We could, but ..." as one phrase
  const bool own_words = senses.any({Sense::kSubject, Sense::kMine, Sense::kPermit, Sense::kHedge});
  if (own_words && phrase(head).last - phrase(head).first > 1 && ends_part(head + 1)) return true;
  // "Surely not.", "Not really.", "I doubt it."
  if (content(sentence + 1) > kShortAnswer) return false;
  bool denies = false;
  for (std::size_t at = next.first; at < next.last; ++at)
    denies = denies ||
             phrase(at).senses.any({Sense::kNegator, Sense::kNo, Sense::kDoubt, Sense::kNoAnswer});
  return denies && !senses.any({Sense::kCondition, Sense::kWhether, Sense::kNo}) &&
         !senses.has(Sense::kLater);
}

bool Asking::is_rhetorical(std::size_t sentence) const {
  if (strongest(sentence, Cue::kRhetorical) >= kExpectsNone) return true;
  if (is_only_yes_or_no(sentence)) {
    const bool before =
        sentence > 0 && sentences_[sentence - 1].asks && is_only_yes_or_no(sentence - 1);
    const bool after = sentence + 1 < sentences_.size() && sentences_[sentence + 1].asks &&
                       is_only_yes_or_no(sentence + 1);
    if (before || after) return true;
  }
  return is_answered(sentence);
}

bool Asking::has_tag(std::size_t sentence) const {
  const AgentSentence& here = sentences_[sentence];
  std::size_t at = here.last;
  std::size_t count = 0;
  Senses tag;
  while (at > here.first && of_.is_content(phrase(at - 1))) {
    --at;
    ++count;
    tag.add(phrase(at).senses);
  }
  if (count == 0 || count > 2 || !here.asks) return false;
  if (tag.any({Sense::kYes, Sense::kAsks, Sense::kNo})) return true;
  if (at == here.first) return tag.has(Sense::kGood);  // "Correct?"
  if (tag.has(Sense::kGood)) return true;
  const bool verb = tag.any({Sense::kNegator, Sense::kQuestion, Sense::kAuxiliary});
  const Word& last = of_.words()[phrase(here.last - 1).last - 1];
  return verb && (phrase(at).last - phrase(at).first > 1 || count == 2) && last.exact.size() <= 4;
}

}  // namespace fm
