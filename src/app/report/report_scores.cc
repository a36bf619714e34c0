#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/report/report_html.h"
#include "app/report/report_page.h"
#include "team/room/panel.h"

namespace fm {
namespace {

constexpr int kColumns = 8;  // and one more where several have scored

bool has_spread(const ReportFacts& facts) {
  return std::ranges::any_of(facts.ranking, [](const RankedIdea& standing) {
    return standing.idea->score && standing.idea->score->spread;
  });
}

// The best value of each criterion among those that could win: it is set bold.
std::array<int, 5> best_values(const ReportFacts& facts) {
  std::array<int, 5> best = {-1, -1, -1, -1, -1};
  for (const RankedIdea& standing : facts.ranking) {
    if (standing.rank == 0) continue;
    for (std::size_t i = 0; i < best.size(); ++i)
      best[i] = std::max(best[i], standing.idea->score->criteria[i].value_or(-1));
  }
  return best;
}

// Two digits for a whole column when one of its numbers needs two, so that the column lines up.
struct Digits {
  std::array<int, 5> criteria = {1, 1, 1, 1, 1};
  int overall = 1;
};

Digits digits_of(const ReportFacts& facts) {
  Digits digits;
  for (const RankedIdea& standing : facts.ranking) {
    if (!standing.idea->score) continue;
    if (standing.idea->score->score % 10 != 0) digits.overall = 2;
    for (std::size_t i = 0; i < kCriteria.size(); ++i) {
      if (standing.idea->score->criteria[i].value_or(0) % 10 != 0) digits.criteria[i] = 2;
    }
  }
  return digits;
}

// A number with a bar under it: read first, compared second.
void append_value(std::string& out, std::string_view name, std::optional<int> value, int digits,
                  bool best) {
  out += fmt::format("<td role=\"cell\" class=\"num{}\" data-label=\"{}\">", best ? " best" : "",
                     name);
  if (!value) {
    out += "<span class=\"none\">–</span></td>";
    return;
  }
  out += fmt::format(
      "<span class=\"value\">{}</span><svg class=\"bar\" viewBox=\"0 0 100 4\" "
      "preserveAspectRatio=\"none\" aria-hidden=\"true\"><rect class=\"track\" width=\"100\" "
      "height=\"4\"/><rect width=\"{}\" height=\"4\"/></svg></td>",
      score_text(*value, digits), std::clamp(*value, 0, 1000) / 10);
}

void append_row(ReportPage& page, const RankedIdea& standing, std::size_t number,
                const std::array<int, 5>& best, Digits digits) {
  std::string& out = page.out;
  const Idea& idea = *standing.idea;
  out +=
      fmt::format("<tr role=\"row\"{}><td role=\"cell\" class=\"rank\" data-label=\"rank\">{}</td>",
                  standing.chosen ? " class=\"chosen\"" : "",
                  standing.rank > 0 ? std::to_string(standing.rank) : "–");
  out += fmt::format("<th role=\"rowheader\" scope=\"row\"><a href=\"#i{}\">{}</a>", number,
                     isolated(idea.now().title, 120));
  if (standing.chosen) out += " <span class=\"label moss\">chosen</span>";
  // The line across the table says what is below the threshold; the rest is with each idea.
  for (const std::string& flag : standing.flags) {
    if (flag != "below_threshold" && flag != "clamped")
      out += " " + flag_label(idea, flag, page.facts.threshold);
  }
  out += "</th>";
  for (std::size_t i = 0; i < kCriteria.size(); ++i) {
    const std::optional<int> value = idea.score ? idea.score->criteria[i] : std::nullopt;
    append_value(out, kCriteria[i], value, digits.criteria[i],
                 standing.rank > 0 && value && *value == best[i]);
  }
  out += fmt::format("<td role=\"cell\" class=\"num overall\" data-label=\"overall\">{}</td>",
                     idea.score ? score_text(idea.score->score, digits.overall) : "–");
  if (has_spread(page.facts))
    out += fmt::format("<td role=\"cell\" class=\"num\" data-label=\"spread\">{}</td>",
                       idea.score && idea.score->spread ? score_text(*idea.score->spread, 2) : "–");
  out += "</tr>\n";
}

// Where the table crosses the threshold, a line says so.
bool crosses(const ReportFacts& facts, const RankedIdea* above, const RankedIdea& below) {
  if (!facts.threshold || below.rank == 0) return false;
  const bool passed_above =
      above == nullptr || (above->rank > 0 && above->idea->score->score >= *facts.threshold);
  return passed_above && below.idea->score->score < *facts.threshold;
}

std::string caption(const ReportPage& page) {
  std::string text = "From 0 to 10, the best first; the best value of each column is bold.";
  if (has_spread(page.facts)) {
    text += fmt::format(
        " Several have scored: the numbers are means, the spread lies between the highest and the "
        "lowest; from {} on an idea is contested.",
        score_text(kContestedSpread));
  } else {
    for (const RankedIdea& standing : page.facts.ranking) {
      if (!standing.idea->score || standing.idea->score->scorer.empty()) continue;
      text += fmt::format(" Scored by the {}.", one_line(standing.idea->score->scorer, 60));
      break;
    }
  }
  if (page.facts.threshold)
    text += fmt::format(" Threshold {}.", score_text(*page.facts.threshold));
  return text;
}

}  // namespace

std::string flag_label(const Idea& idea, std::string_view flag, std::optional<int> threshold) {
  std::string tone = "amber";
  std::string words;
  if (flag == "below_threshold") {
    words = threshold ? "below " + score_text(*threshold) : "below the threshold";
  } else if (flag == "unscored") {
    words = "not scored";
  } else if (flag == "contested") {
    words = "contested";
    if (idea.score && idea.score->spread) words += ", spread " + score_text(*idea.score->spread);
  } else if (flag == "clamped") {
    words = "a score was out of range";
  } else if (flag == "pinned") {
    words = "pinned";
    tone = "slate";
  } else if (flag == "vetoed") {
    words = "vetoed";
    tone = "danger";
  } else {
    words = one_line(flag, 40);
    std::ranges::replace(words, '_', ' ');
  }
  return fmt::format("<span class=\"label {}\">{}</span>", tone, words);
}

void append_scores(ReportPage& page) {
  std::string& out = page.out;
  const ReportFacts& facts = page.facts;
  if (std::ranges::none_of(facts.ranking,
                           [](const RankedIdea& one) { return one.idea->score.has_value(); }))
    return;
  out += "<section id=\"scores\" aria-labelledby=\"scores-h\"><h2 id=\"scores-h\">Scores</h2>\n";
  out += "<table role=\"table\" class=\"scores stack\"><caption>" + caption(page) + "</caption>\n";
  out +=
      "<thead role=\"rowgroup\"><tr role=\"row\"><th role=\"columnheader\" scope=\"col\">rank</th>"
      "<th role=\"columnheader\" scope=\"col\">idea</th>";
  for (const std::string_view name : kCriteria)
    out += fmt::format("<th role=\"columnheader\" scope=\"col\" class=\"num\">{}</th>", name);
  out += "<th role=\"columnheader\" scope=\"col\" class=\"num\">overall</th>";
  if (has_spread(facts)) out += "<th role=\"columnheader\" scope=\"col\" class=\"num\">spread</th>";
  out += "</tr></thead>\n<tbody role=\"rowgroup\">\n";
  const std::array<int, 5> best = best_values(facts);
  const Digits digits = digits_of(facts);
  const RankedIdea* above = nullptr;
  for (std::size_t i = 0; i < facts.ranking.size(); ++i) {
    const RankedIdea& standing = facts.ranking[i];
    if (crosses(facts, above, standing)) {
      out += fmt::format(
          "<tr role=\"row\" class=\"threshold\"><td role=\"cell\" colspan=\"{}\">"
          "below the threshold of {}</td></tr>\n",
          kColumns + (has_spread(facts) ? 1 : 0), score_text(*facts.threshold));
    }
    append_row(page, standing, i, best, digits);
    above = &standing;
  }
  out += "</tbody></table></section>\n";
}

}  // namespace fm
