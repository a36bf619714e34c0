#include "team/text/markdown_text.h"

#include <algorithm>

#include "base/json.h"
#include "base/text.h"
#include "reading/json/chars.h"

namespace fm {
namespace {

// Any space of any script as one space, none at the ends; cut at `bytes`.
std::string one_spaced(std::string_view text, std::size_t bytes) {
  const std::string cleaned = clean(text).text;
  std::string out;
  for (std::size_t at = 0; at < cleaned.size();) {
    if (const std::size_t space = space_at(cleaned, at)) {
      if (!out.empty() && out.back() != ' ') out += ' ';
      at += space;
      continue;
    }
    out += cleaned[at++];
  }
  return std::string(trim(cut_bytes(trim(out), bytes)));
}

std::size_t run_of(std::string_view line, char character) {
  return std::min(line.find_first_not_of(character), line.size());
}

// The number in front of "12. x" or "3) x", mark and space included; 0 where there is none.
std::size_t number_length(std::string_view line) {
  std::size_t digits = 0;
  while (digits < line.size() && is_ascii_digit(line[digits])) ++digits;
  if (digits == 0 || digits > 9 || digits + 1 >= line.size()) return 0;
  const bool item = (line[digits] == '.' || line[digits] == ')') && line[digits + 1] == ' ';
  return item ? digits + 2 : 0;
}

// How long the mark of a simple item is; 0 where there is none.
std::size_t item_length(std::string_view line) {
  if (line.size() > 2 && std::string_view("-*+").contains(line[0]) && line[1] == ' ') return 2;
  return number_length(line);
}

// Whether a line that begins so begins a block.
bool begins_block(std::string_view line) {
  if (line.empty()) return false;
  const char first = line.front();
  if (std::string_view("#>|=~").contains(first)) return true;
  if (first == '`') return run_of(line, '`') >= 3;
  if (first == '[') return line.contains("]:");  // the definition of a link
  if (std::string_view("-*_+").contains(first)) {
    const bool rule = line.find_first_not_of("-*_+ ") == std::string_view::npos;
    return rule || line.size() == 1 || (first != '_' && line[1] == ' ');
  }
  return number_length(line) > 0;
}

// How long the code is that begins with this run of backticks, both runs included; 0: it is none.
std::size_t code_length(std::string_view text) {
  const std::size_t run = run_of(text, '`');
  for (std::size_t end = run; (end = text.find('`', end)) != std::string_view::npos;) {
    const std::size_t closing = run_of(text.substr(end), '`');
    end += closing;
    if (closing == run) return end;
  }
  return 0;
}

// Code as it was written; a backtick that ends nowhere as an entity, since it would begin code
// together with one of another text behind it. Gives how many bytes were read.
std::size_t append_code(std::string& out, std::string_view text) {
  if (const std::size_t code = code_length(text)) {
    out += text.substr(0, code);
    return code;
  }
  const std::size_t run = run_of(text, '`');
  for (std::size_t i = 0; i < run; ++i) out += "&#96;";
  return run;
}

// `line` has no outer space. An item's mark may stand where `lists` says so.
std::string safe_line(std::string_view line, bool lists) {
  std::string out;
  if (lists) {
    if (const std::size_t mark = item_length(line)) {
      const std::string rest = safe_line(trim(line.substr(mark)), false);
      return std::string(line.substr(0, mark)) + rest;
    }
  }
  if (begins_block(line)) {
    // A number is one by its dot.
    const std::size_t digits = number_length(line);
    if (digits > 0) {
      out = line.substr(0, digits - 2);
      line.remove_prefix(digits - 2);
    }
    out += '\\';
    out += line.front();
    line.remove_prefix(1);
  }
  for (std::size_t at = 0; at < line.size(); ++at) {
    if (line[at] == '`') {
      at += append_code(out, line.substr(at)) - 1;
      continue;
    }
    // A backslash takes what it stands before out of the count of backticks, and of backslashes.
    if (line[at] == '\\' && at + 1 < line.size() && (line[at + 1] == '`' || line[at + 1] == '\\')) {
      out += line.substr(at++, 2);
      continue;
    }
    // As entities, because a backslash could be undone by one that the text has in front.
    const char next = at + 1 < line.size() ? line[at + 1] : ' ';
    const bool html =
        line[at] == '<' && (is_ascii_letter(next) || next == '/' || next == '!' || next == '?');
    const bool picture = line[at] == '!' && next == '[';
    if (html) {
      out += "&lt;";
    } else if (picture) {
      out += "&#33;";
    } else {
      out += line[at];
    }
  }
  return out;
}

}  // namespace

std::string markdown_inline(std::string_view text, std::size_t bytes) {
  return safe_line(one_spaced(text, bytes), false);
}

std::string markdown_paragraphs(std::string_view text) {
  std::string out;
  bool gap = false;
  const std::string cleaned = clean(text).text;
  for (const std::string_view line : split_lines(cleaned)) {
    const std::string plain = one_spaced(line, line.size());
    if (plain.empty()) {
      gap = !out.empty();
      continue;
    }
    if (!out.empty()) out += gap ? "\n\n" : "\n";
    gap = false;
    out += safe_line(plain, true);
  }
  return out;
}

std::string yaml_text(std::string_view text) {
  constexpr std::size_t kLongest = 2000;
  std::string out;
  append_json_string(out, one_spaced(text, kLongest));
  return out;
}

std::string yaml_list(const std::vector<std::string>& texts) {
  std::vector<std::string> quoted;
  for (const std::string& text : texts) quoted.push_back(yaml_text(text));
  return "[" + join(quoted, ", ") + "]";
}

}  // namespace fm
