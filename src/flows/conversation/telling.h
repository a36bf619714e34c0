// What the program itself says and does in a conversation: lines, documents, changes of phase.
//
// Each is a post, so it is in the log once and in order with what agents and people say (C-46).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "flows/conversation/conversation.h"
#include "team/room/phase_change.h"

namespace fm {

// Posts, and lets view() show it.
Flow<Nothing> tell(FlowHandle flow, std::vector<NewEvent> events);
NewEvent system_line(const FlowHandle& flow, std::string text);
Flow<Nothing> say_line(FlowHandle flow, std::string text);  // the same, posted
// "2 questions are still open. Answer, ..."; says nothing when none is.
Flow<Nothing> name_open_questions(FlowHandle flow);
// Those that the person is waited for, each with its number; there is one at least.
Flow<Nothing> show_open_questions(FlowHandle flow);
// A document that was made from an agent's silent turn, shown in its name.
NewEvent document_event(const FlowHandle& flow, const std::string& agent, std::string_view kind,
                        std::string text, RoomSeq covers = {});

// Changes the active project's phase along the table, with the system's line (C-46a).
Flow<Nothing> go_to(FlowHandle flow, PhaseRequest request);
Flow<Nothing> to_phase(FlowHandle flow, Phase to, std::string why = {}, std::string feedback = {},
                       std::vector<std::string> agents = {});
// On to the next phase without a line: what follows in the same turn says enough (C-46a).
Flow<Nothing> to_phase_quietly(FlowHandle flow, Phase to, std::string why = {});
// Through several phases in one append, with one line.
Flow<Nothing> pass_to_phase(FlowHandle flow, std::vector<Phase> through, PhaseRequest request);
// Start on the newest brief: it is its approval, and the work begins (C-36).
Flow<Nothing> start_work(FlowHandle flow);
enum class Lines { kYes, kNone };
// `line`: in place of what the phase says.
Flow<Nothing> finish_project(FlowHandle flow, ProjectEnding ending, std::string why,
                             Lines lines = Lines::kYes, std::string line = {});
Flow<Nothing> fail_project(FlowHandle flow, Error error);

}  // namespace fm
