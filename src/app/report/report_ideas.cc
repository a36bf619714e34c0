#include <fmt/format.h>

#include <algorithm>

#include "app/report/report_html.h"
#include "app/report/report_markdown.h"
#include "app/report/report_page.h"
#include "app/report/report_verdict.h"
#include "team/room/panel.h"

namespace fm {
namespace {

constexpr std::size_t kLongText = 6000;   // bytes
constexpr std::size_t kLongPoint = 2000;  // bytes of one pro or con that are shown
constexpr std::size_t kLongTitle = 240;   // bytes; a longer title is repeated whole in its text

void append_list(std::string& out, std::string_view heading, std::string_view kind,
                 const std::vector<std::string>& points) {
  if (points.empty()) return;
  out += fmt::format("<div class=\"points {}\"><h4>{}</h4><ul>", kind, heading);
  for (const std::string& point : points)
    out += "<li dir=\"auto\">" + one_line(point, kLongPoint) + "</li>";
  out += "</ul></div>\n";
}

void append_meta(ReportPage& page, const RankedIdea& standing) {
  std::string& out = page.out;
  const Idea& idea = *standing.idea;
  out += "<p class=\"meta marks\"><span class=\"id\">" + one_line(idea.id, 40) + "</span>";
  for (const std::string& flag : standing.flags)
    out += " " + flag_label(idea, flag, page.facts.threshold);
  if (idea.score && idea.score->revision < idea.now().revision)
    out += fmt::format(" <span class=\"label amber\">scored as revision {}</span>",
                       idea.score->revision);
  for (const std::string& tag : idea.now().tags)
    out += " <span class=\"tag\">" + isolated(tag, 60) + "</span>";
  out += "</p>\n";
}

// Its first sentence says how far it was behind, and stands out.
std::string verdict_html(std::string_view verdict) {
  const std::size_t end = std::min(verdict.find(". "), verdict.size() - 1) + 1;
  return fmt::format("<p class=\"verdict\"><strong>{}</strong>{}</p>\n", verdict.substr(0, end),
                     verdict.substr(end));
}

// Text of a length that a page bears stays open; more is folded behind its name.
std::string folded_html(std::string_view name, std::string_view markdown, int heading_level) {
  std::string html = markdown_html(markdown, heading_level);
  if (markdown.size() <= kLongText) return html;
  return fmt::format("<details><summary>{}, {} characters</summary>{}</details>\n", name,
                     thousands(static_cast<std::int64_t>(markdown.size())), html);
}

void append_text(ReportPage& page, const IdeaRevision& revision) {
  std::string& out = page.out;
  out += "<div class=\"prose\">";
  if (revision.title.size() > kLongTitle)
    out +=
        "<details><summary>The whole title</summary>" + paragraphs(revision.title) + "</details>";
  out += folded_html("The description", revision.description, 4);
  if (!revision.rationale.empty())
    out += "<h4>Rationale</h4>" + folded_html("The rationale", revision.rationale, 5);
  if (const Idea* base = page.view.idea(revision.builds_on))
    out += "<p class=\"meta\">Builds on " + isolated(base->now().title, 120) + ".</p>";
  out += "</div>\n";
}

// Every former wording, the first one first (I-5).
void append_revisions(std::string& out, const Idea& idea) {
  if (idea.revisions.size() < 2) return;
  out +=
      fmt::format("<details class=\"revisions\"><summary>{}</summary><ol>",
                  "How it changed: " + count_text(static_cast<std::int64_t>(idea.revisions.size()),
                                                  "revision", "revisions"));
  for (const IdeaRevision& revision : idea.revisions) {
    out +=
        fmt::format("<li><p class=\"meta\">Revision {}, round {}</p><p><strong>{}</strong></p>{}",
                    revision.revision, revision.round, isolated(revision.title, kLongTitle),
                    folded_html("The description", revision.description, 4));
    if (!revision.rationale.empty())
      out += "<h4>Rationale</h4>" + folded_html("The rationale", revision.rationale, 5);
    out += "</li>";
  }
  out += "</ol></details>\n";
}

// Of a panel what each of them gave (I-20).
void append_scorers(ReportPage& page, const Idea& idea) {
  if (idea.scores.size() < 2) return;
  page.out += "<p class=\"meta scorers\">Scored by ";
  bool first = true;
  for (const IdeaScore& score : idea.scores) {
    page.out += fmt::format("{}{} ({})", first ? "" : ", ",
                            isolated(scorer_name(score, idea.scores), 60), score_text(score.score));
    first = false;
  }
  page.out += ".</p>\n";
}

void append_judgement(ReportPage& page, const Idea& idea) {
  if (!idea.score) return;
  std::string& out = page.out;
  append_scorers(page, idea);
  if (!idea.score->pros.empty() || !idea.score->cons.empty()) {
    out += "<div class=\"for-against\">";
    append_list(out, "Pros", "pros", idea.score->pros);
    append_list(out, "Cons", "cons", idea.score->cons);
    out += "</div>\n";
  }
  if (idea.score->feedback.empty()) return;
  out += fmt::format("<div class=\"feedback\"><h4>{}{}</h4><div class=\"prose\">{}</div></div>\n",
                     page.looks.mark(idea.score->scorer),
                     idea.score->scorer.empty()
                         ? "Feedback"
                         : "The " + one_line(idea.score->scorer, 60) + "’s feedback",
                     folded_html("The feedback", idea.score->feedback, 5));
}

void append_leader(ReportPage& page) {
  std::string& out = page.out;
  const Message* words = page.facts.leaders_words;
  const Idea* preferred = page.view.idea(page.view.selection->leader_choice);
  if (words == nullptr && preferred == nullptr) return;
  out += "<div class=\"leader\">";
  if (words != nullptr) {
    out += fmt::format("<h4>{}The {}’s words on the choice</h4>", page.looks.mark(words->from),
                       one_line(words->from, 60));
  }
  if (preferred != nullptr && preferred != page.facts.chosen()->idea) {
    out += fmt::format(
        "<p class=\"notice amber\"><strong>The leader preferred {}.</strong> {} decides; both are "
        "shown.</p>",
        isolated(preferred->now().title, 120),
        page.view.selection->by_rule == "pin" ? "The pin" : "The highest score");
  }
  if (words != nullptr) out += "<div class=\"prose\">" + markdown_html(*words->text, 5) + "</div>";
  out += "</div>\n";
}

void append_idea(ReportPage& page, const RankedIdea& standing, std::size_t number) {
  std::string& out = page.out;
  const Idea& idea = *standing.idea;
  const RankedIdea* chosen = page.facts.chosen();
  const std::string anchor = "i" + std::to_string(number);
  const std::string radar = radar_svg(anchor, idea, chosen != nullptr ? chosen->idea : nullptr);
  out +=
      fmt::format("<article class=\"idea\" id=\"{}\" aria-labelledby=\"{}h\">\n", anchor, anchor);
  out += radar.empty() ? "<div class=\"plain\"><div>" : "<div class=\"beside\"><div>";
  out += fmt::format("<h3 id=\"{}h\">{}", anchor, isolated(idea.now().title, kLongTitle));
  if (idea.score)
    out += fmt::format(" <span class=\"score\">{}</span>", score_text(idea.score->score));
  out += "</h3>\n";
  append_meta(page, standing);
  if (!standing.verdict.empty()) out += verdict_html(standing.verdict);
  append_text(page, idea.now());
  out += "</div>\n";
  if (!radar.empty()) {
    out += "<figure>" + radar;
    if (chosen != nullptr && chosen->idea->score)
      out += "<figcaption>Dashed: the chosen idea</figcaption>";
    out += "</figure>";
  }
  out += "</div>\n";
  append_judgement(page, idea);
  append_revisions(out, idea);
  out += "</article>\n";
}

void append_merged(ReportPage& page) {
  if (page.facts.merged.empty()) return;
  page.out += "<div class=\"merged\"><h3>Merged into another</h3><ul>";
  for (const Idea* idea : page.facts.merged) {
    const Idea* into = page.view.idea(idea->merged_into);
    page.out += fmt::format("<li>{} went into {}: they say the same.</li>",
                            isolated(idea->now().title, 120),
                            isolated(into != nullptr ? into->now().title : idea->merged_into, 120));
  }
  page.out += "</ul></div>\n";
}

}  // namespace

void append_chosen(ReportPage& page) {
  const RankedIdea* chosen = page.facts.chosen();
  if (chosen == nullptr) return;
  std::string& out = page.out;
  const Idea& idea = *chosen->idea;
  const std::string radar = radar_svg("i0", idea, nullptr);
  out +=
      "<section id=\"chosen\" class=\"winner\" aria-labelledby=\"chosen-h\">\n"
      "<h2 id=\"chosen-h\" class=\"kicker\">The chosen idea</h2>\n<div id=\"i0\" class=\"";
  out += radar.empty() ? "plain\"><div>" : "beside\"><div>";
  out += "<h3>" + isolated(idea.now().title, kLongTitle) + "</h3>\n";
  if (idea.score) {
    out +=
        fmt::format("<p class=\"big\"><span>{}</span> of 10</p>\n", score_text(idea.score->score));
  }
  append_meta(page, *chosen);
  append_text(page, idea.now());
  out += "</div>\n";
  if (!radar.empty()) out += "<figure>" + radar + "</figure>";
  out += "</div>\n";
  append_judgement(page, idea);
  append_leader(page);
  append_revisions(out, idea);
  out += "</section>\n";
}

void append_others(ReportPage& page) {
  const ReportFacts& facts = page.facts;
  const bool decided = facts.chosen() != nullptr;
  const std::size_t first = decided ? 1 : 0;
  if (facts.ranking.size() <= first && facts.merged.empty()) return;
  page.out +=
      fmt::format("<section id=\"ideas\" aria-labelledby=\"ideas-h\"><h2 id=\"ideas-h\">{}</h2>\n",
                  decided ? "Why the others lost" : "The ideas so far");
  for (std::size_t i = first; i < facts.ranking.size(); ++i) append_idea(page, facts.ranking[i], i);
  append_merged(page);
  page.out += "</section>\n";
}

}  // namespace fm
