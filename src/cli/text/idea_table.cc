#include "cli/text/idea_table.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "app/report/report_html.h"

namespace fm::cli {
namespace {

constexpr std::size_t kIndent = 2;
constexpr std::size_t kWidest = 100;
constexpr std::size_t kRank = 2;
constexpr std::size_t kId = 7;
constexpr std::size_t kRound = 5;
constexpr std::size_t kScore = 5;
constexpr std::size_t kSpread = 6;
constexpr std::size_t kCriterion = 5;
constexpr std::array<std::string_view, 5> kCriterionHeads = {"feas", "innov", "impac", "clear",
                                                             "compl"};

bool is_contested(const Idea& idea) {
  return idea.score && std::ranges::find(idea.score->flags, "contested") != idea.score->flags.end();
}

}  // namespace

IdeaTable::IdeaTable(std::size_t columns, Charset charset, IdeaColumns what)
    : columns_(std::min(columns, kWidest)),
      charset_(charset),
      with_round_(columns >= 56),
      with_spread_(what == IdeaColumns::kPanel && columns >= 48),
      with_criteria_(columns >= 96) {}

Line IdeaTable::lay(const Cells& cells, Rank rank, TextStyle style) const {
  const bool ranked = rank == Rank::kWith;
  std::size_t right = kScore + 2;
  if (with_round_) right += kRound + 2;
  if (with_spread_) right += kSpread + 2;
  if (with_criteria_) right += kCriterionHeads.size() * (kCriterion + 1) + 1;
  const std::size_t left = kIndent + (ranked ? kRank + 2 : 0) + kId + 2;
  const std::size_t room = columns_ > left + right + 4 ? columns_ - left - right : 4;

  Line line;
  line.add(std::string(kIndent, ' '));
  if (ranked) line.add(column_right(cells.rank, kRank, charset_) + "  ", style);
  line.add(column(cells.id, kId, charset_) + "  ", style);
  line.add(column(cells.title, room, charset_), style);
  const TextStyle figures = style == kStrong ? kStrong : style == kQuiet ? kQuiet : kPlain;
  if (with_round_) line.add("  " + column_right(cells.round, kRound, charset_), kQuiet);
  line.add("  " + column_right(cells.score, kScore, charset_), figures);
  if (with_spread_) line.add("  " + column_right(cells.spread, kSpread, charset_), kQuiet);
  if (with_criteria_) {
    line.add(" ");
    for (const std::string& cell : cells.criteria)
      line.add(" " + column_right(cell, kCriterion, charset_), kQuiet);
  }
  return line;
}

IdeaTable::Cells IdeaTable::heads() const {
  return {.rank = "",
          .id = "idea",
          .title = "title",
          .round = "round",
          .score = "score",
          .spread = "spread",
          .criteria = {kCriterionHeads.begin(), kCriterionHeads.end()}};
}

Line IdeaTable::header() const { return lay(heads(), Rank::kWithout, kQuiet); }
Line IdeaTable::ranked_header() const { return lay(heads(), Rank::kWith, kQuiet); }

IdeaTable::Cells IdeaTable::cells_of(const Idea& idea) const {
  Cells cells;
  const IdeaRevision& now = idea.now();
  cells.id = one_line(idea.id, charset_);
  cells.title = one_line(now.title, charset_);
  if (now.revision > 1) cells.title += " (revised)";
  if (idea.pinned) cells.title += " (pinned)";
  if (idea.vetoed) cells.title += " (vetoed)";
  if (is_contested(idea)) cells.title += " (contested)";
  cells.round = now.round > 0 ? std::to_string(now.round) : "";
  cells.score = idea.score ? score_text(idea.score->score, 2) : "-";
  cells.spread = idea.score && idea.score->spread ? score_text(*idea.score->spread, 2) : "-";
  for (std::size_t i = 0; i < kCriterionHeads.size(); ++i) {
    const bool known = idea.score && idea.score->criteria[i];
    cells.criteria.push_back(known ? score_text(*idea.score->criteria[i], 2) : "-");
  }
  return cells;
}

Line IdeaTable::row(const Idea& idea) const { return lay(cells_of(idea), Rank::kWithout, kPlain); }

Line IdeaTable::ranked_row(const Idea& idea, int rank, bool winner) const {
  Cells cells = cells_of(idea);
  cells.rank = idea.score && !idea.vetoed ? std::to_string(rank) : "-";
  return lay(cells, Rank::kWith, winner ? kStrong : kPlain);
}

std::vector<const Idea*> by_score(const RoomView& room) {
  std::vector<const Idea*> ideas = room.living_ideas();
  // What is vetoed cannot win, whatever its score.
  const auto score = [](const Idea* idea) {
    return idea->vetoed ? -2 : idea->score ? idea->score->score : -1;
  };
  // Equal scores stay in the order of the ids.
  std::ranges::stable_sort(ideas, {}, [&](const Idea* idea) { return -score(idea); });
  return ideas;
}

}  // namespace fm::cli
