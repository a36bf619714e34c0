// folkmoot store check|rebuild
#include <fmt/format.h>

#include "app/report/report_html.h"
#include "app/store.h"
#include "app/store_care.h"
#include "cli/command/commands.h"
#include "cli/context/report_error.h"
#include "cli/view/notes.h"

namespace fm::cli {
namespace {

Result<std::string> folder_of_store(const Context& context) {
  const Config config = TRY(context.backend.config(context.globals, context.folder));
  return store_folder(config.value("store"));
}

std::string counted(std::int64_t count, std::string_view one) {
  return fmt::format("{} {}{}", thousands(count), one, count == 1 ? "" : "s");
}

void print_faults(const std::vector<Error>& faults, Context& context) {
  for (const Error& fault : faults) {
    if (context.json())
      context.out.write_all(error_json(fault, "fault"));
    else
      print(error_lines(fault, kDanger, context.columns(), context.terminal.charset), context);
  }
}

void print_health(const StoreCheck& health, bool accepted, Context& context) {
  print_faults(health.faults, context);
  const auto faults = static_cast<std::int64_t>(health.faults.size());
  if (context.json()) {
    JsonObject told{{"rooms", health.rooms},
                    {"events", health.events},
                    {"blobs", health.blobs},
                    {"faults", faults}};
    if (accepted) told["accepted"] = true;
    print_json(told, context);
    return;
  }
  if (context.globals.quiet) return;
  std::string line = fmt::format(
      "{}, {}, {}: {}.", counted(health.rooms, "room"), counted(health.events, "event"),
      counted(health.blobs, "large text"), faults == 0 ? "all whole" : counted(faults, "fault"));
  if (accepted) line += " Accepted: folkmoot goes on from here.";
  print({Line(std::move(line), faults == 0 ? kGood : kDanger)}, context);
}

}  // namespace

int run(const StoreCheckArgs& args, Context& context) {
  const auto folder = folder_of_store(context);
  if (!folder) return report(folder.error(), context);
  const auto health =
      args.accept ? accept_store(*folder, "folkmoot store check --accept") : check_store(*folder);
  if (!health) return report(health.error(), context);
  print_health(*health, args.accept, context);
  if (health->faults.empty()) return kDone;
  return report({"store_damaged", "The store is not whole.",
                 counted(static_cast<std::int64_t>(health->faults.size()), "fault") +
                     ", each with its cure on standard output.",
                 "See `folkmoot help store`."},
                context);
}

int run(const StoreRebuildArgs&, Context& context) {
  const auto folder = folder_of_store(context);
  if (!folder) return report(folder.error(), context);
  const auto rebuilt = rebuild_store(*folder, "folkmoot store rebuild");
  if (!rebuilt) return report(rebuilt.error(), context);
  if (context.json()) {
    print_json({{"rooms", rebuilt->rooms}, {"open", rebuilt->open}}, context);
  } else if (!context.globals.quiet) {
    print({Line(fmt::format("Written again from the log: {}, and {} of what is open.",
                            counted(rebuilt->rooms, "room"), counted(rebuilt->open, "row")),
                kGood)},
          context);
  }
  return kDone;
}

}  // namespace fm::cli
