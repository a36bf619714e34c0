#include "people/language/word_forms.h"

#include <algorithm>

#include "base/letters.h"
#include "base/utf8.h"

namespace fm {
namespace {

constexpr std::string_view kFaces[] = {":-)", ":)", ";-)", ";)",  ":'(", ":-(", ":(",
                                       ":-d", ":d", ":-p", ":p",  ":/",  ":-/", ":o",
                                       "<3",  "^^", "^_^", "-_-", "=)",  ":|"};

bool is_ascii_letter(char letter) {
  return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');
}
bool is_ascii_digit(char digit) { return digit >= '0' && digit <= '9'; }
bool is_host_part(char part) { return is_ascii_letter(part) || is_ascii_digit(part); }

char lower(char letter) {
  return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

bool begins_with(std::string_view text, std::string_view lower_case) {
  return text.size() >= lower_case.size() &&
         std::ranges::equal(text.substr(0, lower_case.size()), lower_case, {}, lower);
}

// "jo.van-dam+shop@mail.example.org", "deploy@10.0.0.4"; but not "(@designer)." and "@a,b.c"
bool has_address(std::string_view run) {
  for (std::size_t sign = run.find('@'); sign != run.npos; sign = run.find('@', sign + 1)) {
    const bool name = sign > 0 && (is_host_part(run[sign - 1]) || run[sign - 1] == '_');
    if (!name) continue;
    std::size_t end = sign + 1;
    bool dot = false;
    for (; end < run.size(); ++end) {
      const bool joins = run[end] == '.' || run[end] == '-';
      if (!is_host_part(run[end]) && !joins) break;
      const bool inside = end > sign + 1 && end + 1 < run.size() && is_host_part(run[end + 1]);
      dot = dot || (run[end] == '.' && inside);
    }
    if (dot) return true;
  }
  return false;
}

// "./build", "~/notes", "/etc/hosts", "C:\reports", and "lib/main.py" by its ending
bool is_path(std::string_view run) {
  if (run.size() < 3) return false;
  if (run.starts_with("./") || run.starts_with("../") || run.starts_with("~/") || run[0] == '/')
    return true;
  if (is_ascii_letter(run[0]) && run[1] == ':' && run[2] == '\\') return true;
  const std::size_t folder = run.find_last_of("/\\");
  if (folder == run.npos || folder == 0) return false;
  const std::string_view file = run.substr(folder + 1);
  const std::size_t dot = file.find_last_of('.');
  if (dot == file.npos || dot + 1 >= file.size() || !is_ascii_letter(file[dot + 1])) return false;
  const std::string_view ending = file.substr(dot + 1);
  return ending.size() <= 4 && std::ranges::all_of(ending, is_host_part);
}

}  // namespace

bool is_apostrophe(char32_t code) {
  return code == U'\'' || code == U'’' || code == U'ʼ' || code == U'‘' || code == U'´' ||
         code == U'`' || code == U'′' || code == U'＇';
}

std::string with_plain_apostrophes(std::string_view word) {
  std::string plain;
  while (!word.empty()) {
    const Decoded next = decode_utf8(word);
    if (is_apostrophe(next.code)) {
      plain += '\'';
    } else {
      plain += word.substr(0, next.length);
    }
    word.remove_prefix(next.length);
  }
  return plain;
}

std::size_t find_ticks(std::string_view text, std::size_t place, char tick, std::size_t least,
                       std::size_t most) {
  while ((place = text.find(tick, place)) != text.npos) {
    const std::size_t end = std::min(text.find_first_not_of(tick, place), text.size());
    if (end - place >= least && end - place <= most) return end;
    place = end;
  }
  return text.npos;
}

std::size_t length_of_run(std::string_view text) {
  std::size_t length = 0;
  while (length < text.size()) {
    const auto byte = static_cast<unsigned char>(text[length]);
    if (byte <= ' ') break;
    if (byte < 0x80) {
      ++length;
      continue;
    }
    const Decoded next = decode_utf8(text.substr(length));
    const CharacterKind kind = kind_of(next.code);
    if (kind == CharacterKind::kSpace || kind == CharacterKind::kPunctuation) break;
    length += next.length;
  }
  return length;
}

bool is_link(std::string_view run) {
  return run.find("://") != run.npos || begins_with(run, "www.") || has_address(run) ||
         is_path(run.substr(0, run.find_last_not_of(".,;:!?)]}\"'") + 1));
}

std::size_t length_of_emoticon(std::string_view text) {
  for (const std::string_view face : kFaces) {
    if (!begins_with(text, face)) continue;
    if (text.size() == face.size()) return face.size();
    const CharacterKind next = kind_of(decode_utf8(text.substr(face.size())).code);
    if (next != CharacterKind::kLetter && next != CharacterKind::kDigit) return face.size();
  }
  return 0;
}

bool elides(std::string_view before_apostrophe) {
  constexpr std::size_t kLongest = 10;
  if (before_apostrophe.size() > kLongest) return false;
  const std::string before = fold_letters(before_apostrophe);
  if (before == "i" || before == "o" || before == "y") return false;
  return before.size() == 1 || before.ends_with("qu") || before == "un" || before.ends_with("ll");
}

}  // namespace fm
