// What was said and decided in a project (project_looks.h).
#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "cli/listing/project_looks.h"
#include "cli/text/markdown.h"
#include "cli/text/marks.h"
#include "cli/text/readable.h"

namespace fm::cli {
namespace {

constexpr std::size_t kTime = 5;
constexpr std::size_t kWidestName = 16;
constexpr std::size_t kNarrowest = 24;  // columns that words need beside a name
constexpr std::size_t kRows = 6;        // of one entry

struct LogLook {
  std::string_view shape;
  std::string_view ascii;
  TextStyle style;
};

// By LogMark. Each has a shape of its own, since colour alone tells nothing in a pipe.
constexpr std::array<LogLook, 6> kLooks{{
    {"-", "-", kQuiet},
    {"?", "?", kAsk},
    {">", ">", kStrong},
    {"+", "+", kGood},
    {"#", "#", kStrong},
    {"»", "=", kQuiet},
}};

bool is_person(const RoomView& room, const ProjectLogLine& line) {
  if (line.mark == LogMark::kAnswer) return true;
  return std::ranges::any_of(room.messages, [&](const Message& message) {
    return message.kind == "user" && message.from == line.agent;
  });
}

// The lines at the top of a document that are for programs.
std::string_view without_front_matter(std::string_view text) {
  constexpr std::string_view kEnd = "\n---\n";
  const std::size_t end = text.starts_with(kEnd.substr(1)) ? text.find(kEnd) : text.npos;
  return end == text.npos ? text : text.substr(end + kEnd.size());
}

Lines words_of(const ProjectLogLine& line, std::size_t columns, Charset charset) {
  const Readable text = readable(without_front_matter(line.text), JsonAs::kAll);
  Lines rows = lay_out(shown(text.prose, charset), columns);
  std::erase_if(rows, [](const Line& row) { return row.spans.empty(); });
  if (rows.empty()) rows.emplace_back("(nothing)", kQuiet);
  if (rows.size() > kRows) {
    rows.resize(kRows);
    rows.back() = cut_off(rows.back(), columns, charset);
  }
  return rows;
}

class LogLines {
 public:
  LogLines(const RoomView& room, const std::vector<ProjectLogLine>& log, std::size_t columns,
           Charset charset)
      : room_(room), columns_(columns), charset_(charset) {
    for (const ProjectLogLine& line : log)
      name_ = std::clamp(width(who(line).text), name_, kWidestName);
  }

  void add(const ProjectLogLine& line) {
    const std::string at = to_local_time(line.at);
    const std::string day = at.substr(0, 10);
    if (std::exchange(day_, day) != day) {
      if (!lines_.empty()) lines_.emplace_back();
      lines_.emplace_back(day, kQuiet);
    }
    const LogLook& look = kLooks[static_cast<std::size_t>(line.mark)];
    Line head(at.substr(11) + "  ", kQuiet);
    head.add(charset_ == Charset::kUtf8 ? look.shape : look.ascii, look.style).add(" ", look.style);
    const Span name = who(line);
    const std::size_t left = kTime + 2 + 2 + name_ + 2;
    if (columns_ < left + kNarrowest) return add_below(head, name, line);
    head.add(column(name.text, name_, charset_), name.style).add("  ");
    for (const Line& row : words_of(line, columns_ - left, charset_)) {
      for (const Span& span : row.spans) head.add(span.text, span.style);
      lines_.push_back(std::exchange(head, Line(std::string(left, ' '))));
    }
  }

  Lines take() { return std::move(lines_); }

 private:
  Span who(const ProjectLogLine& line) const {
    if (is_person(room_, line)) return {one_line(line.agent, charset_), kStrong};
    const Mark mark = mark_of(line.agent, charset_);
    return {mark.name, mark.style};
  }

  void add_below(Line head, const Span& name, const ProjectLogLine& line) {
    lines_.push_back(cut(head.add(name.text, name.style), columns_, charset_));
    for (const Line& row : words_of(line, columns_ > 22 ? columns_ - 2 : 20, charset_)) {
      Line below("  ");
      for (const Span& span : row.spans) below.add(span.text, span.style);
      lines_.push_back(std::move(below));
    }
  }

  const RoomView& room_;
  std::size_t columns_;
  Charset charset_;
  std::size_t name_ = 1;
  std::string day_;
  Lines lines_;
};

}  // namespace

Lines project_log_lines(const RoomView& room, const std::vector<ProjectLogLine>& log,
                        std::size_t columns, Charset charset) {
  LogLines lines(room, log, columns, charset);
  for (const ProjectLogLine& line : log) lines.add(line);
  return lines.take();
}

}  // namespace fm::cli
