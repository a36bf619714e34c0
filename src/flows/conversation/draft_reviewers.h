// Who reviews a draft of the brief (C-36).
#pragma once

#include <string>
#include <vector>

#include "flows/conversation/conversation_plan.h"
#include "reading/brief/brief.h"

namespace fm {

// The adversary, and whose trade the draft concerns most: who makes the program, if there is to be
// one, else who does the first step; else one of the project's `agents`. Never the leader, and no
// more than two. Pure.
std::vector<std::string> draft_reviewers(const ConversationPlan& plan, const Brief& draft,
                                         const std::vector<std::string>& agents);

}  // namespace fm
