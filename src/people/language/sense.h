// What the words and phrases of a vocabulary do in a sentence.
//
// A sense is a name in packs/default/language/*.yaml; the vocabulary says which phrases have it,
// the code in this folder says what follows. A phrase may have several.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>

namespace fm {

enum class Sense : std::uint8_t {
  // Answers and opinions.
  kYes,        // yes
  kNo,         // no
  kGood,       // looks good, perfect, what I wanted
  kBad,        // wrong, nonsense
  kApprove,    // approve, agree
  kRefuse,     // reject, disagree
  kObjection,  // what one may have none of: objections, questions, concerns
  kDoubt,      // maybe, not sure, hmm
  kLacking,    // missing, too short, instead, rather
  kThanks,
  kGreeting,
  kAside,    // oh, well, haha
  kAddress,  // team, everyone

  // How a sentence is built.
  kNegator,
  kBut,
  kAnd,
  kOr,
  kBecause,
  kCondition,  // if, once, unless, until
  kReady,      // "whenever you are ready": a condition only by its form
  kLater,      // tomorrow, not yet
  kNow,
  kFirst,  // first, before that
  kThen,
  kOnly,       // only, except, just the: a part
  kQuestion,   // what, how: asks at a sentence's begin
  kAsks,       // asks wherever it stands (か, 吗, mı, right?)
  kAuxiliary,  // do, is, should: asks before its subject
  kPolite,
  kRequest,  // could you
  kPermit,   // you can, feel free to, let's, time to
  kReport,   // says, told, wants
  kOwnWord,  // I say
  kHedge,    // I think, could imagine
  kSubject,  // I, we, they
  kFuture,   // I'll, am going to
  kMust,     // should, must, has to
  kWith,

  // What is wanted of the team.
  kGo,      // a whole order to start: go ahead, ship it
  kBegin,   // start, begin, proceed
  kMake,    // implement, build
  kWork,    // what there is to build: it, the plan, option
  kTalk,    // compare, discuss, a list of questions: work with words only
  kChoose,  // go with, I prefer
  kOption,  // option, variant: before a number or a letter
  kStop,    // cancel, stop, drop
  kCancel,  // a whole order to give up: never mind, call it off
  kWant,    // want, need
  kNoMore,  // any more, no longer
  kPause,
  kResume,
  kStatus,
  kRedo,     // start over
  kRetract,  // wrong window, just kidding: what was said before does not count
  kEnough,   // enough questions
  kDecide,   // you decide
  kChange,   // add, remove, use
  kFiller,   // words that say nothing of their own in an opinion: it, is, to me
  kSmall,    // words that say nothing of their own in an order: the, this, just

  // What a first message is about (intent.h).
  kProduct,  // app, website, logo
  kWish,     // I'd like, we need
  kText,     // email, summary, list
  kDo,       // write, translate, remind: one bounded action
  kHelp,     // help me
  kLike,     // I love, I enjoy: before what somebody is fond of
  kPeople,   // my family, customers
  kSelf,     // me, for us

  // Shades.
  kMild,       // ok, sure: a yes that may only mean "heard"
  kSo,         // therefore
  kPast,       // described, agreed: "as we agreed"
  kMine,       // I, my, our: a question with it is about the person
  kYours,      // you, your team
  kMeanwhile,  // for now, for today: a stop that is a pause
  kSuggest,    // could we, what about: a wish in the form of a question

  // Questions in a text, and the answers to them (questions.h, open_questions.h).
  kInquiry,       // let me know, please confirm: asks without a question mark
  kToKnow,        // to know, to understand: asks if it is one's own wish
  kWhether,       // whether, if: begins what is asked
  kPlain,         // any, its, about: never what a question is about
  kAsksWhat,      // who, what kind: yes or no is no answer
  kAsksNumber,    // how many
  kAsksMoney,     // how much, budget, price
  kAsksTime,      // when, deadline
  kAsksLanguage,  // which languages
  kNumber,        // a dozen, forty
  kMoney,         // euros
  kTime,          // june, weeks
  kLanguage,      // English, Dutch
  kNth1,          // the question or answer that is meant, by its place
  kNth2,
  kNth3,
  kNth4,
  kNth5,
  kNth6,
  kNthLast,
  kOne,       // "the first one", "question 2"
  kRest,      // everything else
  kNoAnswer,  // I don't know, ask me later: leaves a question open

  kPart,   // feature, step: a piece of the work, which is dropped without ending it
  kIrony,  // "oh sure": nothing in the message is meant as it is said

  kSignature,  // "sent from my", "kind regards": what begins no content (signature.h)
};

inline constexpr int kSenseCount = static_cast<int>(Sense::kSignature) + 1;

std::string_view to_string(Sense sense);  // the name in the files: "no_more"
std::optional<Sense> sense_from(std::string_view name);

class Senses {
 public:
  constexpr Senses() = default;
  constexpr Senses(std::initializer_list<Sense> senses) {
    for (const Sense sense : senses) word(sense) |= bit(sense);
  }

  static constexpr Senses all() {
    Senses senses;
    senses.bits_.fill(~std::uint64_t{0});
    return senses;
  }

  // As they are kept in an image.
  static constexpr Senses of(std::array<std::uint64_t, 2> bits) {
    Senses senses;
    senses.bits_ = bits;
    return senses;
  }
  constexpr std::array<std::uint64_t, 2> bits() const { return bits_; }

  constexpr bool has(Sense sense) const { return (bits_[index(sense)] & bit(sense)) != 0; }
  constexpr bool any(Senses others) const {
    return ((bits_[0] & others.bits_[0]) | (bits_[1] & others.bits_[1])) != 0;
  }
  constexpr void add(Senses others) {
    bits_[0] |= others.bits_[0];
    bits_[1] |= others.bits_[1];
  }

  constexpr Senses operator|(Senses others) const {
    Senses all = *this;
    all.add(others);
    return all;
  }
  bool operator==(const Senses&) const = default;

 private:
  static constexpr std::size_t index(Sense sense) { return static_cast<std::size_t>(sense) / 64; }
  static constexpr std::uint64_t bit(Sense sense) {
    return std::uint64_t{1} << (static_cast<unsigned>(sense) % 64);
  }
  constexpr std::uint64_t& word(Sense sense) { return bits_[index(sense)]; }

  std::array<std::uint64_t, 2> bits_{};
};
static_assert(kSenseCount <= 128);

}  // namespace fm
