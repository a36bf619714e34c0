#include "people/questions/agent_sentences.h"

#include <algorithm>

#include "base/letters.h"
#include "base/utf8.h"

namespace fm {
namespace {

constexpr std::string_view kDress = "*_~";  // Markdown between a label and what it is for

class Cutter {
 public:
  Cutter(const Utterance& utterance, std::string_view text)
      : words_(utterance.words()), phrases_(utterance.phrases()), of_(utterance), text_(text) {}

  std::vector<AgentSentence> cut() {
    for (std::size_t at = 0; at < phrases_.size(); ++at) {
      if (ends(at)) {
        at = close(at);
      } else if (is_label_end(at)) {
        add(at, at + 1, false, true);
      } else if (is_list_number(at)) {
        open_ = at + 2;
        ++at;
      }
    }
    add(phrases_.size(), phrases_.size(), false, false);
    return std::move(found_);
  }

 private:
  const Word& word(std::size_t phrase) const { return words_[phrases_[phrase].first]; }
  bool is_mark(std::size_t phrase, std::string_view mark) const {
    return phrase < phrases_.size() && word(phrase).kind == WordKind::kMark &&
           word(phrase).exact == mark;
  }

  // "colou?r" and "search?q=2" ask nothing.
  bool ends(std::size_t at) const {
    if (is_asking_phrase(at) || is_cell_end(at)) return true;
    if (phrases_[at].known || !of_.ends_sentence(at)) return false;
    if (word(at).exact != "?" || word(at).end - word(at).begin > 1) return true;
    if (at + 1 >= phrases_.size() || word(at + 1).spaced) return true;
    const WordKind next = word(at + 1).kind;
    return next == WordKind::kMark || next == WordKind::kLineEnd || next == WordKind::kQuotation;
  }

  // "| age | How old is the child? |"
  bool is_cell_end(std::size_t at) const { return word(at).exact == "|" && word(at).spaced; }

  // The vocabulary has phrases with their mark: "right?"
  bool is_asking_phrase(std::size_t at) const {
    const Phrase& phrase = phrases_[at];
    return phrase.last - phrase.first > 1 && words_[phrase.last - 1].exact == "?";
  }

  std::size_t close(std::size_t at) {
    bool question = is_asking_phrase(at);
    if (question) ++at;
    std::size_t end = at;
    std::size_t stop = at;  // after the last mark
    for (; end < phrases_.size() && ends(end) && !is_asking_phrase(end); ++end) {
      question = question || word(end).exact == "?" || word(end).exact == "؟";
      if (word(end).kind != WordKind::kLineEnd) stop = end + 1;
    }
    if (!question && is_abbreviation_end(at, end)) return end - 1;
    add(at, stop, question, false);
    open_ = end;
    return end - 1;
  }

  // "e.g. on phones", "approx. forty": what follows is no new sentence.
  bool is_abbreviation_end(std::size_t at, std::size_t end) const {
    if (end != at + 1 || !is_mark(at, ".") || end >= phrases_.size() || at <= open_) return false;
    const Word& before = word(at - 1);
    const char next = text_[word(end).begin];
    return before.kind == WordKind::kWord && before.end - before.begin <= 6 &&
           word(end).kind == WordKind::kWord && next >= 'a' && next <= 'z';
  }

  bool is_upper(const Word& next) const {
    const std::string_view rest = text_.substr(next.begin, next.end - next.begin);
    if (rest.empty()) return false;
    const std::string_view letter = rest.substr(0, decode_utf8(rest).length);
    if (kind_of(decode_utf8(rest).code) != CharacterKind::kLetter) return false;
    return fold_letters(letter) != letter && next.exact != "i" && !next.exact.starts_with("i'");
  }

  bool is_label_end(std::size_t at) const {
    if (!is_mark(at, ":")) return false;
    std::size_t next = at + 1;
    while (next < phrases_.size() && word(next).kind == WordKind::kMark &&
           kDress.contains(word(next).exact))
      ++next;
    return next < phrases_.size() && word(next).kind == WordKind::kWord && is_upper(word(next)) &&
           (next > at + 1 || word(next).spaced);
  }

  // "1)" and "b)" at the begin of a line or after a bracket.
  bool is_list_number(std::size_t at) const {
    if (at + 1 >= phrases_.size() || !is_mark(at + 1, ")")) return false;
    const bool begins = at == open_ || is_mark(at - 1, "(");
    return begins && (word(at).kind == WordKind::kNumber || word(at).exact.size() == 1);
  }

  void add(std::size_t at, std::size_t end, bool question, bool label) {
    std::size_t first = open_;
    open_ = end;
    while (first < at && !of_.is_content(phrases_[first])) ++first;
    const auto says = [&](std::size_t phrase) {
      const WordKind kind = word(phrase).kind;
      return kind == WordKind::kWord || kind == WordKind::kQuotation || kind == WordKind::kCode ||
             kind == WordKind::kMention;
    };
    std::size_t speaking = first;
    while (speaking < at && !says(speaking)) ++speaking;
    if (speaking == at) return;  // a number, a line of marks
    std::size_t last = at;
    if (end == at) {
      while (last > first && !of_.is_content(phrases_[last - 1])) --last;
    }
    const std::size_t stop = end == at ? last : end;
    const std::size_t begin = word(first).begin;
    found_.push_back({.first = first,
                      .last = at,
                      .begin = begin,
                      .end = words_[phrases_[stop - 1].last - 1].end,
                      .asks = question,
                      .label = label,
                      .heading = begins_heading(begin)});
  }

  // Looks back to the line's begin, but never twice over the same bytes.
  bool begins_heading(std::size_t begin) {
    std::size_t at = begin;
    while (at > looked_until_ && text_[at - 1] != '\n') --at;
    if (at > looked_until_ || at == 0) heading_ = text_[at] == '#';
    looked_until_ = begin;
    return heading_;
  }

  const std::vector<Word>& words_;
  const std::vector<Phrase>& phrases_;
  const Utterance& of_;
  std::string_view text_;
  std::vector<AgentSentence> found_;
  std::size_t open_ = 0;
  std::size_t looked_until_ = 0;
  bool heading_ = false;
};

}  // namespace

std::vector<AgentSentence> agent_sentences(const Utterance& utterance, std::string_view text) {
  return Cutter(utterance, text).cut();
}

}  // namespace fm
