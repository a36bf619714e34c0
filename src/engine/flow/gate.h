// Gates: what a question to a person is made of (design idea 6). Pure.
//
// A gate's id comes from flow and place, its digest from all that is shown, so that an answer
// belongs to one question as it was seen.
#pragma once

#include <string>
#include <vector>

#include "engine/flow/flow_run.h"
#include "engine/log/journal.h"

namespace fm {

GateRequest gate_request(const JsonObject& request);  // of an "ask" effect, with all its ids

// What a flow is handed as the answer to its "ask" is an option's id, whatever the log has.
void name_answered_option(const EffectRequest& asked, Outcome& outcome);

// The body of gate.opened, and its row among what is open. `unknown`: it is about an effect of
// which nobody knows whether it happened.
JsonObject gate_body(const std::string& id, const GateRequest& gate);
OpenRow gate_row(const RoomId& room, const JsonObject& body, const NewEvent& from, bool unknown);

// The gate about an attempt that was in flight when the program stopped, and its answers.
std::string unknown_gate_id(const FlowRun& run, const Leaf& leaf);
enum class UnknownAnswer { kHappened, kAgain, kStop };
std::string_view option_id_of(UnknownAnswer answer);
void offer_unknown_answers(GateRequest& gate);

}  // namespace fm
