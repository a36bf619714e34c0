#include "server/client/looked_up.h"

namespace fm::server {

void LookedUp::rooms(RoomsQuery query, Done<Page<RoomSummary>> done) {
  looking_->rooms(std::move(query), std::move(done));
}
void LookedUp::room(RoomId room, Done<RoomViewPtr> done) {
  looking_->room(std::move(room), std::move(done));
}
void LookedUp::events(EventsQuery query, Done<Page<EventPtr>> done) {
  looking_->events(std::move(query), std::move(done));
}
void LookedUp::exported(EventsQuery query, Done<Page<std::string>> done) {
  looking_->exported(std::move(query), std::move(done));
}
void LookedUp::conversation_room(ConversationRoomQuery query, Done<std::optional<RoomId>> done) {
  looking_->conversation_room(std::move(query), std::move(done));
}
void LookedUp::rooms_elsewhere(std::string folder, Done<std::vector<RoomElsewhere>> done) {
  looking_->rooms_elsewhere(std::move(folder), std::move(done));
}
void LookedUp::projects(ProjectsQuery query, Done<Page<ProjectEntry>> done) {
  looking_->projects(std::move(query), std::move(done));
}
void LookedUp::gates(GatesQuery query, Done<Page<WaitingGate>> done) {
  looking_->gates(std::move(query), std::move(done));
}
void LookedUp::costs(CostsQuery query, Done<CostTables> done) {
  looking_->costs(std::move(query), std::move(done));
}
void LookedUp::memory(MemoryQuery query, Done<Page<MemoryEntry>> done) {
  looking_->memory(std::move(query), std::move(done));
}
void LookedUp::channels(PageWanted page, Done<Page<ChannelBinding>> done) {
  looking_->channels(std::move(page), std::move(done));
}

}  // namespace fm::server
