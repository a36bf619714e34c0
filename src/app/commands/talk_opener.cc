#include "app/commands/talk_opener.h"

#include <algorithm>
#include <utility>

#include "app/files/project_takeover.h"
#include "app/queries/memory.h"
#include "app/queries/rooms.h"
#include "engine/flow/pins.h"

namespace fm {
namespace {

constexpr std::size_t kMemoryRooms = 20;  // so many of a folder are read for what is remembered

}  // namespace

Result<Started> TalkOpener::open(ConverseRequest request, ModelCatalog& models) {
  const std::vector<RoomRow> rooms = TRY(parts_.journal.rooms());
  Started started;
  std::optional<RoomView> seen;
  if (!request.room.empty() || request.new_title.empty())
    seen = TRY(room_to_talk_in(rooms, request, [this](const RoomId& room) -> Result<RoomView> {
      return fold_room(TRY(read_all(parts_.journal, room)));
    }));
  if (seen) request.folder = seen->folder;
  PackPlaces places = parts_.packs;
  places.folder = request.folder;
  const auto remembered = TRY(folder_memory(parts_.journal.reader(), request.folder, kMemoryRooms,
                                            seen ? &*seen : nullptr));
  const FlowRecord* flow = seen ? seen->latest_flow() : nullptr;
  const bool runs = flow != nullptr && flow->state != FlowState::kFinished;
  auto prepared =
      prepare_converse(request, parts_.config, places, models, memory_digest(remembered));
  if (!prepared && runs && prepared.error().code == "prompts_invalid") {
    // The folder's own prompts do not fit this release. What is pinned does, so the room goes on.
    started = TRY(parts_.resume(seen->id));
    started.continued = true;
    started.notices.push_back(std::move(prepared.error()));
    return started;
  }
  ConverseReady ready = TRY(std::move(prepared));
  JsonObject args = to_args(ready.plan);
  started.notices = std::move(ready.notices);
  if (seen) go_on_in_linked_rooms(*seen, rooms);
  Pins pins;
  if (flow != nullptr) pins = TRY(pins_of(parts_.journal, flow->manifest, flow->pins));
  if (runs && (flow->state == FlowState::kPaused ||
               keeps_cast(*seen, *flow, request, args, ready.files, pins))) {
    Started resumed = TRY(parts_.resume(seen->id));
    resumed.continued = true;
    resumed.notices = std::move(started.notices);
    if (const Json* then = find_at(flow->args, "models");
        !request.model.empty() && !request.model_is_chosen && then != nullptr &&
        canonical(*then) != canonical(args.at("models")))
      resumed.notices.push_back(
          {"cast_kept", "What is under way goes on with the models that it was begun with.",
           "Models and cards change between projects, not in the middle of one.",
           "Say /cancel, or finish it; what comes next has the new ones."});
    return resumed;
  }
  std::optional<RoomRequest> room;
  if (seen) {
    started.room = seen->id;
    started.continued = true;
  } else {
    const std::string title =
        request.new_title.empty() ? std::string(kGeneralRoom) : request.new_title;
    do {
      started.room = {room_id(title, parts_.random())};
    } while (std::ranges::find(rooms, started.room, &RoomRow::id) != rooms.end());
    room = RoomRequest{started.room, title, request.folder, ready.plan.team};
  }
  const std::size_t before = seen ? seen->flows.size() : 0;
  started.flow = {derived_id('f', FlowId{started.room.value}, "/" + std::to_string(before + 1))};
  if (runs) {  // with other cards or models, and nothing under way: the log has all that lasts
    TRY(parts_.check_hosts(seen->id, *flow));
    // What nobody has heard yet is heard by the new one.
    args["heard"] = heard_up_to(*seen, *flow).value;
    for (const std::string_view field : {"decided", "allowed", "origin"})
      if (const Json* value = find_at(flow->args, field)) args[field] = *value;
    parts_.engine.cancel(seen->id, flow->id, "the conversation goes on with another cast",
                         parts_.me, [](Result<EventPtr>) {});
  }
  FlowRequest asked;
  asked.id = started.flow;
  asked.name = "chat";
  asked.args = std::move(args);
  asked.pins.insert(ready.files.begin(), ready.files.end());
  parts_.turns.know(ready.files, std::move(ready.cast));
  asked.endpoints = std::move(ready.endpoints);
  const bool is_general = seen ? seen->title == kGeneralRoom : request.new_title.empty();
  take_over_files(started.room, is_general, request.folder, seen ? seen->projects : Projects(),
                  asked.before, started.notices);
  parts_.engine.start(started.room, std::move(room), std::move(asked), parts_.me,
                      [this, id = started.room](auto done) {
                        if (!done) return parts_.lost(done.error());
                        files_taken_over(id);
                      });
  return started;
}

void TalkOpener::go_on_in_linked_rooms(const RoomView& seen, const std::vector<RoomRow>& rooms) {
  for (const RoomLink& link : seen.links) {
    const auto row = std::ranges::find(rooms, link.room, &RoomRow::id);
    if (link.into && row != rooms.end() && row->state == "working")
      parts_.engine.resume(link.room, Anyway::kNo, [](const Result<void>&) {});
  }
}

void TalkOpener::take_over_files(const RoomId& room, bool is_general, const std::string& folder,
                                 const Projects& known, std::vector<NewEvent>& before,
                                 std::vector<Error>& notices) {
  const RoomId named = is_general ? RoomId{std::string(kGeneralRoom)} : room;
  auto old = old_projects(folder, named, known, parts_.me, parts_.loop.clock().now());
  if (!old) return notices.push_back(std::move(old.error()));
  std::ranges::move(old->events, std::back_inserter(before));
  std::ranges::move(old->notices, std::back_inserter(notices));
  taken_over_[room] = {folder, std::move(old->files)};
}

void TalkOpener::files_taken_over(const RoomId& room) {
  const auto taken = taken_over_.extract(room);
  if (taken.empty() || taken.mapped().second.empty()) return;
  put_aside_taken_over(taken.mapped().first, taken.mapped().second);
}

}  // namespace fm
