#include "reading/person/words.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/letters.h"
#include "base/utf8.h"

namespace fm {
namespace {

constexpr std::size_t kLongestQuotation = 1000;  // bytes; what is longer was never closed
constexpr std::size_t kLongestWord = 64;         // bytes; what is longer is no word

struct Character {
  char32_t code = 0;
  std::size_t length = 0;  // 0 at the end of the text
  CharacterKind kind = CharacterKind::kSpace;
};

bool is_apostrophe(char32_t code) { return code == U'\'' || code == U'’' || code == U'ʼ'; }
bool is_newline(char32_t code) { return code == U'\n' || code == U'\r'; }

// What opens a quotation, and what may close it.
constexpr auto kQuotes = std::to_array<std::pair<char32_t, std::u32string_view>>({
    {U'"', U"\""},
    {U'“', U"”\""},
    {U'„', U"“”\""},
    {U'«', U"»"},
    {U'‹', U"›"},
    {U'「', U"」"},
    {U'『', U"』"},
    {U'‘', U"’"},
    {U'\'', U"'"},
    {U'＂', U"＂"},
    {U'《', U"》"},
});

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
    word.exact = fold_letters(text_.substr(word.begin, end - word.begin));
    if (kind == WordKind::kWord) plain_apostrophes(word.exact);
    word.plain = without_accents(word.exact);
    words_.push_back(std::move(word));
  }

  static void plain_apostrophes(std::string& word) {
    for (const std::string_view mark : {"’", "ʼ"}) {
      for (std::size_t found = 0; (found = word.find(mark, found)) != std::string::npos;)
        word.replace(found, mark.size(), "'");
    }
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
    if (next.code == U'@' && take_mention()) return;
    if (is_word_part(next)) return take_word(next);
    take_sign(next);
  }

  void end_line() {
    if (!words_.empty() && words_.back().kind != WordKind::kLineEnd)
      add(WordKind::kLineEnd, at_ + 1);
    else
      ++at_;
    line_begins_ = true;
    spaced_ = true;
  }

  // Code as Markdown has it without fences: four spaces, after an empty line or at the begin.
  bool take_indented_line() {
    if (!line_begins_ || in_vocabulary_) return false;
    const bool indented = text_.substr(at_).starts_with("    ") || text_[at_] == '\t';
    const std::string_view before = text_.substr(0, at_);
    const bool opens =
        at_ == 0 || after_indented_ || before.ends_with("\n\n") || before.ends_with("\n\r\n");
    after_indented_ = indented && opens;
    if (!after_indented_) return false;
    const std::size_t end = std::min(text_.find('\n', at_), text_.size());
    if (text_.find_first_not_of(" \t\r", at_) >= end) return false;  // an empty line
    add(WordKind::kCode, end);
    return true;
  }

  // "> what somebody wrote before"
  bool take_quoted_line() {
    if (!line_begins_ || text_[at_] != '>') return false;
    at_ = std::min(text_.find('\n', at_), text_.size());
    return true;
  }

  bool take_code() {
    const char tick = text_[at_];
    if (tick != '`' && (tick != '~' || !line_begins_)) return false;
    std::size_t ticks = 0;
    while (at_ + ticks < text_.size() && text_[at_ + ticks] == tick) ++ticks;
    if (tick == '~' && ticks < 3) return false;
    const std::string mark(std::min<std::size_t>(ticks, 3), tick);
    // The search for what was never closed is not repeated at each of its ticks.
    const bool hopeless = ticks < 3 && at_ < unclosed_ticks_;
    const std::size_t found = hopeless ? text_.npos : text_.find(mark, at_ + ticks);
    if (found == text_.npos && ticks < 3) {
      unclosed_ticks_ = text_.size();
      return false;
    }
    if (found == text_.npos) {
      add(WordKind::kCode, text_.size());
      return true;
    }
    add(WordKind::kCode, found + mark.size());
    return true;
  }

  bool take_quotation() {
    const Character open = at(at_);
    const auto* pair = std::ranges::find(kQuotes, open.code, &decltype(kQuotes)::value_type::first);
    if (pair == kQuotes.end()) return false;
    std::size_t& unclosed = unclosed_quotes_.at(static_cast<std::size_t>(pair - kQuotes.begin()));
    if (at_ < unclosed) return false;
    const bool single = is_apostrophe(open.code) || open.code == U'‘';
    if (single && !words_.empty() && !spaced_) return false;  // within a word
    const std::size_t limit = std::min(text_.size(), at_ + kLongestQuotation);
    for (std::size_t place = at_ + open.length; place < limit;) {
      const Character character = at(place);
      if (is_newline(character.code) && single) return false;
      place += character.length;
      if (!pair->second.contains(character.code)) continue;
      if (single && is_word_part(at(place))) continue;                  // don't
      if (place - at_ <= open.length + character.length) return false;  // nothing in it
      add(WordKind::kQuotation, place);
      return true;
    }
    unclosed = limit;
    return false;
  }

  // A run of what is not white space that holds "://", "www." or "name@host.", or is a path.
  bool take_link() {
    if (!spaced_ && !words_.empty() && words_.back().kind == WordKind::kWord) return false;
    if (at_ < plain_until_) return false;
    std::size_t end = at_;
    while (end < text_.size() && static_cast<unsigned char>(text_[end]) > ' ') ++end;
    const std::string_view run = text_.substr(at_, end - at_);
    const std::size_t sign = run.find('@');
    const bool mail = sign != std::string_view::npos && sign > 0 &&
                      run.find('.', sign) != std::string_view::npos && run.find(',') > sign;
    const bool path = run.size() > 2 &&
                      (run.starts_with("./") || run.starts_with("../") || run.starts_with("~/") ||
                       run[0] == '/') &&
                      at(at_ + 1).kind != CharacterKind::kSpace;
    if (!mail && !path && run.find("://") == std::string_view::npos && !run.starts_with("www.")) {
      plain_until_ = end;
      return false;
    }
    while (end > at_ + 1 && std::string_view(".,;:!?)]}\"'").contains(text_[end - 1])) --end;
    add(WordKind::kLink, end);
    return true;
  }

  bool take_mention() {
    std::size_t end = at_ + 1;
    for (Character next = at(end);
         is_word_part(next) || (next.code == U'-' || next.code == U'_') || next.code == U'/';
         next = at(end)) {
      if ((next.code == U'-' || next.code == U'_' || next.code == U'/') &&
          !is_word_part(at(end + 1)))
        break;
      end += next.length;
    }
    if (end == at_ + 1) return false;
    add(WordKind::kMention, end);
    return true;
  }

  void take_word(const Character& first) {
    std::size_t end = at_ + first.length;
    bool letters = is_letter(first);
    if (is_unspaced_script(first.code)) {
      while (at(end).kind == CharacterKind::kCombining) end += at(end).length;
      return add(WordKind::kWord, end);
    }
    while (end < text_.size()) {
      const Character next = at(end);
      if (is_word_part(next) && !is_unspaced_script(next.code)) {
        letters = letters || is_letter(next);
        end += next.length;
      } else if (is_apostrophe(next.code) && is_word_part(at(end + next.length))) {
        const std::size_t letters_before = end - at_;
        end += next.length;
        if (elides(letters_before)) break;
      } else if (!letters && (next.code == U'.' || next.code == U',') &&
                 at(end + 1).kind == CharacterKind::kDigit) {
        end += next.length;  // 2,340 and 0.5
      } else {
        break;
      }
    }
    if (end - at_ > kLongestWord) return add(WordKind::kCode, end);
    add(letters ? WordKind::kWord : WordKind::kNumber, end);
  }

  // "l'idée", "n'arrête", "dall'app": what stands before the apostrophe is a word of its own. But
  // not in "i'm", "o'clock" and "don't".
  bool elides(std::size_t length) const {
    const std::string before = fold_letters(text_.substr(at_, length));
    if (before == "i" || before == "o" || before == "y") return false;
    return length == 1 || before == "qu" || before == "un" || before.ends_with("ll");
  }

  void take_sign(const Character& next) {
    std::size_t end = at_ + next.length;
    if (next.kind == CharacterKind::kPunctuation && !emoticon_at(at_)) {
      return add(WordKind::kMark, end);
    }
    if (const std::size_t length = emoticon_at(at_)) return add(WordKind::kSymbol, at_ + length);
    add(WordKind::kSymbol, end);
    // Skin tones and selectors say nothing; joined emoji are one sign.
    for (Character more = at(at_);; more = at(at_)) {
      const bool dress = more.code == 0xFE0F || more.code == 0x200D ||
                         (more.code >= 0x1F3FB && more.code <= 0x1F3FF);
      if (more.length == 0 || !dress) break;
      at_ += more.length;
      if (more.code == 0x200D) at_ += at(at_).length;
    }
  }

  // The bytes of ":-)" and the like, or 0.
  std::size_t emoticon_at(std::size_t place) const {
    if (!spaced_ && !words_.empty() && words_.back().kind != WordKind::kMark) return 0;
    for (const std::string_view face : {":-)", ":)", ";-)", ";)", ":-(", ":(", ":D", ":-D", ":P",
                                        "<3", ":/", "^^", "xD", ":'("}) {
      if (!text_.substr(place).starts_with(face)) continue;
      if (!is_word_part(at(place + face.size()))) return face.size();
    }
    return 0;
  }

  std::string_view text_;
  bool in_vocabulary_;
  std::vector<Word> words_;
  std::size_t at_ = 0;
  std::size_t unclosed_ticks_ = 0;  // before here no backtick finds its partner
  std::array<std::size_t, kQuotes.size()> unclosed_quotes_{};
  std::size_t plain_until_ = 0;  // before here there is no link
  bool spaced_ = true;
  bool line_begins_ = true;
  bool after_indented_ = false;
};

}  // namespace

std::vector<Word> split_words(std::string_view text) { return Splitter(text, false).split(); }
std::vector<Word> split_phrase(std::string_view text) { return Splitter(text, true).split(); }

}  // namespace fm
