#include "reading/json/find.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/utf8.h"
#include "reading/json/chars.h"

namespace fm {
namespace {

constexpr std::size_t kSearchPerByte = 6;  // a part of what a reader may take in all
constexpr std::size_t kSearchAtLeast = 1 << 15;
constexpr std::size_t kStepsPerAttempt = 32;
constexpr std::size_t kMaxCandidates = 2000;

std::size_t next_opener(std::string_view text, std::size_t at) {
  for (; at < text.size(); ++at) {
    at = text.find_first_of("{[\xEF", at);
    if (at == std::string_view::npos) break;
    const char mark = mark_at(text, at).ascii;
    if (mark == '{' || mark == '[') return at;
  }
  return std::string_view::npos;
}

// A text in which one level of escaping was undone, and where each byte of it came from: `from` is
// the position in the source after the first `n` bytes, kept at every kStride bytes.
struct Undone {
  std::string text;
  std::vector<std::size_t> from;
};

// What follows an opening bracket, past spaces, written-out line ends included. Bounded.
std::string_view after_opener(std::string_view text, std::size_t at) {
  const std::size_t limit = std::min(text.size(), at + 64);
  at += mark_at(text, at).length;
  while (at < limit) {
    const std::size_t space = space_at(text, at);
    const bool written = starts_with_at(text, at, "\\n") || starts_with_at(text, at, "\\t") ||
                         starts_with_at(text, at, "\\r");
    const char mark = mark_at(text, at).ascii;
    if (space == 0 && !written && mark != '[' && mark != '{') break;
    at += space != 0 ? space : written ? 2 : 1;
  }
  return text.substr(std::min(at, text.size()));
}

// {\"key\": ...}: the inside of a JSON string without its quotation marks.
Undone undo_escapes(std::string_view text, std::size_t begin) {
  Undone out;
  for (std::size_t at = begin; at < text.size();) {
    const std::size_t source = at;
    if (text[at] == '"') break;  // the end of the string it was part of
    if (text[at] == '\\' && at + 1 < text.size()) {
      constexpr std::string_view kFrom = "\"\\/nrt";
      constexpr std::string_view kTo = "\"\\/\n\r\t";
      const std::size_t found = kFrom.find(text[at + 1]);
      if (found != std::string_view::npos) {
        out.text += kTo[found];
        at += 2;
      } else {
        out.text += text[at++];
      }
    } else {
      out.text += text[at++];
    }
    out.from.resize(out.text.size(), source);
  }
  return out;
}

// {&quot;key&quot;: ...}
Undone undo_entities(std::string_view text, std::size_t begin) {
  static constexpr std::pair<std::string_view, char> kEntities[] = {
      {"&quot;", '"'}, {"&#34;", '"'}, {"&apos;", '\''}, {"&#39;", '\''},
      {"&lt;", '<'},   {"&gt;", '>'},  {"&amp;", '&'}};
  Undone out;
  for (std::size_t at = begin; at < text.size();) {
    const std::size_t source = at;
    char character = text[at];
    std::size_t length = 1;
    if (character == '&') {
      for (const auto& [entity, meaning] : kEntities) {
        if (!starts_with_at(text, at, entity)) continue;
        character = meaning;
        length = entity.size();
        break;
      }
    }
    out.text += character;
    at += length;
    out.from.push_back(source);
  }
  return out;
}

bool is_empty(const Json& value) {
  return value.is_object() ? value.get_object().empty()
                           : value.is_array() && value.get_array().empty();
}

// "as said in [1]": a number in brackets, with words beside it in its line.
bool is_reference(std::string_view text, std::size_t begin, std::size_t end, const Json& value) {
  constexpr std::size_t kNear = 200;
  const bool number =
      value.is_array() && value.get_array().size() == 1 && value.get_array().front().is_int64();
  if (!number) return false;
  std::string_view before = text.substr(0, begin);
  before.remove_prefix(before.size() - std::min(before.size(), kNear));
  before.remove_prefix(before.rfind('\n') + 1);  // npos + 1 is 0
  std::string_view after = text.substr(end, kNear);
  after = after.substr(0, after.find('\n'));
  return std::ranges::any_of(before, is_ascii_letter) ||
         std::ranges::any_of(after, is_ascii_letter);
}

struct Attempt {
  std::expected<ParsedJson, ParseFailure> parsed;
  std::size_t end = 0;
};

Attempt parse_undone(Undone undone, std::size_t source_end, RepairKind kind, Steps& steps) {
  steps.add(undone.text.size());
  const auto source = [&](std::size_t at) {
    return at < undone.from.size() ? undone.from[at] : source_end;
  };
  Attempt out{parse_tolerant(undone.text, 0, steps), 0};
  if (!out.parsed) {
    out.parsed.error().offset = source(out.parsed.error().offset);
    return out;
  }
  for (Repair& repair : out.parsed->repairs) repair.offset = source(repair.offset);
  out.parsed->repairs.insert(out.parsed->repairs.begin(), {kind, source(0)});
  ++out.parsed->repair_count;
  out.end = source(out.parsed->end);
  return out;
}

Attempt attempt(std::string_view text, std::size_t at, Steps& steps) {
  const std::string_view inner = after_opener(text, at);
  if (inner.starts_with("\\\"")) {
    return parse_undone(undo_escapes(text, at), text.size(), RepairKind::kEscapedText, steps);
  }
  if (inner.starts_with("&quot;") || inner.starts_with("&#34;") || inner.starts_with("&#39;")) {
    return parse_undone(undo_entities(text, at), text.size(), RepairKind::kHtmlEntities, steps);
  }
  Attempt out{parse_tolerant(text, at, steps), 0};
  if (out.parsed) out.end = out.parsed->end;
  return out;
}

// Whether what follows an opening bracket can begin its content at all. A quick test for the many
// brackets of prose, and of texts that were made to be slow. True where it is not certain.
bool may_begin(std::string_view text, std::size_t at) {
  const Mark opener = mark_at(text, at);
  std::size_t next = at + opener.length;
  while (const std::size_t length = space_at(text, next)) next += length;
  if (next >= text.size() || static_cast<unsigned char>(text[next]) >= 0x80) return true;
  const char first = text[next];
  if (std::string_view("\"'`\\&/#.,}]").find(first) != std::string_view::npos) return true;
  if (opener.ascii == '{') {
    return is_ascii_letter(first) || is_ascii_digit(first) || first == '_' || first == '-' ||
           first == '$';
  }
  if (first == '{' || first == '[' || is_ascii_digit(first) || first == '-' || first == '+') {
    return true;
  }
  // A bare word is no element of a list, but a literal is.
  static constexpr std::array<std::string_view, 7> kLiterals = {
      "true", "false", "null", "none", "undefined", "nan", "inf"};
  const std::string word = ascii_lower(text.substr(next, 9));
  return std::ranges::any_of(kLiterals,
                             [&](std::string_view literal) { return word.starts_with(literal); });
}

class Search {
 public:
  Search(std::string_view text, Found& found)
      : text_(text), found_(found), budget_(kSearchAtLeast + text.size() * kSearchPerByte) {}

  void region(const Region& region) {
    const std::string_view part = text_.substr(0, region.end);
    bool broken = false;
    for (std::size_t at = next_opener(part, region.begin); at < part.size();) {
      if (steps_.taken() > budget_ || found_.candidates.size() >= kMaxCandidates) {
        found_.budget_spent = true;
        return;
      }
      if (!may_begin(part, at)) {
        steps_.add(1);
        at = next_opener(part, at + 1);
        continue;
      }
      steps_.add(kStepsPerAttempt);
      Attempt result = attempt(part, at, steps_);
      if (!result.parsed) {
        ParseFailure& failure = result.parsed.error();
        broken = broken || failure.had_content;
        const std::size_t next = failure.too_large ? failure.offset : at;
        keep(std::move(failure));
        at = next_opener(part, next + 1);
        continue;
      }
      if (result.parsed->cut != Cut::kNone && is_empty(result.parsed->value)) {
        // Nothing was complete. The bracket may also have been a stray one before the real value.
        found_.truncated = true;
        at = next_opener(part, at + 1);
        continue;
      }
      if (region.container == Container::kProse && result.parsed->cut == Cut::kNone &&
          is_reference(part, at, result.end, result.parsed->value)) {
        at = next_opener(part, result.end);
        continue;
      }
      Candidate candidate;
      candidate.parsed = std::move(*result.parsed);
      candidate.container = region.container;
      candidate.info = region.info;
      candidate.begin = at;
      candidate.end = result.end;
      candidate.after_broken = broken;
      at = next_opener(part, std::max(result.end, at + 1));
      found_.candidates.push_back(std::move(candidate));
    }
  }

  std::size_t taken() const { return steps_.taken(); }

 private:
  void keep(ParseFailure failure) {
    const bool better = !found_.failure || (failure.had_content && !found_.failure->had_content);
    if (better) found_.failure = std::move(failure);
  }

  std::string_view text_;
  Found& found_;
  std::size_t budget_;
  Steps steps_;
};

}  // namespace

Found find_json(std::string_view text, Steps* steps) {
  Found found;
  found.blank = true;
  Search search(text, found);
  for (const Region& region : find_regions(text, steps)) {
    if (region.container == Container::kReasoning) {
      found.open_reasoning = region.info == "open";
      continue;
    }
    if (!trim_wide(text.substr(region.begin, region.end - region.begin)).empty()) {
      found.blank = false;
    }
    if (region.container != Container::kQuote) search.region(region);
  }
  if (steps != nullptr) steps->add(text.size() + search.taken());
  return found;
}

}  // namespace fm
