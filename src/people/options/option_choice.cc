#include "people/options/option_choice.h"

#include <algorithm>
#include <vector>

#include "base/text.h"
#include "people/language/place_words.h"
#include "people/message/act.h"
#include "people/options/option_pointers.h"
#include "reading/json/names.h"

namespace fm {
namespace {

constexpr std::size_t kMostOptions = 26;
constexpr std::size_t kLongestTitle = 300;  // bytes of a reply that may be a title

// Words that may surround what points at an option: "I'd take 2 please".
constexpr Senses kChoosing = {Sense::kChoose, Sense::kLike,   Sense::kWish,  Sense::kPermit,
                              Sense::kGood,   Sense::kGo,     Sense::kBegin, Sense::kMake,
                              Sense::kHedge,  Sense::kApprove};
constexpr Senses kAroundChoice =
    kChoosing | Senses{Sense::kPolite, Sense::kNow,   Sense::kYes,     Sense::kThanks,
                       Sense::kAside,  Sense::kAnd,   Sense::kBut,     Sense::kThen,
                       Sense::kSmall,  Sense::kSo,    Sense::kFiller,  Sense::kSubject,
                       Sense::kWork,   Sense::kOne,   Sense::kFuture,  Sense::kMine,
                       Sense::kOption, Sense::kPlain, Sense::kAddress, Sense::kOwnWord};
// Beside these the person has to choose in words: "we are 2", "I have a flat".
constexpr Senses kTelling = {Sense::kSubject, Sense::kMine, Sense::kAuxiliary, Sense::kPast};
// One of these in the clause, and it chooses nothing.
constexpr Senses kAgainst = {Sense::kNegator, Sense::kNo,    Sense::kBad,   Sense::kRefuse,
                             Sense::kStop,    Sense::kDoubt, Sense::kLater, Sense::kReport,
                             Sense::kAsks,    Sense::kReady, Sense::kFirst, Sense::kRetract};
// What begins a wish for a change: "2 with SQLite", "the first, only cheaper".
constexpr Senses kBeginsChange = {Sense::kWith, Sense::kOnly, Sense::kLacking, Sense::kBut};

// A title however it is typed: "Crumb and Co" for "Crumb & Co".
std::string key_of(std::string_view title) {
  std::string spelled;
  for (const char each : title.substr(0, kLongestTitle)) {
    if (each == '&') {
      spelled += " and ";
    } else {
      spelled += each;
    }
  }
  return title_key(spelled);
}

class ChoiceReader {
 public:
  ChoiceReader(const Utterance& said, std::span<const std::string> options, std::string_view reply)
      : reply_(reply),
        said_(said),
        options_(options.first(std::min(options.size(), kMostOptions))),
        titles_(option_titles(options_)) {}

  OptionChoice read() {
    if (const auto whole = whole_title()) return {whole, {}};
    const auto& clauses = said_.clauses();
    for (std::size_t at = 0; at < clauses.size(); ++at)
      if (!take(at)) return {};
    if (!chosen_) return {};
    return {chosen_, changes()};
  }

  // Of each clause for itself, but for those that ask.
  std::optional<std::size_t> read_named() {
    if (const auto choice = read().option) return choice;
    std::optional<std::size_t> named;
    const auto& clauses = said_.clauses();
    for (std::size_t at = 0; at < clauses.size(); ++at) {
      chosen_.reset();
      if (clauses[at].asked || !take(at) || !chosen_) continue;
      if (named && *named != *chosen_) return std::nullopt;
      named = chosen_;
    }
    return named;
  }

 private:
  const Phrase& phrase(std::size_t at) const { return said_.phrases()[at]; }

  std::optional<std::size_t> whole_title() const {
    if (reply_.size() > kLongestTitle || has_quotation()) return std::nullopt;
    const std::string key = key_of(reply_);
    std::optional<std::size_t> found;
    for (std::size_t option = 0; !key.empty() && option < options_.size(); ++option) {
      if (key_of(options_[option]) != key) continue;
      if (found) return std::nullopt;
      found = option;
    }
    return found;
  }
  bool has_quotation() const {
    return std::ranges::any_of(said_.words(), [](const Word& word) {
      return word.kind == WordKind::kQuotation || word.kind == WordKind::kCode;
    });
  }

  // False when no option can be chosen any more.
  bool take(std::size_t at) {
    const Clause& clause = said_.clauses()[at];
    const Senses all = said_.senses(clause);
    const auto pointers = find_option_pointers(said_, clause, titles_, reply_);
    // "2, or is that too big?", "this or that, you decide"
    const bool is_open = clause.asked && clause.sentence == said_.clauses()[clause_].sentence;
    const bool either = at > 0 && phrase(clause.first).senses.has(Sense::kOr);
    if (all.has(Sense::kDecide) || either) return false;
    if (chosen_ && is_open) return false;
    if (pointers.empty()) return true;
    if (chosen_ && wishes(clause)) return !is_other(pointers);
    const std::size_t end = change_after(clause, pointers.front());
    if (pointers.size() > 1 && (end == clause.last || pointers[1].first < phrase(end).first))
      return false;
    if (!pointers[0].option || !understood(at, end, pointers[0])) return false;
    if (chosen_ && *chosen_ != *pointers[0].option) return false;
    chosen_ = pointers[0].option;
    clause_ = at;
    change_ = end;
    return true;
  }

  bool points(const Phrase& here, const OptionPointer& pointer) const {
    return here.first < pointer.last && pointer.first < here.last;
  }
  // Where a wish for a change begins, right after what points: "2 with a roof"; "2 is too big"
  // tells.
  std::size_t change_after(const Clause& clause, const OptionPointer& pointer) const {
    for (std::size_t at = clause.first; at < clause.last; ++at) {
      const Phrase& here = phrase(at);
      if (here.last <= pointer.first || points(here, pointer) || !said_.is_content(here)) continue;
      if (here.senses.any(kBeginsChange)) return at;
      if (!here.senses.any({Sense::kPolite, Sense::kOne, Sense::kOption, Sense::kWork}) ||
          here.senses.has(Sense::kAuxiliary))
        break;
    }
    return clause.last;
  }

  // "but cheaper", "and please add a newsletter", "because it has 2 rooms"
  bool wishes(const Clause& clause) const {
    const Senses all = said_.senses(clause);
    return clause.reason || phrase(clause.first).senses.any(kBeginsChange) ||
           (clause.joined && all.any({Sense::kPolite, Sense::kChange, Sense::kMust}));
  }
  bool is_other(const std::vector<OptionPointer>& pointers) const {
    return std::ranges::any_of(pointers, [&](const OptionPointer& pointer) {
      return pointer.option && *pointer.option != *chosen_;
    });
  }

  bool understood(std::size_t index, std::size_t end, const OptionPointer& pointer) const {
    const Clause& clause = said_.clauses()[index];
    bool chooses = false;
    bool tells = false;
    bool reports = false;  // in what points itself: "segundo" may say "according to"
    bool bare = true;
    for (std::size_t at = clause.first; at < end; ++at) {
      const Phrase& here = phrase(at);
      if (points(here, pointer)) {
        reports = reports || here.senses.has(Sense::kReport);
        continue;
      }
      if (!said_.is_content(here)) continue;
      if (here.senses.any(kAgainst) || !here.senses.any(kAroundChoice) || compares(here) ||
          counts(here, pointer))
        return false;
      if (here.last <= pointer.first &&
          here.senses.any({Sense::kWith, Sense::kOnly, Sense::kLacking}))
        return false;  // "everything except 2"
      chooses = chooses || here.senses.any(kChoosing);
      tells = tells || here.senses.any(kTelling);
      bare = bare && here.senses.any({Sense::kPolite, Sense::kThanks});
    }
    if (clause.asked || clause.condition || clause.conditional) return false;
    if (clause.reported && !reports) return false;
    return (chooses || !tells) && !(bare && is_led_up_to(index)) && !begins_list(index);
  }
  // "more than 1", "you said 2", "we need 3"
  bool compares(const Phrase& here) const {
    const std::string& word = said_.words()[here.last - 1].plain;
    return is_than(word) || is_saying(word);
  }
  bool counts(const Phrase& here, const OptionPointer& pointer) const {
    return here.senses.any({Sense::kWant, Sense::kWish, Sense::kMust}) &&
           said_.words()[pointer.first].kind == WordKind::kNumber && here.last == pointer.first;
  }

  // "number of visitors: 3"
  bool is_led_up_to(std::size_t index) const {
    const std::vector<Act> acts = read_acts(said_);
    for (std::size_t at = index; at > 0; --at) {
      if (said_.clauses()[at - 1].sentence != said_.clauses()[index].sentence) break;
      const ActKind kind = acts[at - 1].kind;
      if (kind != ActKind::kNone && kind != ActKind::kApprove && kind != ActKind::kStart)
        return true;
    }
    return false;
  }
  // "first, what do they cost?"
  bool begins_list(std::size_t index) const {
    const Clause& clause = said_.clauses()[index];
    return index == 0 && said_.clauses().size() > 1 && clause.last - clause.first == 1 &&
           phrase(clause.first).senses.has(Sense::kFirst);
  }

  // What stands behind the choice, without the words that only join.
  std::string changes() const {
    const auto& clauses = said_.clauses();
    const std::vector<Act> acts = read_acts(said_);
    std::size_t first = change_;
    std::size_t last = clauses[clause_].last;
    for (std::size_t at = clause_ + 1; at < clauses.size(); ++at) {
      const ActKind kind = acts[at].kind;
      const bool nothing = kind == ActKind::kAsk || kind == ActKind::kNone ||
                           kind == ActKind::kApprove || kind == ActKind::kStart ||
                           (clauses[at].reason && first >= last);
      if (nothing) continue;
      if (first >= last) first = clauses[at].first;
      last = clauses[at].last;
    }
    while (first + 1 < last && joins(first)) ++first;
    while (last > first + 1 && phrase(last - 1).senses.any({Sense::kPolite, Sense::kThanks}))
      --last;
    if (first >= last || (first + 1 == last && joins(first))) return {};
    const std::size_t begin = said_.words()[phrase(first).first].begin;
    return std::string(
        trim(reply_.substr(begin, said_.words()[phrase(last - 1).last - 1].end - begin)));
  }
  bool joins(std::size_t at) const {
    const Senses senses = phrase(at).senses;
    return !said_.is_content(phrase(at)) ||
           (senses.any({Sense::kBut, Sense::kAnd, Sense::kPolite}) &&
            !senses.any({Sense::kNegator, Sense::kWith}));
  }

  std::string_view reply_;
  const Utterance& said_;
  std::span<const std::string> options_;
  OptionTitles titles_;
  std::optional<std::size_t> chosen_;
  std::size_t clause_ = 0;  // of the choice
  std::size_t change_ = 0;  // the phrase in it that begins a wish
};

}  // namespace

OptionChoice read_option_choice(const Utterance& said, std::span<const std::string> options,
                                std::string_view reply) {
  if (options.empty()) return {};
  return ChoiceReader(said, options, reply).read();
}

std::optional<std::size_t> read_named_option(const Utterance& said,
                                             std::span<const std::string> options,
                                             std::string_view reply) {
  if (options.empty()) return std::nullopt;
  return ChoiceReader(said, options, reply).read_named();
}

}  // namespace fm
