#include "app/report/report.h"

#include <fmt/format.h>

#include "app/report/report_html.h"
#include "app/report/report_page.h"
#include "app/report/report_verdict.h"
#include "base/text.h"

namespace fm {
namespace {

constexpr std::size_t kLongTopic = 200;  // bytes; a longer topic is repeated whole under its head

constexpr std::string_view kHead = R"(<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
)";

constexpr std::string_view kRehearsal =
    "<aside class=\"ribbon\" aria-label=\"Rehearsal\"><strong>A rehearsal.</strong> These are "
    "rehearsed "
    "words, from a script and not from a model. Connect a model to hear real ones.</aside>\n";

void append_head(ReportPage& page) {
  page.out += kHead;
  page.out += fmt::format("<title>{} · Folkmoot report</title>\n<style>\n",
                          one_line(page.facts.topic, 120));
  page.out += report_style();
  page.out +=
      "</style>\n</head>\n<body>\n<a class=\"skip\" href=\"#report\">Skip to the report</a>\n";
}

void append_masthead(ReportPage& page) {
  std::string& out = page.out;
  const ReportFacts& facts = page.facts;
  const RoomView& view = page.view;
  out += "<header class=\"masthead\"><p class=\"kicker\">Folkmoot · ideation report</p>\n<h1>";
  out += facts.topic.empty() ? "A room without a topic" : isolated(facts.topic, kLongTopic);
  out += "</h1>\n";
  if (facts.topic.size() > kLongTopic) {
    out += "<details><summary>The whole topic</summary><div class=\"prose\">" +
           paragraphs(facts.topic) + "</div></details>\n";
  }
  std::vector<std::string> parts;
  const UtcMs at = facts.flow != nullptr ? facts.flow->started_at : view.created_at;
  if (at.value > 0) parts.push_back(time_html(at));
  const auto add = [&](std::int64_t number, std::string_view one, std::string_view many) {
    if (number > 0)
      parts.push_back(fmt::format("{} {}", thousands(number), number == 1 ? one : many));
  };
  add(facts.agents, "agent", "agents");
  add(facts.rounds, "round", "rounds");
  add(static_cast<std::int64_t>(facts.ranking.size()), "idea", "ideas");
  add(static_cast<std::int64_t>(view.messages.size()), "message", "messages");
  if (facts.flow != nullptr && facts.flow->finished_at > facts.flow->started_at)
    parts.push_back(duration_text(facts.flow->finished_at - facts.flow->started_at));
  if (view.cost().value > 0)
    parts.push_back(money_text(view.cost(), view.cost().value < 10'000 ? 4 : 2));
  out +=
      "<p class=\"facts\">" + join(parts, "<span class=\"dot\"> · </span>") + "</p>\n</header>\n";
}

// Links to the sections that are there, which the page so far tells.
void append_contents(ReportPage& page, const std::string& sections) {
  struct Entry {
    std::string_view id;
    std::string_view name;
  };
  const bool decided = page.facts.chosen() != nullptr;
  const Entry entries[] = {{"summary", "Summary"},
                           {"chosen", "The chosen idea"},
                           {"scores", "Scores"},
                           {"ideas", decided ? "Why the others lost" : "The ideas so far"},
                           {"timeline", "Who said what"},
                           {"warnings", "Warnings"},
                           {"cost", "Cost"}};
  page.out += "<nav aria-label=\"Contents\"><ul>";
  for (const Entry& entry : entries) {
    if (!sections.contains(fmt::format("<section id=\"{}\"", entry.id))) continue;
    page.out += fmt::format("<li><a href=\"#{}\">{}</a></li>", entry.id, entry.name);
  }
  page.out += "</ul></nav>\n";
}

void append_error(std::string& out, const Error& error) {
  out += "<div class=\"notice danger\" dir=\"auto\"><p><strong>" + escaped(error.message) +
         "</strong></p>";
  if (!error.cause.empty()) out += "<p>" + escaped(error.cause) + "</p>";
  if (!error.cure.empty()) out += "<p>" + escaped(error.cure) + "</p>";
  if (!error.code.empty())
    out += "<p class=\"meta\"><code>" + one_line(error.code, 60) + "</code></p>";
  out += "</div>\n";
}

// How it stands when it did not come to its end: in words, with what to do.
void append_state(ReportPage& page) {
  std::string& out = page.out;
  const FlowRecord* flow = page.facts.flow;
  const std::string resume =
      "<code>folkmoot resume " + one_line(page.view.id.value, 80) + "</code>";
  switch (page.facts.ending) {
    case Ending::kEmpty:
      out +=
          "<p class=\"notice slate\">The discussion has not begun. This page will hold its ideas, "
          "scores "
          "and choice.</p>\n";
      break;
    case Ending::kRunning:
      out +=
          "<p class=\"notice slate\"><strong>Not finished.</strong> The discussion was under way "
          "when this "
          "page was made; here is what there is so far.</p>\n";
      break;
    case Ending::kPaused:
      out +=
          "<div class=\"notice amber\"><p><strong>Not finished: the discussion is "
          "paused.</strong> " +
          escaped(flow->detail) + "</p><p>To go on: " + resume + " <span class=\"meta\">(<code>" +
          one_line(flow->why, 60) + "</code>)</span></p></div>\n";
      break;
    case Ending::kStopped:
      out += "<p class=\"notice amber\"><strong>Stopped before its end.</strong> " +
             escaped(flow->why) + " Here is what was said until then.</p>\n";
      break;
    case Ending::kError:
      if (flow->error) append_error(out, *flow->error);
      break;
    case Ending::kDone:
      break;
  }
  for (const OpenGate& gate : page.view.gates) {
    out += "<p class=\"notice amber\"><strong>Waits for an answer.</strong> <bdi>" +
           escaped(gate.question) + "</bdi></p>\n";
  }
}

void append_summary(ReportPage& page) {
  std::string& out = page.out;
  out +=
      "<section id=\"summary\" aria-labelledby=\"summary-h\"><h2 id=\"summary-h\">Summary</h2>\n";
  if (page.facts.ending != Ending::kEmpty) {
    const std::string words = join(summary_sentences(page.view, page.facts), " ");
    out += "<p class=\"summary\" dir=\"auto\">" + words;
    if (const std::size_t count = page.view.warnings.size(); count > 0) {
      out += fmt::format(" <a href=\"#warnings\">{}</a>.",
                         count == 1 ? "One warning was recorded"
                                    : fmt::format("{} warnings were recorded",
                                                  thousands(static_cast<std::int64_t>(count))));
    }
    out += "</p>\n";
  }
  append_state(page);
  out += "</section>\n";
}

}  // namespace

std::string render_report(const RoomView& view, const ReportOptions& options) {
  const ReportFacts facts = report_facts(view, options.threshold);
  const Looks looks(view, options.agent_names);

  std::string sections;
  ReportPage body{view, facts, options, looks, sections};
  append_summary(body);
  append_chosen(body);
  append_scores(body);
  append_others(body);
  append_timeline(body);
  append_warnings(body);
  append_costs(body);

  std::string out;
  ReportPage page{view, facts, options, looks, out};
  append_head(page);
  append_shapes(out);
  if (view.rehearsed()) out += kRehearsal;
  out += "<div class=\"page\">\n";
  append_masthead(page);
  append_contents(page, sections);
  out += "<main id=\"report\">\n" + sections + "</main>\n";
  append_about(page);
  out += "</div>\n</body>\n</html>\n";
  return out;
}

}  // namespace fm
