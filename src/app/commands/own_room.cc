#include "app/commands/own_room.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "app/queries/conversation_room.h"
#include "app/queries/rooms.h"
#include "base/sha256.h"
#include "engine/flow/pins.h"
#include "engine/flow/task.h"
#include "team/conversation/own_room.h"
#include "team/room/phase_change.h"
#include "team/room/project_events.h"

namespace fm {
namespace {

// What the new room is made of, read in the pool.
struct Making {
  RoomRequest room;
  FlowRequest flow;
  OwnRoomMove move;
  bool is_there = false;  // an earlier attempt made it
};

// The same at every attempt, so that one room is made.
std::uint32_t fixed_random(const std::string& of) {
  std::uint32_t number = 0;
  for (const unsigned char byte : sha256(of)) number = number * 31 + byte;
  return number;
}

Result<bool> made_before(Journal& journal, const RoomId& room, const RoomId& from) {
  const std::vector<RoomRow> rooms = TRY(journal.rooms());
  if (std::ranges::find(rooms, room, &RoomRow::id) == rooms.end()) return false;
  const std::vector<EventPtr> events = TRY(read_all(journal, room));
  const RoomView view = TRY(fold_room(events));
  if (std::ranges::any_of(view.links,
                          [&](const RoomLink& link) { return !link.into && link.room == from; }))
    return true;
  return fail("room_exists", "There is another room called " + room.value + ".", "",
              "Give the project another name and ask again.");
}

// The conversation there begins as the one that asks was begun, and knows where it came from. What
// counts in that room's own numbers stays behind, the engine's fields ("$...") too.
JsonObject args_of(const EffectCall& call, const OwnRoomMove& move) {
  JsonObject args;
  for (const auto& field : call.flow->args)
    if (!field.key().starts_with('$')) args[field.key()] = field.value();
  for (const std::string_view field : {"heard", "decided", "allowed", "origin"}) args.erase(field);
  args["origin"] =
      JsonObject{{"room", call.room.value}, {"project", move.project.value}, {"as", move.as.value}};
  return args;
}

Result<void> read(Journal& journal, const EffectCall& call, Making& making) {
  std::vector<EventPtr> events = TRY(read_all(journal, call.room));
  std::erase_if(events, [&](const EventPtr& event) { return event->room_seq > call.cursor; });
  const RoomView before = TRY(fold_room(events));
  OwnRoomMove& move = making.move;
  move.project = {std::string(text_at(call.request, "project"))};
  move.begins = bool_at(call.request, "begins");
  const Project* project = before.projects.find(move.project);
  if (project == nullptr)
    return fail("project_unknown", "There is no project " + move.project.value + " here.");
  std::string title = own_room_title(*project);
  if (title == kGeneralRoom) title += " (project)";  // a folder has one room of that name
  making.room = {{room_id(title, fixed_random(call.room.value + " " + move.project.value))},
                 title,
                 before.folder,
                 before.team};
  move.as = new_project_id({}, FlowId{making.room.id.value}, {"/own-room"});
  making.is_there = TRY(made_before(journal, making.room.id, call.room));
  FlowRequest& flow = making.flow;
  flow.id = {derived_id('f', FlowId{making.room.id.value}, "/1")};
  flow.name = call.flow->name;
  flow.args = args_of(call, move);
  for (const auto& [path, hash] : TRY(pins_of(journal, *call.flow)))
    flow.pins[path] = TRY(journal.blob(hash));
  flow.endpoints = call.flow->endpoints;
  flow.before = own_room_events(events, before, move);
  return {};
}

Task<Performed> make_room(PoolScope& pool, Journal& journal, Engine& engine, EffectCall call) {
  const auto making = std::make_shared<Making>();
  const Later<Result<void>> read_it;
  const auto outcome = std::make_shared<Result<void>>();
  pool.run([&journal, call, making, outcome] { *outcome = read(journal, call, *making); },
           [read_it, outcome] { read_it.resolve(std::move(*outcome)); });
  Performed performed;
  const Result<void> was_read = co_await read_it;
  if (!was_read) {
    performed.outcome.error = was_read.error();
    co_return performed;
  }
  if (!making->is_there) {
    for (NewEvent& event : making->flow.before)
      if (event.at.value == 0) event.at = engine.now();
    const Later<Result<EventPtr>> begun;
    const RoomId room = making->room.id;
    engine.start(room, making->room, std::move(making->flow), By{},
                 [begun](Result<EventPtr> done) { begun.resolve(std::move(done)); });
    if (const Result<EventPtr> done = co_await begun; !done) {
      performed.outcome.error = done.error();
      co_return performed;
    }
  }
  performed.outcome.value =
      JsonObject{{"room", making->room.id.value}, {"project", making->move.as.value}};
  co_return performed;
}

Task<Performed> report(Engine& engine, Append append) {
  const Later<Result<void>> told;
  engine.append(std::move(append), [told](const Result<Appended>& done) {
    told.resolve(done ? Result<void>() : std::unexpected(done.error()));
  });
  Performed performed;
  if (const Result<void> done = co_await told; !done) performed.outcome.error = done.error();
  co_return performed;
}

}  // namespace

Task<Performed> OwnRoomPerformer::begin(EffectCall call, const Fold&) {
  return make_room(pool_, journal_, *engine_, std::move(call));
}

Task<Performed> ReportBackPerformer::begin(EffectCall call, const Fold& fold) {
  const Json request = call.request;
  Append append;
  append.room = {std::string(text_at(request, "room"))};
  const ProjectId project{std::string(text_at(request, "project"))};
  const FlowId ids{call.room.value};
  NewEvent line;
  line.kind = "message.posted";
  line.at = engine_->now();
  line.project = project;
  line.client_id = "report " + call.key;  // once, however often it is tried
  line.body = {{"id", derived_id('m', ids, call.place.value + "/line")},
               {"from", line.by.id},
               {"to", "person"},
               {"kind", kSystemMessage},
               {"marker", "confirmation"},
               {"text", text_at(request, "line")}};
  append.events.push_back(std::move(line));
  const auto& view = static_cast<const RoomView&>(fold);
  const auto shown =
      std::ranges::find(view.messages, std::string(text_at(request, "message")), &Message::id);
  if (shown != view.messages.end()) {
    NewEvent document;
    document.kind = "message.posted";
    document.at = engine_->now();
    document.by = {Actor::kAgent, shown->from};
    document.project = project;
    document.body = {{"id", derived_id('m', ids, call.place.value + "/document")},
                     {"from", shown->from},
                     {"to", "person"},
                     {"kind", shown->kind},
                     {"marker", "discussion"},
                     {"text", *shown->text}};
    if (shown->rehearsal) document.body["rehearsal"] = true;
    append.events.push_back(std::move(document));
  }
  return report(*engine_, std::move(append));
}

}  // namespace fm
