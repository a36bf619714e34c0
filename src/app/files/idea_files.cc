#include "app/files/idea_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "app/report/report_facts.h"
#include "app/report/report_html.h"
#include "base/json.h"
#include "base/text.h"
#include "team/room/panel.h"

namespace fm {
namespace {

std::string selected_id(const RoomView& view) { return view.selection ? view.selection->id : ""; }

// JSON, written by hand because E-7 gives an order of keys and decimals that are no doubles.

std::string json_string(std::string_view text) {
  std::string out;
  append_json_string(out, text);
  return out;
}

std::string json_strings(const std::vector<std::string>& texts) {
  std::vector<std::string> parts;
  for (const std::string& text : texts) parts.push_back(json_string(text));
  return "[" + join(parts, ", ") + "]";
}

std::string number_or_null(std::optional<int> hundredths) {
  return hundredths ? decimal_text(*hundredths) : "null";
}

std::string scores_json(const std::optional<IdeaScore>& score) {
  if (!score) return "null";
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < kCriteria.size(); ++i)
    parts.push_back(fmt::format("\"{}\": {}", kCriteria[i], number_or_null(score->criteria[i])));
  return "{" + join(parts, ", ") + "}";
}

// What each of several scorers gave.
std::string scorers_json(const Idea& idea) {
  std::vector<std::string> parts;
  for (const IdeaScore& score : idea.scores)
    parts.push_back(fmt::format("{{\"scorer\": {}, \"score\": {}}}",
                                json_string(scorer_name(score, idea.scores)),
                                decimal_text(score.score)));
  return "[" + join(parts, ", ") + "]";
}

std::string idea_json(const RoomView& view, const Idea& idea, std::optional<int> threshold) {
  const IdeaRevision& now = idea.now();
  const IdeaScore none;
  const IdeaScore& score = idea.score ? *idea.score : none;
  std::vector<std::string> fields = {
      "\"id\": " + json_string(idea.id),
      "\"title\": " + json_string(now.title),
      "\"description\": " + json_string(now.description),
      "\"rationale\": " + json_string(now.rationale),
      "\"tags\": " + json_strings(now.tags),
      fmt::format("\"revision\": {}", now.revision),
      "\"score\": " + (idea.score ? decimal_text(score.score) : "null"),
      "\"scores\": " + scores_json(idea.score)};
  if (score.spread) fields.push_back("\"spread\": " + decimal_text(*score.spread));
  if (idea.scores.size() > 1) fields.push_back("\"scorers\": " + scorers_json(idea));
  fields.push_back("\"pros\": " + json_strings(score.pros));
  fields.push_back("\"cons\": " + json_strings(score.cons));
  fields.push_back("\"flags\": " + json_strings(idea_flags(view, idea, threshold)));
  return "    {\n      " + join(fields, ",\n      ") + "\n    }";
}

std::string as_json(const RoomView& view, std::optional<int> threshold) {
  std::vector<std::string> ideas;
  for (const Idea* idea : view.living_ideas()) ideas.push_back(idea_json(view, *idea, threshold));
  return fmt::format(
      "{{\n  \"topic\": {},\n  \"room\": {},\n  \"selected\": {},\n  \"ideas\": [{}]\n}}\n",
      json_string(topic_of(view)), json_string(view.id.value),
      view.selection ? json_string(view.selection->id) : "null",
      ideas.empty() ? "" : "\n" + join(ideas, ",\n") + "\n  ");
}

// CSV.

// Spreadsheets run a cell that begins like this; full-width forms count as well.
bool is_formula(std::string_view cell) {
  constexpr std::string_view kStarts[] = {"=",  "+",  "-",  "@",  "\t", "\r",
                                          "\n", "＝", "＋", "－", "＠"};
  return std::ranges::any_of(kStarts,
                             [&](std::string_view start) { return cell.starts_with(start); });
}

std::string csv_cell(std::string_view text) {
  const std::string cleaned = to_utf8(text);
  std::string out = "\"";
  if (is_formula(cleaned)) out += '\'';
  for (const char character : cleaned) {
    if (character == '"') out += '"';
    if (character != '\0') out += character;
  }
  return out + '"';
}

std::string csv_row(const std::vector<std::string>& cells) { return join(cells, ",") + "\r\n"; }

std::string as_csv(const RoomView& view, std::optional<int> threshold) {
  std::vector<std::string> head = {"id",   "title",    "description", "rationale",
                                   "tags", "revision", "selected",    "score"};
  head.insert(head.end(), kCriteria.begin(), kCriteria.end());
  head.insert(head.end(), {"spread", "pros", "cons", "flags"});
  std::string out = "\xEF\xBB\xBF" + csv_row(head);
  for (const Idea* idea : ranked_ideas(view)) {
    const IdeaRevision& now = idea->now();
    const IdeaScore score = idea->score.value_or(IdeaScore{});
    const auto number = [](std::optional<int> hundredths) {
      return hundredths ? decimal_text(*hundredths) : "";
    };
    std::vector<std::string> row = {csv_cell(idea->id),
                                    csv_cell(now.title),
                                    csv_cell(now.description),
                                    csv_cell(now.rationale),
                                    csv_cell(join(now.tags, "; ")),
                                    std::to_string(now.revision),
                                    idea->id == selected_id(view) ? "yes" : "no",
                                    idea->score ? decimal_text(score.score) : ""};
    for (const std::optional<int>& criterion : score.criteria) row.push_back(number(criterion));
    row.push_back(number(score.spread));
    row.push_back(csv_cell(join(score.pros, "; ")));
    row.push_back(csv_cell(join(score.cons, "; ")));
    row.push_back(csv_cell(join(idea_flags(view, *idea, threshold), "; ")));
    out += csv_row(row);
  }
  return out;
}

// Markdown.

// One line of text that Markdown takes as it is: what could begin a mark is escaped.
std::string markdown_line(std::string_view text) {
  std::string out;
  for (const char character : clean(text).text) {
    if (std::string_view("\\`*_[]<>#|").contains(character)) out += '\\';
    const bool is_break = character == '\n' || character == '\t';
    out += is_break ? ' ' : character;
  }
  return out;
}

void append_points(std::string& out, std::string_view heading,
                   const std::vector<std::string>& points) {
  if (points.empty()) return;
  out += fmt::format("{}:\n\n", heading);
  for (const std::string& point : points) out += "- " + markdown_line(point) + "\n";
  out += "\n";
}

std::string score_table(const std::vector<const Idea*>& ideas, const RoomView& view) {
  const bool panel = std::ranges::any_of(
      ideas, [](const Idea* idea) { return idea->score && idea->score->spread; });
  std::string out = "| idea |";
  std::string rule = "| --- |";
  for (const std::string_view name : kCriteria) {
    out += fmt::format(" {} |", name);
    rule += " ---: |";
  }
  out += panel ? " overall | spread |\n" : " overall |\n";
  out += rule + (panel ? " ---: | ---: |\n" : " ---: |\n");
  for (const Idea* idea : ideas) {
    out += fmt::format("| {}{} |", markdown_line(idea->now().title),
                       idea->id == selected_id(view) ? " (chosen)" : "");
    for (std::size_t i = 0; i < kCriteria.size(); ++i) {
      const std::optional<int> value = idea->score ? idea->score->criteria[i] : std::nullopt;
      out += fmt::format(" {} |", value ? score_text(*value) : "–");
    }
    out += fmt::format(" {} |", idea->score ? score_text(idea->score->score) : "–");
    if (panel)
      out += fmt::format(
          " {} |", idea->score && idea->score->spread ? score_text(*idea->score->spread) : "–");
    out += "\n";
  }
  return out + "\n";
}

std::string as_markdown(const RoomView& view, std::optional<int> threshold) {
  const std::vector<const Idea*> ideas = ranked_ideas(view);
  std::string out = "# " + markdown_line(topic_of(view)) + "\n\n";
  if (ideas.empty()) return out + "There are no ideas.\n";
  out += score_table(ideas, view);
  for (const Idea* idea : ideas) {
    const IdeaRevision& now = idea->now();
    out += fmt::format("## {}\n\n", markdown_line(now.title));
    std::vector<std::string> marks = {markdown_line(idea->id)};
    if (idea->id == selected_id(view)) marks.push_back("chosen");
    if (now.revision > 1) marks.push_back(fmt::format("revision {}", now.revision));
    for (const std::string& flag : idea_flags(view, *idea, threshold))
      marks.push_back(markdown_line(flag));
    for (const std::string& tag : now.tags) marks.push_back("#" + markdown_line(tag));
    out += join(marks, " · ") + "\n\n" + std::string(trim(clean(now.description).text)) + "\n\n";
    if (!now.rationale.empty())
      out += "Rationale: " + std::string(trim(clean(now.rationale).text)) + "\n\n";
    if (!idea->score) continue;
    append_points(out, "Pros", idea->score->pros);
    append_points(out, "Cons", idea->score->cons);
    if (!idea->score->feedback.empty())
      out += "Feedback: " + std::string(trim(clean(idea->score->feedback).text)) + "\n\n";
  }
  while (out.ends_with("\n\n")) out.pop_back();
  return out;
}

}  // namespace

Result<IdeaFormat> idea_format(const std::string& path) {
  std::string extension = std::filesystem::path(path).extension().string();
  std::ranges::transform(extension, extension.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  });
  if (extension == ".json") return IdeaFormat::kJson;
  if (extension == ".csv") return IdeaFormat::kCsv;
  if (extension == ".md") return IdeaFormat::kMarkdown;
  return fail("ideas_format_unknown", "The ideas cannot be written to " + path + ".",
              extension.empty() ? "Its name has no extension, which tells the format."
                                : "There is no format for the extension " + extension + ".",
              "Choose a name that ends in .json, .csv or .md.");
}

std::string render_ideas(const RoomView& view, IdeaFormat format, std::optional<int> threshold) {
  if (!threshold) threshold = threshold_of(view);
  switch (format) {
    case IdeaFormat::kJson:
      return as_json(view, threshold);
    case IdeaFormat::kCsv:
      return as_csv(view, threshold);
    case IdeaFormat::kMarkdown:
      return as_markdown(view, threshold);
  }
  return {};
}

}  // namespace fm
