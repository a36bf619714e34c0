#include "cli/view/summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "app/report/report_facts.h"
#include "app/report/report_html.h"
#include "base/text.h"
#include "cli/text/cost_table.h"
#include "cli/text/idea_table.h"
#include "cli/text/markdown.h"
#include "cli/view/notes.h"
#include "team/room/panel.h"

namespace fm::cli {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kRules{{
    {"score", "the highest score"},
    {"tie", "a tie for the highest score, decided by impact, then feasibility, then age"},
    {"leader", "no scores, so the leader's choice counts"},
    {"first", "neither scores nor a choice, so it is the first idea"},
    {"pin", "it is the one that was pinned"},
}};

bool has_flag(const Selection& selection, std::string_view flag) {
  return std::ranges::find(selection.flags, flag) != selection.flags.end();
}

void add_text(Lines& lines, std::string_view text, TextStyle style, std::size_t columns) {
  for (const std::string& row : wrap(text, columns)) lines.emplace_back(row, style);
}

std::string why(const ViewState& view_state, const Selection& selection) {
  std::string out;
  if (selection.score) out += score_text(*selection.score) + " of 10: ";
  const auto* rule = std::ranges::find(kRules, selection.by_rule,
                                       &std::pair<std::string_view, std::string_view>::first);
  out += rule == kRules.end() ? "chosen" : rule->second;
  out += '.';
  if (has_flag(selection, "pinned") && selection.by_rule != "pin")
    out += " Only pinned ideas could be chosen.";
  out.front() = out.front() >= 'a' ? static_cast<char>(out.front() - 'a' + 'A') : out.front();
  if (!selection.leader_choice.empty() && selection.leader_choice != selection.id)
    out += fmt::format(" The leader preferred {}.", selection.leader_choice);
  if (has_flag(selection, "below_threshold")) {
    const std::optional<int> least = threshold_of(view_state.room);
    out += least ? fmt::format(" No idea reached {}; this one came closest.", score_text(*least))
                 : " No idea reached the score that was asked for; this one came closest.";
  }
  return out;
}

std::string criteria_text(const Idea& idea) {
  const IdeaScore& score = *idea.score;
  std::string out;
  for (std::size_t i = 0; i < kCriteria.size(); ++i)
    if (score.criteria[i])
      out += fmt::format("{}{} {}", out.empty() ? "" : ", ", kCriteria[i],
                         score_text(*score.criteria[i]));
  if (!score.spread) return out;
  std::vector<std::string> scorers;
  for (const IdeaScore& one : idea.scores)
    scorers.push_back(fmt::format("{} ({})", scorer_name(one, idea.scores), score_text(one.score)));
  return fmt::format("{}{}the mean of {}; spread {}", out, out.empty() ? "" : "; ",
                     join(scorers, ", "), score_text(*score.spread));
}

// "Chosen: idea-3, A shed with a key" hangs below its own words.
void add_choice(Lines& lines, const ViewState& view_state, std::size_t columns, Charset charset) {
  const auto& selection = view_state.room.selection;
  if (!selection) return;
  const Idea* idea = view_state.room.idea(selection->id);
  const std::string title = idea == nullptr ? "" : one_line(idea->now().title, charset);
  append(lines, marked_lines("*", fmt::format("Chosen: {}, {}", selection->id, title),
                             {.colour = kGood.colour, .bold = true}, columns, charset));
  Lines below;
  add_text(below, why(view_state, *selection), kPlain, columns - 2);
  if (idea != nullptr && idea->score) add_text(below, criteria_text(*idea), kQuiet, columns - 2);
  if (idea != nullptr && !idea->now().description.empty()) {
    below.emplace_back();
    append(below, lay_out(shown(idea->now().description, charset), columns - 2));
  }
  for (const Line& row : below) {
    Line line;
    if (!row.spans.empty()) line.add("  ");
    for (const Span& span : row.spans) line.add(span.text, span.style);
    lines.push_back(std::move(line));
  }
}

void add_scores(Lines& lines, const RoomView& room, std::size_t columns, Charset charset) {
  const auto ideas = by_score(room);
  if (ideas.empty()) return;
  const bool panel = std::ranges::any_of(
      ideas, [](const Idea* idea) { return idea->score && idea->score->spread; });
  const IdeaTable table(columns, charset, panel ? IdeaColumns::kPanel : IdeaColumns::kScored);
  lines.emplace_back();
  lines.push_back(table.ranked_header());
  int rank = 1;
  for (const Idea* idea : ideas)
    lines.push_back(
        table.ranked_row(*idea, rank++, room.selection && room.selection->id == idea->id));
}

// "Report   /home/anna/report.html": a path is never cut or broken, so that it can be copied.
void add_fact(Lines& lines, std::string_view name, std::string_view value) {
  Line line;
  line.add(fmt::format("{:<8} ", name), kQuiet).add(value);
  lines.push_back(std::move(line));
}

std::string_view file_name_for(const SavedFile& file) {
  if (file.path.ends_with(".visual.html")) return "Visual";
  return file.media.starts_with("text/html") ? "Report" : "Ideas";
}

void add_files(Lines& lines, const ViewState& view_state) {
  for (const SavedFile& file : view_state.saved)
    add_fact(lines, file_name_for(file), one_line(file.path, Charset::kUtf8));
}

std::string used(const ViewState& view_state, const Ending& ending) {
  const Usage usage = view_state.room.usage();
  const std::size_t turns = view_state.room.turns.size();
  std::string out = fmt::format("{} turn{}, {} tokens", turns, turns == 1 ? "" : "s",
                                thousands(usage.input + usage.output));
  if (const std::string share = cached_share(usage); !share.empty())
    out += fmt::format(" ({} of the input cached)", share);
  if (view_state.room.cost().value > 0) out += ", " + money_text(view_state.room.cost(), 2);
  out += ", " + duration_text(ending.elapsed);
  if (const std::size_t warnings = view_state.room.warnings.size(); warnings > 0)
    out += fmt::format("; {} warning{}", warnings, warnings == 1 ? "" : "s");
  return out;
}

Error ended_badly(const FlowRecord& flow) {
  if (flow.error) return *flow.error;
  Error error{.code = "", .message = "The discussion ended early.", .cause = flow.why, .cure = ""};
  if (flow.completion == "cancellation") error.message = "The discussion was stopped.";
  if (flow.completion == "timeout") error.message = "The discussion ran out of time.";
  return error;
}

void add_outcome(Lines& lines, const ViewState& view_state, const Ending& ending,
                 std::size_t columns, Charset charset) {
  const FlowRecord* flow = view_state.room.latest_flow();
  switch (ending.kind) {
    case EndKind::kOver:
      if (flow != nullptr && flow->completion != "success")
        append(lines,
               error_lines(ended_badly(*flow), flow->error ? kDanger : kAsk, columns, charset));
      break;
    case EndKind::kPaused: {
      Error error{.code = "", .message = "The discussion is paused.", .cause = "", .cure = ""};
      if (flow != nullptr) error.cause = flow->detail.empty() ? flow->why : flow->detail;
      append(lines, error_lines(error, kAsk, columns, charset));
      break;
    }
    case EndKind::kWaiting:
      append(lines, marked_lines("-", "Your turn: the discussion needs your answer.", kAsk, columns,
                                 charset));
      break;
    case EndKind::kLeft:
      append(lines, marked_lines("-", "Not finished. Saved.", kAsk, columns, charset));
      break;
    case EndKind::kGone:
      break;
  }
}

}  // namespace

Lines summary_lines(const ViewState& view_state, const Ending& ending, std::size_t columns,
                    Charset charset) {
  Lines lines;
  const bool over = ending.kind == EndKind::kOver;
  add_outcome(lines, view_state, ending, columns, charset);
  if (over) {
    if (!lines.empty() && view_state.room.selection) lines.emplace_back();
    add_choice(lines, view_state, columns, charset);
    add_scores(lines, view_state.room, columns, charset);
  }
  lines.emplace_back();
  add_files(lines, view_state);
  add_fact(lines, "Used", used(view_state, ending));
  const std::string room = view_state.room.id.value;
  if (over) {
    add_fact(lines, "Read it", "folkmoot room show " + room);
  } else if (!room.empty()) {  // it may have ended before the room was there
    add_fact(lines, "Go on", "folkmoot resume " + room);
  }
  if (view_state.room.rehearsed() && over) {
    lines.emplace_back();
    add_text(lines,
             "Demo mode: scripted answers, no AI model. For real ones, set a provider's key and "
             "use --model; folkmoot doctor shows what is there.",
             kAsk, columns);
  }
  return lines;
}

Lines brief_summary(const ViewState& view_state, const Ending& ending, std::size_t columns,
                    Charset charset) {
  Lines lines;
  add_outcome(lines, view_state, ending, columns, charset);
  const auto& selection = view_state.room.selection;
  if (ending.kind == EndKind::kOver && selection) {
    const Idea* idea = view_state.room.idea(selection->id);
    lines.emplace_back(fmt::format("{}  {}  {}", selection->id,
                                   selection->score ? score_text(*selection->score) : "-",
                                   idea == nullptr ? "" : one_line(idea->now().title, charset)));
  }
  for (const SavedFile& file : view_state.saved) lines.emplace_back(one_line(file.path, charset));
  if (ending.kind != EndKind::kOver && !view_state.room.id.value.empty())
    lines.emplace_back("folkmoot resume " + view_state.room.id.value);
  return lines;
}

}  // namespace fm::cli
