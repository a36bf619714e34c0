#include "people/message/deciding_words.h"

#include <algorithm>
#include <array>
#include <ranges>
#include <string_view>

namespace fm {
namespace {

// An idiom of irony beside an order that is said plainly is a yes; a rolling eye is not.
bool is_idiom_of_irony(const Utterance& utterance, const Act& act) {
  if (!act.ironic || act.clause.last - act.clause.first > 1) return false;
  return utterance.kind(utterance.phrases()[act.clause.first]) == WordKind::kWord;
}

class Finder {
 public:
  Finder(const Utterance& utterance, const std::vector<Act>& acts)
      : utterance_(utterance), acts_(acts) {}

  DecidingWords find() {
    for (std::size_t at = 0; at < acts_.size(); ++at) note(at);
    found_.open = breaks_off(utterance_);
    found_.mild = found_.yes && !found_.named && mild_ && !polite_;
    if (found_.start) look_around(acts_[*found_.start]);
    found_.ends = ends();
    const bool alone = !else_ && (found_.named || !beside_);
    found_.torn = found_.cancel && (found_.start || found_.approve);
    found_.whole = found_.any() && !found_.torn && alone && !found_.open;
    return found_;
  }

 private:
  void note(std::size_t at) {
    const Act& act = acts_[at];
    found_.contrary = found_.contrary || ((act.contrary || act.ironic || wants_else(act)) &&
                                          !act.plain && !act.bare_no);
    polite_ = polite_ || act.polite;
    found_.ordered_if = found_.ordered_if || (act.kind == ActKind::kHold && act.clause.conditional);
    found_.talks = found_.talks || act.kind == ActKind::kAsk || act.kind == ActKind::kTalk ||
                   act.kind == ActKind::kEnough;
    if (act.plain) return take(at);
    if (act.courtesy) {
      beside_ = beside_ || act.greets;
    } else if (act.bare_no) {
      found_.bare_no = true;
    } else if (act.praise || act.thanks_for || is_idiom_of_irony(utterance_, act)) {
      found_.praise = found_.praise || act.praise;
      beside_ = true;
    } else {
      else_ = true;
    }
  }

  bool ends() const {
    bool plain = false;
    for (const Act& act : acts_ | std::views::reverse) {
      if (act.clause.sentence != acts_.back().clause.sentence) break;
      if (!act.plain && !act.courtesy) return false;
      plain = plain || act.plain;
    }
    return plain;
  }

  // Something other than to go ahead or to give up.
  static bool wants_else(const Act& act) {
    switch (act.kind) {
      case ActKind::kNone:
      case ActKind::kStart:
      case ActKind::kApprove:
      case ActKind::kResume:
      case ActKind::kCancel:
      case ActKind::kTell:
        return false;
      default:
        return true;
    }
  }

  void look_around(const Act& order) {
    found_.bare = order.clause.last - order.clause.first == 1 && acts_.size() == 1 && !found_.goes;
    for (const Act& act : acts_)
      found_.goes_on = found_.goes_on || (act.clause.sentence == order.clause.sentence &&
                                          !act.plain && !act.courtesy && !act.praise);
  }

  void take(std::size_t at) {
    const Act& act = acts_[at];
    found_.named = found_.named || act.named;
    if (act.kind == ActKind::kStart) {
      found_.start = at;
      found_.goes = utterance_.senses(act.clause).has(Sense::kGo);
    } else if (act.kind == ActKind::kCancel) {
      found_.cancel = at;
      found_.gives_all_up = is_about_all(act.clause);
    } else {
      found_.resumes = found_.resumes || act.kind == ActKind::kResume;
      found_.yes = found_.approve ? found_.yes && act.yes : act.yes;
      mild_ = found_.approve ? mild_ && act.mild : act.mild;
      found_.approve = at;
      beside_ = beside_ || act.greets;
    }
  }

  // "Drop it" may be about whatever was spoken of last.
  bool is_about_all(const Clause& clause) const {
    constexpr std::array<std::string_view, 7> kPointing = {"it",    "that",  "this", "one",
                                                           "these", "those", "them"};
    const Phrase& last = utterance_.phrases()[clause.last - 1];
    return std::ranges::find(kPointing, utterance_.words()[last.last - 1].plain) == kPointing.end();
  }

  const Utterance& utterance_;
  const std::vector<Act>& acts_;
  DecidingWords found_;
  bool mild_ = false;
  bool polite_ = false;
  bool beside_ = false;  // a greeting, praise: fine beside a verb, too much beside a yes
  bool else_ = false;
};

}  // namespace

bool breaks_off(const Utterance& utterance) {
  constexpr Senses kGoesOn = {Sense::kBut, Sense::kAnd, Sense::kOr, Sense::kBecause,
                              Sense::kCondition};
  constexpr std::string_view kOpenMarks = ",;:-–—、，…";
  const auto& phrases = utterance.phrases();
  std::size_t dots = 0;
  bool first = true;  // from the end
  for (const Phrase& phrase : phrases | std::views::reverse) {
    const Word& word = utterance.words()[phrase.first];
    if (word.kind == WordKind::kLineEnd) continue;
    if (!utterance.is_content(phrase)) {
      if (word.exact == ".") ++dots;
      const bool trails = dots > 1 || word.exact.starts_with("..");
      if (trails || (first && kOpenMarks.contains(word.exact))) return true;
      first = false;
      continue;
    }
    return phrase.senses.any(kGoesOn) &&
           !phrase.senses.any({Sense::kYes, Sense::kGood, Sense::kApprove, Sense::kGo,
                               Sense::kThanks, Sense::kPolite});
  }
  return false;
}

DecidingWords find_deciding_words(const Utterance& utterance, const std::vector<Act>& acts) {
  return Finder(utterance, acts).find();
}

}  // namespace fm
