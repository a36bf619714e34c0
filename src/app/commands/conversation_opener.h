// ConversationOpener: opens a conversation, or goes on with it (C-1, C-13).
//
// Finds or makes the room, makes its team and models ready, and starts the flow that leads it; one
// that runs goes on, with what it was begun with as long as something is under way. Part of the
// commands, which outlive it. On the loop thread; files are read in the pool.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "app/commands/command_parts.h"
#include "app/commands/conversation_setup.h"
#include "app/files/project_takeover.h"
#include "app/service_requests.h"

namespace fm {

class ConversationOpener {
 public:
  explicit ConversationOpener(const CommandParts& parts) : parts_(parts) {}
  ConversationOpener(const ConversationOpener&) = delete;

  // Errors: those of Service::open_conversation().
  Task<Result<Started>> open(Caller caller, ConversationRequest request);

 private:
  // What goes on: the flow that runs, with a notice where other models were wished.
  Task<Result<Started>> go_on_with(Caller caller, RoomViewPtr seen, const FlowRecord* flow,
                                   JsonObject args, ConversationRequest request);

  // What went from here into a room of its own goes on with this one (C-53); what waits there waits
  // on. One that cannot go on is told by whoever goes there.
  void go_on_in_linked_rooms(const RoomView& seen, const std::vector<RoomRow>& rooms);

  // Projects of older files, which other programs kept in the folder, begin in the log; the files
  // are put aside once that is durable.
  Task<std::vector<NewEvent>> take_over_files(RoomId room, std::string name, std::string folder,
                                              Projects known, By person,
                                              std::vector<Error>& notices);
  void files_taken_over(const RoomId& room);

  const CommandParts& parts_;
  std::map<RoomId, std::pair<std::string, std::vector<std::string>>> taken_over_;
};

}  // namespace fm
