// folkmoot memory list|show|delete
#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <optional>

#include "app/queries/memory.h"
#include "base/text.h"
#include "cli/command/commands.h"
#include "cli/context/find_room.h"
#include "cli/context/look.h"
#include "cli/context/report_error.h"
#include "cli/listing/memory_looks.h"

namespace fm::cli {
namespace {

Result<std::vector<MemoryEntry>> remembered(const std::string& room, const Context& context) {
  const auto reader = TRY(look_at_store(context));
  if (room.empty()) return folder_memory(*reader, context.folder);
  const auto rooms = summaries(TRY(reader->rooms()));
  const RoomSummary found = TRY(find_room(rooms, room));
  auto entries = TRY(folder_memory(*reader, found.folder));
  std::erase_if(entries, [&](const MemoryEntry& entry) { return entry.room != found.id; });
  return entries;
}

// By its id, or by a beginning that only one has. Two rooms may have a project of the same id.
Result<MemoryEntry> entry_meant(const std::string& project, const std::string& room,
                                const Context& context) {
  auto entries = TRY(remembered(room, context));
  const auto is_exact = [&](const MemoryEntry& entry) { return entry.project.value == project; };
  const bool exact = std::ranges::any_of(entries, is_exact);
  std::erase_if(entries, [&](const MemoryEntry& entry) {
    return exact ? !is_exact(entry) : !entry.project.value.starts_with(project);
  });
  if (entries.empty() || project.empty()) return std::unexpected(memory_unknown(project));
  if (entries.size() == 1) return std::move(entries.front());
  std::vector<std::string> some;
  for (const MemoryEntry& entry : entries)
    some.push_back(entry.project.value + " in " + entry.room.value);
  return fail("memory_ambiguous", fmt::format("\"{}\" can be several projects.", project),
              join(some, ", ") + ".", "Give more of the id, or the room with --room.");
}

bool agrees(const MemoryEntry& entry, Context& context) {
  context.err.write(fmt::format(
      "\"{}\" is forgotten: no later team is told of it. Go on? [y/N] ",
      cut(one_line(entry.title, context.terminal.charset), 60, context.terminal.charset)));
  context.err.flush();
  std::string answer;
  std::getline(std::cin, answer);
  return answer == "y" || answer == "Y" || answer == "yes";
}

Result<void> forget(const MemoryEntry& entry, Context& context) {
  const auto opened = TRY(context.backend.open(context.to_open("memory delete"), context.loop));
  std::optional<Result<EventPtr>> done;
  bool waits = false;
  opened.service->forget(entry.room, entry.project, [&](Result<EventPtr> event) {
    done = std::move(event);
    if (waits) context.loop.stop();
  });
  waits = true;
  if (!done) context.loop.run();
  if (const auto lost = opened.service->failure()) return std::unexpected(*lost);
  if (done && !*done) return std::unexpected(done->error());
  return {};
}

}  // namespace

int run(const MemoryListArgs& args, Context& context) {
  auto entries = remembered(args.room, context);
  const bool nothing_yet = !entries && is_no_store(entries.error()) && args.room.empty();
  if (!entries && !nothing_yet) return report(entries.error(), context);
  if (nothing_yet) entries = std::vector<MemoryEntry>();
  if (context.json()) {
    for (const MemoryEntry& entry : *entries)
      if (!print_json(memory_json(entry), context)) return kDone;
    return kDone;
  }
  if (entries->empty() && !context.globals.quiet)
    print({Line("No project of this folder is finished and remembered yet.")}, context);
  print(memory_list_lines(*entries, context.columns(), context.terminal.charset), context);
  return kDone;
}

int run(const MemoryShowArgs& args, Context& context) {
  const auto entry = entry_meant(args.project, args.room, context);
  if (!entry) return report(entry.error(), context);
  if (context.json())
    print_json(memory_json(*entry), context);
  else
    print(memory_entry_lines(*entry, context.columns(), context.terminal.charset), context);
  return kDone;
}

int run(const MemoryDeleteArgs& args, Context& context) {
  const auto entry = entry_meant(args.project, args.room, context);
  if (!entry) return report(entry.error(), context);
  if (!args.yes && !context.terminal.is_interactive())
    return report({"memory_delete_unsure", "Nothing was deleted.", "Nobody is there to be asked.",
                   "Say it with --yes."},
                  context);
  if (!args.yes && !agrees(*entry, context)) return kInterrupted;
  if (const auto forgotten = forget(*entry, context); !forgotten)
    return report(forgotten.error(), context);
  if (context.json())
    print_json({{"room", entry->room.value}, {"project", entry->project.value}, {"deleted", true}},
               context);
  else if (!context.globals.quiet)
    print({Line(fmt::format("Forgotten: {}. What was said stays in room {}.", entry->project.value,
                            entry->room.value))},
          context);
  return kDone;
}

}  // namespace fm::cli
