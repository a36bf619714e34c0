// The regions of a text (find.h): reasoning first, then fences and quotes line by line.
#include <algorithm>
#include <array>
#include <utility>

#include "base/text.h"
#include "reading/json/chars.h"
#include "reading/json/find.h"
#include "reading/json/reasoning_tags.h"

namespace fm {
namespace {

struct Span {
  std::size_t begin = 0;
  std::size_t end = 0;  // after the closing tag
  bool closed = false;
  bool implied = false;  // only the closing tag was sent
};

// gpt-oss writes a channel's name between marks; it closes with the same mark as its answer.
constexpr ReasoningTag kChannel{"<|channel|>analysis<|message|>", "<|end|>"};

constexpr auto kTags = [] {
  std::array<ReasoningTag, kReasoningTags.size() + 1> tags{};
  std::ranges::copy(kReasoningTags, tags.begin());
  tags.back() = kChannel;
  return tags;
}();

bool only_space(std::string_view text) { return trim_wide(text).empty(); }

// Whether nothing but spaces stands between `at` and the line's begin. Looks back over spaces only.
bool begins_line(std::string_view text, std::size_t at) {
  while (at > 0 && (text[at - 1] == ' ' || text[at - 1] == '\t')) --at;
  return at == 0 || text[at - 1] == '\n' || text[at - 1] == '\r';
}

// Whether the tag at [begin, end) is a mark by itself, and not a part of a sentence or string.
bool stands_alone(std::string_view text, std::size_t begin, std::size_t end) {
  if (begins_line(text, begin)) return true;
  while (end < text.size() && (text[end] == ' ' || text[end] == '\t')) ++end;
  return end == text.size() || std::string_view("\r\n{[`").find(text[end]) != std::string::npos;
}

bool may_open_tag(char first) { return first == '<' || first == '[' || first == '\xE2'; }

// The closing tag of the one at `at`, past pairs of the same tag inside; npos if the tags do not
// balance, as where the reasoning speaks of its own tag.
std::size_t balanced_close(const std::string& lower, std::size_t at, const ReasoningTag& tag,
                           Steps& steps) {
  std::size_t depth = 0;
  std::size_t open = at;
  std::size_t close = lower.find(tag.close, at);
  while (close != std::string::npos) {
    while (open < close) {
      ++depth;
      const std::size_t next = lower.find(tag.open, open + tag.open.size());
      steps.add(std::min(next, lower.size()) - open);
      open = next;
    }
    if (--depth == 0) return close;
    const std::size_t next = lower.find(tag.close, close + tag.close.size());
    steps.add(std::min(next, lower.size()) - close);
    close = next;
  }
  return std::string::npos;
}

// Whether nothing but spaces stands between `at` and the line's end. Looks ahead over spaces only.
bool ends_line(std::string_view text, std::size_t at) {
  while (at < text.size() && (text[at] == ' ' || text[at] == '\t')) ++at;
  return at >= text.size() || text[at] == '\n' || text[at] == '\r';
}

// Reasoning between tags; an opening tag counts where it begins a line or follows other reasoning,
// and right behind a closing bracket if the closing tag ends a line: {"a": 1}<think>...</think>.
// `lower` is the text in lower case.
std::vector<Span> tagged_spans(const std::string& lower, Steps& steps) {
  std::vector<Span> spans;
  bool nests = true;   // until a tag turns out not to be balanced
  bool fresh = true;   // only spaces since the line's begin or the last span
  bool behind = true;  // until a tag behind a bracket turns out to be a part of something
  for (std::size_t at = 0; at < lower.size();) {
    const ReasoningTag* tag = nullptr;
    const bool bracket = behind && at > 0 && (lower[at - 1] == '}' || lower[at - 1] == ']');
    if ((fresh || bracket) && may_open_tag(lower[at])) {
      steps.add(kTags.size());
      for (const ReasoningTag& pair : kTags) {
        if (starts_with_at(lower, at, pair.open)) tag = &pair;
      }
    }
    if (tag != nullptr) {
      std::size_t close = nests ? balanced_close(lower, at, *tag, steps) : std::string::npos;
      if (close == std::string::npos) {
        nests = false;
        close = lower.find(tag->close, at);
        steps.add(std::min(close, lower.size()) - at);
      }
      if (!fresh && (close == std::string::npos || !ends_line(lower, close + tag->close.size()))) {
        behind = false;
        ++at;
        continue;
      }
      if (close == std::string::npos) {
        spans.push_back({at, lower.size(), false});
        break;
      }
      spans.push_back({at, close + tag->close.size(), true});
      at = spans.back().end;
      continue;
    }
    fresh = lower[at] == '\n' || (fresh && is_ascii_space(lower[at]));
    ++at;
  }
  return spans;
}

std::vector<Span> reasoning_spans(std::string_view text, Steps& steps) {
  const std::string lower = ascii_lower(text);
  std::vector<Span> spans = tagged_spans(lower, steps);
  steps.add((kTags.size() + 2) * text.size());  // each tag is looked for once
  // Only the closing tag: the template had opened it. Everything before is reasoning.
  for (const ReasoningTag& pair : kTags) {
    if (pair.close == kChannel.close) continue;
    const std::size_t at = lower.find(pair.close);
    if (at == std::string::npos || !stands_alone(text, at, at + pair.close.size())) continue;
    const bool inside = std::ranges::any_of(
        spans, [&](const Span& span) { return at >= span.begin && at < span.end; });
    if (inside) continue;
    std::erase_if(spans, [&](const Span& span) { return span.begin < at; });
    spans.insert(spans.begin(), {0, at + pair.close.size(), true, true});
  }
  // gpt-oss: "analysis...assistantfinal...", the channel marks without their brackets.
  constexpr std::string_view kFinal = "assistantfinal";
  const std::size_t final_at = lower.find(kFinal);
  if (spans.empty() && trim_wide(lower).starts_with("analysis") && final_at != std::string::npos) {
    spans.push_back({0, final_at + kFinal.size(), true});
  }
  return spans;
}

struct Fence {
  char mark = 0;
  std::size_t length = 0;
  std::string_view info;
};

// What a line begins with, past spaces; 0 for a blank one.
char first_mark(std::string_view line) {
  for (const char character : line) {
    if (!is_ascii_space(character)) return character;
  }
  return '\0';
}

Fence fence_of(std::string_view line) {
  const char first = first_mark(line);
  if (first != '`' && first != '~') return {};
  const std::string_view rest = trim(line);
  const char mark = rest.empty() ? '\0' : rest[0];
  if (mark != '`' && mark != '~') return {};
  const std::size_t length = std::min(rest.find_first_not_of(mark), rest.size());
  const std::string_view info = trim(rest.substr(length));
  if (length < 3 || (mark == '`' && info.find('`') != std::string_view::npos)) return {};
  return {mark, length, info};
}

// Adds the regions of a part of the text without reasoning. `open` is the fence that was open
// before it: reasoning inside a fence does not close it, since what follows there is still part of
// the example.
void add_blocks(std::string_view text, std::size_t begin, std::size_t end, Fence& open,
                std::vector<Region>& out) {
  Region region{Container::kProse, {}, begin, begin};
  if (open.length != 0) region = {Container::kFence, std::string(open.info), begin, begin};
  const auto finish = [&](std::size_t at) {
    region.end = at;
    if (region.end > region.begin || region.container == Container::kFence) out.push_back(region);
  };
  for (std::size_t at = begin; at < end;) {
    const std::size_t line_end = std::min(text.find('\n', at), end);
    const std::size_t next = std::min(line_end + 1, end);
    const std::string_view line = text.substr(at, line_end - at);
    const Fence fence = fence_of(line);
    if (open.length != 0) {
      if (fence.mark == open.mark && fence.length >= open.length && fence.info.empty()) {
        finish(at);
        region = {Container::kProse, {}, next, next};
        open = {};
      }
    } else if (fence.length != 0) {
      finish(at);
      region = {Container::kFence, std::string(fence.info), next, next};
      open = fence;
    } else {
      const bool in_quote = region.container == Container::kQuote;
      const bool quote = first_mark(line) == '>';
      const bool blank = in_quote && !quote && only_space(line);
      if ((quote && !in_quote) || (in_quote && !quote && !blank)) {
        finish(at);
        region = {quote ? Container::kQuote : Container::kProse, {}, at, at};
      }
    }
    at = next;
  }
  finish(end);
}

}  // namespace

std::vector<Region> find_regions(std::string_view text, Steps* steps) {
  std::vector<Region> out;
  Steps taken;
  Fence open;
  std::size_t at = 0;
  for (const Span& span : reasoning_spans(text, taken)) {
    if (span.begin > at) add_blocks(text, at, span.begin, open, out);
    if (span.implied) {
      // A closing tag that is shown in a fence does not end reasoning for certain, so the fence
      // goes on.
      std::vector<Region> before;
      add_blocks(text, span.begin, span.end, open, before);
    }
    out.push_back({Container::kReasoning, span.closed ? "" : "open", span.begin, span.end});
    at = span.end;
  }
  if (at < text.size()) add_blocks(text, at, text.size(), open, out);
  taken.add(3 * text.size());  // line by line
  if (steps != nullptr) steps->add(taken.taken());
  return out;
}

std::string without_reasoning(std::string_view text) {
  std::string out;
  std::size_t at = 0;
  for (const Region& region : find_regions(text)) {
    if (region.container != Container::kReasoning) continue;
    out += text.substr(at, region.begin - at);
    at = region.end;
  }
  out += text.substr(at);
  return std::string(trim_wide(out));
}

}  // namespace fm
