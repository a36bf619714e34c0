// folkmoot costs
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>

#include "base/figures.h"
#include "cli/command/commands.h"
#include "cli/context/find_room.h"
#include "cli/context/look.h"
#include "cli/context/report_error.h"
#include "cli/text/cost_table.h"

namespace fm::cli {
namespace {

struct Grouping {
  std::string_view name;
  CostGroup group;
};
constexpr std::array<Grouping, 5> kGroupings{{{"day", CostGroup::kDay},
                                              {"room", CostGroup::kRoom},
                                              {"agent", CostGroup::kAgent},
                                              {"model", CostGroup::kModel},
                                              {"task", CostGroup::kTask}}};

// What was begun before the days that are asked for is read too, so that its agent is known.
constexpr Millis kLongestTurn = std::chrono::hours(24);

std::vector<Grouping> wanted(const std::string& by) {
  if (by.empty()) return {kGroupings[0], kGroupings[3]};  // days, then models
  for (const Grouping& one : kGroupings)
    if (one.name == by) return {one};
  return {};
}

UtcMs since(const CostsArgs& args, UtcMs now) {
  if (args.days == 0) return {0};
  return now + std::chrono::hours(-24) * args.days;
}

Result<std::vector<CostEntry>> entries_meant(const CostsArgs& args, Context& context) {
  std::vector<RoomSummary> rooms;
  std::vector<CostEntry> entries;
  const UtcMs from = since(args, context.loop.clock().now());
  if (auto reader = look_at_store(context)) {
    rooms = summaries(TRY((*reader)->rooms()));
    entries = cost_entries(TRY((*reader)->of_kind("turn.", from + -kLongestTurn)));
  } else if (!is_no_store(reader.error())) {
    return std::unexpected(reader.error());
  }
  std::erase_if(entries, [&](const CostEntry& entry) { return entry.at < from; });
  if (args.room.empty()) return entries;
  const RoomId room = TRY(find_room(rooms, args.room)).id;
  std::erase_if(entries, [&](const CostEntry& entry) { return entry.room != room; });
  return entries;
}

Line nothing_found(const CostsArgs& args) {
  const bool is_part = args.days > 0 || !args.room.empty();
  return Line(
      is_part ? "No model was asked anything there and then." : "Nothing was asked of a model yet.",
      kQuiet);
}

}  // namespace

int run(const CostsArgs& args, Context& context) {
  const auto entries = entries_meant(args, context);
  if (!entries) return report(entries.error(), context);
  bool first = true;
  std::int64_t unpriced = 0;
  for (const Grouping& grouping : wanted(args.by)) {
    const auto lines = cost_lines(*entries, grouping.group);
    if (context.json()) {
      for (const CostLine& line : lines) {
        JsonObject out = to_json(line.sum);
        out["by"] = grouping.name;
        out["name"] = line.name;
        if (!print_json(out, context)) return kDone;
      }
      continue;
    }
    if (lines.empty()) {
      if (!context.globals.quiet) print({nothing_found(args)}, context);
      return kDone;
    }
    Lines shown;
    if (!std::exchange(first, false)) shown.emplace_back();
    append(shown, cost_table(lines, grouping.name, context.columns(), context.terminal.charset));
    if (!print(shown, context)) return kDone;
    unpriced = 0;
    for (const CostLine& line : lines) unpriced += line.sum.unpriced;
  }
  if (unpriced > 0 && !context.json() && !context.globals.quiet) {
    Lines after{Line()};
    for (const std::string& row :
         wrap(fmt::format(
                  "+ Of {} the price is not known; set it with `prices:` in your config.yaml.",
                  count_text(unpriced, "turn", "turns")),
              context.columns()))
      after.emplace_back(row, kQuiet);
    print(after, context);
  }
  return kDone;
}

}  // namespace fm::cli
