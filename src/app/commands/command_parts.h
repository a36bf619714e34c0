// CommandParts: what the commands of one client work with. Made and owned by the wiring; all of it
// outlives them.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>

#include "app/config/config.h"
#include "app/queries/people_words.h"
#include "app/queries/room_views.h"
#include "app/service_answers.h"
#include "base/redact.h"
#include "engine/log/sqlite_journal.h"
#include "engine/runtime/engine.h"
#include "loop/pool_scope.h"
#include "model/model.h"
#include "team/agency/workshop.h"
#include "team/pack/pack.h"
#include "team/turn/turn.h"

namespace fm {

struct CommandParts {
  const Config& config;
  PackPlaces packs;          // without the folder, which is a request's
  const Redactor& redactor;  // a key that somebody pastes is kept nowhere (P-64)
  Loop& loop;
  PoolScope& pool;
  SqliteJournal& journal;
  Engine& engine;
  TurnPerformer& turns;
  ModelCatalog& models;
  RoomViews& views;
  PeopleWords& words;
  Workshop& workshop;  // what is built is looked at and taken along by it
  // From now on the room is worked on with these parts: their models, keys and budgets.
  std::function<void(const RoomId&)> enters = [](const RoomId&) {};
  // The same, unless others were there before.
  std::function<void(const RoomId&)> comes_to = [](const RoomId&) {};
  // Whether another client that is there works in the room, with parts of its own.
  std::function<bool(const RoomId&)> is_served = [](const RoomId&) { return false; };
  // Keeps these parts while a command is done, though its client leave meanwhile.
  std::function<std::shared_ptr<void>()> keep = [] { return std::shared_ptr<void>(); };
  std::function<std::uint32_t()> random;                // for names of rooms
  std::map<std::string, std::string> environment = {};  // of the person, for what they have here
};

// All rooms of the store, newest first.
Task<Result<std::vector<RoomRow>>> rooms_now(const CommandParts& parts);

// What a person does without saying anything. Not as an input, which would wake the room and go
// on with what is unfinished there.
Task<Result<EventPtr>> append_event(const CommandParts& parts, RoomId room, NewEvent event);

// A warning, as flows of the room have them.
Task<Result<EventPtr>> warn_room(const CommandParts& parts, RoomId room, Error what);

// A person's words as the room keeps them.
NewEvent message_of(const Caller& caller, const std::string& text, const std::string& client_id,
                    const RoomId& room, UtcMs now);

}  // namespace fm
