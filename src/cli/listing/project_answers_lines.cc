// The questions of a project, and what the person said to them (project_looks.h).
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "base/text.h"
#include "cli/listing/project_looks.h"
#include "cli/text/marks.h"
#include "cli/view/notes.h"

namespace fm::cli {
namespace {

constexpr std::size_t kMark = 3;  // columns: "1. "

void add_hanging(Lines& lines, std::string_view mark, std::string_view text, TextStyle style,
                 std::size_t columns) {
  std::string before = fmt::format("{:<3}", mark);
  for (const std::string& row : wrap(text, columns > kMark + 8 ? columns - kMark : columns))
    lines.push_back(Line(std::exchange(before, std::string(kMark, ' '))).add(row, style));
}

std::string answer_text(const ProjectQuestion& question) {
  const std::string otherwise =
      question.fallback.empty() ? std::string() : " Until you answer: " + question.fallback;
  if (question.open()) return "Open." + otherwise;
  switch (*question.end) {
    case QuestionEnd::kYouDecide:
      return "The team decides." + otherwise;
    case QuestionEnd::kDropped:
      return "Left open." + otherwise;
    case QuestionEnd::kAnswered:
      break;
  }
  return question.answer;
}

}  // namespace

Lines project_answers_lines(const Project& project, std::size_t columns, Charset charset) {
  Lines lines;
  int newest = 0;
  for (const ProjectQuestion& question : project.questions) {
    const int number = project.number_of(question);
    newest = std::max(newest, number);
    const std::string mark = number > 0 ? fmt::format("{}.", number) : "-";
    const auto text =
        one_line(question.text, charset) + " (" + mark_of(question.agent, charset).name + ")";
    add_hanging(lines, mark, text, kPlain, columns);
    add_hanging(lines, "", one_line(answer_text(question), charset),
                question.open() ? kAsk : kQuiet, columns);
  }
  if (newest > 0)
    append(lines, marked_lines("-", fmt::format("To correct one: /answers {}: new words", newest),
                               kQuiet, columns, charset));
  return lines;
}

}  // namespace fm::cli
