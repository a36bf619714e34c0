#include "people/message/plainness.h"

#include <algorithm>
#include <span>
#include <vector>

namespace fm {
namespace {

// What may stand in an act that is said plainly.
constexpr Senses kCourtesy = {Sense::kPolite,  Sense::kThanks, Sense::kAside, Sense::kAddress,
                              Sense::kOwnWord, Sense::kReady,  Sense::kAnd,   Sense::kThen,
                              Sense::kNow,     Sense::kSo};
constexpr Senses kOpinionHead = {Sense::kYes, Sense::kGood, Sense::kApprove};
constexpr Senses kStartHead = {Sense::kGo, Sense::kBegin, Sense::kMake};
constexpr Senses kCancelHead = {Sense::kStop, Sense::kCancel};

// A clause with one of these is no plain act, and speaks against one beside it.
constexpr Senses kContrary = {Sense::kNegator,   Sense::kNo,        Sense::kBad,   Sense::kRefuse,
                              Sense::kObjection, Sense::kDoubt,     Sense::kHedge, Sense::kLacking,
                              Sense::kCondition, Sense::kLater,     Sense::kFirst, Sense::kOnly,
                              Sense::kMust,      Sense::kFuture,    Sense::kStop,  Sense::kCancel,
                              Sense::kPause,     Sense::kRetract,   Sense::kRedo,  Sense::kChange,
                              Sense::kSuggest,   Sense::kMeanwhile, Sense::kBut,   Sense::kNoMore};

// What an act may be about.
constexpr Senses kThings = {Sense::kLacking,      Sense::kMust,     Sense::kProduct,
                            Sense::kPart,         Sense::kText,     Sense::kMoney,
                            Sense::kPeople,       Sense::kLanguage, Sense::kAsksMoney,
                            Sense::kAsksLanguage, Sense::kAsksTime};

class Judge {
 public:
  Judge(const Utterance& utterance, const Clause& clause) : utterance_(utterance), clause_(clause) {
    for (std::size_t at = clause.first; at < clause.last; ++at) {
      const Phrase& phrase = utterance.phrases()[at];
      if (!utterance.is_content(phrase)) continue;
      phrases_.push_back(&phrase);
      all_.add(phrase.senses);
    }
  }

  void judge(Act& act) const {
    act.greets = has(Sense::kGreeting);
    act.courtesy =
        act.kind == ActKind::kNone && only(kCourtesy | Senses{Sense::kGreeting, Sense::kSmall}, {});
    act.thanks_for = !act.courtesy && thanks_for();
    act.contrary =
        clause_.but || clause_.condition || clause_.conditional || act.promise || holds(kContrary);
    act.praise = (act.kind == ActKind::kTell || act.kind == ActKind::kApprove) &&
                 all_.any({Sense::kGood, Sense::kApprove}) && !act.contrary && !clause_.asked &&
                 !clause_.reported && !all_.any({Sense::kWant, Sense::kWish, Sense::kQuestion});
    act.yes = has(Sense::kYes) && !all_.any({Sense::kGood, Sense::kApprove});
    act.has_content = all_.any(kThings) || std::ranges::any_of(phrases_, [](const Phrase* phrase) {
                        return !phrase->known;
                      });
    act.polite = has(Sense::kPolite);
    act.bare_no = act.kind == ActKind::kReject && begins_with(Sense::kNo) &&
                  only(kCourtesy | Senses{Sense::kNo, Sense::kGood, Sense::kSmall},
                       Senses{Sense::kNo, Sense::kGood});
    if (clause_.conditional || clause_.but || act.partial || act.ironic) return;
    switch (act.kind) {
      case ActKind::kStart:
        act.named = true;
        act.plain = only(kCourtesy | kOpinionHead | kStartHead |
                             Senses{Sense::kWork, Sense::kSmall, Sense::kPermit, Sense::kRequest},
                         kStartHead | Senses{Sense::kGood, Sense::kApprove}) &&
                    !has(Sense::kPart) && !wishes_to_make();
        return;
      case ActKind::kApprove:
      case ActKind::kResume:
        act.named = has(Sense::kApprove);
        act.plain = is_plain_opinion();
        return;
      case ActKind::kCancel:
        act.named = true;
        act.plain = only(kCourtesy | kCancelHead |
                             Senses{Sense::kWork, Sense::kSmall, Sense::kFiller, Sense::kPermit,
                                    Sense::kYes, Sense::kNo, Sense::kWant, Sense::kNoMore},
                         kCancelHead | Senses{Sense::kNo, Sense::kWant, Sense::kNoMore}) &&
                    !all_.any({Sense::kMust, Sense::kPart, Sense::kProduct, Sense::kOne}) &&
                    !begins_with(Sense::kYes);
        return;
      default:
        return;
    }
  }

 private:
  // Every phrase is one of `allowed`, and none is contrary but by a word of the act's own.
  bool only(Senses allowed, Senses own) const {
    return std::ranges::all_of(phrases_, [&](const Phrase* phrase) {
      // "consider it accepted": a verb of no meaning of its own
      const bool empty = phrase->senses.has(Sense::kFiller) && own.has(Sense::kApprove) &&
                         has(Sense::kApprove) && phrase->senses.has(Sense::kChange);
      if (phrase->senses.any(kContrary) && !phrase->senses.any(own) && !empty) return false;
      return phrase->senses.any(allowed) && !tells(*phrase);
    });
  }
  bool holds(Senses senses) const {
    return std::ranges::any_of(phrases_, [&](const Phrase* phrase) {
      return phrase->senses.any(senses) &&
             !phrase->senses.any({Sense::kYes, Sense::kGood, Sense::kApprove, Sense::kGo});
    });
  }

  // "thanks for the patience": whatever it is for.
  bool thanks_for() const {
    if (clause_.asked || clause_.but || clause_.condition || !begins_with(Sense::kThanks))
      return false;
    return !all_.any({Sense::kMust, Sense::kChange, Sense::kLacking, Sense::kNegator, Sense::kNo,
                      Sense::kDoubt, Sense::kWant, Sense::kWish});
  }

  // An interjection of several words tells something: "sorry for the delay".
  bool tells(const Phrase& phrase) const {
    constexpr std::size_t kShort = 3;  // characters of a script without spaces
    if (!phrase.senses.has(Sense::kAside) ||
        phrase.senses.any(kOpinionHead | Senses{Sense::kPolite, Sense::kThanks, Sense::kSmall}))
      return false;
    const auto words =
        std::span(utterance_.words()).subspan(phrase.first, phrase.last - phrase.first);
    const auto spaced = std::ranges::count_if(words.subspan(1), &Word::spaced);
    return spaced > 0 || words.size() > kShort;
  }

  // "people accepted it": they are no address but those who did.
  bool is_of_others() const {
    return phrases_.size() > 1 && phrases_[0]->senses.has(Sense::kAddress) &&
           phrases_[1]->senses.has(Sense::kApprove);
  }

  // "yes it is me": words of no meaning beside a yes make it a statement, beside praise they do
  // not: "it is good".
  bool is_plain_opinion() const {
    if (is_of_others()) return false;
    const bool judged = all_.any({Sense::kGood, Sense::kApprove, Sense::kResume});
    Senses allowed = kCourtesy | kOpinionHead | Senses{Sense::kResume, Sense::kGreeting};
    if (judged)
      allowed.add({Sense::kFiller, Sense::kSmall, Sense::kWork, Sense::kSelf, Sense::kSubject});
    return only(allowed, kOpinionHead | Senses{Sense::kResume}) &&
           !all_.any({Sense::kWith, Sense::kWant, Sense::kBecause, Sense::kQuestion}) &&
           (has(Sense::kApprove) || !has(Sense::kTalk));
  }

  // "we want to make it" tells what is wanted of the thing; "I want you to make it" orders.
  bool wishes_to_make() const {
    return std::ranges::any_of(phrases_, [](const Phrase* phrase) {
      return phrase->senses.has(Sense::kPermit) && phrase->senses.has(Sense::kHelp);
    });
  }

  bool has(Sense sense) const { return all_.has(sense); }
  // After words that only lead in: "please explain".
  bool begins_with(Sense sense) const {
    for (const Phrase* phrase : phrases_) {
      if (phrase->senses.has(sense)) return true;
      if (!phrase->senses.any(kLeadIn | Senses{Sense::kRequest, Sense::kPermit})) return false;
    }
    return false;
  }

  const Utterance& utterance_;
  const Clause& clause_;
  std::vector<const Phrase*> phrases_;
  Senses all_;
};

}  // namespace

void judge_plainness(const Utterance& utterance, Act& act) {
  Judge(utterance, act.clause).judge(act);
}

}  // namespace fm
