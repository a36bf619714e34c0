#include "app/commands/begin_ideation.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "app/commands/go_on.h"
#include "app/commands/ideate.h"
#include "app/commands/more_rounds.h"
#include "engine/flow/pins.h"
#include "engine/flow/task_scope.h"

namespace fm {
namespace {

bool may_be_unfinished(const RoomRow& row, const std::string& folder) {
  return row.folder == folder && row.state != "finished" && row.state != "failed" &&
         row.state != "empty";
}

// The ideation of a room that was begun and not ended.
const FlowRecord* unfinished_ideation(const RoomView& room) {
  const FlowRecord* flow = room.latest_flow();
  const bool is = flow && flow->name == "ideation" && flow->state != FlowState::kFinished;
  return is ? flow : nullptr;
}

NewEvent warning_of(const Error& notice, UtcMs now) {
  NewEvent warning;
  warning.kind = "warning";
  warning.body = to_json(notice);
  warning.at = now;
  return warning;
}

// The same discussion of this folder, which goes on; or another one that is unfinished.
struct Unfinished {
  std::optional<RoomId> same;
  std::optional<RoomId> other;
};

Task<Unfinished> unfinished_in(const CommandParts& parts, std::vector<RoomRow> rooms,
                               std::string folder, JsonObject args, ModelsNamed named) {
  Unfinished found;
  for (const RoomRow& row : rooms) {
    if (!may_be_unfinished(row, folder)) continue;
    const auto seen = co_await parts.views.of(row.id);
    if (!seen) continue;  // a damaged room is `store check`'s to tell
    const FlowRecord* flow = unfinished_ideation(**seen);
    if (flow == nullptr) continue;
    const JsonObject theirs = flow->args.is_object() ? flow->args.get_object() : JsonObject();
    if (same_discussion(theirs, args, named)) {
      found.same = row.id;
      co_return found;
    }
    if (!found.other) found.other = row.id;
  }
  co_return found;
}

// It is durable when this is done: whoever was told of it finds it, also when this process has been
// killed meanwhile.
Task<Result<void>> start_flow(const CommandParts& parts, RoomId id, std::optional<RoomRequest> room,
                              FlowRequest flow, By by) {
  const Later<Result<void>> begun;
  parts.engine.start(id, std::move(room), std::move(flow), std::move(by),
                     [begun](const Result<EventPtr>& done) {
                       begun.resolve(done ? Result<void>() : std::unexpected(done.error()));
                     });
  co_return co_await begun;
}

Task<Result<Started>> add_rounds(const CommandParts& parts, Caller caller, IdeateRequest request) {
  const RoomViewPtr seen = CO_TRY(co_await parts.views.of(request.continues));
  const FlowRecord& former = *CO_TRY(finished_ideation(*seen));
  auto prepared = co_await in_pool(
      parts.pool, [&journal = parts.journal, &former, request, seen]() -> Result<IdeationSetup> {
        TeamFiles files;
        for (const auto& [path, hash] : TRY(pins_of(journal, former.manifest, former.pins)))
          files[path] = TRY(journal.blob(hash));
        return prepare_more_rounds(request, *seen, std::move(files));
      });
  IdeationSetup ready = CO_TRY(std::move(prepared));
  CO_TRY(add_former_models(ready, request, *seen, parts.models));
  FlowRequest flow = more_rounds_flow(ready, *seen, parts.loop.clock().now());
  parts.turns.know(ready.files, std::move(ready.snapshot));
  Started started;
  started.room = seen->id;
  started.flow = flow.id;
  started.rounds_added = ready.plan.max_rounds - ready.plan.first_round + 1;
  started.earlier = seen->head;
  started.notices = std::move(ready.notices);
  parts.enters(seen->id);
  CO_TRY(co_await start_flow(parts, seen->id, std::nullopt, std::move(flow), caller.who));
  co_return started;
}

}  // namespace

Task<Result<Started>> begin_ideation(const CommandParts& parts, Caller caller,
                                     IdeateRequest request) {
  if (!request.continues.empty())
    co_return co_await add_rounds(parts, std::move(caller), std::move(request));
  PackPlaces places = parts.packs;
  places.folder = request.folder;
  IdeationSetup ready =
      CO_TRY(co_await in_pool(parts.pool, [&config = parts.config, request, places] {
        return prepare_ideate(request, config, places);
      }));
  CO_TRY(add_models(ready, request, parts.config, parts.models));
  const JsonObject args = to_args(ready.plan);
  Started started;
  started.notices = std::move(ready.notices);
  const std::vector<RoomRow> rooms = CO_TRY(co_await rooms_now(parts));
  if (!request.force_new) {
    const Unfinished found =
        co_await unfinished_in(parts, rooms, request.folder, args,
                               request.model_is_chosen ? ModelsNamed::kNo : ModelsNamed::kYes);
    if (found.same) {
      Started resumed = CO_TRY(co_await go_on(parts, std::move(caller), *found.same,
                                              ResumeForce::kNo, GoOnAsked::kAnswered));
      resumed.continued = true;
      resumed.notices = std::move(started.notices);
      co_return resumed;
    }
    started.unfinished = found.other;
  }
  do {
    started.room = {room_id(ready.title, parts.random())};
  } while (std::ranges::find(rooms, started.room, &RoomRow::id) != rooms.end());
  started.flow = {derived_id('f', FlowId{started.room.value}, "/1")};
  FlowRequest flow;
  flow.id = started.flow;
  flow.name = "ideation";
  flow.args = args;
  flow.pins.insert(ready.files.begin(), ready.files.end());
  parts.turns.know(ready.files, std::move(ready.snapshot));
  flow.endpoints = std::move(ready.endpoints);
  const UtcMs now = parts.loop.clock().now();
  flow.before.push_back(
      message_of(caller, ready.plan.topic, started.room.value, started.room, now));
  for (const Error& notice : started.notices) flow.before.push_back(warning_of(notice, now));
  RoomRequest room{started.room, ready.title, request.folder, ready.plan.team};
  parts.enters(started.room);
  CO_TRY(co_await start_flow(parts, started.room, std::move(room), std::move(flow), caller.who));
  co_return started;
}

}  // namespace fm
