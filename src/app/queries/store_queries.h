// StoreQueries: all that a door can ask about the store (app/service.h), answered by what is
// committed.
//
// The same for whoever owns the store and for whoever only looks. Reading is done in the pool; a
// list that needs rooms folds one after the other and stops where its page is full, at the end of a
// room. Owned by the service, loop thread.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "app/queries/room_views.h"
#include "app/service_answers.h"
#include "app/service_requests.h"
#include "engine/flow/task_scope.h"
#include "engine/log/journal_reader.h"

namespace fm {

class StoreQueries {
 public:
  StoreQueries(Loop& loop, JournalReader& reader, RoomViews& views)
      : reader_(reader), views_(views), pool_(loop), tasks_(loop) {}

  void rooms(RoomsQuery query, Done<Page<RoomSummary>> done);
  void room(RoomId room, Done<RoomViewPtr> done);
  void events(EventsQuery query, Done<Page<EventPtr>> done);
  void exported(EventsQuery query, Done<Page<std::string>> done);
  void conversation_room(ConversationRoomQuery query, Done<std::optional<RoomId>> done);
  void rooms_elsewhere(std::string folder, Done<std::vector<RoomElsewhere>> done);
  void projects(ProjectsQuery query, Done<Page<ProjectEntry>> done);
  void gates(GatesQuery query, Done<Page<WaitingGate>> done);
  void costs(CostsQuery query, Done<CostTables> done);
  void memory(MemoryQuery query, Done<Page<MemoryEntry>> done);
  void channels(PageWanted page, Done<Page<ChannelBinding>> done);

 private:
  template <class T, class F>
  void read(Done<T> done, F from_reader) {
    const auto answer = std::make_shared<std::optional<Result<T>>>();
    pool_.run(
        [this, answer, from_reader = std::move(from_reader)]() mutable {
          answer->emplace(from_reader(reader_));
        },
        [answer, done = std::move(done)] { done(std::move(**answer)); });
  }
  Task<Result<Page<ProjectEntry>>> projects_of(ProjectsQuery query);
  Task<Result<Page<WaitingGate>>> gates_of(GatesQuery query);
  Task<Result<std::optional<RoomId>>> conversation_room_of(ConversationRoomQuery query);

  JournalReader& reader_;
  RoomViews& views_;
  PoolScope pool_;
  TaskScope tasks_;
};

}  // namespace fm
