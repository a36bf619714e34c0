#include "reading/person/option_choice.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <set>
#include <vector>

#include "base/text.h"
#include "reading/person/act.h"
#include "reading/person/topic_words.h"

namespace fm {
namespace {

constexpr std::size_t kMostOptions = 26;

// Words that may stand around a number or letter that chooses: "I'd take 2 please".
constexpr Senses kAroundChoice = {Sense::kPolite,  Sense::kNow,     Sense::kYes,    Sense::kThanks,
                                  Sense::kAside,   Sense::kAnd,     Sense::kBut,    Sense::kThen,
                                  Sense::kOwnWord, Sense::kSmall,   Sense::kSo,     Sense::kFiller,
                                  Sense::kSubject, Sense::kGood,    Sense::kChoose, Sense::kWork,
                                  Sense::kGo,      Sense::kBegin,   Sense::kMake,   Sense::kHedge,
                                  Sense::kMust,    Sense::kFuture,  Sense::kOne,    Sense::kMine,
                                  Sense::kWant,    Sense::kNo,      Sense::kOption, Sense::kPermit,
                                  Sense::kNegator, Sense::kAddress, Sense::kApprove};

// What begins a wish for a change: "2 with SQLite", "the first, only cheaper".
constexpr Senses kBeginsChange = {Sense::kWith, Sense::kOnly, Sense::kLacking};

// Phrases whose words never name an option: "let's go with Python" does not name "Go".
constexpr Senses kNeverTitle = {Sense::kChoose, Sense::kGo,      Sense::kBegin,  Sense::kPermit,
                                Sense::kHedge,  Sense::kRequest, Sense::kPolite, Sense::kGood,
                                Sense::kWish,   Sense::kThanks};

// Numbers in words, where digits could stand.
struct NumberWord {
  std::string_view word;
  std::size_t value;
};
constexpr NumberWord kNumberWords[] = {
    {"one", 1},   {"two", 2},    {"three", 3}, {"four", 4}, {"five", 5},    {"six", 6},
    {"eins", 1},  {"zwei", 2},   {"drei", 3},  {"vier", 4}, {"un", 1},      {"deux", 2},
    {"trois", 3}, {"quatre", 4}, {"uno", 1},   {"dos", 2},  {"tres", 3},    {"cuatro", 4},
    {"um", 1},    {"dois", 2},   {"due", 2},   {"tre", 3},  {"quattro", 4}, {"een", 1},
    {"twee", 2},  {"drie", 3},   {"一", 1},    {"二", 2},   {"三", 3},      {"四", 4},
};

// What one clause says about the options.
struct Named {
  std::set<std::size_t> options;
  bool denied = false;  // "not the first"
  bool asked = false;
  bool corrects = false;  // "no, sorry, 3"
  bool unclear = false;   // a number stands there that may be no choice
  bool by_number = false;
  std::size_t last = 0;  // the phrase after those that name the option
};

class ChoiceReader {
 public:
  ChoiceReader(const Vocabulary& vocabulary, std::span<const std::string> options,
               std::string_view reply)
      : reply_(reply),
        utterance_(Utterance::of(vocabulary, reply)),
        options_(options.first(std::min(options.size(), kMostOptions))) {
    for (const std::string& option : options_) {
      const Utterance title = Utterance::of(vocabulary, option);
      titles_.push_back(topic_words(title, 0, title.phrases().size()));
      keys_.push_back(fold(option));
    }
  }

  OptionChoice read() {
    if (const auto whole = whole_title()) return {*whole, {}};
    std::set<std::size_t> denied;
    std::optional<std::size_t> chosen;
    Named choice;
    std::size_t after = 0;  // clauses from here on may hold changes
    bool corrected = false;
    const auto& clauses = utterance_.clauses();
    for (std::size_t at = 0; at < clauses.size(); ++at) {
      const Clause& clause = clauses[at];
      const Named named = read_clause(clause);
      corrected = corrected || named.corrects;
      const bool change = chosen && (clause.but || phrase(clause.first).senses.any(kBeginsChange));
      if (change && !named.by_number) continue;
      if (named.unclear && chosen && clause.joined) return {};  // "1 and 4 combined"
      if (named.options.empty()) continue;
      if (named.asked || clause.conditional) return {};
      if (named.denied) {
        denied.insert(named.options.begin(), named.options.end());
        continue;
      }
      if (named.options.size() > 1) return {};
      const std::size_t option = *named.options.begin();
      const Senses senses = utterance_.senses(clause);
      const bool replaces = corrected || senses.any({Sense::kNow, Sense::kChoose});
      if (chosen && *chosen != option && (clause.joined || !replaces)) return {};
      if (!chosen || *chosen != option) after = at + 1;
      chosen = option;
      choice = named;
      corrected = false;
    }
    if (chosen && denied.contains(*chosen)) return {};
    if (!chosen) {
      if (denied.empty() || denied.size() + 1 != options_.size()) return {};
      for (std::size_t option = 0; option < options_.size(); ++option) {
        if (!denied.contains(option)) return {option, {}};
      }
    }
    return {chosen, changes(after, choice)};
  }

 private:
  const Phrase& phrase(std::size_t at) const { return utterance_.phrases()[at]; }

  std::optional<std::size_t> whole_title() const {
    const std::string said = fold(reply_);
    for (std::size_t option = 0; option < keys_.size(); ++option) {
      if (!said.empty() && said == keys_[option]) return option;
    }
    return std::nullopt;
  }

  Named read_clause(const Clause& clause) {
    Named named;
    named.asked = clause.asked;
    for (std::size_t at = clause.first; at < clause.last; ++at) {
      const Senses senses = phrase(at).senses;
      named.denied = named.denied || (senses.any({Sense::kNegator, Sense::kBad, Sense::kRefuse}) &&
                                      !senses.has(Sense::kLacking));
      named.corrects = named.corrects || senses.any({Sense::kNo, Sense::kRetract, Sense::kPause});
      named.asked = named.asked || senses.has(Sense::kAsks);
    }
    by_place(clause, named);
    named.by_number = !named.options.empty();
    if (named.options.empty() && !named.unclear) by_title(clause, named);
    // "no, not 2" denies, "no 3" corrects, "no honey" denies
    if (named.by_number && first_is_no(clause)) named.denied = has_negator_after_no(clause);
    return named;
  }

  bool first_is_no(const Clause& clause) const {
    return phrase(clause.first).senses.has(Sense::kNo);
  }
  bool has_negator_after_no(const Clause& clause) const {
    for (std::size_t at = clause.first + 1; at < clause.last; ++at) {
      if (phrase(at).senses.has(Sense::kNegator)) return true;
    }
    return false;
  }

  // Numbers, letters and ordinals, if everything around them is understood. A word that is not is
  // the number's unit ("2 weeks"), but for what begins a change.
  void by_place(const Clause& clause, Named& named) const {
    std::set<std::size_t> found;
    bool foreign = false;
    bool after_option = false;
    for (std::size_t at = clause.first; at < clause.last; ++at) {
      const Phrase& here = phrase(at);
      if (!utterance_.is_content(here)) continue;
      if (!found.empty() && here.senses.any(kBeginsChange) && !here.senses.has(Sense::kFiller))
        break;
      if (const auto place = place_of(here, after_option, clause)) {
        found.insert(*place);
        named.last = at + 1;
        after_option = false;
        const bool counts = at + 1 < clause.last && is_unit(phrase(at + 1));
        foreign = foreign || counts;
        continue;
      }
      const bool number = utterance_.kind(here) == WordKind::kNumber;
      after_option = here.senses.has(Sense::kOption);
      foreign = foreign || number || !here.senses.any(kAroundChoice);
    }
    named.unclear = foreign && !found.empty();
    if (!foreign) named.options = std::move(found);
  }

  // "1 k", "2 of us"
  bool is_unit(const Phrase& next) const {
    const std::string said = utterance_.said(next);
    return said == "k" || said.starts_with("of");
  }

  std::optional<std::size_t> place_of(const Phrase& here, bool after_option,
                                      const Clause& clause) const {
    const Word& word = utterance_.words()[here.first];
    const auto within = [&](std::size_t place) -> std::optional<std::size_t> {
      if (place >= options_.size()) return std::nullopt;
      return place;
    };
    if (word.kind == WordKind::kNumber && here.last == here.first + 1) {
      std::size_t number = 0;
      const char* end = word.exact.data() + word.exact.size();
      const auto [stop, error] = std::from_chars(word.exact.data(), end, number);
      if (error != std::errc() || stop != end || number == 0) return std::nullopt;
      return within(number - 1);
    }
    const bool single = clause.last - clause.first == 1;
    for (const NumberWord& spelled : kNumberWords) {
      if (word.exact == spelled.word && here.last == here.first + 1 && (single || after_option))
        return within(spelled.value - 1);
    }
    constexpr std::array<Sense, 6> kPlaces = {Sense::kNth1, Sense::kNth2, Sense::kNth3,
                                              Sense::kNth4, Sense::kNth5, Sense::kNth6};
    for (std::size_t place = 0; place < kPlaces.size(); ++place) {
      if (here.senses.has(kPlaces.at(place))) return within(place);
    }
    if (here.senses.has(Sense::kNthLast)) return within(options_.size() - 1);
    const bool letter = word.kind == WordKind::kWord && word.plain.size() == 1 &&
                        word.plain[0] >= 'a' && word.plain[0] <= 'z';
    if (!letter) return std::nullopt;
    // "a" and "I" are words: as letters they stand after "option", or alone, or as capitals.
    const bool word_too = word.plain == "a" || word.plain == "i" || word.plain == "o";
    const bool capital = reply_[word.begin] >= 'A' && reply_[word.begin] <= 'Z';
    const bool at_begin = here.first == 0 || word.plain == "i";
    if (!after_option && !single && word_too && (!capital || at_begin)) return std::nullopt;
    return within(static_cast<std::size_t>(word.plain[0] - 'a'));
  }

  // Words that stand in one option and in no other.
  void by_title(const Clause& clause, Named& named) const {
    std::vector<std::size_t> hits(options_.size(), 0);
    for (std::size_t at = clause.first; at < clause.last; ++at) {
      if (phrase(at).senses.any(kNeverTitle) || !utterance_.is_content(phrase(at))) continue;
      for (const std::string& word : topic_words(utterance_, at, at + 1)) {
        std::vector<std::size_t> owners;
        for (std::size_t option = 0; option < titles_.size(); ++option) {
          if (std::ranges::any_of(titles_[option], [&](const std::string& title) {
                return same_topic_word(word, title) || is_part(word, title);
              }))
            owners.push_back(option);
        }
        if (owners.size() != 1) continue;
        ++hits[owners.front()];
        named.last = at + 1;
      }
    }
    const std::size_t best = std::ranges::max(hits);
    if (best == 0) return;
    for (std::size_t option = 0; option < hits.size(); ++option) {
      if (hits[option] == best) named.options.insert(option);
    }
  }

  // "postgres" for "postgresql", "brite" for "bright" is left to same_topic_word().
  static bool is_part(std::string_view word, std::string_view title) {
    constexpr std::size_t kShortest = 4;
    return word.size() >= kShortest && title.starts_with(word);
  }

  // What stands behind the choice, without the words that only join.
  std::string changes(std::size_t from, const Named& choice) const {
    const auto& clauses = utterance_.clauses();
    std::size_t begin = std::string::npos;
    std::size_t end = 0;
    if (from > 0) {
      // within the choosing clause: "2 with SQLite"
      const Clause& choosing = clauses[from - 1];
      for (std::size_t at = choice.last; at < choosing.last; ++at) {
        if (!phrase(at).senses.any(kBeginsChange)) continue;
        begin = utterance_.words()[phrase(at).first].begin;
        end = utterance_.words()[phrase(choosing.last - 1).last - 1].end;
        break;
      }
    }
    const std::vector<Act> acts = read_acts(utterance_);
    for (std::size_t at = from; at < clauses.size(); ++at) {
      const ActKind kind = acts[at].kind;
      if (kind == ActKind::kAsk || kind == ActKind::kNone || kind == ActKind::kApprove ||
          kind == ActKind::kStart)
        continue;
      std::size_t first = clauses[at].first;
      while (first + 1 < clauses[at].last &&
             phrase(first).senses.any({Sense::kBut, Sense::kAnd, Sense::kPolite}) &&
             !phrase(first).senses.any({Sense::kLacking, Sense::kOnly}))
        ++first;
      std::size_t last = clauses[at].last;
      while (last > first + 1 && phrase(last - 1).senses.any({Sense::kPolite, Sense::kThanks}))
        --last;
      if (begin == std::string::npos) begin = utterance_.words()[phrase(first).first].begin;
      end = utterance_.words()[phrase(last - 1).last - 1].end;
    }
    if (begin == std::string::npos) return {};
    return std::string(trim(reply_.substr(begin, end - begin)));
  }

  std::string_view reply_;
  Utterance utterance_;
  std::span<const std::string> options_;
  std::vector<std::vector<std::string>> titles_;
  std::vector<std::string> keys_;
};

}  // namespace

OptionChoice read_option_choice(const Vocabulary& vocabulary, std::span<const std::string> options,
                                std::string_view reply) {
  if (options.empty() || reply.size() > kLongestMessage) return {};
  return ChoiceReader(vocabulary, options, reply).read();
}

}  // namespace fm
