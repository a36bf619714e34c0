// Scores written as a Markdown table or as lines (score_entries.h): the last resort.
#include <algorithm>
#include <utility>

#include "base/text.h"
#include "reading/ideas/score_entries.h"
#include "reading/json/chars.h"
#include "reading/json/fields.h"
#include "reading/json/table.h"

namespace fm {
namespace {

constexpr std::size_t kMaxEntries = 200;
constexpr std::size_t kMaxLines = 2000;
constexpr std::size_t kLongestLine = 400;

// What each column of a table holds.
struct Columns {
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  std::size_t overall = kNone;
  std::vector<std::pair<std::size_t, std::size_t>> criteria;  // column, criterion
};

Columns columns_of(const std::vector<std::string_view>& head) {
  Columns out;
  std::size_t rank = kOverall.size();
  for (std::size_t i = 0; i < head.size(); ++i) {
    std::string name = squash(plain_cell(head[i]));
    while (!name.empty() && is_ascii_digit(name.back())) name.pop_back();  // "Score (0-10)"
    if (const auto criterion = criterion_of(name)) out.criteria.emplace_back(i, *criterion);
    const auto found = std::ranges::find(kOverall, std::string_view(name));
    const auto at = static_cast<std::size_t>(found - kOverall.begin());
    if (at < rank) rank = at, out.overall = i;
  }
  return out;
}

// | Criterion | Tool library | Rain garden kits |: a column for each idea, a row for each
// criterion.
class TurnedTable {
 public:
  void begin(const std::vector<std::string_view>& head, const KnownIdeas& known) {
    ideas_.clear();
    for (std::size_t i = 1; i < head.size(); ++i) {
      std::string name = plain_cell(head[i]);
      if (known.find(name)) ideas_.emplace_back(i, std::move(name));
    }
  }

  bool holds() const { return ideas_.size() > 1; }

  void row(const std::vector<std::string_view>& cells, std::vector<ScoreEntry>& out) const {
    const std::string label = plain_cell(cells[0]);
    const auto criterion = criterion_of(label);
    if (!criterion && !is_one_of(label, kOverall)) return;
    for (const auto& [column, name] : ideas_) {
      if (column >= cells.size() || out.size() >= kMaxEntries) return;
      ScoreEntry entry;
      entry.names.push_back(name);
      (criterion ? entry.criteria[*criterion] : entry.overall) = read_score_text(cells[column]);
      out.push_back(std::move(entry));
    }
  }

 private:
  std::vector<std::pair<std::size_t, std::string>> ideas_;  // column, what it is called
};

std::vector<ScoreEntry> rows_of(const std::vector<std::string_view>& lines,
                                const KnownIdeas& known) {
  std::vector<ScoreEntry> out;
  Columns columns;
  TurnedTable turned;
  bool in_table = false;
  for (const std::string_view line : lines) {
    const auto cells =
        line.size() > kLongestLine ? std::vector<std::string_view>{} : table_cells(line);
    if (cells.empty()) {
      in_table = false;
      continue;
    }
    if (!std::exchange(in_table, true)) {
      columns = columns_of(cells);
      turned.begin(cells, known);
      continue;
    }
    if (turned.holds()) {
      turned.row(cells, out);
      continue;
    }
    if (out.size() >= kMaxEntries) break;
    ScoreEntry entry;
    for (std::size_t i = 0; i < cells.size() && i < 2; ++i) {
      const std::string name = plain_cell(cells[i]);
      if (i != columns.overall && known.find(name)) entry.names.push_back(name);
    }
    if (entry.names.empty()) continue;
    const auto cell = [&](std::size_t column) {
      return column < cells.size() ? read_score_text(cells[column]) : std::nullopt;
    };
    entry.overall = cell(columns.overall);
    for (const auto& [column, criterion] : columns.criteria) {
      entry.criteria[criterion] = cell(column);
    }
    out.push_back(std::move(entry));
  }
  return out;
}

// "Feasibility: 8/10" under a line that is nothing but an idea's name.
bool add_labelled(ScoreEntry& entry, std::string_view label,
                  const std::optional<ScoreValue>& score) {
  const auto criterion = criterion_of(label);
  if (criterion) entry.criteria[*criterion] = score;
  const bool overall = !criterion && is_one_of(label, kOverall);
  if (overall) entry.overall = score;
  return criterion || overall;
}

// "1. **Tool library** (idea-1): 8/10". The score must be all that follows.
std::vector<ScoreEntry> scored_lines(const std::vector<std::string_view>& lines,
                                     const KnownIdeas& known) {
  std::vector<ScoreEntry> out;
  std::optional<ScoreEntry> open;  // below its idea's name
  const auto close = [&] {
    if (open && (open->overall || std::ranges::any_of(open->criteria, [](const auto& value) {
                   return value.has_value();
                 }))) {
      out.push_back(std::move(*open));
    }
    open.reset();
  };
  for (const std::string_view raw : lines) {
    if (raw.size() > kLongestLine || out.size() >= kMaxEntries) continue;
    std::string line = plain_cell(raw);
    while (line.starts_with('-') || line.starts_with('#') || line.starts_with(' ') ||
           line.starts_with("•")) {
      line.erase(0, line.starts_with("•") ? 3 : 1);
    }
    if (known.find(line)) {
      close();
      open.emplace().names.push_back(line);
      continue;
    }
    if (raw.starts_with('#')) close();
    for (const std::string_view mark : {":", " - ", " – ", " — ", "="}) {
      const std::size_t at = line.rfind(mark);
      if (at == std::string::npos) continue;
      const auto score = read_score_text(std::string_view(line).substr(at + mark.size()));
      const std::string name = line.substr(0, at);
      if (open && score && add_labelled(*open, name, score)) break;
      if (!score || !known.find(name)) continue;
      ScoreEntry entry;
      entry.names.push_back(name);
      entry.overall = score;
      out.push_back(std::move(entry));
      break;
    }
  }
  close();
  return out;
}

}  // namespace

std::vector<ScoreEntry> list_written_scores(std::string_view text, const KnownIdeas& known,
                                            Steps* steps) {
  std::size_t looked_at = 0;
  std::vector<std::string_view> lines;
  for (const Region& region : find_regions(text, steps)) {
    if (region.container == Container::kReasoning || region.container == Container::kQuote)
      continue;
    for (const auto line : split_lines(text.substr(region.begin, region.end - region.begin))) {
      // Evaluations are short. Matching every line of a huge text with names would take too long.
      if (lines.size() >= kMaxLines || trim(line).empty()) continue;
      lines.push_back(line);
      looked_at += 4 * line.size();
    }
  }
  if (steps != nullptr) steps->add(2 * text.size() + looked_at);
  std::vector<ScoreEntry> rows = rows_of(lines, known);
  return rows.empty() ? scored_lines(lines, known) : rows;
}

}  // namespace fm
