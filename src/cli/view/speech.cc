#include "cli/view/speech.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/figures.h"
#include "base/text.h"
#include "cli/text/marks.h"
#include "cli/text/readable.h"
#include "cli/text/short_files.h"
#include "cli/view/conversation_wording.h"

namespace fm::cli {
namespace {

constexpr std::size_t kIndent = 2;

// What these say in JSON is shown as a table of ideas. A message goes by its kind, a turn by its
// task; the agent tells for repairs.
constexpr std::array<std::string_view, 6> kListTasks = {
    "ideation", "ideate", "ideate_later", "validation", "validate", "validate_missing"};

constexpr std::array<std::string_view, 3> kQuestionMarks = {"?", "？", "؟"};

bool speaks_in_lists(const Speech& speech) {
  return std::ranges::find(kListTasks, speech.task) != kListTasks.end() ||
         speech.agent == "ideation" || speech.agent == "moderator";
}

std::string size_text(std::size_t bytes) {
  return bytes < 1024 ? fmt::format("{} bytes", bytes) : fmt::format("{} KB", bytes / 1024);
}

// A question is seen to be one without its words being read, and without colour.
void add_indented(Lines& lines, const Lines& rows, bool asks) {
  for (const Line& row : rows) {
    Line line;
    if (asks && !row.spans.empty()) {
      line.add("? ", {.colour = kAsk.colour, .bold = true});
      asks = false;
    } else if (!row.spans.empty()) {
      line.add(std::string(kIndent, ' '));
    }
    for (const Span& span : row.spans) line.add(span.text, span.style);
    lines.push_back(std::move(line));
  }
}

// "Vote: agree" and its reason stand in lines of their own, and read as one sentence after another.
std::string vote_text(std::string_view text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  std::string_view first = trim(text.substr(0, end));
  const std::size_t colon = first.find(':');
  if (colon == first.npos || fold(first.substr(0, colon)) != "vote") return std::string(text);
  first = trim(first.substr(colon + 1));
  while (first.ends_with('.') || first.ends_with('*')) first.remove_suffix(1);
  while (first.starts_with('*') || first.starts_with(' ')) first.remove_prefix(1);
  if (first.empty()) return std::string(trim(text.substr(end)));
  std::string vote(first);
  if (vote.front() >= 'a' && vote.front() <= 'z')
    vote.front() = static_cast<char>(vote.front() - 'a' + 'A');
  return fmt::format("**{}.** {}", vote, trim(text.substr(end)));
}

// A review begins with facts for programs between two rules; people read what comes after.
std::string_view after_front_matter(std::string_view text) {
  constexpr std::string_view kRule = "---\n";
  if (!text.starts_with(kRule)) return text;
  const std::size_t end = text.find("\n---\n", kRule.size() - 1);
  return end == text.npos ? text : text.substr(end + kRule.size() + 1);
}

Lines list_lines(const Speech& speech, const std::vector<std::string>& titles, std::size_t columns,
                 Charset charset, Growth growth) {
  if (titles.empty()) return {};
  if (growth == Growth::kDone) {
    return {Line(
        fmt::format("{}{} idea{}{}", speech.task == "validation" ? "Scores for " : "",
                    titles.size(), titles.size() == 1 ? "" : "s", speech.interrupted ? "" : ":"),
        kQuiet)};
  }
  Lines rows;
  for (const std::string& title : titles)
    rows.emplace_back(cut("- " + one_line(title, charset), columns, charset), kQuiet);
  return rows;
}

// The line without its first visible characters, but with its indentation.
Line without_start(const Line& line, std::size_t characters) {
  const std::string text = plain(line);
  const std::size_t indent = std::min(text.find_first_not_of(' '), text.size());
  std::size_t at = indent;
  for (; at < text.size() && (characters > 0 || text[at] == ' '); ++at)
    if (text[at] != ' ') --characters;
  Line rest(std::string(indent, ' '));
  for (const Span& span : slice(line, at).spans) rest.add(span.text, span.style);
  return rest;
}

}  // namespace

std::string person_name(std::string_view who, std::string_view me, std::string_view channel) {
  const std::string_view name = who == me ? "You" : who;
  return channel.empty() ? std::string(name) : fmt::format("{} ({})", name, channel);
}

std::string_view manner_of(const Speech& speech) {
  if (speech.person) return {};
  // Whoever was asked for a question and has none does not ask.
  const bool is_question = kind_of(speech.task) == "question" && !speech.is_open;
  const auto asks = [&](std::string_view mark) { return speech.text.contains(mark); };
  if (is_question && std::ranges::none_of(kQuestionMarks, asks)) return {};
  return manner_of(speech.task);
}

std::string speaker_of(const Speech& speech) {
  std::string speaker = speech.agent;
  if (const auto manner = manner_of(speech); !manner.empty()) speaker.append(" ").append(manner);
  return speaker;
}

Line speech_head(const Speech& speech, Charset charset) {
  Line line;
  if (speech.person) {
    line.add("> ", kStrong).add(one_line(speech.agent, charset), kStrong);
  } else {
    line = name_line(mark_of(speech.agent, charset));
  }
  if (const auto manner = manner_of(speech); !manner.empty()) line.add(" ").add(manner, kQuiet);
  if (speech.rehearsed) line.add("  (demo)", kQuiet);
  return line;
}

Lines speech_body(const Speech& speech, std::size_t columns, Charset charset, Growth growth) {
  const std::size_t measure = columns > kIndent + 8 ? columns - kIndent : columns;
  const bool lists = !speech.person && speaks_in_lists(speech);
  const std::string vote =
      !speech.person && kind_of(speech.task) == "vote" ? vote_text(speech.text) : std::string();
  const bool is_work = !speech.person && kind_of(speech.task) == "work";
  const std::string files = is_work ? with_short_files(speech.text) : std::string();
  const std::string_view said = is_work        ? std::string_view(files)
                                : vote.empty() ? after_front_matter(speech.text)
                                               : std::string_view(vote);
  const Readable text = readable(said, lists ? JsonAs::kLists : JsonAs::kAll);
  Lines rows = lay_out(shown(text.prose, charset), measure, growth);
  append(rows, list_lines(speech, text.titles, measure, charset, growth));
  if (text.page_bytes > 0)
    rows.emplace_back(fmt::format("A page of HTML, {}{}.", size_text(text.page_bytes),
                                  growth == Growth::kGrowing ? " so far" : ""),
                      kQuiet);
  if (rows.empty() && growth == Growth::kDone && !speech.interrupted)
    rows.emplace_back("(nothing)", kQuiet);
  if (speech.interrupted) rows.emplace_back("(interrupted)", kAsk);
  if (speech.cut) rows.emplace_back("(cut off here, before its end)", kAsk);
  Lines lines;
  const bool asks = kind_of(speech.task) == "question" && !manner_of(speech).empty();
  add_indented(lines, rows, asks);
  return lines;
}

Lines shortened(Lines body) {
  constexpr std::size_t kLong = 20;
  constexpr std::size_t kShown = 5;
  if (body.size() <= kLong) return body;
  const auto left = static_cast<std::int64_t>(body.size() - kShown);
  body.resize(kShown);
  body.push_back(Line("  ").add(fmt::format("[and {} more lines]", thousands(left)), kQuiet));
  return body;
}

bool ends_in_list(const Speech& speech) {
  return !speech.person && !speech.interrupted && speaks_in_lists(speech) &&
         !readable(speech.text, JsonAs::kLists).titles.empty();
}

std::string visible(const Lines& lines) {
  std::string out;
  for (const Line& line : lines) {
    if (line.spans.empty()) out += '\n';
    for (const Span& span : line.spans)
      for (const char c : span.text)
        if (c != ' ') out += c;
  }
  return out;
}

std::optional<Lines> rest_after(const Lines& lines, std::string_view out) {
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto here = lines.begin() + static_cast<std::ptrdiff_t>(i);
    if (out.empty()) return Lines(here, lines.end());
    const std::string row = visible({*here});
    const std::size_t common = std::min(row.size(), out.size());
    if (out.substr(0, common) != std::string_view(row).substr(0, common)) return std::nullopt;
    if (row.size() > common) {
      Lines rest(here, lines.end());
      rest.front() = without_start(rest.front(), common);
      return rest;
    }
    out.remove_prefix(common);
  }
  return Lines();
}

void Preview::add(const TurnDelta& delta) {
  if (delta.attempt < attempt) return;
  if (delta.attempt > attempt) {  // what the former attempt said is replaced
    attempt = delta.attempt;
    text.clear();
  }
  if (delta.offset > text.size()) text += " ... ";  // previews may be dropped on the way
  text.resize(delta.offset, ' ');
  text += delta.text;
}

}  // namespace fm::cli
