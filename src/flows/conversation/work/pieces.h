// The pieces of a project's work: whose they are, what they wait for, and what of them is done
// (C-43, C-44). Looks only; nothing is asked for.
#pragma once

#include <string>
#include <vector>

#include "flows/conversation/conversation.h"
#include "team/documents/work_checks.h"

namespace fm {

struct Piece {
  std::string agent;
  std::string task;
  std::vector<std::string> after;  // agents whose pieces come first
  std::string change;              // the person's wish, where it is done over
};

// The brief's steps, one piece for each agent.
std::vector<Piece> all_pieces(const FlowHandle& flow, const ConversationPtr& conversation);
// What there is to do: the brief's steps; after a review what the person wants adjusted.
std::vector<Piece> pieces_of(const FlowHandle& flow, const ConversationPtr& conversation);
// The wish that the work is done over for; empty: it is done for the first time.
std::string wish_of(const Project& project);

// Whom those that were asked to change something name where they say that it is not theirs. It is
// passed on once.
std::vector<Piece> passed_on(const FlowHandle& flow, const ConversationPtr& conversation,
                             const std::vector<Piece>& asked);
// Those of them that are not handed in: a piece may have been done before a pause.
std::vector<Piece> not_handed_in(const FlowHandle& flow, std::vector<Piece> pieces);

// An agent's newest piece of work, made in the present stretch; null: none is handed in.
const Message* work_of(const FlowHandle& flow, const std::string& agent);
// Whether the whole was checked in the present stretch of work, be it before a pause.
bool was_checked(const FlowHandle& flow);
// Somebody else looks at it: nobody approves their own work. Empty: everybody has worked on it.
std::string checker_of(const ConversationPtr& conversation, const std::vector<Piece>& pieces);
// What a check found, for each who has to put it right: whoever made that part, else who had the
// last word.
std::vector<Piece> to_put_right(const FlowHandle& flow, const ConversationPtr& conversation,
                                const std::vector<CheckFinding>& found);
// The same of what the check of this stretch found and nobody has handed in again since: a repair
// that was broken off is still to be made.
std::vector<Piece> left_to_put_right(const FlowHandle& flow, const ConversationPtr& conversation);

// Whom a piece waits for; empty: for nobody.
std::string waits_for(const FlowHandle& flow, const std::vector<Piece>& pieces, const Piece& piece);

}  // namespace fm
