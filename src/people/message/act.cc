#include "people/message/act.h"

#include <algorithm>
#include <array>
#include <optional>

#include "people/message/plainness.h"

namespace fm {
namespace {

constexpr auto kNames = std::to_array<std::string_view>(
    {"none",   "start",    "hold",    "cancel", "keep_on", "pause",   "resume",
     "status", "redo",     "retract", "enough", "decide",  "approve", "reject",
     "doubt",  "postpone", "ask",     "change", "talk",    "tell"});

// Words that may stand in any order or answer without changing it.
constexpr Senses kHarmless = {Sense::kPolite,   Sense::kNow,     Sense::kYes,      Sense::kThanks,
                              Sense::kAside,    Sense::kAddress, Sense::kGreeting, Sense::kAnd,
                              Sense::kBut,      Sense::kThen,    Sense::kOwnWord,  Sense::kReady,
                              Sense::kSmall,    Sense::kPermit,  Sense::kOr,       Sense::kSo,
                              Sense::kMeanwhile};

constexpr Senses kOpinion =
    kHarmless | Senses{Sense::kFiller,  Sense::kSubject, Sense::kNo,     Sense::kGood,
                       Sense::kBad,     Sense::kApprove, Sense::kRefuse, Sense::kWork,
                       Sense::kNegator, Sense::kHedge,   Sense::kWith,   Sense::kAuxiliary,
                       Sense::kWant,    Sense::kSelf,    Sense::kOption, Sense::kBecause};

class ClauseReader {
 public:
  ClauseReader(const Utterance& utterance, const Clause& clause)
      : utterance_(utterance), clause_(clause) {
    for (std::size_t at = clause.first; at < clause.last; ++at) {
      const Phrase& phrase = utterance.phrases()[at];
      if (!utterance.is_content(phrase)) continue;
      phrases_.push_back(&phrase);
      all_.add(phrase.senses);
    }
  }

  Act read() {
    Act act{.kind = ActKind::kNone, .clause = clause_, .words = {}};
    act.partial = has(Sense::kOnly);
    act.kind = kind();
    act.predicate =
        !phrases_.empty() && !clause_.asked && phrases_.front()->senses.has(Sense::kAuxiliary);
    act.negated = has(Sense::kNegator);
    act.yes_or_no = !phrases_.empty() && phrases_.front()->senses.any({Sense::kYes, Sense::kNo});
    act.promise = has(Sense::kFuture) && has(Sense::kTalk);
    act.ironic = has(Sense::kIrony);
    act.postponed = has(Sense::kLater);
    act.mild = has(Sense::kMild) && !all_.any({Sense::kGood, Sense::kApprove, Sense::kGo});
    act.statement = !phrases_.empty() && !all_.any({Sense::kNegator, Sense::kNo}) &&
                    phrases_.front()->senses.any({Sense::kSubject, Sense::kFiller, Sense::kThanks,
                                                  Sense::kBut, Sense::kAnd});
    act.words = head_;
    judge_plainness(utterance_, act);
    return act;
  }

 private:
  bool has(Sense sense) const { return all_.has(sense); }
  bool negated() const { return has(Sense::kNegator) || has(Sense::kNo); }

  // Everything is understood as one of these. After an option's word a number or letter is part of
  // it; `open` senses take whatever follows them.
  bool covered(Senses allowed, Senses open = {}) const {
    bool after_option = false;
    for (std::size_t at = 0; at < phrases_.size(); ++at) {
      const Phrase* phrase = phrases_[at];
      if (phrase->senses.any(open)) return has(Sense::kMake) || !has(Sense::kTalk);
      if (utterance_.kind(*phrase) == WordKind::kMention && open.has(Sense::kWith)) continue;
      // "as we agreed", "what you described"
      const bool agreed = at + 1 < phrases_.size() && phrases_[at + 1]->senses.has(Sense::kPast) &&
                          phrase->senses.any({Sense::kSubject, Sense::kFiller});
      const bool particle =
          at + 1 == phrases_.size() && has(Sense::kRequest) && phrase->senses.has(Sense::kAsks);
      // "option 2", "2번안", "B planı"
      const bool names_next = is_name(*phrase) && at + 1 < phrases_.size() &&
                              phrases_[at + 1]->senses.any({Sense::kWork, Sense::kOption});
      const bool fits = phrase->senses.any(allowed) || agreed || particle || names_next ||
                        (at > 0 && phrase->senses.has(Sense::kPast)) ||
                        (after_option && is_name(*phrase));
      if (!fits) return false;
      after_option = phrase->senses.has(Sense::kOption);
    }
    return true;
  }
  bool is_name(const Phrase& phrase) const {
    return utterance_.kind(phrase) == WordKind::kNumber ||
           utterance_.words()[phrase.first].plain.size() == 1;
  }

  bool has_named_option() const {
    for (std::size_t at = 0; at + 1 < phrases_.size(); ++at) {
      if (phrases_[at]->senses.has(Sense::kOption) && is_name(*phrases_[at + 1])) return true;
    }
    return false;
  }

  // "start the comparison", but not "start building the version with the list".
  bool talks_before_tail() const {
    bool made = false;
    for (const Phrase* phrase : phrases_) {
      if (phrase->senses.has(Sense::kTalk)) return true;
      made = made || phrase->senses.any({Sense::kMake, Sense::kGo});
      if (made && phrase->senses.has(Sense::kWith)) return false;
    }
    return false;
  }

  // In a phrase other than the verb of making: "the work" alone is no order.
  bool has_beside_verb(Sense sense) const {
    return std::ranges::any_of(phrases_, [&](const Phrase* phrase) {
      return phrase->senses.has(sense) && !phrase->senses.has(Sense::kMake);
    });
  }

  // After words that only lead in: "please explain".
  bool begins_with(Sense sense) const {
    for (const Phrase* phrase : phrases_) {
      if (phrase->senses.has(sense)) return true;
      if (!phrase->senses.any(kLeadIn | Senses{Sense::kRequest, Sense::kPermit})) return false;
    }
    return false;
  }

  // Keeps the words that decided.
  bool head(Senses senses) {
    for (const Phrase* phrase : phrases_) {
      if (!phrase->senses.any(senses)) continue;
      head_ = utterance_.said(*phrase);
      return true;
    }
    return false;
  }

  ActKind kind() {
    if (phrases_.empty()) return ActKind::kNone;
    const bool asks = has(Sense::kAsks) || clause_.asked;
    if (asks && !(has(Sense::kRequest) && !asks_within())) return question();
    if (clause_.reported) return ActKind::kTell;
    if (const auto order = read_order()) {
      // "could you start?" may ask whether you can; "could you start now, please?" does not.
      const bool start_in_doubt = clause_.asked && *order == ActKind::kStart &&
                                  !all_.any({Sense::kPolite, Sense::kNow, Sense::kGo});
      return start_in_doubt ? ask() : *order;
    }
    if (clause_.asked) return has(Sense::kChange) ? change() : question();
    if (const auto opinion = read_opinion()) return *opinion;
    // "not sure what that means"
    if (has(Sense::kDoubt) && has(Sense::kQuestion)) return ask();
    return read_remark();
  }

  // A word that asks stands before the end: "how", not the particle that makes a request polite.
  bool asks_within() const {
    for (std::size_t at = 0; at + 1 < phrases_.size(); ++at) {
      if (phrases_[at]->senses.has(Sense::kAsks)) return true;
    }
    return false;
  }

  // "could we use Vue instead?" wants a change.
  ActKind question() {
    if (has(Sense::kStatus) && read_command() == ActKind::kStatus) return ActKind::kStatus;
    if (phrases_.size() == 1 && has(Sense::kBad)) {  // "are you kidding me?"
      head({Sense::kBad});
      return ActKind::kReject;
    }
    const bool wish =
        has(Sense::kSuggest) && all_.any({Sense::kChange, Sense::kLacking, Sense::kMust});
    return wish ? change() : ask();
  }
  ActKind ask() {
    head_ = {};
    return ActKind::kAsk;
  }
  ActKind change() {
    head({Sense::kChange, Sense::kMust, Sense::kLacking});
    return ActKind::kChange;
  }

  std::optional<ActKind> read_order() {
    if (auto start = read_start()) return start;
    if (auto cancel = read_cancel_order()) return cancel;
    return read_command();
  }

  std::optional<ActKind> read_start() {
    const bool make =
        has(Sense::kMake) && (has_beside_verb(Sense::kWork) || has(Sense::kGo) ||
                              all_.any({Sense::kPermit, Sense::kPolite, Sense::kNow, Sense::kYes}));
    const bool goes_on = has(Sense::kResume) && has(Sense::kMake);
    if (!has(Sense::kGo) && !has(Sense::kBegin) && !make && !goes_on) return std::nullopt;
    if (has(Sense::kStop) || has(Sense::kCancel)) return std::nullopt;
    if (talks_before_tail()) {
      head({Sense::kTalk});
      return ActKind::kTalk;
    }
    Senses allowed = kHarmless | Senses{Sense::kGo,     Sense::kBegin,   Sense::kMake,
                                        Sense::kWork,   Sense::kGood,    Sense::kApprove,
                                        Sense::kOption, Sense::kRequest, Sense::kSelf};
    if (goes_on) allowed.add({Sense::kResume, Sense::kWith});
    const bool whole = covered(allowed, {Sense::kWith});
    const Senses against = {Sense::kNegator, Sense::kNo,    Sense::kLater,  Sense::kFirst,
                            Sense::kHedge,   Sense::kDoubt, Sense::kFuture, Sense::kNoMore};
    // A word may say "now" and "no more" (Turkish "artık"): beside an order it is "now".
    const bool spoiled = std::ranges::any_of(phrases_, [&](const Phrase* phrase) {
      return phrase->senses.any(against) && !phrase->senses.has(Sense::kNow);
    });
    if (whole && !spoiled) {
      head({Sense::kGo, Sense::kBegin, Sense::kMake});
      if (clause_.conditional || clause_.reason) return ActKind::kHold;
      return ActKind::kStart;
    }
    // "not now, don't implement it yet", "start tomorrow", "I'm not saying go ahead"
    if (all_.any({Sense::kNegator, Sense::kNo, Sense::kLater, Sense::kFirst}) &&
        covered(allowed | against |
                Senses{Sense::kSubject, Sense::kFiller, Sense::kReport, Sense::kWith})) {
      head({Sense::kNegator, Sense::kLater, Sense::kFirst, Sense::kNo});
      return ActKind::kHold;
    }
    return std::nullopt;
  }

  std::optional<ActKind> read_cancel_order() {
    const Senses about = {Sense::kWork, Sense::kMake, Sense::kFiller, Sense::kRequest,
                          Sense::kSubject};
    if (clause_.conditional || clause_.reason || has(Sense::kOnly)) return std::nullopt;
    // "I don't want this any more", "no longer needed"
    if (has(Sense::kWant) && has(Sense::kNoMore) &&
        covered(kHarmless | about | Senses{Sense::kWant, Sense::kNoMore, Sense::kNegator})) {
      head({Sense::kNoMore});
      return ActKind::kCancel;
    }
    if (!has(Sense::kStop) && !has(Sense::kCancel)) return std::nullopt;
    const Senses allowed =
        kHarmless | about | Senses{Sense::kStop, Sense::kCancel, Sense::kNo, Sense::kBad};
    // "drop the second feature", "cancel step 3": not the whole
    if (all_.any({Sense::kPart, Sense::kProduct}) || has_named_option()) return std::nullopt;
    // "no no no stop" is no "don't stop"
    const auto stop = std::ranges::find_if(phrases_, [](const Phrase* phrase) {
      return phrase->senses.any({Sense::kStop, Sense::kCancel});
    });
    const auto noes = std::count_if(phrases_.begin(), stop, [](const Phrase* phrase) {
      return phrase->senses.has(Sense::kNo);
    });
    const bool turned = std::ranges::any_of(phrases_, [&](const Phrase* phrase) {
      return phrase->senses.has(Sense::kNegator) && !phrase->senses.has(Sense::kCancel) &&
             !(noes > 1 && phrase->senses.has(Sense::kNo));
    });
    if (turned && covered(allowed | Senses{Sense::kNegator, Sense::kHedge, Sense::kFuture})) {
      head({Sense::kNegator});
      return ActKind::kKeepOn;
    }
    // "stop for today", "stop here until tomorrow"
    if (all_.any({Sense::kMeanwhile, Sense::kLater}) &&
        covered(allowed | Senses{Sense::kMeanwhile, Sense::kLater})) {
      head({Sense::kMeanwhile, Sense::kLater});
      return ActKind::kPause;
    }
    if (covered(allowed) && is_imperative()) {
      head({Sense::kCancel, Sense::kStop});
      return ActKind::kCancel;
    }
    return std::nullopt;
  }

  // "I stop", "they cancel": what somebody does is no order. "I want to stop" is one.
  bool is_imperative() const {
    for (const Phrase* phrase : phrases_) {
      if (phrase->senses.any({Sense::kStop, Sense::kCancel, Sense::kPermit, Sense::kRequest}))
        return true;
      if (phrase->senses.has(Sense::kSubject)) return false;
    }
    return true;
  }

  std::optional<ActKind> read_command() {
    struct Command {
      Sense sense;
      ActKind kind;
    };
    constexpr std::array<Command, 7> kCommands = {{{Sense::kPause, ActKind::kPause},
                                                   {Sense::kResume, ActKind::kResume},
                                                   {Sense::kStatus, ActKind::kStatus},
                                                   {Sense::kRedo, ActKind::kRedo},
                                                   {Sense::kRetract, ActKind::kRetract},
                                                   {Sense::kEnough, ActKind::kEnough},
                                                   {Sense::kDecide, ActKind::kDecide}}};
    for (const Command& command : kCommands) {
      if (!has(command.sense)) continue;
      const Senses allowed =
          kHarmless | Senses{command.sense,   Sense::kWork,      Sense::kMake, Sense::kFiller,
                             Sense::kRequest, Sense::kNo,        Sense::kWith, Sense::kTalk,
                             Sense::kGood,    Sense::kMeanwhile, Sense::kDoubt};
      if (!covered(allowed)) continue;
      head({command.sense});
      return command.kind;
    }
    return std::nullopt;
  }

  std::optional<ActKind> read_opinion() {
    if (has(Sense::kLacking)) return std::nullopt;
    if (has(Sense::kObjection) && covered(kOpinion | Senses{Sense::kObjection, Sense::kNoMore})) {
      head({Sense::kObjection});
      return negated() ? ActKind::kApprove : ActKind::kReject;
    }
    const bool positive = all_.any({Sense::kYes, Sense::kGood, Sense::kApprove});
    const bool negative = all_.any({Sense::kNo, Sense::kBad, Sense::kRefuse});
    if (has(Sense::kDoubt)) {
      if (!covered(kOpinion | Senses{Sense::kDoubt, Sense::kLater, Sense::kMust}))
        return std::nullopt;
      if (!head({Sense::kDoubt})) return std::nullopt;
      return ActKind::kDoubt;
    }
    if (has(Sense::kLater)) {
      if (!covered(kOpinion | Senses{Sense::kLater, Sense::kFirst})) return std::nullopt;
      head({Sense::kLater});
      return ActKind::kPostpone;
    }
    // "I don't want to do it this way"
    if (negative && !covered(kOpinion) &&
        covered(kOpinion | Senses{Sense::kGo, Sense::kBegin, Sense::kMake})) {
      head({Sense::kNo, Sense::kBad, Sense::kRefuse});
      return ActKind::kReject;
    }
    if (!covered(kOpinion)) return std::nullopt;
    if (clause_.condition || clause_.reason) return std::nullopt;
    const bool turned = std::ranges::any_of(phrases_, [](const Phrase* phrase) {
      return phrase->senses.has(Sense::kNegator) &&
             !phrase->senses.any({Sense::kNo, Sense::kBad, Sense::kRefuse});
    });
    if (positive && turned) {
      head({Sense::kNegator});
      return ActKind::kReject;
    }
    if (negative && turned) {
      head({Sense::kNegator});
      return ActKind::kDoubt;
    }
    if (negative) {
      head({Sense::kNo, Sense::kBad, Sense::kRefuse});
      return ActKind::kReject;
    }
    if (positive) {
      head({Sense::kApprove, Sense::kGood, Sense::kYes});
      return ActKind::kApprove;
    }
    if (has(Sense::kNegator)) {
      // "I can't", "but I don't"
      if (!has(Sense::kMine) && !clause_.but) return std::nullopt;
      head({Sense::kNegator});
      return ActKind::kReject;
    }
    const bool nothing = std::ranges::all_of(phrases_, [](const Phrase* phrase) {
      return phrase->senses.any({Sense::kThanks, Sense::kGreeting, Sense::kAside, Sense::kAddress,
                                 Sense::kPolite, Sense::kAnd, Sense::kBut, Sense::kThen,
                                 Sense::kReady, Sense::kOwnWord, Sense::kNow, Sense::kSmall,
                                 Sense::kOr});
    });
    if (nothing) return ActKind::kNone;
    return std::nullopt;
  }

  ActKind read_remark() {
    if (begins_with(Sense::kTalk) &&
        !all_.any({Sense::kChange, Sense::kMust, Sense::kLacking, Sense::kAuxiliary})) {
      head({Sense::kTalk});
      return ActKind::kTalk;
    }
    if (all_.any({Sense::kChange, Sense::kMust, Sense::kLacking})) return change();
    return ActKind::kTell;
  }

  const Utterance& utterance_;
  const Clause& clause_;
  std::vector<const Phrase*> phrases_;
  Senses all_;
  std::string head_;
};

}  // namespace

std::string_view to_string(ActKind kind) { return kNames.at(static_cast<std::size_t>(kind)); }

std::vector<Act> read_acts(const Utterance& utterance) {
  std::vector<Act> acts;
  acts.reserve(utterance.clauses().size());
  for (const Clause& clause : utterance.clauses())
    acts.push_back(ClauseReader(utterance, clause).read());
  return acts;
}

}  // namespace fm
