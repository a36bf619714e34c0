// folkmoot gate list
#include <utility>
#include <vector>

#include "app/queries/project_json.h"
#include "cli/command/commands.h"
#include "cli/context/find_room.h"
#include "cli/context/report_error.h"
#include "cli/context/wait_for.h"
#include "cli/listing/gate_listing.h"

namespace fm::cli {
namespace {

Result<std::vector<WaitingGate>> waiting_gates(const GateListArgs& args, const Context& context) {
  const OpenedService opened = TRY(look_at_store(context));
  Service& service = *opened.service;
  GatesQuery query;
  if (args.room.empty())
    query.folder = context.folder;
  else
    query.room = TRY(room_named(service, args.room, context.loop));
  auto gates = TRY(wait_for_all<WaitingGate>(context.loop, [&](PageWanted page, auto done) {
    query.page = std::move(page);
    service.gates(query, std::move(done));
  }));
  if (gates.empty() && args.room.empty()) tell_if_moved(service, context);
  return gates;
}

}  // namespace

int run(const GateListArgs& args, Context& context) {
  const auto waiting = waiting_gates(args, context);
  const bool nothing_yet = !waiting && is_no_store(waiting.error()) && args.room.empty();
  if (!waiting && !nothing_yet) return report(waiting.error(), context);
  bool any = false;
  if (waiting) {
    for (const auto& [room, gate] : *waiting) {
      Lines lines;
      if (std::exchange(any, true)) lines.emplace_back();
      append(lines, gate_listing(*room, gate, context.columns(), context.terminal.charset));
      if (!(context.json() ? print_json(gate_json(room->id, gate), context)
                           : print(lines, context)))
        return kDone;
    }
  }
  if (!any && !context.json() && !context.globals.quiet)
    print({Line(args.room.empty() ? "No question of this folder waits for you."
                                  : "No question of that room waits for you.")},
          context);
  return kDone;
}

}  // namespace fm::cli
