// What went wrong, what it cost, and where the report's data come from.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/report/report_html.h"
#include "app/report/report_page.h"
#include "base/text.h"

namespace fm {
namespace {

struct Column {
  std::string_view name;
  std::string text;
};

std::vector<Column> columns(const AgentCost& cost, int money_digits) {
  return {{"turns", thousands(cost.turns)},
          {"tokens in", thousands(cost.usage.input)},
          {"cached", thousands(cost.usage.cached)},
          {"tokens out", thousands(cost.usage.output)},
          {"reasoning", thousands(cost.usage.reasoning)},
          {"time", duration_text(cost.total)},
          {"cost", money_text(cost.cost, money_digits)}};
}

void append_cells(std::string& out, const AgentCost& cost, int money_digits) {
  for (const Column& column : columns(cost, money_digits)) {
    out += fmt::format("<td role=\"cell\" class=\"num\" data-label=\"{}\">{}</td>", column.name,
                       column.text);
  }
  out += "</tr>\n";
}

AgentCost total_of(const ReportPage& page) {
  AgentCost total;
  total.usage = page.view.usage();
  total.cost = page.view.cost();
  for (const AgentCost& cost : page.facts.costs) {
    total.turns += cost.turns;
    total.total += cost.total;
  }
  return total;
}

void append_fact(std::string& out, std::string_view name, const std::string& html) {
  if (!html.empty()) out += fmt::format("<div><dt>{}</dt><dd>{}</dd></div>\n", name, html);
}

std::string models_html(const ReportPage& page) {
  if (page.facts.flow == nullptr) return {};
  std::vector<std::string> models;
  for (const auto& [model, host] : page.facts.flow->endpoints)
    models.push_back(one_line(model, 80) +
                     (host.empty() || host == model ? "" : " at " + one_line(host, 80)));
  return join(models, "<br>");
}

std::string ending_text(const ReportFacts& facts) {
  switch (facts.ending) {
    case Ending::kEmpty:
      return "not begun";
    case Ending::kRunning:
      return "under way";
    case Ending::kPaused:
      return "paused";
    case Ending::kDone:
      return "finished";
    case Ending::kStopped:
      return "stopped";
    case Ending::kError:
      return "ended in an error";
  }
  return {};
}

}  // namespace

void append_warnings(ReportPage& page) {
  if (page.view.warnings.empty()) return;
  std::string& out = page.out;
  out +=
      "<section id=\"warnings\" aria-labelledby=\"warnings-h\"><h2 "
      "id=\"warnings-h\">Warnings</h2>\n"
      "<ul class=\"warnings\">";
  for (const RoomWarning& warning : page.view.warnings) {
    const Error& error = warning.error;
    out += "<li><p dir=\"auto\"><strong>" + escaped(error.message) + "</strong></p>";
    if (!error.cause.empty()) out += "<p dir=\"auto\">" + escaped(error.cause) + "</p>";
    if (!error.cure.empty()) out += "<p dir=\"auto\">" + escaped(error.cure) + "</p>";
    out += "<p class=\"meta marks\"><code>" + one_line(error.code, 60) + "</code> " +
           time_html(warning.at) + "</p></li>\n";
  }
  out += "</ul></section>\n";
}

void append_costs(ReportPage& page) {
  if (page.facts.costs.empty()) return;
  std::string& out = page.out;
  const AgentCost total = total_of(page);
  const int money_digits = total.cost.value < 10'000'000 ? 4 : 2;
  out +=
      "<section id=\"cost\" aria-labelledby=\"cost-h\"><h2 id=\"cost-h\">Cost</h2>\n"
      "<table role=\"table\" class=\"costs stack\"><caption>Tokens, time and money by agent. "
      "Cached "
      "tokens are part of those that went in, reasoning of those that came out.</caption>\n"
      "<thead role=\"rowgroup\"><tr role=\"row\"><th role=\"columnheader\" "
      "scope=\"col\">agent</th>";
  for (const Column& column : columns({}, money_digits))
    out +=
        fmt::format("<th role=\"columnheader\" scope=\"col\" class=\"num\">{}</th>", column.name);
  out += "</tr></thead>\n<tbody role=\"rowgroup\">\n";
  for (const AgentCost& cost : page.facts.costs) {
    out += fmt::format("<tr role=\"row\"><th role=\"rowheader\" scope=\"row\">{}{}",
                       page.looks.mark(cost.agent), page.looks.of(cost.agent).name);
    if (cost.failed > 0)
      out +=
          fmt::format(" <span class=\"label danger\">{} failed</span>", number_word(cost.failed));
    out += "</th>";
    append_cells(out, cost, money_digits);
  }
  out +=
      "</tbody>\n<tfoot role=\"rowgroup\"><tr role=\"row\"><th role=\"rowheader\" "
      "scope=\"row\">all</th>";
  append_cells(out, total, money_digits);
  out += "</tfoot></table></section>\n";
}

void append_about(ReportPage& page) {
  std::string& out = page.out;
  const RoomView& view = page.view;
  const FlowRecord* flow = page.facts.flow;
  out += "<footer><h2>About this report</h2><dl>\n";
  append_fact(out, "State", ending_text(page.facts));
  if (flow != nullptr && flow->started_at.value > 0)
    append_fact(out, "Began", time_html(flow->started_at));
  if (flow != nullptr && flow->finished_at.value > 0)
    append_fact(out, "Ended", time_html(flow->finished_at));
  append_fact(out, "Models", models_html(page));
  if (!view.team.empty()) append_fact(out, "Team", one_line(view.team, 80));
  if (flow != nullptr) append_fact(out, "Preset", one_line(text_at(flow->args, "preset"), 40));
  append_fact(out, "Room", "<code>" + one_line(view.id.value, 80) + "</code>");
  append_fact(out, "Made from",
              count_text(view.head.value, "event", "events") + " of the room’s log");
  out +=
      "</dl>\n<p>Made by Folkmoot from the room’s log alone. It runs no scripts and loads "
      "nothing.</p></footer>\n";
}

}  // namespace fm
