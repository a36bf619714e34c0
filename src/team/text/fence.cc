#include "team/text/fence.h"

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include "base/text.h"
#include "base/utf8.h"
#include "reading/json/chars.h"
#include "team/text/named_fences.h"

namespace fm {
namespace {

constexpr std::size_t kSkeletonLength = 256;  // a header longer than this is none
constexpr std::size_t kNameBytes = 40;
constexpr std::string_view kDecoration = ">*_`#~-+|\\";  // what Markdown puts before a text

bool in(char32_t code, char32_t low, char32_t high) { return code >= low && code <= high; }

// What a character looks like, as far as our marks go.
std::string_view look(char32_t code) {
  switch (code) {
    case '[':
    case 0xFF3B:
    case 0x3010:
    case 0x3014:
    case 0x27E6:
    case 0x2045:
      return "[";
    case ']':
    case 0xFF3D:
    case 0x3011:
    case 0x3015:
    case 0x27E7:
    case 0x2046:
      return "]";
    case '=':
    case 0xFF1D:
    case 0x2550:
    case 0xA78A:
      return "=";
    case '-':
    case 0xFF0D:
    case 0x2212:
      return "-";
    case '>':
    case 0xFF1E:
    case 0x203A:
    case 0x00BB:
    case 0x276F:
    case 0x27E9:
      return ">";
    default:
      break;
  }
  if (in(code, 0x2010, 0x2015)) return "-";  // hyphens and dashes
  const bool arrow = in(code, 0x2190, 0x21FF) || in(code, 0x2794, 0x27BE) ||
                     in(code, 0x27F0, 0x27FF) || in(code, 0x2900, 0x297F) ||
                     in(code, 0x2B00, 0x2BFF);
  if (arrow) return "->";
  return code < 0x80 ? std::string_view() : "?";
}

// A line without spaces, unseen characters and leading decoration, with look-alikes as ASCII.
struct Skeleton {
  std::size_t at = 0;  // byte in the line at which it begins
  std::string text;
};

Skeleton skeleton_of(std::string_view line) {
  Skeleton skeleton;
  for (std::size_t at = 0; at < line.size() && skeleton.text.size() < kSkeletonLength;) {
    if (const std::size_t space = space_at(line, at)) {
      at += space;
      continue;
    }
    const Decoded character = decode_utf8(line.substr(at));
    const bool decoration =
        character.code < 0x80 && kDecoration.contains(static_cast<char>(character.code));
    if (!skeleton.text.empty() || !decoration) {
      if (skeleton.text.empty()) skeleton.at = at;
      const std::string_view looks = look(character.code);
      if (looks.empty()) {
        skeleton.text += static_cast<char>(character.code);
      } else {
        skeleton.text += looks;
      }
    }
    at += character.length;
  }
  return skeleton;
}

bool reads_as_mark(std::string_view skeleton) {
  if (skeleton.starts_with("===")) return true;
  if (!skeleton.starts_with('[')) return false;
  const std::string_view inside = skeleton.substr(0, skeleton.find(']'));
  return inside.contains("->") || inside.contains("=>") || inside.contains("&gt;");
}

// Most lines begin like no mark, which their first character that counts shows.
bool begins_like_mark(std::string_view line) {
  for (std::size_t at = 0; at < line.size();) {
    if (is_ascii_letter(line[at])) return false;
    if (const std::size_t space = space_at(line, at)) {
      at += space;
      continue;
    }
    const Decoded character = decode_utf8(line.substr(at));
    const bool decoration =
        character.code < 0x80 && kDecoration.contains(static_cast<char>(character.code));
    if (!decoration) {
      const std::string_view looks = look(character.code);
      return looks == "[" || looks == "=";
    }
    at += character.length;
  }
  return false;
}

// Where in the line a backslash has to stand so that it reads like no mark of ours.
std::optional<std::size_t> mark_in(std::string_view line) {
  if (!begins_like_mark(line)) return std::nullopt;
  const Skeleton skeleton = skeleton_of(line);
  if (!reads_as_mark(skeleton.text)) return std::nullopt;
  return skeleton.at;
}

// Whether normal_lines() would change nothing, as is the rule.
bool has_normal_lines(std::string_view bytes) {
  for (std::size_t at = 0; at < bytes.size();) {
    const std::size_t ascii = ascii_length(bytes.substr(at));
    bool normal = true;
    for (const char c : bytes.substr(at, ascii))
      normal &= (c >= ' ' && c != 0x7F) || c == '\n' || c == '\t';
    if (!normal) return false;
    at += ascii;
    if (at == bytes.size()) break;
    const Decoded character = decode_utf8(bytes.substr(at));
    if (!character.valid || in(character.code, 0x80, 0x9F) || in(character.code, 0x2028, 0x2029))
      return false;
    at += character.length;
  }
  return true;
}

// The one line end of a prompt is \n; other control characters go.
std::string normal_lines(std::string_view bytes) {
  std::string text;
  text.reserve(bytes.size());
  for (std::size_t at = 0; at < bytes.size();) {
    if (const std::size_t ascii = ascii_length(bytes.substr(at)); ascii > 0) {
      for (const char c : bytes.substr(at, ascii)) {
        if (c == '\n' || c == '\v' || c == '\f') text += '\n';
        if (c == '\r' || c == '\t') text += c;
        if (c >= ' ' && c != 0x7F) text += c;
      }
      at += ascii;
      continue;
    }
    const Decoded character = decode_utf8(bytes.substr(at));
    const char32_t code = character.valid ? character.code : kReplacement;
    if (code == 0x85 || code == 0x2028 || code == 0x2029) {
      text += '\n';
    } else if (!in(code, 0x80, 0x9F)) {
      append_utf8(text, code);
    }
    at += character.length;
  }
  std::string lines;
  lines.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\r') {
      lines += text[i];
    } else if (i + 1 == text.size() || text[i + 1] != '\n') {
      lines += '\n';
    }
  }
  return lines;
}

// Lines that no fence keeps apart.
void append_guarded_lines(std::string& out, std::string_view text) {
  std::size_t copied = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    if (const auto mark = mark_in(text.substr(begin, end - begin))) {
      out += text.substr(copied, begin + *mark - copied);
      out += '\\';
      copied = begin + *mark;
    }
    begin = end + 1;
  }
  out += text.substr(copied);
}

using Lines = std::span<const std::string_view>;

std::size_t indent_of(std::string_view line) {
  return std::min(line.find_first_not_of(" \t"), line.size());
}

// How often `character` stands where the line begins.
std::size_t run_of(std::string_view line, char character) {
  line.remove_prefix(indent_of(line));
  return std::min(line.find_first_not_of(character), line.size());
}

// The lines of one fence with their marks. Where it could be read in two ways, or has no end, it is
// written anew: longer than any in it, closed, and not indented, because what is indented less than
// its list ends there.
class FenceWriter {
 public:
  FenceWriter(Lines lines, bool closed)
      : opening_(lines.front()),
        inside_(lines.subspan(1, lines.size() - (closed ? 2 : 1))),
        closing_(closed ? lines.back() : std::string_view()),
        closed_(closed),
        indent_(indent_of(opening_)),
        character_(opening_[indent_]),
        length_(run_of(opening_, character_)) {
    for (const std::string_view line : inside_) longest_ = std::max(longest_, run(line));
  }

  void append(std::string& out) const {
    const bool ends_alike = closed_ && indent_of(closing_) == indent_;
    const bool anew = !ends_alike || longest_ >= length_ || (indent_ > 0 && may_leave_list());
    const std::string mark(std::max(length_, longest_ + 1), character_);
    if (anew) out += mark;
    append_guarded_lines(out, anew ? opening_.substr(indent_ + length_) : opening_);
    for (std::string_view line : inside_) {
      if (anew) line.remove_prefix(std::min(indent_, indent_of(line)));
      out += '\n';
      out += line;
    }
    out += '\n';
    out += anew ? mark : closing_;
  }

 private:
  std::size_t run(std::string_view line) const { return run_of(line, character_); }

  bool may_leave_list() const {
    return std::ranges::any_of(inside_, [&](std::string_view line) {
      return (!trim(line).empty() && indent_of(line) < indent_) || mark_in(line);
    });
  }

  std::string_view opening_;
  Lines inside_;
  std::string_view closing_;
  bool closed_;
  std::size_t indent_;
  char character_;
  std::size_t length_;
  std::size_t longest_ = 0;  // of those inside
};

void append_fenced_lines(std::string& out, std::string_view text) {
  const std::vector<std::string_view> lines = split_lines(text);
  const auto begin_of = [&](std::size_t line) {
    return line < lines.size() ? static_cast<std::size_t>(lines[line].data() - text.data())
                               : text.size();
  };
  std::size_t at = 0;  // the next line
  for (const NamedFence& one : named_fences(text)) {
    const std::size_t begin = begin_of(at);
    append_guarded_lines(out, text.substr(begin, begin_of(one.opens) - begin));
    at = one.closed ? one.closes + 1 : lines.size();
    FenceWriter(Lines(lines).subspan(one.opens, at - one.opens), one.closed).append(out);
    if (at < lines.size() || text.ends_with('\n')) out += '\n';
  }
  append_guarded_lines(out, text.substr(begin_of(at)));
}

}  // namespace

std::string fence(std::string_view text) {
  std::string normal;
  if (!has_normal_lines(text)) text = normal = normal_lines(text);
  std::string out;
  out.reserve(text.size() + 16);
  if (text.contains("```") || text.contains("~~~"))
    append_fenced_lines(out, text);
  else
    append_guarded_lines(out, text);
  return out;
}

bool opens_fence(std::string_view text) {
  return !named_fences(text.substr(0, text.find('\n'))).empty();
}

std::string fence_line(std::string_view text, std::size_t bytes) {
  const std::string lines = normal_lines(text);
  std::string flat;
  for (const char c : lines) {
    const bool space = c == ' ' || c == '\t' || c == '\n';
    if (!space) flat += c;
    if (space && !flat.empty() && !flat.ends_with(' ')) flat += ' ';
  }
  std::string fenced(trim(flat));
  if (const auto mark = mark_in(fenced)) fenced.insert(*mark, 1, '\\');
  return std::string(trim(cut_bytes(fenced, bytes)));
}

std::string header_name(std::string_view name) {
  const std::string line = normal_lines(name);
  std::string out;
  for (std::size_t at = 0; at < line.size();) {
    const Decoded character = decode_utf8(std::string_view(line).substr(at));
    const auto code = static_cast<char>(character.code);
    const bool plain = character.code < 0x80 && (is_ascii_letter(code) || is_ascii_digit(code) ||
                                                 std::string_view("-_.").contains(code));
    const bool letter =
        character.code >= 0x80 && space_at(line, at) == 0 && look(character.code) == "?";
    if (out.size() + character.length > kNameBytes) break;
    if (plain || letter) {
      out += line.substr(at, character.length);
    } else if (!out.empty() && !out.ends_with(' ')) {
      out += ' ';
    }
    at += character.length;
  }
  out = trim(out);
  return out.empty() ? "someone" : out;
}

}  // namespace fm
