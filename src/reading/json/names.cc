#include "reading/json/names.h"

#include <utf8proc.h>

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "base/utf8.h"
#include "reading/json/chars.h"

namespace fm {
namespace {

constexpr std::size_t kLongestName = 400;  // bytes; what is longer is a text, not a name

enum class Kind { kSeparator, kLetter, kDigit };

Kind kind_of(char32_t code) {
  const utf8proc_category_t category = utf8proc_category(static_cast<utf8proc_int32_t>(code));
  if (category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_ME) return Kind::kLetter;
  if (category >= UTF8PROC_CATEGORY_ND && category <= UTF8PROC_CATEGORY_NO) return Kind::kDigit;
  return Kind::kSeparator;
}

std::string without_entities(std::string_view text) {
  std::string out(text);
  for (const auto& [entity, meaning] : {std::pair{"&amp;", "&"}, std::pair{"&quot;", "\""},
                                        std::pair{"&#39;", "'"}, std::pair{"&apos;", "'"}}) {
    for (std::size_t at = out.find(entity); at != std::string::npos;
         at = out.find(entity, at + 1)) {
      out.replace(at, std::string_view(entity).size(), meaning);
    }
  }
  return out;
}

bool is_number(std::string_view word) {
  return !word.empty() && std::ranges::all_of(word, is_ascii_digit);
}

// Joined without spaces, except between two numbers.
std::string key_of(const std::vector<std::string>& words) {
  std::string key;
  for (const std::string& word : words) {
    if (!key.empty() && is_ascii_digit(key.back()) && is_ascii_digit(word.front())) key += ' ';
    key += word;
  }
  return key;
}

std::u32string letters_of(std::string_view key) {
  std::u32string out;
  for (std::size_t at = 0; at < key.size();) {
    const Decoded next = decode_utf8(key.substr(at));
    out += next.code;
    at += next.length;
  }
  return out;
}

std::string digits_of(std::string_view key) {
  std::string out;
  for (std::size_t i = 0; i < key.size(); ++i) {
    if (is_ascii_digit(key[i])) {
      out += key[i];
    } else if (!out.empty() && out.back() != ' ') {
      out += ' ';
    }
  }
  while (out.ends_with(' ')) out.pop_back();
  return out;
}

// How many letters may be wrong in a name of this length.
std::size_t allowance(std::size_t length) {
  return length < 5 ? 0 : length < 9 ? 1 : length < 18 ? 2 : 3;
}

// Insertions, deletions, replacements and swaps of neighbours; more than `limit` gives limit + 1.
std::size_t distance(const std::u32string& a, const std::u32string& b, std::size_t limit) {
  const std::size_t gap = a.size() > b.size() ? a.size() - b.size() : b.size() - a.size();
  if (gap > limit) return limit + 1;
  std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    std::size_t best = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, replaced});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], before[j - 2] + 1);
      }
      best = std::min(best, row[j]);
    }
    if (best > limit) return limit + 1;
    std::swap(before, last);
    std::swap(last, row);
  }
  return last[b.size()];
}

// "ARCHITECT (System Design)" without the gloss.
std::string_view without_gloss(std::string_view said) {
  said = trim(said);
  const std::size_t open = said.find('(');
  if (open == 0 || open == std::string_view::npos || !said.ends_with(')')) return said;
  return said.substr(0, open);
}

}  // namespace

std::vector<std::string> name_words(std::string_view name) {
  std::vector<std::string> words;
  std::string word;
  Kind last = Kind::kSeparator;
  const std::string folded = fold(clean(without_entities(name)).text);
  for (std::size_t at = 0; at < folded.size();) {
    const Decoded next = decode_utf8(std::string_view(folded).substr(at));
    const Kind kind = next.valid ? kind_of(next.code) : Kind::kSeparator;
    if (kind != last && !word.empty()) words.push_back(std::exchange(word, {}));
    if (kind != Kind::kSeparator) word += std::string_view(folded).substr(at, next.length);
    last = kind;
    at += next.length;
  }
  if (!word.empty()) words.push_back(std::move(word));
  const bool article =
      words.size() > 1 && (words[0] == "the" || words[0] == "a" || words[0] == "an");
  if (article) words.erase(words.begin());
  return words;
}

std::string name_key(std::string_view name) { return key_of(name_words(name)); }

std::string title_key(std::string_view title) {
  std::vector<std::string> words = name_words(title);
  std::ranges::sort(words);
  std::string key;
  for (const std::string& word : words) key += word + ' ';
  return key;
}

bool same_title(std::string_view one, std::string_view other) {
  const std::string key = title_key(one);
  return !key.empty() && key == title_key(other);
}

void Names::add(std::size_t index, std::string_view name) {
  std::string key = name_key(name);
  if (key.empty()) return;
  std::u32string letters = letters_of(key);
  std::string digits = digits_of(key);
  entries_.push_back({std::move(key), std::move(letters), std::move(digits), index});
}

void Names::add_id(std::size_t index, std::string_view id) {
  add(index, id);
  std::vector<std::string> words = name_words(id);
  // agent-architect-001 may be called architect, and architect may be called agent-architect-001.
  const bool full = words.size() > 2 && words.front() == "agent" && is_number(words.back());
  if (full) {
    add(index, join({words.begin() + 1, words.end() - 1}, " "));
  } else if (!words.empty()) {
    add(index, "agent " + join(words, " "));
    add(index, "agent " + join(words, " ") + " 001");
  }
}

std::optional<NameMatch> Names::exact_key(const std::string& key) const {
  std::optional<NameMatch> match;
  for (const Entry& entry : entries_) {
    if (entry.key != key) continue;
    if (match && match->index != entry.index) return std::nullopt;
    match = NameMatch{entry.index, Matched::kExactly};
  }
  return match;
}

std::optional<NameMatch> Names::find_exact(std::string_view said) const {
  const std::string key = name_key(said);
  if (key.empty()) return std::nullopt;
  if (auto match = exact_key(key)) return match;
  const std::string_view short_form = without_gloss(said);
  return short_form.size() < said.size() ? exact_key(name_key(short_form)) : std::nullopt;
}

std::optional<NameMatch> Names::close(std::string_view said) const {
  const std::string key = name_key(said);
  const std::u32string letters = letters_of(key);
  const std::string digits = digits_of(key);
  std::optional<NameMatch> match;
  for (const Entry& entry : entries_) {
    const std::size_t limit = allowance(std::min(letters.size(), entry.letters.size()));
    if (limit == 0 || entry.digits != digits) continue;
    if (distance(letters, entry.letters, limit) > limit) continue;
    if (match && match->index != entry.index) return std::nullopt;
    match = NameMatch{entry.index, Matched::kClosely};
  }
  return match;
}

std::optional<NameMatch> Names::find(std::string_view said) const {
  if (said.size() > kLongestName) return std::nullopt;
  if (auto match = find_exact(said)) return match;
  return close(said);
}

}  // namespace fm
