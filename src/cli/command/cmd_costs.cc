// folkmoot costs
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>

#include "base/figures.h"
#include "cli/command/commands.h"
#include "cli/context/find_room.h"
#include "cli/context/report_error.h"
#include "cli/context/wait_for.h"
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

// One table for each grouping.
Result<CostTables> tables_meant(const CostsArgs& args, const std::vector<Grouping>& groupings,
                                Context& context) {
  CostsQuery query{.since = since(args, context.loop.clock().now()), .room = {}, .by = {}};
  for (const Grouping& grouping : groupings) query.by.push_back(grouping.group);
  const auto opened = look_at_store(context);
  if (!opened) {
    if (!is_no_store(opened.error())) return std::unexpected(opened.error());
    if (!args.room.empty()) TRY(find_room({}, args.room));
    return CostTables(groupings.size());
  }
  Service& service = *opened->service;
  if (!args.room.empty()) query.room = TRY(room_named(service, args.room, context.loop));
  return wait_for<CostTables>(context.loop,
                              [&](auto done) { service.costs(query, std::move(done)); });
}

Line nothing_found(const CostsArgs& args) {
  const bool is_part = args.days > 0 || !args.room.empty();
  return Line(
      is_part ? "No model was asked anything there and then." : "Nothing was asked of a model yet.",
      kQuiet);
}

}  // namespace

int run(const CostsArgs& args, Context& context) {
  const std::vector<Grouping> groupings = wanted(args.by);
  const auto tables = tables_meant(args, groupings, context);
  if (!tables) return report(tables.error(), context);
  bool first = true;
  std::int64_t unpriced = 0;
  for (std::size_t i = 0; i < groupings.size(); ++i) {
    const Grouping& grouping = groupings[i];
    const std::vector<CostLine>& lines = (*tables)[i];
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
