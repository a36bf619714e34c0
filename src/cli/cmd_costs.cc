// folkmoot costs
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>

#include "base/figures.h"
#include "cli/commands.h"
#include "cli/cost_table.h"
#include "cli/look.h"
#include "cli/report_error.h"

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
  return {now.value - std::chrono::milliseconds(std::chrono::hours(24) * args.days).count()};
}

}  // namespace

int run(const CostsArgs& args, Context& context) {
  const auto reader = look_at_store(context);
  if (!reader && !is_no_store(reader.error())) return report(reader.error(), context);
  std::vector<CostEntry> entries;
  if (reader) {
    const auto events = (*reader)->of_kind("turn.", since(args, context.loop.clock().now()));
    if (!events) return report(events.error(), context);
    entries = cost_entries(*events);
  }
  if (!args.room.empty())
    std::erase_if(entries,
                  [&](const CostEntry& entry) { return !entry.room.value.starts_with(args.room); });
  bool first = true;
  std::int64_t unpriced = 0;
  for (const Grouping& grouping : wanted(args.by)) {
    const auto lines = cost_lines(entries, grouping.group);
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
      print({Line("Nothing was asked of a model yet.", kQuiet)}, context);
      return kDone;
    }
    Lines shown;
    if (!std::exchange(first, false)) shown.emplace_back();
    append(shown, cost_table(lines, grouping.name, context.columns(), context.terminal.charset));
    if (!print(shown, context)) return kDone;
    unpriced = 0;
    for (const CostLine& line : lines) unpriced += line.sum.unpriced;
  }
  if (unpriced > 0 && !context.json() && !context.globals.quiet)
    print({Line(), Line(fmt::format("Of {} the price is not known; set it with `prices:` in your "
                                    "config.yaml.",
                                    count_text(unpriced, "turn", "turns")),
                        kQuiet)},
          context);
  return kDone;
}

}  // namespace fm::cli
