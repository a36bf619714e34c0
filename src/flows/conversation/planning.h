// From a brief that is built as code to its plan, and the work on that (A-1 to A-3, C-37, C-43).
//
// Start on such a brief makes the TaskMap, and its card, with the brief, is the one approval. The
// planner's answer is held to the rules of A-1, with two repairs; what was agreed on and is in no
// task it adds in one more turn, and what is missing even so stands on the card. A wish at that
// card changes the plan.
#pragma once

#include <string>

#include "flows/conversation/conversation.h"

namespace fm {

// Whether this room can build at all: the team's way, its agents, and a folder.
bool can_build(const FlowHandle& flow, const ConversationPtr& conversation);
// Whether the brief that counts is one to build: a step of it is builder's.
bool builds_code(const FlowHandle& flow, const ConversationPtr& conversation);
// The plan of the brief that counts, where there is one.
bool has_plan(const FlowHandle& flow);

// kGoOn: there is one now, and the room has seen it. kFailed: none could be read; the room knows.
Flow<Step> make_plan(FlowHandle flow, ConversationPtr conversation);
// The same with a change that the person wants.
Flow<Step> edit_plan(FlowHandle flow, ConversationPtr conversation, std::string wish);

// Why a project went straight to its brief and plan: as the log has it.
inline constexpr std::string_view kShortWay = "the person wants it built without a discussion";

// "/plan TEXT": the person's own edit of it. False: the message is something else.
Flow<bool> take_edited_plan(FlowHandle flow, Heard heard);

// For the card: the plan, the commands that approving it allows, what each lane is given, and who
// builds with a coding agent of the person's.
JsonObject plan_subject(const FlowHandle& flow, const ConversationPtr& conversation);
// Whether the card suggests a setup that the folder does not have; the person takes it on.
bool suggests_setup(const FlowHandle& flow);
Flow<Nothing> accept_suggestion(FlowHandle flow);
// As the team has it, or as the person chose at the plan's card.
CodingChoices coders_of(const ConversationPtr& conversation);
CodingChoices coders_of_plan(const FlowHandle& flow, const ConversationPtr& conversation);
std::string coders_line(const CodingChoices& coders);  // for people; empty without any

// Start on the newest brief: the work, or first its plan where it is one to build.
enum class BuiltAs { kByBrief, kDocuments };
Flow<Nothing> begin_work(FlowHandle flow, ConversationPtr conversation,
                         BuiltAs as = BuiltAs::kByBrief);

}  // namespace fm
