#include "app/commands/conversation_opener.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "app/commands/go_on.h"
#include "app/files/project_file_writer.h"
#include "app/queries/conversation_room.h"
#include "app/queries/memory.h"
#include "app/queries/moved_rooms.h"
#include "engine/flow/pins.h"
#include "engine/flow/task_scope.h"

namespace fm {
namespace {

constexpr std::size_t kMemoryRooms = 20;  // so many of a folder are read for what is remembered

struct Prepared {
  Result<ConversationSetup> ready;
  Pins pins;                   // of the flow that leads the room
  std::vector<Error> notices;  // of the folder's files
};

// Blocks on the store and on files.
Result<Prepared> prepare(const ConversationRequest& request, const Config& config,
                         const PackPlaces& places, const Variables& environment,
                         SqliteJournal& journal, const RoomView* seen, UtcMs now) {
  std::vector<Error> notices;
  if (seen == nullptr && request.new_title.empty())
    notices = TRY(check_not_moved(journal.reader(), request.folder));
  if (seen != nullptr) notices = keep_edits(seen->folder, project_folders(*seen), now);
  const auto remembered = TRY(folder_memory(journal.reader(), request.folder, kMemoryRooms, seen));
  Prepared made{.ready = prepare_conversation(request, config, places, memory_digest(remembered),
                                              environment),
                .pins = {},
                .notices = std::move(notices)};
  const FlowRecord* flow = seen != nullptr ? seen->latest_flow() : nullptr;
  if (flow != nullptr) made.pins = TRY(pins_of(journal, flow->manifest, flow->pins));
  return made;
}

}  // namespace

Task<Result<Started>> ConversationOpener::open(Caller caller, ConversationRequest request) {
  const std::vector<RoomRow> rooms = CO_TRY(co_await rooms_now(parts_));
  RoomViewPtr seen;
  if (!request.room.empty() || request.new_title.empty())
    seen = CO_TRY(co_await room_to_converse_in(
        rooms, {.folder = request.folder, .room = request.room}, parts_.views));
  if (seen) request.folder = seen->folder;
  PackPlaces places = parts_.packs;
  places.folder = request.folder;
  Prepared prepared =
      CO_TRY(co_await in_pool(parts_.pool, [&config = parts_.config, &journal = parts_.journal,
                                            &environment = parts_.environment, request, places,
                                            seen, now = parts_.loop.clock().now()] {
        return prepare(request, config, places, environment, journal, seen.get(), now);
      }));
  const FlowRecord* flow = seen ? seen->latest_flow() : nullptr;
  const bool runs = flow != nullptr && flow->state != FlowState::kFinished;
  if (!prepared.ready && runs && prepared.ready.error().code == "prompts_invalid") {
    // The folder's own prompts do not fit this release. What is pinned does, so the room goes on.
    Started resumed = CO_TRY(
        co_await go_on(parts_, std::move(caller), seen->id, ResumeForce::kNo, GoOnAsked::kLeft));
    resumed.continued = true;
    resumed.notices.push_back(std::move(prepared.ready.error()));
    co_return resumed;
  }
  ConversationSetup ready = CO_TRY(std::move(prepared.ready));
  std::ranges::move(prepared.notices, std::back_inserter(ready.notices));
  CO_TRY(add_models(ready, request, parts_.config, parts_.models));
  JsonObject args = to_args(ready.plan);
  if (seen) go_on_in_linked_rooms(*seen, rooms);
  if (runs && (flow->state == FlowState::kPaused ||
               keeps_team(*seen, *flow, request, args, ready.files, prepared.pins))) {
    Started resumed = CO_TRY(
        co_await go_on_with(std::move(caller), seen, flow, std::move(args), std::move(request)));
    resumed.notices.insert(resumed.notices.begin(), std::make_move_iterator(ready.notices.begin()),
                           std::make_move_iterator(ready.notices.end()));
    co_return resumed;
  }
  Started started;
  started.notices = std::move(ready.notices);
  std::optional<RoomRequest> room;
  std::string title;
  if (seen) {
    started.room = seen->id;
    started.continued = true;
    started.earlier = seen->head;
    title = seen->title;
  } else {
    title = request.new_title.empty() ? std::string(kGeneralRoom) : request.new_title;
    do {
      started.room = {room_id(title, parts_.random())};
    } while (std::ranges::find(rooms, started.room, &RoomRow::id) != rooms.end());
    room = RoomRequest{started.room, title, request.folder, ready.plan.team};
  }
  const std::size_t before = seen ? seen->flows.size() : 0;
  started.flow = {derived_id('f', FlowId{started.room.value}, "/" + std::to_string(before + 1))};
  if (runs) {  // with other cards or models, and nothing under way: the log has all that lasts
    CO_TRY(check_endpoints(seen->id, *flow, parts_.models));
    // What nobody has heard yet is heard by the new one.
    args["heard"] = heard_up_to(*seen, *flow).value;
    for (const std::string_view field : {"decided", "allowed", "origin"})
      if (const Json* value = find_at(flow->args, field)) args[field] = *value;
  }
  FlowRequest asked;
  asked.id = started.flow;
  asked.name = "chat";
  asked.args = std::move(args);
  asked.pins.insert(ready.files.begin(), ready.files.end());
  parts_.turns.know(ready.files, std::move(ready.snapshot));
  asked.endpoints = std::move(ready.endpoints);
  // The folder's own room is the one whose files other programs kept under its name.
  const bool is_general = seen ? title == kGeneralRoom : request.new_title.empty();
  asked.before = co_await take_over_files(
      started.room, is_general ? std::string(kGeneralRoom) : started.room.value, request.folder,
      seen ? seen->projects : Projects(), caller.who, started.notices);
  if (runs)
    parts_.engine.cancel(seen->id, flow->id, "the conversation goes on with another team",
                         caller.who, [](Result<EventPtr>) {});
  const Later<Result<void>> begun;
  parts_.enters(started.room);
  parts_.engine.start(started.room, std::move(room), std::move(asked), caller.who,
                      [this, id = started.room, begun, keep = parts_.keep()](auto done) {
                        if (done) files_taken_over(id);
                        begun.resolve(done ? Result<void>() : std::unexpected(done.error()));
                      });
  // Whoever comes next finds the room, also when this process has been killed meanwhile.
  CO_TRY(co_await begun);
  co_return started;
}

Task<Result<Started>> ConversationOpener::go_on_with(Caller caller, RoomViewPtr seen,
                                                     const FlowRecord* flow, JsonObject args,
                                                     ConversationRequest request) {
  Started resumed = CO_TRY(
      co_await go_on(parts_, std::move(caller), seen->id, ResumeForce::kNo, GoOnAsked::kLeft));
  resumed.continued = true;
  if (const Json* then = find_at(flow->args, "models");
      !request.model.empty() && !request.model_is_chosen && then != nullptr &&
      canonical(*then) != canonical(args.at("models")))
    resumed.notices.push_back(
        {"cast_kept", "This project keeps the models that it began with.",
         "Models and agents change between projects, not in the middle of one.",
         "Finish it, or say /cancel; the next project has the new ones."});
  co_return resumed;
}

void ConversationOpener::go_on_in_linked_rooms(const RoomView& seen,
                                               const std::vector<RoomRow>& rooms) {
  for (const RoomLink& link : seen.links) {
    const auto row = std::ranges::find(rooms, link.room, &RoomRow::id);
    if (link.into && row != rooms.end() && row->state == "working")
      parts_.engine.resume(link.room, Anyway::kNo, [](const Result<void>&) {});
  }
}

Task<std::vector<NewEvent>> ConversationOpener::take_over_files(RoomId room, std::string name,
                                                                std::string folder, Projects known,
                                                                By person,
                                                                std::vector<Error>& notices) {
  const UtcMs now = parts_.loop.clock().now();
  auto old = co_await in_pool(parts_.pool, [name, folder, known, person, now] {
    return old_projects(folder, RoomId{name}, known, person, now);
  });
  if (!old) {
    notices.push_back(std::move(old.error()));
    co_return std::vector<NewEvent>();
  }
  std::ranges::move(old->notices, std::back_inserter(notices));
  taken_over_[room] = {folder, std::move(old->files)};
  co_return std::move(old->events);
}

void ConversationOpener::files_taken_over(const RoomId& room) {
  auto taken = taken_over_.extract(room);
  if (taken.empty() || taken.mapped().second.empty()) return;
  parts_.pool.run(
      [taken = std::move(taken.mapped())] { put_aside_taken_over(taken.first, taken.second); },
      [] {});
}

}  // namespace fm
