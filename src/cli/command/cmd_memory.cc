// folkmoot memory list|show|delete
#include <fmt/format.h>

#include <algorithm>
#include <iostream>

#include "app/queries/memory.h"
#include "base/text.h"
#include "cli/command/commands.h"
#include "cli/context/find_room.h"
#include "cli/context/report_error.h"
#include "cli/context/wait_for.h"
#include "cli/listing/memory_looks.h"

namespace fm::cli {
namespace {

Result<std::vector<MemoryEntry>> remembered(const std::string& room, const Context& context) {
  const OpenedService opened = TRY(look_at_store(context));
  Service& service = *opened.service;
  MemoryQuery query{.folder = context.folder, .room = {}, .page = {}};
  if (!room.empty()) query.room = TRY(room_named(service, room, context.loop));
  return wait_for_all<MemoryEntry>(context.loop, [&](PageWanted page, auto done) {
    query.page = std::move(page);
    service.memory(query, std::move(done));
  });
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
      "\"{}\" will be forgotten, and later teams do not hear of it. Forget it? [y/N] ",
      cut(one_line(entry.title, context.terminal.charset), 60, context.terminal.charset)));
  context.err.flush();
  std::string answer;
  std::getline(std::cin, answer);
  return answer == "y" || answer == "Y" || answer == "yes";
}

Result<void> forget(const MemoryEntry& entry, Context& context) {
  const auto opened = TRY(context.backend.open(context.to_open("memory delete"), context.loop));
  const auto done = wait_for<EventPtr>(context.loop, [&](auto told) {
    opened.service->forget(caller_of(opened), entry.room, entry.project, std::move(told));
  });
  if (const auto lost = opened.service->failure()) return std::unexpected(*lost);
  if (!done) return std::unexpected(done.error());
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
