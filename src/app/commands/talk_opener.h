// TalkOpener: opens a conversation, or goes on with it (C-1, C-13).
//
// Finds or makes the room, makes its team and models ready, and starts the flow that leads it; one
// that runs goes on, with what it was begun with as long as something is under way. Part of the
// service, which outlives it. On the loop thread; blocks on files.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "app/commands/converse.h"
#include "app/config/config.h"
#include "app/service.h"
#include "engine/log/sqlite_journal.h"
#include "engine/runtime/engine.h"
#include "team/pack/pack.h"
#include "team/turn/turn.h"

namespace fm {

class TalkOpener {
 public:
  struct Parts {
    const Config& config;
    PackPlaces packs;  // without the folder, which is the request's
    By me;
    Loop& loop;
    SqliteJournal& journal;
    Engine& engine;
    TurnPerformer& turns;
    std::function<Result<Started>(const RoomId&)> resume;
    std::function<Result<void>(const RoomId&, const FlowRecord&)> check_hosts;
    std::function<std::uint32_t()> random;
    std::function<void(const Error&)> lost;  // the store can no longer be written
  };
  explicit TalkOpener(Parts parts) : parts_(std::move(parts)) {}
  TalkOpener(const TalkOpener&) = delete;

  // Errors: those of Service::converse().
  Result<Started> open(ConverseRequest request, ModelCatalog& models);

 private:
  // What went from here into a room of its own goes on with this one (C-53); what waits there waits
  // on. One that cannot go on is told by whoever goes there.
  void go_on_in_linked_rooms(const RoomView& seen, const std::vector<RoomRow>& rooms);

  // Projects of older files, which other programs kept in the folder, begin in the log; the files
  // are put aside once that is durable.
  void take_over_files(const RoomId& room, bool is_general, const std::string& folder,
                       const Projects& known, std::vector<NewEvent>& before,
                       std::vector<Error>& notices);
  void files_taken_over(const RoomId& room);

  const Parts parts_;
  std::map<RoomId, std::pair<std::string, std::vector<std::string>>> taken_over_;
};

}  // namespace fm
