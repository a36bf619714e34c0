#include "team/documents/agent_calls.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "base/text.h"

namespace fm {
namespace {

using Name = std::string_view;

constexpr auto kOrders = std::to_array<Name>({"let", "tell", "ask"});
// "Have coder sort them" is an order, "I have market numbers" is none.
constexpr auto kBeforeHave = std::to_array<Name>({"please", "then", "and", "or", "just", "better"});
constexpr auto kDuties = std::to_array<Name>({"should", "must"});
constexpr auto kDutiesTo = std::to_array<Name>({"has", "have", "needs", "need"});
constexpr auto kOwns = std::to_array<Name>({"part", "job", "task", "work"});
constexpr auto kBeforeDuty = std::to_array<Name>({"still", "also", "now", "then", "will", "would"});
constexpr auto kWaits = std::to_array<Name>({"wait", "waits", "waiting", "until", "once"});
constexpr int kMostTogether = 4;  // agents that one order is for
constexpr auto kBehindWaits = std::to_array<Name>({"for", "on", "the"});
// "Creative, but too long" speaks of the text.
constexpr auto kGoesOn = std::to_array<Name>({"and", "but", "or", "yet", "though"});

struct Word {
  std::string text;     // letters of ASCII are small
  bool first = false;   // in its sentence
  bool at = false;      // an @ before it
  bool joined = false;  // to the word before it, by - or _
  char mark = 0;        // behind it: , : ; or . for any end of a sentence
};

bool is_part_of_word(char one) {
  return (one >= 'a' && one <= 'z') || (one >= 'A' && one <= 'Z') || (one >= '0' && one <= '9') ||
         static_cast<unsigned char>(one) >= 0x80;
}

char small(char one) {
  return one >= 'A' && one <= 'Z' ? static_cast<char>(one + ('a' - 'A')) : one;
}

class WordCutter {
 public:
  explicit WordCutter(std::string_view text) : text_(text) {}

  std::vector<Word> run() {
    while (at_ < text_.size()) {
      if (is_part_of_word(text_[at_]) && !is_general_mark())
        word();
      else
        between();
    }
    return std::move(words_);
  }

 private:
  // Dashes, quotation marks and the like of Unicode.
  bool is_general_mark() const { return text_.substr(at_).starts_with("\xE2\x80"); }

  bool is_apostrophe() const { return text_.substr(at_).starts_with("\xE2\x80\x99"); }

  void word() {
    Word word = std::exchange(next_, Word{.text = {}});
    while (at_ < text_.size() && is_part_of_word(text_[at_]) && !is_general_mark())
      word.text += small(text_[at_++]);
    words_.push_back(std::move(word));
    touches_ = true;
  }

  void between() {
    const char one = text_[at_];
    const bool touches = std::exchange(touches_, false);
    const bool joins = one == '-' || one == '_';
    const char after = at_ + 1 < text_.size() ? text_[at_ + 1] : ' ';
    next_.joined = joins && touches;
    next_.at = one == '@' && !touches;
    if (one == '\n' ||
        ((one == '.' || one == '!' || one == '?') && (after == ' ' || after == '\n')))
      mark('.'), next_.first = true;
    if (one == ',' || one == ';' || one == '.' || (one == ':' && after != ':')) mark(one);
    if (is_general_mark() && !is_apostrophe()) mark(';');
    at_ += is_general_mark() ? std::min<std::size_t>(3, text_.size() - at_) : 1;
  }

  void mark(char one) {
    if (!words_.empty() && words_.back().mark == 0) words_.back().mark = one;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  bool touches_ = false;  // a word ended right before
  Word next_{.text = {}, .first = true};
  std::vector<Word> words_;
};

// The words of a text, and where among them an agent's id stands.
class Calls {
 public:
  Calls(std::string_view text, std::string_view agent)
      : words_(WordCutter(text).run()), id_(WordCutter(agent).run()) {}

  template <typename Holds>
  bool any(const Holds& holds) const {
    if (id_.empty() || words_.size() < id_.size()) return false;
    for (std::size_t at = 0; at + id_.size() <= words_.size(); ++at)
      if (is_id(at) && holds(at)) return true;
    return false;
  }

  bool is_called(std::size_t at) const {
    return words_[at].at || is_addressed(at) || is_ordered(at) || has_duty(at) || owns(at);
  }

  bool is_waited_for(std::size_t at) const {
    if (words_[at].at || has_duty(at)) return true;
    for (int skipped = 0; skipped < 2 && at > 0 && goes_on(at - 1); ++skipped)
      if (among(Name(words_[at - 1].text), kBehindWaits)) --at;
    return at > 0 && goes_on(at - 1) && among(Name(words_[at - 1].text), kWaits);
  }

 private:
  bool is_id(std::size_t at) const {
    const std::size_t end = at + id_.size();
    if (words_[at].joined || (end < words_.size() && words_[end].joined)) return false;
    for (std::size_t i = 0; i < id_.size(); ++i)
      if (words_[at + i].text != id_[i].text || (at + i + 1 < end && !goes_on(at + i)))
        return false;
    return true;
  }

  bool goes_on(std::size_t at) const { return words_[at].mark == 0; }
  bool is(std::size_t at, Name word) const { return at < words_.size() && words_[at].text == word; }

  bool is_addressed(std::size_t at) const {
    const std::size_t end = at + id_.size();
    const char mark = words_[end - 1].mark;
    if (!words_[at].first || (mark != ',' && mark != ':')) return false;
    return mark == ':' || end == words_.size() || !among(Name(words_[end].text), kGoesOn);
  }

  // "let coder", "let ux and coder".
  bool is_ordered(std::size_t at) const {
    for (int agents = 0; agents < kMostTogether; ++agents) {
      if (is_order(at)) return true;
      if (at < 2 || !is(at - 1, "and") || !goes_on(at - 1) || !goes_on(at - 2)) return false;
      at -= 2;
    }
    return false;
  }

  bool is_order(std::size_t at) const {
    if (at > 0 && is(at - 1, "the")) --at;
    if (at == 0 || !goes_on(at - 1)) return false;
    const Word& before = words_[at - 1];
    if (before.text != "have") return among(Name(before.text), kOrders);
    return before.first || at < 2 || !goes_on(at - 2) ||
           among(Name(words_[at - 2].text), kBeforeHave);
  }

  // "that is coder's part", "it belongs to coder".
  bool owns(std::size_t at) const {
    const std::size_t end = at + id_.size();
    if (end + 1 < words_.size() && goes_on(end - 1) && is(end, "s") &&
        among(Name(words_[end + 1].text), kOwns))
      return true;
    return at > 1 && is(at - 1, "to") && is(at - 2, "belongs") && goes_on(at - 1);
  }

  // "coder has to", "coder, who has to", "ux and coder have to".
  bool has_duty(std::size_t at) const {
    std::size_t end = at + id_.size();
    const bool is_told_of = is(end, "who");
    if (!goes_on(end - 1) && !is_told_of) return false;
    if (is_told_of) ++end;
    if (words_[at].first)
      while (is(end, "and") && end + 1 < words_.size() && goes_on(end + 1)) end += 2;
    if (end < words_.size() && among(Name(words_[end].text), kBeforeDuty)) ++end;
    if (end >= words_.size()) return false;
    return among(Name(words_[end].text), kDuties) ||
           (among(Name(words_[end].text), kDutiesTo) && is(end + 1, "to"));
  }

  std::vector<Word> words_;
  std::vector<Word> id_;
};

}  // namespace

bool calls(std::string_view text, std::string_view agent) {
  const Calls words(text, agent);
  return words.any([&](std::size_t at) { return words.is_called(at); });
}

bool waits_for(std::string_view text, std::string_view agent) {
  const Calls words(text, agent);
  return words.any([&](std::size_t at) { return words.is_waited_for(at); });
}

}  // namespace fm
