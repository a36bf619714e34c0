#include "rehearsal/demonstration.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <utility>

#include "base/text.h"

namespace fm {
namespace {

constexpr std::size_t kTurnedAway = 4;  // words behind "without" that it takes back
constexpr std::size_t kMostWords = 40;  // of a wish; who writes more means something of their own
constexpr std::size_t kAlike = 3, kOf = 5;  // of all words in wish and opening, in both
constexpr std::size_t kWording = 8;         // words

using WordSet = std::set<std::string, std::less<>>;

WordSet word_set(std::string_view text) {
  WordSet words;
  for (std::string& word : folded_words(text)) words.insert(std::move(word));
  return words;
}

bool among(const Demonstration::Words& words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

bool is_local(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || std::string_view("._%+-").contains(c);
}

}  // namespace

bool Demonstration::is_for(std::string_view wish, const Words& turns_away) const {
  const WordSet said = word_set(wish);
  const WordSet offered = word_set(opening);
  if (said.empty() || said.size() > kMostWords) return false;
  for (const std::string& key : keys)
    if (std::ranges::none_of(said, [&](const auto& word) { return word.starts_with(key); }))
      return false;
  std::size_t both = 0;
  for (const std::string& word : said) {
    if (offered.contains(word)) ++both;
    if (among(turns_away, word) && !offered.contains(word)) return false;
  }
  return both * kOf >= (said.size() + offered.size() - both) * kAlike;
}

JsonObject Demonstration::heard(const std::vector<std::string>& said,
                                const Words& turns_away) const {
  JsonObject found;
  for (const std::string& text : said) {
    std::size_t turned = kTurnedAway;  // words since one that turns away
    for (const std::string& word : folded_words(text)) {
      turned = among(turns_away, word) ? 0 : turned + 1;
      if (turned <= kTurnedAway) continue;
      for (const auto& [what, words] : listens)
        if (among(words, word)) found[what] = true;
    }
  }
  return found;
}

std::string email_in(std::string_view answer) {
  const std::size_t at = answer.find('@');
  if (at == std::string_view::npos) return {};
  std::size_t from = at;
  while (from > 0 && is_local(answer[from - 1])) --from;
  std::size_t to = at + 1;
  while (to < answer.size() && is_local(answer[to])) ++to;
  while (to > at && answer[to - 1] == '.') --to;  // the sentence's
  const std::string_view host = answer.substr(at + 1, to - at - 1);
  if (from == at || !host.contains('.')) return {};
  return std::string(answer.substr(from, to - from));
}

bool is_wording(std::string_view answer, const Demonstration::Words& evades) {
  const auto words = folded_words(answer);
  return !words.empty() && words.size() <= kWording && !answer.contains('?') &&
         !answer.contains('@') && !answer.contains('\n') &&
         std::ranges::none_of(words, [&](const std::string& word) { return among(evades, word); });
}

}  // namespace fm
