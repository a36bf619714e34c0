// Opening a room to talk in: what `folkmoot` alone and `folkmoot say` have in common (C-1, C-13).
//
// Opens the service, finds the room that is meant and the model that speaks, and asks the service
// to converse. Nothing is said by that. Loop thread.
#pragma once

#include <string>

#include "cli/context/context.h"

namespace fm::cli {

struct OpeningRequest {
  std::string command;      // what others are told who want the store; empty: none
  std::string room;         // the beginning of its name; empty: the folder's own
  std::string new_title;    // of a new room; empty: none is wanted
  std::string team, model;  // empty: the configured or usual one
  std::string record, replay;
};

struct OpenedConversation {
  OpenedService opened;
  Started started;
};

// Errors: those of opening, find_room() and Service::converse().
Result<OpenedConversation> open_conversation(const OpeningRequest& request, Context& context);

}  // namespace fm::cli
