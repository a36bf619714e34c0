// LookedUp: the queries of a service, read from the store beside its owner.
//
// What whoever owns the store has acknowledged is on the disk before, so it is found here. Loop
// thread.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/service.h"

namespace fm::server {

class LookedUp : public Service {
 public:
  void rooms(RoomsQuery query, Done<Page<RoomSummary>> done) override;
  void room(RoomId room, Done<RoomViewPtr> done) override;
  void events(EventsQuery query, Done<Page<EventPtr>> done) override;
  void exported(EventsQuery query, Done<Page<std::string>> done) override;
  void conversation_room(ConversationRoomQuery query, Done<std::optional<RoomId>> done) override;
  void rooms_elsewhere(std::string folder, Done<std::vector<RoomElsewhere>> done) override;
  void projects(ProjectsQuery query, Done<Page<ProjectEntry>> done) override;
  void gates(GatesQuery query, Done<Page<WaitingGate>> done) override;
  void costs(CostsQuery query, Done<CostTables> done) override;
  void memory(MemoryQuery query, Done<Page<MemoryEntry>> done) override;
  void channels(PageWanted page, Done<Page<ChannelBinding>> done) override;

 protected:
  bool can_look() const { return looking_ != nullptr; }
  void look_by(std::unique_ptr<Service> looking) { looking_ = std::move(looking); }

 private:
  std::unique_ptr<Service> looking_;  // before the first query
};

}  // namespace fm::server
