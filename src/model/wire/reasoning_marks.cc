#include "model/wire/reasoning_marks.h"

#include <algorithm>
#include <array>

#include "reading/json/chars.h"

namespace fm {
namespace {

constexpr std::size_t kLongestTag = 96;

bool is_plain_tag(std::string_view tag) {
  return tag.starts_with('<') && !tag.starts_with("<|") && tag.ends_with('>') &&
         !tag.ends_with("|>");
}

}  // namespace

TagMatch match_tag(std::string_view text, std::string_view tag) {
  const bool is_plain = is_plain_tag(tag);
  const std::string_view name = is_plain ? tag.substr(0, tag.size() - 1) : tag;
  const std::string_view start = text.substr(0, name.size());
  for (std::size_t i = 0; i < start.size(); ++i)
    if (ascii_lower(start[i]) != name[i]) return {};
  if (start.size() < name.size()) return {.fit = MarkFit::kPerhaps};
  if (!is_plain) return {.fit = MarkFit::kYes, .length = name.size()};

  const std::string_view rest = text.substr(name.size());
  if (rest.empty()) return {.fit = MarkFit::kPerhaps};
  if (rest[0] != '>' && rest[0] != '/' && !is_ascii_space(rest[0])) return {};
  const std::size_t end = rest.find_first_of("<>\n");
  if (end == std::string_view::npos)
    return {.fit = rest.size() < kLongestTag ? MarkFit::kPerhaps : MarkFit::kNo};
  if (rest[end] != '>' || end > kLongestTag) return {};
  return {.fit = MarkFit::kYes,
          .length = name.size() + end + 1,
          .is_empty = end > 0 && rest[end - 1] == '/'};
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

AnswerChannel channel_of(std::string_view header) {
  if (header.contains("to=")) return AnswerChannel::kToolCall;
  return header.contains("analysis") ? AnswerChannel::kReasoning : AnswerChannel::kAnswer;
}

}  // namespace fm
