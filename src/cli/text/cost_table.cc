#include "cli/text/cost_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/figures.h"

namespace fm::cli {
namespace {

constexpr std::size_t kLongestName = 40;
constexpr std::size_t kShortName = 27;  // to which names are cut before a column is given up

struct CostColumn {
  std::string_view head;
  std::string (*show)(const CostSum& sum);
};

// In the order in which they are given up, last first. What is empty everywhere is not shown.
constexpr std::array<CostColumn, 6> kColumns{{
    {"cost",
     [](const CostSum& sum) {
       if (sum.unpriced > 0 && sum.cost.value == 0) return std::string("unknown");
       return money_text(sum.cost) + (sum.unpriced > 0 ? "+" : "");
     }},
    {"turns", [](const CostSum& sum) { return thousands(sum.turns); }},
    {"tokens in", [](const CostSum& sum) { return thousands(sum.usage.input); }},
    {"cached", [](const CostSum& sum) { return cached_share(sum.usage); }},
    {"out", [](const CostSum& sum) { return thousands(sum.usage.output); }},
    {"failed", [](const CostSum& sum) { return sum.failed > 0 ? thousands(sum.failed) : ""; }},
}};

struct CostRow {
  std::string name;
  std::vector<std::string> cells;
  TextStyle style;
};

CostRow row_of(std::string name, const CostSum& sum, TextStyle style) {
  CostRow row{std::move(name), {}, style};
  for (const CostColumn& one : kColumns) row.cells.push_back(one.show(sum));
  return row;
}

// Of each column; 0 where nothing is to be shown.
std::vector<std::size_t> column_widths(const std::vector<CostRow>& rows) {
  std::vector<std::size_t> widths(kColumns.size(), 0);
  for (const CostRow& row : rows)
    for (std::size_t i = 0; i < widths.size(); ++i)
      widths[i] = std::max(widths[i], width(row.cells[i]));
  for (std::size_t i = 0; i < widths.size(); ++i)
    if (widths[i] > 0) widths[i] = std::max(widths[i], kColumns[i].head.size());
  return widths;
}

}  // namespace

std::string cached_share(const Usage& usage) {
  if (usage.input <= 0 || usage.cached <= 0) return {};
  return fmt::format("{} %", std::min<std::int64_t>(100, usage.cached * 100 / usage.input));
}

JsonObject to_json(const CostSum& sum) {
  JsonObject out{{"turns", sum.turns},
                 {"failed", sum.failed},
                 {"unpriced", sum.unpriced},
                 {"cost_microusd", sum.cost.value},
                 {"ms", static_cast<std::int64_t>(sum.took.count())}};
  out["usage"] = {{"input", sum.usage.input},
                  {"cached", sum.usage.cached},
                  {"output", sum.usage.output},
                  {"reasoning", sum.usage.reasoning}};
  return out;
}

Lines cost_table(const std::vector<CostLine>& lines, std::string_view what, std::size_t columns,
                 Charset charset) {
  std::vector<CostRow> rows;
  CostSum total;
  std::size_t widest = what.size();
  for (const CostLine& line : lines) {
    rows.push_back(
        row_of(one_line(line.name.empty() ? "-" : line.name, charset), line.sum, kPlain));
    widest = std::max(widest, width(rows.back().name));
    total += line.sum;
  }
  if (lines.size() > 1) rows.push_back(row_of("all", total, kStrong));
  std::vector<std::size_t> widths = column_widths(rows);
  const auto figures = [&] {
    std::size_t sum = 0;
    for (const std::size_t one : widths) sum += one == 0 ? 0 : one + 2;
    return sum;
  };
  widest = std::min(widest, kLongestName);
  while (widths.size() > 1 && std::min(widest, kShortName) + figures() > columns) widths.pop_back();
  if (widest + figures() > columns) widest = columns > figures() ? columns - figures() : 1;

  CostRow head{std::string(what), {}, kQuiet};
  for (const CostColumn& one : kColumns) head.cells.emplace_back(one.head);
  rows.insert(rows.begin(), std::move(head));
  Lines out;
  for (const CostRow& row : rows) {
    std::string text = column(row.name, widest, charset);
    for (std::size_t i = 0; i < widths.size(); ++i)
      if (widths[i] > 0) text += "  " + column_right(row.cells[i], widths[i], charset);
    text.erase(text.find_last_not_of(' ') + 1);
    out.emplace_back(std::move(text), row.style);
  }
  return out;
}

}  // namespace fm::cli
