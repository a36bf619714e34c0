#include "rehearsal/rehearsal_words.h"

#include <algorithm>
#include <cctype>

#include "base/text.h"

namespace fm {
namespace {

bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
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

}  // namespace fm
