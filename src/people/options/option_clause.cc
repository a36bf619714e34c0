#include "people/options/option_clause.h"

#include <algorithm>
#include <vector>

#include "people/language/place_words.h"
#include "people/options/option_pointers.h"

namespace fm {
namespace {

using Kind = OptionPointer::Kind;

// Words that may surround a reference to an option: "I'd take 2 please".
constexpr Senses kAroundChoice = {Sense::kPolite,  Sense::kNow,     Sense::kYes,    Sense::kThanks,
                                  Sense::kAside,   Sense::kAnd,     Sense::kBut,    Sense::kThen,
                                  Sense::kOwnWord, Sense::kSmall,   Sense::kSo,     Sense::kFiller,
                                  Sense::kSubject, Sense::kGood,    Sense::kChoose, Sense::kWork,
                                  Sense::kGo,      Sense::kBegin,   Sense::kMake,   Sense::kHedge,
                                  Sense::kMust,    Sense::kFuture,  Sense::kOne,    Sense::kMine,
                                  Sense::kWant,    Sense::kNo,      Sense::kOption, Sense::kPermit,
                                  Sense::kNegator, Sense::kAddress, Sense::kApprove};
constexpr Senses kAroundTitle = kAroundChoice | Senses{Sense::kLike, Sense::kWish, Sense::kSelf,
                                                       Sense::kProduct, Sense::kPlain};

// The person wants it, rather than speaking of it.
constexpr Senses kWanting = {Sense::kChoose,  Sense::kWant,  Sense::kWish, Sense::kPermit,
                             Sense::kApprove, Sense::kGo,    Sense::kLike, Sense::kMake,
                             Sense::kMust,    Sense::kBegin, Sense::kHedge};

// A number behind these is no amount.
constexpr Senses kChoosing = {Sense::kChoose, Sense::kWish,    Sense::kHedge, Sense::kOwnWord,
                              Sense::kPermit, Sense::kApprove, Sense::kGo,    Sense::kLike,
                              Sense::kGood,   Sense::kNegator, Sense::kRefuse};

constexpr Senses kRefuses = {Sense::kNegator, Sense::kBad, Sense::kRefuse, Sense::kStop,
                             Sense::kCancel};

// What a number before it counts: "4 people".
constexpr Senses kCounted = {Sense::kAddress, Sense::kPeople, Sense::kProduct, Sense::kText,
                             Sense::kTime,    Sense::kMoney,  Sense::kNumber};

// May stand behind a word that nobody knows: "the ramen place please".
constexpr Senses kCloses = {Sense::kPolite, Sense::kThanks, Sense::kNow,  Sense::kYes,
                            Sense::kGood,   Sense::kMild,   Sense::kAside};

// Fillers that are no verb.
constexpr Senses kNoVerb = {Sense::kSmall, Sense::kPlain, Sense::kOne, Sense::kWork,
                            Sense::kOption};

class OptionClauseReader {
 public:
  OptionClauseReader(const Utterance& utterance, const OptionTitles& titles, std::string_view reply)
      : utterance_(utterance), titles_(titles), reply_(reply) {}

  ClauseChoice read(const Clause& clause) const {
    ClauseChoice says;
    const auto pointers = find_option_pointers(utterance_, clause, titles_, reply_);
    if (pointers.empty()) return says;
    says.pointed = pointers.front().kind != Kind::kTitle;
    const Surroundings around = look_around(clause, pointers);
    bool outside = false;
    for (std::size_t at = 0; at < around.pointers; ++at) {
      const OptionPointer& pointer = pointers[at];
      if (!pointer.option) {
        outside = true;
        continue;
      }
      const bool against = at >= around.against_from;
      (against ? says.denied : says.chosen).insert(*pointer.option);
      if (!against) says.last = pointer.last;
    }
    if (outside) says.unclear.swap(says.chosen);
    if (around.unclear) {
      says.unclear.insert(says.chosen.begin(), says.chosen.end());
      says.unclear.insert(says.denied.begin(), says.denied.end());
      says.chosen.clear();
      says.denied.clear();
    } else if (around.refuses) {
      says.denied.insert(says.chosen.begin(), says.chosen.end());
      says.chosen.clear();
    }
    says.bare = pointers.size() == 1 && pointers.front().kind == Kind::kOrdinal &&
                clause.last - clause.first == 1 &&
                phrase(clause.first).last - phrase(clause.first).first == 1;
    says.contests = around.verb;
    says.covers = covers_sense(clause, pointers);
    return says;
  }

 private:
  // "before" is no condition in "before the last", "segundo" does not report what others say.
  bool covers_sense(const Clause& clause, const std::vector<OptionPointer>& pointers) const {
    for (std::size_t at = clause.first; at < clause.last; ++at) {
      if (phrase(at).senses.any({Sense::kCondition, Sense::kReport}))
        return points(phrase(at), pointers);
    }
    return false;
  }

  struct Surroundings {
    bool by_title = false;
    bool refuses = false;
    bool unclear = false;            // there is something that may give it another meaning
    std::size_t pointers = 0;        // how many stand before a wish for a change begins
    std::size_t against_from = 0;    // from this pointer on: "... instead of 2"
    std::size_t foreign_before = 0;  // phrases that are not understood, and where
    std::size_t foreign_after = 0;
    bool wants = false;
    bool chooses = false;
    bool opinion = false;
    bool dated = false;  // speaks of now or today
    bool subject = false;
    bool verb = false;
  };

  Surroundings look_around(const Clause& clause, const std::vector<OptionPointer>& pointers) const {
    Surroundings around;
    around.by_title = pointers.front().kind == Kind::kTitle;
    around.pointers = pointers.size();
    around.against_from = pointers.size();
    std::size_t seen = 0;
    for (std::size_t at = clause.first; at < clause.last; ++at) {
      const Phrase& here = phrase(at);
      while (seen < pointers.size() && pointers[seen].last <= here.first) ++seen;
      if (points(here, pointers) || !utterance_.is_content(here)) continue;
      const bool negates = here.senses.has(Sense::kNegator) || is_than(plain(at));
      if (seen > 0 && seen < pointers.size() && negates) {
        around.against_from = std::min(around.against_from, seen);
        continue;
      }
      const bool begins_change =
          here.senses.any(kBeginsChange) && !here.senses.has(Sense::kAuxiliary);
      if (seen > 0 && begins_change && !around.verb && around.foreign_after == 0) {
        around.pointers = seen;
        break;
      }
      if (here.senses.any(kRefuses) && !first_no(clause, at, around.by_title))
        around.refuses = true;
      look_at(here, seen > 0, at + 1 == clause.last, around);
      if (is_understood(here, pointers.front(), around.by_title)) continue;
      ++(seen == 0 ? around.foreign_before : around.foreign_after);
    }
    around.unclear = around.unclear || (around.by_title ? is_remark(clause, pointers, around)
                                                        : is_amount(clause, pointers, around));
    return around;
  }

  void look_at(const Phrase& here, bool behind, bool last, Surroundings& around) const {
    const Senses senses = here.senses;
    const std::string_view word = utterance_.words()[here.first].plain;
    const bool picks = is_pick(word);
    const bool verb =
        senses.has(Sense::kAuxiliary) || (senses.has(Sense::kFiller) && !senses.any(kNoVerb));
    const bool goes_on = around.foreign_after > 0 && !senses.any(kCloses);
    // "the juice corner it is"
    around.verb = around.verb || goes_on || (verb && !(around.by_title && last));
    if (senses.has(Sense::kDoubt)) around.unclear = true;
    const bool rather =
        senses.any({Sense::kFiller, Sense::kNegator}) || (!behind && !around.by_title);
    if (senses.has(Sense::kLacking) && !rather) around.unclear = true;
    if (behind && senses.has(Sense::kBad)) around.unclear = true;  // an opinion is no refusal
    if (reports(here)) around.unclear = true;
    if (behind && senses.has(Sense::kNo)) around.refuses = true;  // "3 is out of the question"
    if (!behind && is_than(word)) around.unclear = true;          // "more than 2"
    around.wants = around.wants || picks || (senses.any(kWanting) && !senses.has(Sense::kGood));
    const bool needs = is_need(utterance_.words()[here.last - 1].plain);
    around.chooses = around.chooses || picks || corrects(here) || (senses.any(kChoosing) && !needs);
    around.opinion = around.opinion || senses.any({Sense::kGood, Sense::kYes});
    around.dated = around.dated || senses.has(Sense::kNow);
    around.subject =
        around.subject || (!behind && (needs || senses.any({Sense::kMine, Sense::kSubject})));
  }

  // "I meant 2"; but not "wait for part 2".
  bool corrects(const Phrase& here) const {
    return is_correction(utterance_.words()[here.last - 1].plain) &&
           !here.senses.has(Sense::kPause);
  }

  bool is_understood(const Phrase& here, const OptionPointer& pointer, bool by_title) const {
    const std::string_view word = utterance_.words()[here.first].plain;
    const bool number = utterance_.words()[pointer.first].kind == WordKind::kNumber;
    const bool counted =
        here.senses.any(kCounted) && !here.senses.any({Sense::kSelf, Sense::kOption});
    if (counted && !by_title) return false;
    if (counted && number && !of_title(here)) return false;
    const Senses allowed = by_title ? kAroundTitle : kAroundChoice;
    return here.senses.any(allowed | kRefuses | kBeginsChange) || is_pick(word) || corrects(here) ||
           (by_title && (of_title(here) || is_kind(word))) || resembles(here, pointer);
  }

  // "2 weeks", "we are 2", "we need 3"
  bool is_amount(const Clause& clause, const std::vector<OptionPointer>& pointers,
                 const Surroundings& around) const {
    if (around.foreign_before + around.foreign_after > 0) return true;
    const bool ordered = pointers.size() > 1 && pointers.front().kind == Kind::kNumber &&
                         pointers.back().kind == Kind::kOrdinal;  // "step 1 first"
    if (ordered) return true;
    return around.subject && !around.chooses && pointers.front().kind == Kind::kNumber &&
           !after_option(clause, pointers.front());
  }

  // "the ramen place" names it; "we had a ferry once", "a boat" and "boats are great" do not
  // choose it.
  bool is_remark(const Clause& clause, const std::vector<OptionPointer>& pointers,
                 const Surroundings& around) const {
    constexpr std::size_t kMostForeign = 2;
    if (around.foreign_before > 0) return true;
    if (around.refuses) return false;
    if (around.foreign_after > 0 && !around.wants && !around.opinion) return true;
    if (around.foreign_after > kMostForeign) return true;
    if (around.wants) return false;
    if (is_a(plain(clause.first)) && !has_one(clause)) return true;
    const bool inexact = std::ranges::none_of(pointers, &OptionPointer::exact);
    if (around.dated && inexact) return true;  // "clouds today"
    if (around.opinion) return around.verb && inexact;
    return around.subject || around.verb;
  }

  bool points(const Phrase& here, const std::vector<OptionPointer>& pointers) const {
    return std::ranges::any_of(pointers, [&](const OptionPointer& pointer) {
      return pointer.first < here.last && pointer.last > here.first;
    });
  }
  bool after_option(const Clause& clause, const OptionPointer& pointer) const {
    for (std::size_t at = clause.first; at < clause.last; ++at) {
      if (phrase(at).last == pointer.first) return phrase(at).senses.has(Sense::kOption);
    }
    return false;
  }
  bool reports(const Phrase& here) const {
    if (here.senses.has(Sense::kOwnWord)) return false;
    return here.senses.has(Sense::kReport) || is_saying(utterance_.words()[here.last - 1].plain);
  }
  bool has_one(const Clause& clause) const {
    for (std::size_t at = clause.first + 1; at < clause.last; ++at) {
      if (phrase(at).senses.has(Sense::kOne)) return true;
    }
    return false;
  }
  bool of_title(const Phrase& here) const {
    for (std::size_t at = here.first; at < here.last; ++at) {
      if (!titles_.has(utterance_.words()[at])) return false;
    }
    return true;
  }
  // A slip in a word of the title beside another: "brite bakery".
  bool resembles(const Phrase& here, const OptionPointer& pointer) const {
    const bool beside = here.last == pointer.first || here.first == pointer.last;
    return !here.known && beside && pointer.kind == Kind::kTitle && pointer.option &&
           titles_.resembles(*pointer.option, utterance_.words()[here.first]);
  }
  // "no, not 2" denies, "no 3" corrects, "no honey" denies.
  bool first_no(const Clause& clause, std::size_t at, bool by_title) const {
    return !by_title && at == clause.first && phrase(at).senses.has(Sense::kNo);
  }

  const Phrase& phrase(std::size_t at) const { return utterance_.phrases()[at]; }
  std::string_view plain(std::size_t phrase_at) const {
    return utterance_.words()[phrase(phrase_at).first].plain;
  }

  const Utterance& utterance_;
  const OptionTitles& titles_;
  std::string_view reply_;
};

}  // namespace

ClauseChoice read_option_clause(const Utterance& utterance, const Clause& clause,
                                const OptionTitles& titles, std::string_view reply) {
  return OptionClauseReader(utterance, titles, reply).read(clause);
}

}  // namespace fm
