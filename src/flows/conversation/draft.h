// The brief, from its first draft to the card that asks whether to start (C-36, C-40, C-41).
//
// The leader's proposal is the draft. The adversary and the trade that it concerns most review it
// in parallel, the leader revises it once, and the person sees it whole, with the objections that
// stand. From then on it is edited: one call, and only what changed is shown.
#pragma once

#include <string>

#include "flows/conversation/conversation.h"
#include "reading/brief/brief.h"

namespace fm {

// The leader writes it; from the log where no model's can be read. The room sees it whole at once,
// or where it is reviewed first in one line: a draft that others take apart is read once, after
// that.
enum class Reviewed { kLater, kNot };
Flow<Step> make_draft(FlowHandle flow, ConversationPtr conversation, Reviewed reviewed);
// Reviewed, revised, shown whole, and where the person has to judge it: `ready`.
Flow<Step> finish_draft(FlowHandle flow, ConversationPtr conversation);
// What the person wants otherwise, in their words, or what was said since.
Flow<Step> edit_brief(FlowHandle flow, ConversationPtr conversation, std::string wish);
// What stands is what counts in this iteration, too.
Flow<Nothing> keep_brief(FlowHandle flow);
// A brief that the person wrote or edited, given as "/brief" and its Markdown. False: it is none.
Flow<bool> take_edited(FlowHandle flow, ConversationPtr conversation, Heard heard);

// Whether a card with the brief was put before the person since then, or since it was made.
bool was_shown_since(const Project& project, RoomSeq since);
bool was_shown(const Project& project);
// Whether the person said anything since it was made, or since discovery went on; but for `but`.
bool was_spoken_of(const FlowHandle& flow, const Project& project, const std::string& but);

// The objections that nobody settled, and where it contradicts the person: for the card.
Flow<JsonObject> standing_doubts(FlowHandle flow);

}  // namespace fm
