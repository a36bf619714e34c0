// Asking, in every way of working: what agents want to know and the person answers (C-31, C-32).
#pragma once

#include <string>
#include <vector>

#include "flows/conversation/conversation.h"

namespace fm {

// A wave: one call for each distinct model asks for all of these agents, and each question is
// posted in the name of whose it is (C-31); with care each agent asks for itself, in parallel.
Flow<Step> ask_question_round(FlowHandle flow, ConversationPtr conversation,
                              std::vector<std::string> agents, int left);
// An answer that is a question instead waits for the person like any other (C-20, C-22).
Flow<bool> take_question_back(FlowHandle flow, const Spoken& spoken, const std::string& agent);
// The answers that a message holds go to the log; an agent explains its question when asked to.
// True: it was explained, and the question stays open.
Flow<bool> take_answers(FlowHandle flow, ConversationPtr conversation, Heard heard);
// A message that is about none of the questions is kept as a note: nobody is called, and what is
// due is shown. True: it was one.
Flow<bool> take_note(FlowHandle flow, Heard heard);
// Whether words that answer no question for certain may be taken as the answer to this one: said
// after it, to nobody else, and neither a command nor a question.
bool can_answer(const Heard& heard, const ProjectQuestion& question);
// What was said beside a question is answered by whom it is said to, or by the leader; the question
// stays open.
Flow<Nothing> answer_aside(FlowHandle flow, ConversationPtr conversation, Heard heard);

}  // namespace fm
