#include "cli/cost_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/figures.h"

namespace fm::cli {
namespace {

constexpr std::size_t kLongestName = 40;
constexpr std::size_t kShortestName = 10;

struct Column {
  std::string_view head;
  std::size_t width;
  std::string (*show)(const CostSum& sum);
};

// In the order in which they are given up, last first.
constexpr std::array<Column, 6> kColumns{{
    {"cost", 10,
     [](const CostSum& sum) {
       if (sum.unpriced > 0 && sum.cost.value == 0) return std::string("unknown");
       return money_text(sum.cost) + (sum.unpriced > 0 ? "+" : "");
     }},
    {"turns", 6, [](const CostSum& sum) { return thousands(sum.turns); }},
    {"tokens in", 12, [](const CostSum& sum) { return thousands(sum.usage.input); }},
    {"cached", 7, [](const CostSum& sum) { return cached_share(sum.usage); }},
    {"out", 11, [](const CostSum& sum) { return thousands(sum.usage.output); }},
    {"failed", 7, [](const CostSum& sum) { return sum.failed > 0 ? thousands(sum.failed) : ""; }},
}};

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
  std::size_t widest = std::max(what.size(), kShortestName);
  for (const CostLine& line : lines) widest = std::max(widest, width(one_line(line.name, charset)));
  widest = std::min(widest, kLongestName);
  std::size_t shown_columns = kColumns.size();
  const auto needed = [&] {
    std::size_t sum = widest;
    for (std::size_t i = 0; i < shown_columns; ++i) sum += 2 + kColumns[i].width;
    return sum;
  };
  while (shown_columns > 1 && needed() > columns) --shown_columns;
  if (needed() > columns)
    widest = std::max(kShortestName, columns > 14 ? columns - 12 : kShortestName);

  const auto row = [&](std::string_view name, const CostSum* sum, Ink ink) {
    std::string text = column(name, widest, charset);
    for (std::size_t i = 0; i < shown_columns; ++i)
      text += "  " +
              column_right(sum != nullptr ? kColumns[i].show(*sum) : std::string(kColumns[i].head),
                           kColumns[i].width, charset);
    text.erase(text.find_last_not_of(' ') + 1);
    return Line(text, ink);
  };
  Lines out{row(what, nullptr, kQuiet)};
  CostSum total;
  for (const CostLine& line : lines) {
    out.push_back(row(one_line(line.name.empty() ? "-" : line.name, charset), &line.sum, kPlain));
    total += line.sum;
  }
  if (lines.size() > 1) out.push_back(row("all", &total, kStrong));
  return out;
}

}  // namespace fm::cli
