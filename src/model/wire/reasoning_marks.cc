#include "model/wire/reasoning_marks.h"

#include <algorithm>
#include <array>

#include "reading/json/chars.h"

namespace fm {
namespace {

constexpr std::size_t kLongestTag = 96;
constexpr std::size_t kMostSpaces = 4;  // beside a tag's name

bool is_plain_tag(std::string_view tag) {
  return tag.starts_with('<') && !tag.starts_with("<|") && tag.ends_with('>') &&
         !tag.ends_with("|>");
}

// A piece of a tag at the left of `text`, taken off.
MarkFit take(std::string_view& text, std::string_view piece) {
  const std::string_view start = text.substr(0, piece.size());
  for (std::size_t i = 0; i < start.size(); ++i)
    if (ascii_lower(start[i]) != piece[i]) return MarkFit::kNo;
  if (start.size() < piece.size()) return MarkFit::kPerhaps;
  text.remove_prefix(piece.size());
  return MarkFit::kYes;
}

MarkFit take_open_bracket(std::string_view& text) {
  const MarkFit plain = take(text, "<");
  return plain == MarkFit::kYes ? plain : take(text, "&lt;");
}

void skip_spaces(std::string_view& text) {
  for (std::size_t i = 0; i < kMostSpaces && text.starts_with(' '); ++i) text.remove_prefix(1);
}

// What may stand behind a tag's name, up to its closing bracket.
TagMatch match_end(std::string_view rest, std::size_t before) {
  constexpr std::string_view kWritten = "&gt;";
  if (rest.empty()) return {.fit = MarkFit::kPerhaps};
  const bool is_end = rest[0] == '>' || rest[0] == '/' || rest[0] == '&' || is_ascii_space(rest[0]);
  if (!is_end) return {};
  const std::size_t end = rest.find_first_of("<>&\n");
  if (end == std::string_view::npos)
    return {.fit = rest.size() < kLongestTag ? MarkFit::kPerhaps : MarkFit::kNo};
  const std::string_view bracket = rest.substr(end);
  if (bracket.size() < kWritten.size() && kWritten.starts_with(bracket))
    return {.fit = MarkFit::kPerhaps};
  const bool is_written = bracket.starts_with(kWritten);
  if ((bracket[0] != '>' && !is_written) || end > kLongestTag) return {};
  return {.fit = MarkFit::kYes,
          .length = before + end + (is_written ? kWritten.size() : 1),
          .is_empty = end > 0 && rest[end - 1] == '/'};
}

TagMatch match_plain(std::string_view text, std::string_view tag) {
  std::string_view name = tag.substr(1, tag.size() - 2);
  std::string_view rest = text;
  if (const MarkFit fit = take_open_bracket(rest); fit != MarkFit::kYes) return {.fit = fit};
  skip_spaces(rest);
  if (name.starts_with('/')) {
    if (const MarkFit fit = take(rest, "/"); fit != MarkFit::kYes) return {.fit = fit};
    name.remove_prefix(1);
    skip_spaces(rest);
  }
  if (const MarkFit fit = take(rest, name); fit != MarkFit::kYes) return {.fit = fit};
  return match_end(rest, text.size() - rest.size());
}

bool begins_line(std::string_view before) {
  while (before.ends_with(' ') || before.ends_with('\t')) before.remove_suffix(1);
  return before.empty() || before.ends_with('\n');
}

}  // namespace

TagMatch match_tag(std::string_view text, std::string_view tag) {
  if (is_plain_tag(tag)) return match_plain(text, tag);
  std::string_view rest = text;
  const MarkFit fit = take(rest, tag);
  return {.fit = fit, .length = fit == MarkFit::kYes ? tag.size() : 0};
}

std::size_t emphasis_at(std::string_view text) {
  constexpr std::size_t kMost = 3;
  const std::size_t run = std::min(text.find_first_not_of('*'), text.size());
  return run <= kMost ? run : 0;
}

TagMatch emphasis_end(std::string_view before, std::string_view after, bool is_all) {
  const std::size_t last = before.find_last_not_of('*');
  const std::size_t run = last == before.npos ? before.size() : before.size() - last - 1;
  const std::size_t there = std::min(std::min(after.find_first_not_of('*'), after.size()), run);
  if (there < run && there == after.size() && !is_all) return {.fit = MarkFit::kPerhaps};
  return {.fit = MarkFit::kYes, .length = there == run ? run : 0};
}

bool ends_sentence(std::string_view text) {
  constexpr std::array<std::string_view, 8> kEnds{".", "!", "?", "…", "。", "！", "？", "।"};
  while (!text.empty() && is_ascii_space(text.back())) text.remove_suffix(1);
  return std::ranges::any_of(kEnds, [&](std::string_view end) { return text.ends_with(end); });
}

MarkFit is_followed_as_mark(std::string_view rest) {
  const std::size_t at = rest.find_first_not_of(" \t");
  if (at == std::string_view::npos)
    return rest.size() > kLongestTag ? MarkFit::kYes : MarkFit::kPerhaps;
  return std::string_view("\r\n{[<").find(rest[at]) != std::string_view::npos ? MarkFit::kYes
                                                                              : MarkFit::kNo;
}

MarkFit closes(std::string_view before, std::string_view after, bool is_all) {
  std::string_view plain = before;
  if (after.starts_with('*'))
    while (plain.ends_with('*')) plain.remove_suffix(1);
  if (begins_line(plain) || ends_sentence(plain)) return MarkFit::kYes;
  const MarkFit follows = is_followed_as_mark(after);
  if (follows == MarkFit::kPerhaps) return is_all ? MarkFit::kYes : follows;
  if (follows == MarkFit::kYes) return follows;
  // In a sentence there would be a space, or a mark of punctuation, on one side.
  const bool touches = !before.ends_with(' ') && (is_ascii_letter(after[0]) || after[0] < 0);
  return touches ? MarkFit::kYes : MarkFit::kNo;
}

AnswerChannel channel_of(std::string_view header) {
  if (header.contains("to=")) return AnswerChannel::kToolCall;
  return header.contains("analysis") ? AnswerChannel::kReasoning : AnswerChannel::kAnswer;
}

}  // namespace fm
