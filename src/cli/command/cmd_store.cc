// folkmoot store check
#include <fmt/format.h>

#include "app/report/report_html.h"
#include "cli/command/commands.h"
#include "cli/context/report_error.h"
#include "cli/context/wait_for.h"
#include "cli/view/notes.h"

namespace fm::cli {

int run(const StoreCheckArgs&, Context& context) {
  const auto opened = look_at_store(context);
  if (!opened) return report(opened.error(), context);
  const auto found = wait_for<StoreHealth>(
      context.loop, [&](auto done) { opened->service->check(std::move(done)); });
  if (!found) return report(found.error(), context);
  for (const Error& fault : found->faults) {
    if (context.json())
      context.out.write_all(error_json(fault, "fault"));
    else
      print(error_lines(fault, kDanger, context.columns(), context.terminal.charset), context);
  }
  const auto faults = static_cast<std::int64_t>(found->faults.size());
  if (context.json()) {
    print_json({{"rooms", found->rooms},
                {"events", found->events},
                {"blobs", found->blobs},
                {"faults", faults}},
               context);
  } else if (!context.globals.quiet) {
    print({Line(fmt::format(
                    "{} room{}, {} events, {} large texts: {}.", thousands(found->rooms),
                    found->rooms == 1 ? "" : "s", thousands(found->events), thousands(found->blobs),
                    faults == 0 ? "all whole"
                                : fmt::format("{} fault{}", faults, faults == 1 ? "" : "s")),
                faults == 0 ? kGood : kDanger)},
          context);
  }
  return faults == 0 ? kDone : kFailed;
}

}  // namespace fm::cli
