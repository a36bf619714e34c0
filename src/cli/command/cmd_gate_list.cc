// folkmoot gate list
#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "app/queries/project_json.h"
#include "app/queries/rooms.h"
#include "cli/command/commands.h"
#include "cli/context/find_project.h"
#include "cli/context/find_room.h"
#include "cli/context/look.h"
#include "cli/context/report_error.h"
#include "cli/listing/gate_listing.h"

namespace fm::cli {
namespace {

struct WaitingRoom {
  RoomView room;
  std::vector<OpenGate> gates;  // that can be answered
};

// What was withdrawn stands in the room's past as well; what is open the store knows.
Result<std::vector<WaitingRoom>> waiting_rooms(const GateListArgs& args, const Context& context) {
  const auto reader = TRY(look_at_store(context));
  std::vector<RoomSummary> rooms = summaries(TRY(reader->rooms()));
  if (!args.room.empty()) {
    const RoomSummary meant = TRY(find_room(rooms, args.room));
    rooms = {meant};
  } else {
    std::erase_if(rooms, [&](const RoomSummary& room) { return room.folder != context.folder; });
  }
  std::set<std::pair<RoomId, std::string>> open;
  for (const OpenRow& row : TRY(reader->open_rows()))
    if (row.kind == OpenKind::kGate) open.emplace(row.room, row.id);
  std::vector<WaitingRoom> waiting;
  for (const RoomSummary& room : rooms) {
    if (room.open_gates == 0) continue;
    WaitingRoom found{.room = TRY(fold_room(*reader, room.id)), .gates = {}};
    for (const OpenGate& gate : found.room.gates)
      if (open.contains({room.id, gate.gate})) found.gates.push_back(gate);
    waiting.push_back(std::move(found));
  }
  return waiting;
}

}  // namespace

int run(const GateListArgs& args, Context& context) {
  const auto waiting = waiting_rooms(args, context);
  const bool nothing_yet = !waiting && is_no_store(waiting.error()) && args.room.empty();
  if (!waiting && !nothing_yet) return report(waiting.error(), context);
  bool any = false;
  if (waiting) {
    for (const WaitingRoom& one : *waiting) {
      for (const OpenGate& gate : one.gates) {
        Lines lines;
        if (std::exchange(any, true)) lines.emplace_back();
        append(lines, gate_listing(one.room, gate, context.columns(), context.terminal.charset));
        if (!(context.json() ? print_json(gate_json(one.room.id, gate), context)
                             : print(lines, context)))
          return kDone;
      }
    }
  }
  if (!any && !context.json() && !context.globals.quiet)
    print({Line(args.room.empty() ? "No question of this folder waits for you."
                                  : "No question of that room waits for you.")},
          context);
  return kDone;
}

}  // namespace fm::cli
