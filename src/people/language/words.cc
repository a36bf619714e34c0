#include "people/language/words.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/letters.h"
#include "base/utf8.h"
#include "people/language/word_forms.h"

namespace fm {
namespace {

constexpr std::size_t kLongestQuotation = 1000;  // bytes; what is longer was never closed
constexpr std::size_t kLongestWord = 64;         // characters; what is longer is no word

struct Character {
  char32_t code = 0;
  std::size_t length = 0;  // 0 at the end of the text
  CharacterKind kind = CharacterKind::kSpace;
};

bool is_newline(char32_t code) { return code == U'\n' || code == U'\r'; }

class Splitter {
 public:
  Splitter(std::string_view text, bool in_vocabulary)
      : text_(text), in_vocabulary_(in_vocabulary) {}

  std::vector<Word> split() {
    while (at_ < text_.size()) step();
    return std::move(words_);
  }

 private:
  Character at(std::size_t place) const {
    if (place >= text_.size()) return {};
    const Decoded next = decode_utf8(text_.substr(place));
    return {next.code, next.length, kind_of(next.code)};
  }
  static bool is_letter(const Character& character) {
    return character.kind == CharacterKind::kLetter || character.kind == CharacterKind::kCombining;
  }
  static bool is_word_part(const Character& character) {
    return character.length > 0 &&
           (is_letter(character) || character.kind == CharacterKind::kDigit);
  }
  static bool is_word_alone(const Character& character) {
    return is_letter(character) && is_unspaced_script(character.code);
  }

  // Follows a word or number without a space, in a script that has spaces.
  bool is_glued() const {
    if (spaced_ || words_.empty()) return false;
    const Word& before = words_.back();
    if (before.kind != WordKind::kWord && before.kind != WordKind::kNumber) return false;
    return !is_unspaced_script(decode_utf8(text_.substr(before.begin)).code);
  }

  void add(WordKind kind, std::size_t end) {
    Word word;
    word.kind = kind;
    word.begin = at_;
    word.end = end;
    word.spaced = spaced_;
    spaced_ = false;
    line_begins_ = false;
    at_ = end;
    if (kind == WordKind::kLineEnd || kind == WordKind::kCode || kind == WordKind::kQuotation)
      return words_.push_back(std::move(word));
    const std::string_view typed = text_.substr(word.begin, end - word.begin);
    word.exact = fold_letters(kind == WordKind::kWord ? with_plain_apostrophes(typed) : typed);
    word.plain = without_accents(word.exact);
    words_.push_back(std::move(word));
  }

  void step() {
    if (take_indented_line()) return;
    const Character next = at(at_);
    if (is_newline(next.code)) return end_line();
    if (next.kind == CharacterKind::kSpace || next.kind == CharacterKind::kOther) {
      spaced_ = spaced_ || next.kind == CharacterKind::kSpace;
      at_ += next.length;
      return;
    }
    if (!in_vocabulary_ && (take_quoted_line() || take_code() || take_quotation() || take_link()))
      return;
    if ((next.code == U'@' || next.code == U'＠') && take_mention(next)) return;
    if (is_word_part(next)) return take_word(next);
    take_sign(next);
  }

  void end_line() {
    if (!words_.empty() && words_.back().kind != WordKind::kLineEnd)
      add(WordKind::kLineEnd, at_ + 1);
    else
      ++at_;
    line_begins_ = true;
    line_ = at_;
    spaced_ = true;
  }

  // Code as Markdown has it without fences: four spaces, after an empty line or at the begin.
  bool take_indented_line() {
    if (at_ != line_ || in_vocabulary_) return false;
    const bool indented = text_.substr(at_).starts_with("    ") || text_[at_] == '\t';
    const std::string_view before = text_.substr(0, at_);
    const bool opens =
        at_ == 0 || after_indented_ || before.ends_with("\n\n") || before.ends_with("\n\r\n");
    after_indented_ = indented && opens;
    if (!after_indented_) return false;
    const std::size_t end = std::min(text_.find_first_of("\r\n", at_), text_.size());
    if (text_.substr(at_, end - at_).find_first_not_of(" \t") == text_.npos) return false;
    add(WordKind::kCode, end);
    return true;
  }

  // "> what somebody wrote before"
  bool take_quoted_line() {
    if (!line_begins_ || text_[at_] != '>') return false;
    at_ = std::min(text_.find_first_of("\r\n", at_), text_.size());
    return true;
  }

  // As many ticks as open it close it; a fence that nothing closes goes on to the end.
  bool take_code() {
    const char tick = text_[at_];
    if (tick != '`' && (tick != '~' || !line_begins_)) return false;
    const std::size_t ticks = std::min(text_.find_first_not_of(tick, at_), text_.size()) - at_;
    if (tick == '~' && ticks < 3) return false;
    const std::size_t end =
        ticks < 3 ? end_of_inline(ticks)
                  : std::min(find_ticks(text_, at_ + ticks, tick, ticks, text_.npos), text_.size());
    add(end == 0 ? WordKind::kSymbol : WordKind::kCode, end == 0 ? at_ + ticks : end);
    return true;
  }

  // Or 0. The search for what was never closed is not repeated.
  std::size_t end_of_inline(std::size_t ticks) {
    bool& hopeless = hopeless_ticks_.at(ticks);
    if (hopeless) return 0;
    const std::size_t end = find_ticks(text_, at_ + ticks, text_[at_], ticks, ticks);
    hopeless = end == text_.npos;
    return hopeless ? 0 : end;
  }

  bool take_quotation() {
    const Character open = at(at_);
    const auto* pair = std::ranges::find(kQuotationMarks, open.code,
                                         &decltype(kQuotationMarks)::value_type::first);
    if (pair == kQuotationMarks.end()) return false;
    std::size_t& unclosed =
        unclosed_quotes_.at(static_cast<std::size_t>(pair - kQuotationMarks.begin()));
    if (at_ < unclosed) return false;
    const bool single = is_apostrophe(open.code);
    if (is_glued() && (single || words_.back().kind == WordKind::kNumber)) return false;  // 5"
    const std::size_t limit = std::min(text_.size(), at_ + kLongestQuotation);
    bool after_space = false;
    for (std::size_t place = at_ + open.length; place < limit;) {
      const Character character = at(place);
      if (is_newline(character.code) && single) {
        unclosed = place;
        return false;
      }
      place += character.length;
      const bool closes = pair->second.contains(character.code) &&
                          !(single && (after_space || is_word_part(at(place))));  // don't, 'til
      after_space = character.kind == CharacterKind::kSpace;
      if (!closes) continue;
      if (place - at_ <= open.length + character.length) return false;  // nothing in it
      add(WordKind::kQuotation, place);
      return true;
    }
    unclosed = limit;
    return false;
  }

  bool take_link() {
    if (at_ < plain_until_ || is_glued()) return false;
    if (is_word_alone(at(at_)) || std::string_view("([{<\"'*_").contains(text_[at_])) return false;
    std::size_t end = at_ + length_of_run(text_.substr(at_));
    if (!is_link(text_.substr(at_, end - at_))) {
      plain_until_ = end;
      return false;
    }
    while (end > at_ + 1 && std::string_view(".,;:!?)]}>\"'*_").contains(text_[end - 1])) --end;
    add(WordKind::kLink, end);
    return true;
  }

  // A name in Latin letters ends where Chinese or Japanese text goes on.
  bool take_mention(const Character& sign) {
    std::size_t end = at_ + sign.length;
    bool spaced_script = false;
    for (Character next = at(end);; next = at(end)) {
      const bool joins = next.code == U'-' || next.code == U'_' || next.code == U'/';
      if (!(joins ? is_word_part(at(end + 1)) : is_word_part(next))) break;
      if (spaced_script && is_word_alone(next)) break;
      spaced_script = !is_word_alone(next);
      end += next.length;
    }
    if (end == at_ + sign.length) return false;
    add(WordKind::kMention, end);
    return true;
  }

  void take_word(const Character& first) {
    std::size_t end = at_ + first.length;
    bool letters = is_letter(first);
    if (is_word_alone(first)) {
      while (is_part_of_syllable(at(end))) end += at(end).length;
      return add(WordKind::kWord, end);
    }
    std::size_t characters = 1;
    bool keycap = false;
    for (; end < text_.size(); ++characters) {
      const Character next = at(end);
      if (!letters && is_keycap(next.code)) {
        keycap = true;
        end += next.length;
      } else if (is_word_part(next) && !is_word_alone(next)) {
        letters = letters || is_letter(next);
        end += next.length;
      } else if (is_joiner(next.code) && is_letter(at(end + next.length))) {
        end += next.length;
      } else if (is_inner_apostrophe(next, end)) {
        const std::size_t letters_before = end - at_;
        end += next.length;
        if (elides(text_.substr(at_, letters_before))) break;
      } else if (!letters && (next.code == U'.' || next.code == U',') &&
                 at(end + 1).kind == CharacterKind::kDigit) {
        end += next.length;  // 2,340 and 0.5
      } else {
        break;
      }
    }
    if (characters > kLongestWord) return add(WordKind::kCode, end);
    add(letters ? WordKind::kWord : WordKind::kNumber, end);
    if (keycap && !letters) undress_number(words_.back());
  }

  static void undress_number(Word& number) {
    std::erase_if(number.exact, [](char byte) { return static_cast<unsigned char>(byte) >= 0x80; });
    number.plain = number.exact;
  }

  // Half-width kana carry their marks as letters.
  static bool is_part_of_syllable(const Character& character) {
    return character.length > 0 && (character.kind == CharacterKind::kCombining ||
                                    character.code == 0xFF9E || character.code == 0xFF9F);
  }

  // A backtick stands for an apostrophe in "don`t" and "d`accord", but not in "use`ls`".
  bool is_inner_apostrophe(const Character& mark, std::size_t place) const {
    if (!is_apostrophe(mark.code) || !is_word_part(at(place + mark.length))) return false;
    if (mark.code != U'`' || elides(text_.substr(at_, place - at_))) return true;
    constexpr std::size_t kLongestEnding = 2;  // "they`ll"
    std::size_t end = place + 1;
    while (is_word_part(at(end)) && end <= place + kLongestEnding) end += at(end).length;
    return !is_word_part(at(end)) && at(end).code != U'`';
  }

  void take_sign(const Character& next) {
    const bool face_may_stand = spaced_ || words_.empty() || words_.back().kind == WordKind::kMark;
    const std::size_t face = face_may_stand ? length_of_emoticon(text_.substr(at_)) : 0;
    if (face > 0) return add(WordKind::kSymbol, at_ + face);
    std::size_t end = at_ + next.length;
    if (next.kind == CharacterKind::kPunctuation) return add(WordKind::kMark, end);
    if (is_half_of_flag(next.code) && is_half_of_flag(at(end).code)) end += at(end).length;
    add(WordKind::kSymbol, end);
    // Skin tones and selectors say nothing; joined emoji are one sign.
    for (Character more = at(at_); more.length > 0 && is_dress(more.code); more = at(at_)) {
      at_ += more.length;
      if (more.code == 0x200D && at(at_).kind == CharacterKind::kSymbol) at_ += at(at_).length;
    }
  }

  std::string_view text_;
  bool in_vocabulary_;
  std::vector<Word> words_;
  std::size_t at_ = 0;
  std::size_t line_ = 0;  // where the line begins
  std::array<bool, 3> hopeless_ticks_{};
  std::array<std::size_t, kQuotationMarks.size()> unclosed_quotes_{};  // to there nothing closes
  std::size_t plain_until_ = 0;  // before here there is no link
  bool spaced_ = true;
  bool line_begins_ = true;
  bool after_indented_ = false;
};

}  // namespace

std::vector<Word> split_words(std::string_view text) { return Splitter(text, false).split(); }
std::vector<Word> split_phrase(std::string_view text) { return Splitter(text, true).split(); }

}  // namespace fm
