// What may be posted into a room by a node that does not own it (Journal::post_input).
//
//   kind            must have                         closes
//   message.posted  a client id: it counts once       -
//   gate.answered   a gate, open, of an effect's      the gate and its timer
//                   place; its digest and one of its
//                   options. The first one counts
//   flow.cancelled  a flow                            -
//
// All of them are a person's. What a flow does because of it is the owner's: it finds the event in
// the log. Pure; every store asks here.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "engine/log/journal.h"

namespace fm {

// Errors: input_kind.
Result<void> check_post(const NewEvent& event);

// Whether an answer fits the gate that is open; null: none is. Errors: gate_unknown, gate_changed,
// gate_option.
Result<void> check_answer(const NewEvent& answered, const OpenRow* gate);

std::vector<std::pair<OpenKind, std::string>> closed_by(const NewEvent& event);

// What may happen only once in a store; empty for everything else. Every store refuses the second.
std::string dedup_key(const RoomId& room, const NewEvent& event);

// What a store says. Errors with cause and cure.
Error room_fenced(const RoomId& room);  // another node owns it now
Error room_owned(const RoomId& room);   // another node owns it, and is alive
Error head_moved(const RoomId& room);
Error commit_unknown(const RoomId& room);

}  // namespace fm
