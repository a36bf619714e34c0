#include "tool/files/find_stretch.h"

#include <fmt/format.h>

#include <algorithm>

#include "tool/files/indent_shift.h"
#include "tool/files/line_hunks.h"
#include "tool/files/text_lines.h"

namespace fm {
namespace {

constexpr std::size_t kMostSteps = 20'000'000;  // comparisons of lines

std::string without_returns(std::string_view text) {
  std::string bare;
  bare.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i)
    if (text[i] != '\r' || i + 1 == text.size() || text[i + 1] != '\n') bare += text[i];
  return bare;
}

std::string with_returns(std::string_view text) {
  std::string out;
  for (const char c : without_returns(text)) {
    if (c == '\n') out += '\r';
    out += c;
  }
  return out;
}

bool ends_in_return(std::string_view text, std::size_t from) {
  const std::size_t feed = text.find('\n', from);
  if (feed != text.npos) return feed > 0 && text[feed - 1] == '\r';
  const std::size_t before = text.rfind('\n', from);
  return before != text.npos && before > 0 && text[before - 1] == '\r';
}

std::vector<std::size_t> places_of(std::string_view text, std::string_view part) {
  std::vector<std::size_t> places;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1))
    places.push_back(at);
  return places;
}

void add(FoundStretches& found, FoundStretch place) {
  ++found.times;
  if (!found.places.empty() && found.places.back().end > place.begin) return;
  found.places.push_back(std::move(place));
}

FoundStretches find_exact(std::string_view text, const TextEdit& edit) {
  FoundStretches found;
  const bool one_line = !edit.old_text.contains('\n') && edit.new_text.contains('\n');
  for (const std::size_t at : places_of(text, edit.old_text)) {
    const std::size_t end = at + edit.old_text.size();
    // Lines that come new into a file of \r\n end as their neighbours do.
    std::string with =
        one_line && ends_in_return(text, end) ? with_returns(edit.new_text) : edit.new_text;
    add(found, {.begin = at, .end = end, .replacements = {{at, end, std::move(with)}}});
  }
  return found;
}

// Each with its end.
std::vector<std::string_view> whole_lines(std::string_view text) {
  const TextLines lines(text);
  std::vector<std::string_view> whole;
  for (std::size_t i = 0; i < lines.size(); ++i)
    whole.push_back(text.substr(lines.at(i).begin, lines.at(i).next - lines.at(i).begin));
  return whole;
}

// \r\n and \n are the same.
FoundStretches find_other_ends(std::string_view text, const TextEdit& edit) {
  FoundStretches found;
  const std::string old_text = without_returns(edit.old_text);
  if (!text.contains("\r\n") && old_text == edit.old_text) return found;
  const std::string bare = without_returns(text);
  std::vector<std::size_t> feeds;  // of `bare`, that had a \r in front
  for (std::size_t at = text.find("\r\n"); at != text.npos; at = text.find("\r\n", at + 2))
    feeds.push_back(at - feeds.size());
  const auto back = [&](std::size_t place) {
    const auto before = std::ranges::lower_bound(feeds, place);
    return place + static_cast<std::size_t>(before - feeds.begin());
  };
  const std::string new_text = without_returns(edit.new_text);
  const auto olds = whole_lines(old_text), news = whole_lines(new_text);
  const auto hunks = line_hunks(olds, news);
  const auto place_in = [](std::string_view all, const auto& lines, std::size_t line) {
    return line == lines.size() ? all.size()
                                : static_cast<std::size_t>(lines[line].data() - all.data());
  };
  for (const std::size_t at : places_of(bare, old_text)) {
    FoundStretch stretch{.begin = back(at), .end = back(at + old_text.size())};
    for (const LineHunk& hunk : hunks) {
      const std::size_t begin = back(at + place_in(old_text, olds, hunk.old_begin));
      const std::size_t from = place_in(new_text, news, hunk.new_begin);
      const std::string_view with =
          std::string_view(new_text).substr(from, place_in(new_text, news, hunk.new_end) - from);
      stretch.replacements.push_back(
          {.begin = begin,
           .end = back(at + place_in(old_text, olds, hunk.old_end)),
           .text = ends_in_return(text, begin) ? with_returns(with) : std::string(with)});
    }
    add(found, std::move(stretch));
  }
  found.note = "The file's lines end in \\r\\n or \\n other than in `old`; its own were kept.";
  return found;
}

// What `old` and `new` are as lines of their own.
struct GivenLines {
  explicit GivenLines(const TextEdit& edit) : olds(edit.old_text), news(edit.new_text) {
    for (std::size_t i = 0; i < news.size(); ++i) new_lines.push_back(news[i]);
    for (std::size_t i = 0; i < olds.size(); ++i) old_lines.push_back(olds[i]);
    const bool old_ends = edit.old_text.ends_with('\n');
    const bool new_ends = edit.new_text.ends_with('\n') || edit.new_text.empty();
    if (!old_ends && new_ends) new_lines.emplace_back();  // the line's own end stays behind it
    while (anchor < old_lines.size() && without_ends(old_lines[anchor]).empty()) ++anchor;
  }
  TextLines olds, news;
  std::vector<std::string_view> old_lines, new_lines;
  std::size_t anchor = 0;  // the first line that can be told from others
};

// One line of hunks and a shift as replacements in the file. Nothing: a line cannot be indented.
std::optional<FoundStretch> replaced(const TextLines& lines, std::size_t first,
                                     const GivenLines& given, const IndentShift& shift) {
  const std::size_t count = given.old_lines.size();
  FoundStretch stretch{.begin = lines.at(first).begin, .end = lines.at(first + count - 1).next};
  for (const LineHunk& hunk : line_hunks(given.old_lines, given.new_lines)) {
    const std::size_t from = first + hunk.old_begin, to = first + hunk.old_end;
    Replacement part{.begin = from < lines.size() ? lines.at(from).begin : stretch.end,
                     .end = to > from ? lines.at(to - 1).next : 0,
                     .text = {}};
    part.end = std::max(part.end, part.begin);
    std::string_view line_end = lines.end_of(std::min(from, lines.size() - 1));
    if (line_end.empty()) line_end = lines.size() > 1 ? lines.end_of(0) : "\n";
    for (std::size_t j = hunk.new_begin; j < hunk.new_end; ++j) {
      const auto line = shift.applied(given.new_lines[j]);
      if (!line) return std::nullopt;
      part.text += *line;
      part.text += line_end;
    }
    // The last line of a file may have no end: what comes after it, or in its place, has none.
    const std::size_t last = lines.size() - 1;
    if (lines.end_of(last).empty()) {
      if (from == lines.size() && !part.text.empty()) {
        part.text.insert(0, line_end);
        part.text.resize(part.text.size() - line_end.size());
      } else if (to == lines.size() && to > from && !part.text.empty()) {
        part.text.resize(part.text.size() - line_end.size());
      }
    }
    stretch.replacements.push_back(std::move(part));
  }
  return stretch;
}

enum class Indents { kSame, kShifted };

// The shift between the lines given and those from `first` on; nothing where they are not the same.
std::optional<IndentShift> shift_at(const TextLines& lines, std::size_t first,
                                    const GivenLines& given, Indents indents, std::size_t unit) {
  IndentShift::Pairs pairs;
  for (std::size_t i = 0; i < given.old_lines.size(); ++i) {
    const std::string_view old_line = given.old_lines[i], line = lines[first + i];
    const std::string_view words = without_ends(old_line);
    if (words != without_ends(line)) return std::nullopt;
    if (words.empty()) continue;
    pairs.emplace_back(indent_of(old_line), indent_of(line));
    if (indents == Indents::kSame && pairs.back().first != pairs.back().second) return std::nullopt;
  }
  return IndentShift::of(pairs, unit);
}

Result<FoundStretches> find_lines(std::string_view text, const TextEdit& edit, Indents indents) {
  FoundStretches found;
  const GivenLines given(edit);
  const TextLines lines(text);
  const std::size_t count = given.old_lines.size();
  if (given.anchor >= count || count > lines.size()) return found;
  const std::string_view anchor = without_ends(given.old_lines[given.anchor]);
  const std::size_t unit = indent_unit(edit.old_text + "\n" + edit.new_text);
  std::size_t steps = 0;
  for (std::size_t first = 0; first + count <= lines.size() && steps < kMostSteps; ++first) {
    if (without_ends(lines[first + given.anchor]) != anchor) continue;
    steps += count;
    const auto shift = shift_at(lines, first, given, indents, unit);
    if (!shift) continue;
    auto stretch = replaced(lines, first, given, *shift);
    if (!stretch)
      return fail("edit_unclear",
                  fmt::format("`old` is at line {} with another indentation, and a line of `new` "
                              "cannot be indented by the same rule.",
                              first + 1),
                  {}, "Read those lines and give `old` and `new` indented as the file is.");
    add(found, std::move(*stretch));
  }
  found.note = indents == Indents::kSame
                   ? "Spaces at the ends of lines differ from `old`; lines that did not change "
                     "were left as they are."
                   : "The indentation differs from `old`; `new` was indented as the file is.";
  return found;
}

}  // namespace

Result<FoundStretches> find_stretches(std::string_view text, const TextEdit& edit) {
  if (edit.old_text.empty()) return FoundStretches{};
  FoundStretches found = find_exact(text, edit);
  if (!found.places.empty()) return found;
  found = find_other_ends(text, edit);
  if (!found.places.empty()) return found;
  found = TRY(find_lines(text, edit, Indents::kSame));
  if (!found.places.empty()) return found;
  return find_lines(text, edit, Indents::kShifted);
}

}  // namespace fm
