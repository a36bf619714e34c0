#include "people/options/option_pointers.h"

#include <algorithm>
#include <charconv>
#include <string>
#include <utility>

#include "people/language/place_words.h"
#include "people/language/topic_words.h"

namespace fm {
namespace {

using Kind = OptionPointer::Kind;

// Phrases whose words never name an option: "let's go with Python" does not name "Go".
constexpr Senses kNeverTitle = {Sense::kChoose, Sense::kGo,      Sense::kBegin,  Sense::kPermit,
                                Sense::kHedge,  Sense::kRequest, Sense::kPolite, Sense::kGood,
                                Sense::kWish,   Sense::kThanks};

bool contains(const std::vector<std::string>& list, const std::string& word) {
  return std::ranges::find(list, word) != list.end();
}

class PointerFinder {
 public:
  PointerFinder(const Utterance& utterance, const Clause& clause, const OptionTitles& titles,
                std::string_view reply)
      : utterance_(utterance),
        words_(utterance.words()),
        clause_(clause),
        titles_(titles),
        reply_(reply),
        first_(utterance.phrases()[clause.first].first),
        last_(utterance.phrases()[clause.last - 1].last) {}

  std::vector<OptionPointer> find() {
    for (std::size_t at = clause_.first; at < clause_.last; ++at) {
      phrase_ = &utterance_.phrases()[at];
      for (std::size_t word = phrase_->first; word < phrase_->last; ++word) {
        if (!found_.empty() && word < found_.back().last) continue;
        place_at(word);
      }
    }
    if (found_.empty()) find_titles();
    return std::move(found_);
  }

 private:
  void add(Kind kind, std::optional<std::size_t> option, std::size_t first, std::size_t last) {
    found_.push_back({kind, option, first, last, true});
  }

  void place_at(std::size_t at) {
    if (words_[at].kind == WordKind::kNumber) return number(at);
    if (words_[at].kind != WordKind::kWord) return;
    if (ordinal(at) || number_word(at)) return;
    letter(at);
  }

  bool glued(std::size_t at) const { return at > 0 && at < words_.size() && !words_[at].spaced; }
  bool glued_to(std::size_t at, std::string_view signs) const {
    return at < words_.size() && !words_[at].exact.empty() && signs.contains(words_[at].exact);
  }
  bool is_number(std::size_t at) const {
    return at < words_.size() && words_[at].kind == WordKind::kNumber;
  }

  // "-1", "€2", "2%", "1-3", "10:2", "1/2"
  bool is_amount(std::size_t at) const {
    if (glued(at) && glued_to(at - 1, "-–+/€$£¥~=<>")) return true;
    if (glued(at) && at > 1 && glued_to(at - 1, ":.,") && is_number(at - 2)) return true;
    if (glued(at + 1) && glued_to(at + 1, "%€$£¥°+/")) return true;
    if (glued(at + 1) && glued_to(at + 1, "-–:/.") && is_number(at + 2) && glued(at + 2))
      return true;
    const bool word_after = at + 1 < last_ && words_[at + 1].kind == WordKind::kWord;
    return word_after && is_counter(words_[at + 1].plain);
  }

  void number(std::size_t at) {
    const std::string& typed = words_[at].exact;
    std::size_t value = 0;
    const char* end = typed.data() + typed.size();
    const auto [stop, error] = std::from_chars(typed.data(), end, value);
    const bool whole = error == std::errc() && stop == end && !is_amount(at);
    const bool ordinal =
        at + 1 < last_ && (words_[at + 1].exact == "番" || words_[at + 1].exact == "号" ||
                           words_[at + 1].exact == "번");
    if (whole && value > 0 && value <= titles_.size())
      return add(Kind::kNumber, value - 1, at, ordinal ? after_counters(at + 1) : at + 1);
    if (const auto named = titles_.only(words_[at], true))
      return add(Kind::kTitle, named->option, at, at + 1);
    add(Kind::kNumber, std::nullopt, at, at + 1);
  }

  // "option", "number" and the like stand before it.
  bool after_option(std::size_t at) const {
    if (at == first_) return false;
    const Phrase* before = nullptr;
    for (std::size_t phrase = clause_.first; phrase < clause_.last; ++phrase) {
      const Phrase& here = utterance_.phrases()[phrase];
      if (here.first < at && here.last >= at) before = &here;
    }
    if (before == nullptr) return false;
    if (before->last > at)
      return !is_a(words_[at].plain) && before->senses.any({Sense::kOption, Sense::kWork});
    return before->senses.has(Sense::kOption);
  }

  // Nothing else in the clause but "please" and the like.
  bool alone(std::size_t at) const {
    for (std::size_t phrase = clause_.first; phrase < clause_.last; ++phrase) {
      const Phrase& here = utterance_.phrases()[phrase];
      const bool is_it = here.first <= at && at < here.last;
      if (is_it && here.last - here.first > 1) return false;
      if (!is_it && utterance_.is_content(here) &&
          !here.senses.any({Sense::kPolite, Sense::kThanks, Sense::kYes}))
        return false;
    }
    return true;
  }
  bool after_choosing(std::size_t at) const {
    for (std::size_t phrase = clause_.first; phrase < clause_.last; ++phrase) {
      const Phrase& here = utterance_.phrases()[phrase];
      if (here.last == at) return here.senses.has(Sense::kChoose);
    }
    return false;
  }

  bool number_word(std::size_t at) {
    const auto place = read_place_word(words_[at]);
    if (!place || place->kind != PlaceKind::kCardinal) return false;
    const bool article = is_a(words_[at].plain);
    const bool single = article ? last_ - first_ == 1 : alone(at);
    const bool chosen = !article && after_choosing(at) && at + 1 == last_;
    if (!single && !chosen && !after_option(at)) return false;
    add(Kind::kNumberWord, place_among(*place, titles_.size()), at, at + 1);
    return true;
  }

  // "the second", "second to last", "the one before the last", "the second of the two"
  bool ordinal(std::size_t at) {
    if (words_[at].plain == "before" && at + 1 < last_) {
      std::size_t next = at + 1;
      if (words_[next].plain == "the" && next + 1 < last_) ++next;
      if (!is_last(next)) return false;
      add(Kind::kOrdinal, place_among({PlaceKind::kFromEnd, 2}, titles_.size()), at, next + 1);
      return true;
    }
    if (words_[at].exact == "第" && at + 1 < last_) {
      const auto counted = read_place_word(words_[at + 1]);
      if (!counted) return false;
      add(Kind::kOrdinal, place_among(*counted, titles_.size()), at, after_counters(at + 2));
      return true;
    }
    auto place = read_place_word(words_[at]);
    if (!place || place->kind == PlaceKind::kCardinal) return false;
    if (is_part_of_saying()) return false;
    std::size_t begin = at;
    if (at > first_ && is_a(words_[at - 1].plain)) {
      // "a second" is a short while; "a segunda" is not.
      if (words_[at - 1].plain != "a" || !words_[at].plain.ends_with('a')) return false;
    } else if (at > first_ && words_[at - 1].plain == "o" && words_[at].plain.ends_with('o')) {
      begin = at - 1;
    }
    std::size_t end = at + 1;
    if (end < last_ && is_pick(words_[end].plain)) return false;  // "second best"
    if (place->kind == PlaceKind::kOrdinal) {
      std::size_t next = end;
      if (next < last_ && words_[next].plain == "to") ++next;
      if (is_last(next)) {
        place = PlaceWord{PlaceKind::kFromEnd, place->number};
        end = next + 1;
      }
    }
    add(Kind::kOrdinal, place_among(*place, titles_.size()), begin, after_them(end));
    return true;
  }
  // "at last", "first of all", "at first"
  bool is_part_of_saying() const {
    constexpr Senses kPoints = {Sense::kNth1, Sense::kNth2,  Sense::kNth3,    Sense::kNth4,
                                Sense::kNth5, Sense::kNth6,  Sense::kNthLast, Sense::kWork,
                                Sense::kOne,  Sense::kOption};
    return phrase_->last - phrase_->first > 1 && !phrase_->senses.any(kPoints);
  }
  std::size_t after_counters(std::size_t at) const {
    while (at < last_ && is_unspaced_counter(words_[at].exact)) ++at;
    return at;
  }
  bool is_last(std::size_t at) const {
    if (at >= last_) return false;
    const auto place = read_place_word(words_[at]);
    return place && place->kind == PlaceKind::kFromEnd && place->number == 1;
  }
  // Behind "of them", "of the three".
  std::size_t after_them(std::size_t at) const {
    if (at + 1 >= last_ || words_[at].plain != "of") return at;
    std::size_t next = at + 1;
    if (words_[next].plain == "the" && next + 1 < last_) ++next;
    const auto count = read_place_word(words_[next]);
    const bool counted =
        count && count->kind == PlaceKind::kCardinal && count->number == titles_.size();
    const bool them = words_[next].plain == "them" || words_[next].plain == "these" ||
                      words_[next].plain == "those" ||
                      words_[next].plain == std::to_string(titles_.size());
    return counted || them ? next + 1 : at;
  }

  // "a" and "I" are words: as letters they stand after "option", or alone, or as capitals.
  void letter(std::size_t at) {
    constexpr std::string_view kWordsToo = "aieouyknr";
    const std::string& typed = words_[at].exact;
    if (typed.size() != 1 || typed[0] < 'a' || typed[0] > 'z') return;
    const bool word_too = kWordsToo.contains(typed[0]);
    const char given = reply_[words_[at].begin];
    const bool capital = given >= 'A' && given <= 'Z' && at > 0 && typed[0] != 'i';
    const bool single = last_ - first_ == 1;
    if (word_too && !single && !capital && !after_option(at)) return;
    const auto place = static_cast<std::size_t>(typed[0] - 'a');
    if (place < titles_.size()) return add(Kind::kLetter, place, at, at + 1);
    add(Kind::kLetter, std::nullopt, at, at + 1);
  }

  void find_titles() {
    bool chosen = false;  // a word of choosing came before
    for (std::size_t at = clause_.first; at < clause_.last; ++at) {
      const Phrase& here = utterance_.phrases()[at];
      if (!utterance_.is_content(here)) continue;
      const std::vector<std::string> topics = topic_words(utterance_, at, at + 1);
      for (std::size_t word = here.first; word < here.last; ++word) {
        if (words_[word].kind != WordKind::kWord) continue;
        const auto named = titles_.only(words_[word], here.known);
        if (!named || is_idiom(here)) continue;
        const bool topic = !here.senses.any(kNeverTitle) && contains(topics, words_[word].plain);
        const bool name = named->exact && titles_.begins(named->option, words_[word]) &&
                          (chosen || alone(word)) && here.last - here.first == 1;  // "go with Go"
        if (!topic && !name) continue;
        found_.push_back({Kind::kTitle, named->option, word, word + 1, named->exact});
      }
      chosen = chosen || here.senses.has(Sense::kChoose);
    }
  }

  // "move on" has nothing to do with "Move to the cloud".
  bool is_idiom(const Phrase& here) const {
    if (!here.known || here.last - here.first == 1) return false;
    for (std::size_t at = here.first; at < here.last; ++at) {
      const Word& word = words_[at];
      if (!titles_.has(word) && !is_a(word.plain) && !is_the(word.plain)) return true;
    }
    return false;
  }

  const Utterance& utterance_;
  const std::vector<Word>& words_;
  const Clause& clause_;
  const OptionTitles& titles_;
  std::string_view reply_;
  std::size_t first_;
  std::size_t last_;
  const Phrase* phrase_ = nullptr;
  std::vector<OptionPointer> found_;
};

}  // namespace

std::vector<OptionPointer> find_option_pointers(const Utterance& utterance, const Clause& clause,
                                                const OptionTitles& titles,
                                                std::string_view reply) {
  // Nobody needs more words to choose, and this limit keeps the work linear.
  constexpr std::size_t kLongestClause = 100;
  if (clause.last - clause.first > kLongestClause) return {};
  return PointerFinder(utterance, clause, titles, reply).find();
}

}  // namespace fm
