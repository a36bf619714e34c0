#include "rehearsal/rehearsal_tokens.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include "base/grapheme.h"
#include "base/text.h"
#include "base/utf8.h"
#include "rehearsal/rehearsal_words.h"

namespace fm {
namespace {

constexpr std::size_t kTokens = 600;  // a longer topic has said what it is about

bool is_dense(char32_t c) {
  return (c >= 0x3041 && c <= 0x30FF) || (c >= 0x3400 && c <= 0x9FFF) ||
         (c >= 0xF900 && c <= 0xFAFF) || (c >= 0x20000 && c <= 0x3FFFF);
}

bool is_emoji(char32_t c) {
  return c >= 0x2190 && (is_pictographic(c) || (c >= 0x1F1E6 && c <= 0x1F1FF));
}

bool goes_with_emoji(char32_t c) {
  return c == 0x200D || c == 0xFE0F || c == 0x20E3 || (c >= 0x1F3FB && c <= 0x1F3FF);
}

bool is_word(char32_t c) {
  if (c < 0x80) return std::isalnum(static_cast<int>(c)) != 0 || c == '_';
  const bool is_mark = (c >= 0x2000 && c <= 0x2BFF) || (c >= 0x3000 && c <= 0x303F) ||
                       (c >= 0xFF00 && c <= 0xFF0F) || (c >= 0xFF1A && c <= 0xFF20);
  return c >= 0xAA && c != kReplacement && c != 0xAB && c != 0xBB && c != 0xBF && !is_mark &&
         !is_white_space(c);
}

// Signs that belong to a word when a letter follows (don't, e-mail, node.js) or stand at the end
// of the names of languages (C++, C#).
bool joins_words(char32_t c) { return c == '\'' || c == 0x2019 || c == '-' || c == '.'; }

}  // namespace

std::vector<TopicWord> topic_words(std::string_view text) {
  std::vector<TopicWord> out;
  TopicWord now;
  bool breaks = false;
  const auto finish = [&] {
    if (now.text.empty()) return;
    const bool ascii = ascii_length(now.text) == now.text.size();
    now.lower = ascii ? lowered(now.text) : fold(now.text);
    out.push_back(std::exchange(now, {}));
  };
  for (std::size_t at = 0; at < text.size() && out.size() < kTokens;) {
    const Decoded c = decode_utf8(text.substr(at));
    const std::string_view bytes = text.substr(at, c.length);
    at += c.length;
    const bool continues = !now.text.empty();
    if (continues && now.script == Script::kEmoji && goes_with_emoji(c.code)) {
      now.text += bytes;
      continue;
    }
    const char32_t next = at < text.size() ? decode_utf8(text.substr(at)).code : U' ';
    const bool inner = continues && now.script == Script::kWord &&
                       ((joins_words(c.code) && is_word(next) && !is_dense(next)) ||
                        ((c.code == '+' || c.code == '#') && now.text.size() < 4));
    if (!is_word(c.code) && !is_emoji(c.code) && !inner) {
      finish();
      breaks = breaks || !is_white_space(c.code);
      continue;
    }
    const Script script = is_emoji(c.code)   ? Script::kEmoji
                          : is_dense(c.code) ? Script::kDense
                                             : Script::kWord;
    if (continues && script != now.script && !inner) finish();
    if (now.text.empty()) {
      now.script = script;
      now.breaks = std::exchange(breaks, false);
    }
    now.text += bytes;
  }
  finish();
  return out;
}

std::vector<TopicWord> divided(const TopicWord& token, const std::vector<std::string>& skipped) {
  std::vector<TopicWord> out;
  std::string piece;
  const auto finish = [&] {
    if (!piece.empty()) out.push_back({piece, piece, Script::kDense, true});
    piece.clear();
  };
  for (std::size_t at = 0; at < token.text.size();) {
    std::size_t longest = 0;
    for (const std::string& word : skipped)
      if (token.text.compare(at, word.size(), word) == 0) longest = std::max(longest, word.size());
    if (longest > 0) {
      finish();
      at += longest;
      continue;
    }
    const std::size_t length = decode_utf8(std::string_view(token.text).substr(at)).length;
    piece += token.text.substr(at, length);
    at += length;
  }
  finish();
  return out;
}

bool is_identifier(std::string_view word) {
  bool lower = false;
  for (const char c : word) {
    if (c == '_') return true;
    if (lower && std::isupper(static_cast<unsigned char>(c)) != 0) return true;
    lower = lower || std::islower(static_cast<unsigned char>(c)) != 0;
  }
  return false;
}

std::string singular(const std::string& word) {
  if (word.size() > 4 && word.ends_with("ies")) return word.substr(0, word.size() - 3) + "y";
  for (const std::string_view ending : {"oes", "xes", "ches", "shes", "sses"})
    if (word.size() > 4 && word.ends_with(ending)) return word.substr(0, word.size() - 2);
  if (is_plural(word)) return word.substr(0, word.size() - 1);
  return word;
}

}  // namespace fm
