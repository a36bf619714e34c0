#include "people/options/option_pointers.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "people/language/place_words.h"

namespace fm {
namespace {

// Phrases that never begin a title: "let's go with Python" does not name "Go".
constexpr Senses kNeverTitle = {Sense::kChoose, Sense::kGo,     Sense::kPermit,
                                Sense::kHedge,  Sense::kPolite, Sense::kThanks};
constexpr std::size_t kShortestTitle = 3;  // letters of the only word that is said of it

class PointerFinder {
 public:
  PointerFinder(const Utterance& said, const Clause& clause, const OptionTitles& titles,
                std::string_view reply)
      : said_(said),
        words_(said.words()),
        clause_(clause),
        titles_(titles),
        reply_(reply),
        first_(said.phrases()[clause.first].first),
        last_(said.phrases()[clause.last - 1].last) {}

  std::vector<OptionPointer> find() {
    for (phrase_ = clause_.first; phrase_ < clause_.last; ++phrase_) {
      const Phrase& here = said_.phrases()[phrase_];
      if (is_taken(here.first) || title(here)) continue;
      for (std::size_t at = here.first; at < here.last; ++at)
        if (!is_taken(at)) place(here, at);
    }
    return std::move(found_);
  }

 private:
  bool is_taken(std::size_t word) const { return !found_.empty() && word < found_.back().last; }
  void add(std::optional<std::size_t> option, std::size_t first, std::size_t last) {
    if (option && *option >= titles_.size()) option.reset();
    found_.push_back({option, first, last});
  }

  // A title begins with this phrase, and what is said of it ends where a phrase does. What several
  // titles begin with names none of them.
  bool title(const Phrase& here) {
    if (here.senses.any(kNeverTitle)) return false;
    std::optional<std::size_t> named;
    std::size_t longest = 0;
    bool shared = false;
    for (std::size_t option = 0; option < titles_.size(); ++option) {
      const std::size_t length = said_of(titles_[option], here.first);
      if (length == 0 || length < longest) continue;
      shared = length == longest;
      longest = length;
      named = option;
    }
    if (!named || shared) return false;
    if (longest < titles_[*named].size())
      while (longest > 1 && !names_something(here.first + longest)) --longest;
    if (!names_something(here.first + longest) || is_in_another(*named, longest)) return false;
    if (longest == 1 && words_[here.first].plain.size() < kShortestTitle &&
        titles_[*named].size() > 1)
      return false;
    add(named, here.first, here.first + longest);
    return true;
  }
  // "logo" is no name of "Logo and website" beside "Small logo".
  bool is_in_another(std::size_t named, std::size_t length) const {
    const std::span said = std::span(titles_[named]).first(length);
    for (std::size_t option = 0; option < titles_.size(); ++option) {
      const bool has_all = std::ranges::all_of(said, [&](const std::string& word) {
        return std::ranges::find(titles_[option], word) != titles_[option].end();
      });
      if (option != named && has_all) return true;
    }
    return false;
  }
  // How many words there are the title's first ones.
  std::size_t said_of(const std::vector<std::string>& title, std::size_t begin) const {
    std::size_t length = 0;
    while (length < title.size() && begin + length < last_ &&
           words_[begin + length].kind == WordKind::kWord &&
           words_[begin + length].plain == title[length])
      ++length;
    return length;
  }
  // A phrase ends there that is more than a word of grammar: "OAuth", and not "OAuth with".
  bool names_something(std::size_t end) const {
    constexpr Senses kGrammar = {Sense::kWith, Sense::kAnd, Sense::kOr, Sense::kPlain};
    return std::ranges::any_of(said_.phrases(), [&](const Phrase& phrase) {
      return phrase.last == end && !phrase.senses.any(kGrammar);
    });
  }

  void place(const Phrase& here, std::size_t at) {
    if (words_[at].kind == WordKind::kNumber) return number(at);
    if (words_[at].kind != WordKind::kWord) return;
    if (!ordinal(here, at) && !number_word(at)) letter(at);
  }

  bool is_glued(std::size_t at) const { return at > 0 && at < words_.size() && !words_[at].spaced; }
  bool is_sign(std::size_t at, std::string_view signs) const {
    return at < words_.size() && !words_[at].exact.empty() && signs.contains(words_[at].exact);
  }
  bool is_number(std::size_t at) const {
    return at < words_.size() && words_[at].kind == WordKind::kNumber;
  }
  // "-1", "€2", "2%", "1-3", "10:2", "1/2", "2 am"
  bool is_amount(std::size_t at) const {
    if (is_glued(at) && is_sign(at - 1, "-–+/€$£¥~=<>")) return true;
    if (is_glued(at) && at > 1 && is_sign(at - 1, ":.,") && is_number(at - 2)) return true;
    if (is_glued(at + 1) && is_sign(at + 1, "%€$£¥°+/")) return true;
    if (is_glued(at + 1) && is_sign(at + 1, "-–:/.") && is_number(at + 2) && is_glued(at + 2))
      return true;
    return at + 1 < last_ && words_[at + 1].kind == WordKind::kWord &&
           is_counter(words_[at + 1].plain);
  }

  void number(std::size_t at) {
    const std::string& typed = words_[at].exact;
    std::size_t value = 0;
    const char* end = typed.data() + typed.size();
    const auto [stop, error] = std::from_chars(typed.data(), end, value);
    const bool whole = error == std::errc() && stop == end && value > 0 && !is_amount(at);
    add(whole ? std::optional(value - 1) : std::nullopt, at, after_counters(at + 1));
  }
  std::size_t after_counters(std::size_t at) const {
    while (at < last_ && is_unspaced_counter(words_[at].exact)) ++at;
    return at;
  }

  // "the second", "the last one", "第二个"; but not "a second" and "at last".
  bool ordinal(const Phrase& here, std::size_t at) {
    if (words_[at].exact == "第" && at + 1 < last_) {
      const auto counted = read_place_word(words_[at + 1]);
      if (!counted) return false;
      add(place_among(*counted, titles_.size()), at, after_counters(at + 2));
      return true;
    }
    const auto found = read_place_word(words_[at]);
    if (!found || found->kind == PlaceKind::kCardinal || is_saying(here)) return false;
    if (at + 1 < last_ && is_more_than_a_place(words_[at + 1])) return false;
    const bool article = at > first_ && is_a(words_[at - 1].plain) && !is_the(words_[at - 1].plain);
    if (article && !words_[at].plain.ends_with('a')) return false;
    add(place_among(*found, titles_.size()), at, at + 1);
    return true;
  }
  // "second best", "the first two"
  static bool is_more_than_a_place(const Word& next) {
    const auto place = read_place_word(next);
    return next.plain == "best" ||
           (place && place->kind == PlaceKind::kCardinal && place->number > 1);
  }
  static bool is_saying(const Phrase& here) {
    constexpr Senses kPoints = {Sense::kNth1, Sense::kNth2,  Sense::kNth3,    Sense::kNth4,
                                Sense::kNth5, Sense::kNth6,  Sense::kNthLast, Sense::kWork,
                                Sense::kOne,  Sense::kOption};
    return here.last - here.first > 1 && !here.senses.any(kPoints);
  }

  // "option two"; alone it may be an amount.
  bool number_word(std::size_t at) {
    const auto found = read_place_word(words_[at]);
    if (!found || found->kind != PlaceKind::kCardinal || !is_after_option(at)) return false;
    add(place_among(*found, titles_.size()), at, at + 1);
    return true;
  }
  bool is_after_option(std::size_t at) const {
    return phrase_ > clause_.first && said_.phrases()[phrase_ - 1].last == at &&
           said_.phrases()[phrase_ - 1].senses.has(Sense::kOption);
  }

  // "a" and "I" are words: as letters they stand after "option", alone, or as capitals.
  void letter(std::size_t at) {
    constexpr std::string_view kWordsToo = "aieouyknr";
    const std::string& typed = words_[at].exact;
    if (typed.size() != 1 || typed[0] < 'a' || typed[0] > 'z') return;
    const char given = reply_[words_[at].begin];
    const bool capital = given >= 'A' && given <= 'Z' && at > 0 && typed[0] != 'i';
    if (kWordsToo.contains(typed[0]) && last_ - first_ > 1 && !capital && !is_after_option(at))
      return;
    add(static_cast<std::size_t>(typed[0] - 'a'), at, at + 1);
  }

  const Utterance& said_;
  const std::vector<Word>& words_;
  const Clause& clause_;
  const OptionTitles& titles_;
  std::string_view reply_;
  std::size_t first_;
  std::size_t last_;
  std::size_t phrase_ = 0;
  std::vector<OptionPointer> found_;
};

}  // namespace

OptionTitles option_titles(std::span<const std::string> options) {
  constexpr std::size_t kMostWords = 64;
  OptionTitles titles;
  for (const std::string& option : options) {
    std::vector<std::string>& title = titles.emplace_back();
    for (const Word& word : split_words(option)) {
      const bool says = word.kind == WordKind::kWord || word.kind == WordKind::kNumber;
      if (!says || title.size() == kMostWords) break;
      if (title.empty() && (is_the(word.plain) || is_a(word.plain))) continue;
      title.push_back(word.plain);
    }
  }
  return titles;
}

std::vector<OptionPointer> find_option_pointers(const Utterance& said, const Clause& clause,
                                                const OptionTitles& titles,
                                                std::string_view reply) {
  // Nobody needs more words to choose, and this limit keeps the work linear.
  constexpr std::size_t kLongestClause = 100;
  if (clause.last - clause.first > kLongestClause) return {};
  return PointerFinder(said, clause, titles, reply).find();
}

}  // namespace fm
