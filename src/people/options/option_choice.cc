#include "people/options/option_choice.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "base/text.h"
#include "people/language/place_words.h"
#include "people/message/act.h"
#include "people/options/option_clause.h"
#include "people/options/option_titles.h"

namespace fm {
namespace {

constexpr std::size_t kMostOptions = 26;

class ChoiceReader {
 public:
  ChoiceReader(const Vocabulary& vocabulary, std::span<const std::string> options,
               std::string_view reply)
      : reply_(reply),
        utterance_(Utterance::of(vocabulary, reply)),
        titles_(vocabulary, options.first(std::min(options.size(), kMostOptions))) {}

  OptionChoice read() {
    if (const auto whole = titles_.whole(reply_)) return {*whole, {}};
    const auto& clauses = utterance_.clauses();
    for (std::size_t at = 0; at < clauses.size(); ++at) {
      if (!take(at)) return {};
    }
    if (chosen_) unclear_.erase(*chosen_);
    if (!unclear_.empty() || (chosen_ && denied_.contains(*chosen_))) return {};
    if (!chosen_) return {the_only_one_left(), {}};
    if (asks_after_choice()) return {};
    return {chosen_, changes()};
  }

 private:
  const Phrase& phrase(std::size_t at) const { return utterance_.phrases()[at]; }

  // False when no option can be chosen any more.
  bool take(std::size_t at) {
    const Clause& clause = utterance_.clauses()[at];
    ClauseChoice says = read_option_clause(utterance_, clause, titles_, reply_);
    if (clause.but && at > 0 && speaks_of_everything(utterance_.clauses()[at - 1]))
      says.denied.merge(says.chosen);
    corrected_ = corrected_ || corrects(clause);
    const bool none = says.chosen.empty() && says.denied.empty() && says.unclear.empty();
    if (none) return true;
    // "1 and please add a newsletter"
    const bool adds = clause.joined && !says.pointed &&
                      utterance_.senses(clause).any({Sense::kPolite, Sense::kChange, Sense::kMust});
    const bool change = chosen_ && (clause.but || clause.reason || adds ||
                                    phrase(clause.first).senses.any(kBeginsChange));
    if (change && says.contests && !says.unclear.contains(*chosen_)) return false;
    if (change && (!says.pointed || says.chosen.empty())) return true;
    if (clause.asked || (clause.conditional && !says.covers) || asks(clause)) return false;
    if (clause.reported && !says.covers) return true;
    const bool replaces =
        corrected_ || utterance_.senses(clause).any({Sense::kNow, Sense::kChoose});
    if (replaces && !says.chosen.empty()) unclear_.clear();
    unclear_.insert(says.unclear.begin(), says.unclear.end());
    denied_.insert(says.denied.begin(), says.denied.end());
    if (says.chosen.empty()) return true;
    if (says.chosen.size() > 1) return false;
    const std::size_t option = *says.chosen.begin();
    const bool differs = chosen_ && *chosen_ != option;
    if (differs && (clause.joined || !replaces)) return false;
    if (says.bare && begins_list(at)) return true;
    if (!chosen_ || differs) {
      clause_ = at;
      last_ = says.last;
    }
    chosen_ = option;
    corrected_ = false;
    return true;
  }

  bool speaks_of_everything(const Clause& clause) const {
    for (std::size_t at = clause.first; at < clause.last; ++at) {
      for (std::size_t word = phrase(at).first; word < phrase(at).last; ++word) {
        if (is_everything(utterance_.words()[word].plain)) return true;
      }
    }
    return false;
  }

  bool asks(const Clause& clause) const {
    for (std::size_t at = clause.first; at < clause.last; ++at) {
      if (phrase(at).senses.any({Sense::kAsks, Sense::kReady})) return true;
    }
    return false;
  }

  // "first, what do they cost?": the sentence goes on with something else.
  bool begins_list(std::size_t at) const {
    const auto& clauses = utterance_.clauses();
    if (at > 0 || clauses.size() == 1 || clauses[1].sentence != clauses[0].sentence) return false;
    constexpr Senses kGoesWithChoice = kBeginsChange | Senses{Sense::kPolite, Sense::kThanks};
    return !clauses[1].but && !phrase(clauses[1].first).senses.any(kGoesWithChoice);
  }

  // "2. no, sorry, 3": the clause takes back what was said before.
  bool corrects(const Clause& clause) const {
    for (std::size_t at = clause.first; at < clause.last; ++at) {
      if (phrase(at).senses.any({Sense::kNo, Sense::kRetract, Sense::kPause})) return true;
      for (std::size_t word = phrase(at).first; word < phrase(at).last; ++word) {
        if (is_correction(utterance_.words()[word].plain)) return true;
      }
    }
    return false;
  }

  // A question in the sentence of the choice is about the choice: "2, or is that too big?"
  bool asks_after_choice() const {
    const auto& clauses = utterance_.clauses();
    for (std::size_t at = clause_ + 1; at < clauses.size(); ++at) {
      if (clauses[at].asked && clauses[at].sentence == clauses[clause_].sentence) return true;
    }
    return false;
  }

  std::optional<std::size_t> the_only_one_left() const {
    if (denied_.empty() || denied_.size() + 1 != titles_.size()) return std::nullopt;
    for (std::size_t option = 0; option < titles_.size(); ++option) {
      if (!denied_.contains(option)) return option;
    }
    return std::nullopt;
  }

  // What stands behind the choice, without the words that only join.
  std::string changes() const {
    const auto& clauses = utterance_.clauses();
    Range range = change_within(clauses[clause_]);
    const std::vector<Act> acts = read_acts(utterance_);
    for (std::size_t at = clause_ + 1; at < clauses.size(); ++at) {
      const ActKind kind = acts[at].kind;
      const bool nothing = kind == ActKind::kAsk || kind == ActKind::kNone ||
                           kind == ActKind::kApprove || kind == ActKind::kStart;
      if (nothing || (range.end == 0 && gives_reason(clauses[at]))) continue;
      extend(range, without_joining(clauses[at].first, clauses[at].last), clauses[at].last);
    }
    return std::string(trim(reply_.substr(range.begin, range.end - range.begin)));
  }

  struct Range {
    std::size_t begin = 0;
    std::size_t end = 0;  // in bytes of the reply; 0: nothing yet
  };

  void extend(Range& range, std::size_t first, std::size_t last) const {
    while (last > first + 1 && phrase(last - 1).senses.any({Sense::kPolite, Sense::kThanks}))
      --last;
    if (range.end == 0) range.begin = utterance_.words()[phrase(first).first].begin;
    range.end = utterance_.words()[phrase(last - 1).last - 1].end;
  }

  // "2 with SQLite"; but not "C instead, but cheaper".
  Range change_within(const Clause& choosing) const {
    Range range;
    const auto& clauses = utterance_.clauses();
    for (std::size_t at = choosing.first; at < choosing.last; ++at) {
      if (phrase(at).first < last_ || !phrase(at).senses.any(kBeginsChange)) continue;
      const std::size_t first = without_joining(at, choosing.last);
      const bool only_joins = first + 1 == choosing.last &&
                              !phrase(first).senses.has(Sense::kNegator) &&
                              clause_ + 1 < clauses.size() && clauses[clause_ + 1].but;
      if (!only_joins) extend(range, first, choosing.last);
      break;
    }
    return range;
  }

  // "but", "plus", "except"; "only" before a whole wish: "only make it ten days".
  std::size_t without_joining(std::size_t first, std::size_t last) const {
    for (; first + 1 < last; ++first) {
      const Senses senses = phrase(first).senses;
      const bool joins = senses.any({Sense::kBut, Sense::kAnd, Sense::kPolite}) &&
                         !senses.any({Sense::kNegator, Sense::kWith}) &&
                         (senses.has(Sense::kBut) || !senses.has(Sense::kLacking));
      const bool only =
          senses.has(Sense::kOnly) && phrase(first + 1).senses.any({Sense::kMake, Sense::kChange});
      if (!joins && !only) break;
    }
    return first;
  }

  // "2, it is the nicest" praises; "2, it has to be blue" does not.
  bool gives_reason(const Clause& clause) const {
    if (clause.reason) return true;
    const bool tells = phrase(clause.first).senses.has(Sense::kFiller) &&
                       !phrase(clause.first).senses.any({Sense::kSmall, Sense::kPlain});
    return tells && !clause.but &&
           !utterance_.senses(clause).any({Sense::kMust, Sense::kWant, Sense::kChange, Sense::kWith,
                                           Sense::kOnly, Sense::kLacking, Sense::kNegator,
                                           Sense::kMake, Sense::kWish});
  }

  std::string_view reply_;
  Utterance utterance_;
  OptionTitles titles_;
  std::optional<std::size_t> chosen_;
  std::set<std::size_t> denied_;
  std::set<std::size_t> unclear_;
  bool corrected_ = false;
  std::size_t clause_ = 0;  // of the choice
  std::size_t last_ = 0;    // the word after those that point there
};

}  // namespace

OptionChoice read_option_choice(const Vocabulary& vocabulary, std::span<const std::string> options,
                                std::string_view reply) {
  if (options.empty()) return {};
  return ChoiceReader(vocabulary, options, reply).read();
}

}  // namespace fm
