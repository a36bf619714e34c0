#include "rehearsal/rehearsal_words.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "base/text.h"

namespace fm {
namespace {

bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_letter(char c) { return is_lower(c) || is_upper(c); }
char upper(char c) { return is_lower(c) ? static_cast<char>(c - 'a' + 'A') : c; }
char lower(char c) { return is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c; }

std::size_t opening_quotes(std::string_view text) {
  std::size_t at = 0;
  for (;;) {
    const std::string_view rest = text.substr(at);
    if (rest.starts_with('"') || rest.starts_with('\'') || rest.starts_with('(')) {
      ++at;
    } else if (rest.starts_with("“") || rest.starts_with("‘")) {
      at += std::string_view("“").size();
    } else {
      return at;
    }
  }
}

// Words that only look like a name of their own (fetch_users, iPhone) keep their letters.
bool is_identifier(std::string_view word) {
  if (word.find('_') != std::string_view::npos) return true;
  return std::ranges::any_of(word.substr(std::min<std::size_t>(1, word.size())), is_upper);
}

}  // namespace

std::string lowered(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(), lower);
  return out;
}

std::string capitalised(std::string_view text) {
  std::string out(text);
  const std::size_t at = opening_quotes(text);
  const std::string_view word = text.substr(at, text.find_first_of(" .,:;", at) - at);
  if (at < out.size() && !is_identifier(word)) out[at] = upper(out[at]);
  return out;
}

std::string title_case(std::string_view text) {
  static constexpr std::array<std::string_view, 20> kSmall = {
      "a",  "an", "the", "of",  "for",  "to",  "and",  "or",   "in",   "on",
      "at", "by", "as",  "per", "from", "but", "with", "into", "over", "than"};
  std::string out;
  std::size_t at = 0;
  bool begins = true;
  while (at < text.size()) {
    const std::size_t end = std::min(text.find_first_of(" -", at), text.size());
    const std::string_view word = text.substr(at, end - at);
    const bool is_small = std::ranges::find(kSmall, word) != kSmall.end();
    out += is_small && !begins ? std::string(word) : capitalised(word);
    if (!word.empty()) begins = std::string_view(":.?!").contains(word.back());
    if (end < text.size()) out += text[end];
    at = end + 1;
  }
  return out;
}

std::string with_article(std::string_view text) {
  const std::size_t at = opening_quotes(text);
  const std::string_view word = text.substr(at, text.find_first_of(" -", at) - at);
  const std::string small = lowered(word);
  const bool spelled = word.size() > 1 && std::ranges::all_of(word, is_upper);
  const auto starts = [&](std::initializer_list<std::string_view> beginnings) {
    return std::ranges::any_of(beginnings, [&](auto b) { return small.starts_with(b); });
  };
  bool vowel = !small.empty() && std::string_view("aeiou").find(small[0]) != std::string_view::npos;
  if (spelled) {  // an API, an HTML page, a URL
    vowel = std::string_view("AEFHILMNORSX").find(word[0]) != std::string_view::npos;
  } else if (starts({"uni", "use", "usu", "uto", "eu", "one", "once", "ubi"}) &&
             !starts({"unin", "unim", "unid"})) {
    vowel = false;
  } else if (starts({"hour", "honest", "honour", "honor", "heir", "8", "11", "18"})) {
    vowel = true;
  }
  return (vowel ? "an " : "a ") + std::string(text);
}

std::string listed(const JsonArray& items, std::string_view last_word) {
  std::string out;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i > 0) out += i + 1 == items.size() ? " " + std::string(last_word) + " " : ", ";
    if (const auto* text = items[i].if_string()) out += std::string_view(*text);
  }
  return out;
}

std::string shown_line(std::string_view text, std::size_t columns) {
  std::string out;
  for (const char c : clean(text).text) {
    const bool blank = c == ' ' || c == '\n' || c == '\t' || c == '\r';
    if (!blank)
      out += c;
    else if (!out.empty() && out.back() != ' ')
      out += ' ';
  }
  return fit(trim(out), columns);
}

bool is_plural(std::string_view word) {
  if (word.size() < 4 || !word.ends_with('s')) return false;
  return is_letter(word[word.size() - 2]) && !word.ends_with("ss") && !word.ends_with("us") &&
         !word.ends_with("is") && !word.ends_with("ics");
}

}  // namespace fm
