// Cleaning: what models, tools and files say is shown in a terminal and put into prompts, so
// nothing in it may steer the terminal or be there unseen.
#include <utf8proc.h>

#include <algorithm>
#include <utility>

#include "base/grapheme.h"
#include "base/text.h"
#include "base/utf8.h"

namespace fm {
namespace {

constexpr char32_t kEscape = 0x1B;
constexpr char32_t kBell = 0x07;
constexpr char32_t kStringTerminator = 0x9C;
constexpr char32_t kJoiner = 0x200D;
constexpr char32_t kNonJoiner = 0x200C;
constexpr char32_t kTextStyle = 0xFE0E;
constexpr char32_t kEmojiStyle = 0xFE0F;
constexpr char32_t kKeycap = 0x20E3;
constexpr char32_t kBlackFlag = 0x1F3F4;

// A terminal string (a title, a link, a picture) that is not closed within this many bytes is not
// taken as one. Otherwise an open sequence would hide the rest of the text.
constexpr std::size_t kLongestString = 4096;
constexpr std::size_t kMostParameters = 256;  // bytes of them
constexpr std::size_t kMostIntermediates = 4;

const utf8proc_property_t& property(char32_t code) {
  return *utf8proc_get_property(static_cast<utf8proc_int32_t>(code));
}

bool is_control(char32_t code) { return code < 0x20 || (code >= 0x7F && code <= 0x9F); }

// Drawn as nothing: zero-width and bidirectional controls, selectors, tags, annotations.
bool is_invisible(char32_t code) {
  return code >= 0x80 && (property(code).ignorable || (code >= 0xFFF9 && code <= 0xFFFB));
}

// The end of the run of bytes from `low` to `high` that begins at `at`, at most `limit` long.
std::size_t run_end(std::string_view text, std::size_t at, char low, char high, std::size_t limit) {
  const std::size_t last = std::min(text.size(), at + limit);
  while (at < last && text[at] >= low && text[at] <= high) ++at;
  return at;
}

char32_t code_at(std::string_view text, std::size_t at) {
  return at < text.size() ? decode_utf8(text.substr(at)).code : 0;
}

// Parameters, intermediates and one final byte; a sequence that breaks off ends there.
std::size_t control_sequence_end(std::string_view text, std::size_t at) {
  at = run_end(text, at, 0x30, 0x3F, kMostParameters);
  at = run_end(text, at, 0x20, 0x2F, kMostIntermediates);
  return run_end(text, at, 0x40, 0x7E, 1);
}

// Past the terminator, or `at` when the string is not closed. The search stops at the next control
// character, so that many openings in a row stay linear.
std::size_t control_string_end(std::string_view text, std::size_t at) {
  const std::string_view rest = text.substr(0, std::min(text.size(), at + kLongestString));
  for (std::size_t end = at; end < rest.size();) {
    const Decoded next = decode_utf8(rest.substr(end));
    end += next.length;
    if (next.code == kBell || next.code == kStringTerminator) return end;
    if (next.code == kEscape) return code_at(rest, end) == '\\' ? end + 1 : at;
    if (is_control(next.code) && next.code != '\n' && next.code != '\r' && next.code != '\t') break;
  }
  return at;
}

// Past the escape sequence whose introducer ends at `at`. `introducer` is the C1 form: ESC [ is 9B.
std::size_t sequence_end(std::string_view text, std::size_t at, char32_t introducer) {
  switch (introducer) {
    case 0x9B:
      return control_sequence_end(text, at);
    case 0x90:  // device control
    case 0x98:  // start of string
    case 0x9D:  // operating system command
    case 0x9E:  // privacy message
    case 0x9F:  // application program command
      return control_string_end(text, at);
    default:
      return at;
  }
}

// Past the control at `at`, with the whole sequence that it begins.
std::size_t control_end(std::string_view text, std::size_t at, const Decoded& control) {
  at += control.length;
  if (control.code != kEscape) return sequence_end(text, at, control.code);
  if (run_end(text, at, 0x40, 0x5F, 1) > at) {
    return sequence_end(text, at + 1, static_cast<char32_t>(text[at]) + 0x40);
  }
  at = run_end(text, at, 0x20, 0x2F, kMostIntermediates);
  return run_end(text, at, 0x30, 0x7E, 1);
}

class Cleaner {
 public:
  explicit Cleaner(std::string_view text) : text_(text) {}

  Cleaned run() && {
    cleaned_.text.reserve(text_.size());
    while (at_ < text_.size()) step();
    return std::move(cleaned_);
  }

 private:
  void step() {
    const Decoded next = decode_utf8(text_.substr(at_));
    if (next.code == '\r' && code_at(text_, at_ + 1) == '\n') {
      ++at_;  // a line end of Windows hides nothing, so it is not counted
    } else if (is_control(next.code) && next.code != '\n' && next.code != '\t') {
      at_ = control_end(text_, at_, next);
      ++cleaned_.removed;
    } else if (const std::size_t flag = flag_length(next.code); flag > 0) {
      cleaned_.text += text_.substr(at_, flag);
      at_ += flag;
      note_kept(next.code);
    } else if (is_invisible(next.code) && !is_needed(next)) {
      at_ += next.length;
      ++cleaned_.removed;
    } else {
      append_utf8(cleaned_.text, next.code);
      at_ += next.length;
      note_kept(next.code);
    }
  }

  // A joiner or selector that changes what is seen, at the place where it does.
  bool is_needed(const Decoded& mark) const {
    const char32_t after = code_at(text_, at_ + mark.length);
    switch (mark.code) {
      case kTextStyle:
      case kEmojiStyle:
        return is_pictographic(last_) || (is_keycap_base(last_) && after == kKeycap);
      case kJoiner:
        return (in_emoji_ && is_pictographic(after)) || is_virama(last_);
      case kNonJoiner:
        return is_virama(last_) || (is_arabic(last_) && is_arabic(after));
      default:
        return false;
    }
  }

  void note_kept(char32_t code) {
    const bool extends = code == kEmojiStyle || code == kTextStyle ||
                         property(code).boundclass == UTF8PROC_BOUNDCLASS_EXTEND;
    in_emoji_ = is_pictographic(code) || (in_emoji_ && extends);
    last_ = code;
  }

  // The flags of England, Scotland and Wales are a black flag, a region in tag characters and a
  // closing tag. Gives the bytes of such a flag at the current place, else 0.
  std::size_t flag_length(char32_t code) const {
    if (code != kBlackFlag) return 0;
    constexpr std::size_t kTagBytes = 4;
    constexpr std::size_t kLongestRegion = 6;
    constexpr char32_t kTags = 0xE0000;
    constexpr char32_t kClosingTag = 0xE007F;
    std::size_t end = at_ + kTagBytes;
    for (std::size_t i = 0; i <= kLongestRegion; ++i, end += kTagBytes) {
      const char32_t tag = code_at(text_, end);
      if (tag == kClosingTag) return i == 0 ? 0 : end + kTagBytes - at_;
      const bool is_letter = tag >= kTags + 'a' && tag <= kTags + 'z';
      const bool is_digit = tag >= kTags + '0' && tag <= kTags + '9';
      if (!is_letter && !is_digit) return 0;
    }
    return 0;
  }

  // After it, Indian scripts write a joiner to choose a letter's form.
  static bool is_virama(char32_t code) { return property(code).combining_class == 9; }
  // Between them, Persian and others write a non-joiner within a word.
  static bool is_arabic(char32_t code) {
    return property(code).bidi_class == UTF8PROC_BIDI_CLASS_AL;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  char32_t last_ = 0;      // kept last
  bool in_emoji_ = false;  // what was kept last ends in an emoji
  Cleaned cleaned_;
};

}  // namespace

Cleaned clean(std::string_view text) { return Cleaner(text).run(); }

}  // namespace fm
