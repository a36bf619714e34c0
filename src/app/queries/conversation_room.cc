#include "app/queries/conversation_room.h"

namespace fm {

Task<Result<RoomViewPtr>> room_to_converse_in(std::vector<RoomRow> rooms,
                                              ConversationRoomQuery query, RoomViews& views) {
  const bool named = !query.room.empty();
  for (const RoomRow& row : rooms) {
    if (named ? row.id.value != query.room
              : row.folder != query.folder || row.title != kGeneralRoom)
      continue;
    RoomViewPtr seen = CO_TRY(co_await views.of(row.id));
    const FlowRecord* flow = seen->latest_flow();
    if (flow == nullptr || flow->name == "chat") co_return seen;
    if (named)
      co_return fail("room_no_conversation",
                     "Room " + row.id.value + " is a discussion of its own.",
                     "It was begun with `folkmoot " + flow->name + "`.",
                     "Go on with it by `folkmoot resume " + row.id.value +
                         "`, or talk in the folder's own room: folkmoot");
  }
  if (!named) co_return RoomViewPtr();
  co_return fail("room_unknown", "There is no room " + query.room + ".", "",
                 "See the rooms with `folkmoot room list --all`.");
}

}  // namespace fm
