#include <fmt/format.h>

#include <utility>

#include "app/report/report_html.h"
#include "app/report/report_markdown.h"
#include "app/report/report_page.h"

namespace fm {
namespace {

constexpr std::size_t kExcerpt = 150;  // bytes of a closed message that are shown
constexpr std::size_t kShort = 280;    // a person's message up to this is open from the start

// What a message is, in a reader's word, where the log's kind only repeats who speaks.
std::string kind_word(std::string_view kind) {
  constexpr std::pair<std::string_view, std::string_view> kWords[] = {
      {"researcher", "research"},  {"ideation", "ideas"},    {"critic", "critique"},
      {"implementer", "practice"}, {"validation", "scores"}, {"selection", "choice"},
      {"visualization", "report"}};
  for (const auto& [known, word] : kWords) {
    if (known == kind) return std::string(word);
  }
  return one_line(kind, 40);
}

// The hour and minute alone: the date stands at the head of the page.
std::string clock_html(UtcMs at) {
  const std::string local = to_local_time(at);
  const std::size_t space = local.rfind(' ');
  return fmt::format("<time datetime=\"{}\">{}</time>", to_rfc3339(at),
                     space == std::string::npos ? local : local.substr(space + 1));
}

void append_body(ReportPage& page, const Message& message) {
  std::string& out = page.out;
  if (message.kind != "visualization") {
    out += "<div class=\"prose\">" + markdown_html(*message.text, 5) + "</div>";
    return;
  }
  // A page of a model's own: never shown inside this one (I-10).
  out += fmt::format(
      "<p class=\"prose\">A report of its own as HTML, {} bytes. It is kept apart from this "
      "page, because it is not checked.",
      thousands(static_cast<std::int64_t>(message.text->size())));
  if (!page.options.visual_file.empty())
    out += " It is beside this file: <code>" + one_line(page.options.visual_file, 200) + "</code>.";
  out += "</p>";
}

void append_message(ReportPage& page, const Message& message) {
  std::string& out = page.out;
  const bool person = message.kind == "user";
  const bool open = person && message.text->size() <= kShort;
  out += fmt::format("<li class=\"saying{}\">{}<details{}><summary><h4>{}</h4> <span class=\"to\">",
                     person ? " person" : "", page.looks.mark(message.from), open ? " open" : "",
                     page.looks.of(message.from).name);
  if (!person) out += kind_word(message.kind);
  if (!message.to.empty() && message.to != "team") out += " to " + one_line(message.to, 60);
  out += "</span>";
  if (message.interrupted) out += " <span class=\"label amber\">interrupted</span>";
  if (message.cut) out += " <span class=\"label amber\">cut off</span>";
  out += clock_html(message.at);
  if (message.kind == "visualization") {
    out += "<span class=\"excerpt\">A report of its own as HTML</span>";
  } else {
    out += "<span class=\"excerpt\" dir=\"auto\">" + markdown_excerpt(*message.text, kExcerpt) +
           "</span>";
  }
  out += "</summary>";
  append_body(page, message);
  out += "</details></li>\n";
}

void append_answer(ReportPage& page, const GateAnswer& answer) {
  std::string& out = page.out;
  out += fmt::format(
      "<li class=\"saying person\">{}<div class=\"answer\"><h4>{}</h4> <span>answered "
      "<strong>{}</strong></span>{}",
      page.looks.mark(answer.by), page.looks.of(answer.by).name, isolated(answer.answer, 120),
      clock_html(answer.at));
  out += "<p class=\"question\" dir=\"auto\">" + one_line(answer.question, 400) + "</p>";
  if (!answer.reason.empty())
    out += "<p class=\"reason\" dir=\"auto\">" + escaped(answer.reason) + "</p>";
  out += "</div></li>\n";
}

}  // namespace

void append_timeline(ReportPage& page) {
  if (page.facts.timeline.empty()) return;
  std::string& out = page.out;
  out +=
      "<section id=\"timeline\" aria-labelledby=\"timeline-h\"><h2 id=\"timeline-h\">Who said "
      "what</h2>\n";
  for (const Stretch& stretch : page.facts.timeline) {
    out += "<h3>" + stretch.title + "</h3>\n<ol class=\"timeline\">\n";
    for (const Saying& saying : stretch.sayings) {
      if (saying.message != nullptr) {
        append_message(page, *saying.message);
      } else {
        append_answer(page, *saying.answer);
      }
    }
    out += "</ol>\n";
  }
  out += "</section>\n";
}

}  // namespace fm
