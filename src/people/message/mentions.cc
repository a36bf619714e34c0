#include "people/message/mentions.h"

#include <algorithm>

#include "base/text.h"
#include "people/language/utterance.h"

namespace fm {
namespace {

constexpr std::size_t kMostMentions = 64;
constexpr std::size_t kLongestEnding = 5;  // "swift"; a sentence that lacks its space is longer

// "@notes.txt" is a file: a dot and a short ending follow, and nothing more.
bool is_file(std::string_view text, std::size_t end) {
  if (end >= text.size() || text[end] != '.') return false;
  const auto is_letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
  };
  std::size_t at = end + 1;
  while (at < text.size() && is_letter(text[at])) ++at;
  const std::size_t ending = at - end - 1;
  return ending > 0 && ending <= kLongestEnding;
}

void add_mentions(std::span<const Word> words, std::string_view text,
                  std::vector<std::string>& names, bool inside_quotes) {
  for (std::size_t at = 0; at < words.size(); ++at) {
    const Word& word = words[at];
    if (word.kind == WordKind::kQuotation && !inside_quotes) {
      // The person still names somebody: ask "@architect" first.
      const std::string_view inner = text.substr(word.begin + 1, word.end - word.begin - 2);
      add_mentions(split_words(inner), inner, names, true);
      continue;
    }
    if (word.kind != WordKind::kMention) continue;
    if (names.size() >= kMostMentions) return;
    const bool glued =
        at > 0 && !word.spaced &&
        (words[at - 1].kind == WordKind::kWord || words[at - 1].kind == WordKind::kNumber);  // a@b
    std::string name = word.exact.substr(1);
    if (glued || name.contains('/') || is_file(text, word.end)) continue;
    if (std::ranges::find(names, name) == names.end()) names.push_back(std::move(name));
  }
}

}  // namespace

std::vector<std::string> find_mentions(std::string_view text) {
  text = cut_bytes(text, kLongestMessage);
  return find_mentions(split_words(text), text);
}

std::vector<std::string> find_mentions(std::span<const Word> words, std::string_view text) {
  std::vector<std::string> names;
  add_mentions(words, text, names, false);
  return names;
}

}  // namespace fm
