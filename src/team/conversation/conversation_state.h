// Where a project's talk stands, put together from the log for those who decide (C-31 to C-36).
//
// The log holds what was said and asked; question_round.h, agreement.h and routing_rules.h decide
// by values. This is the bridge. Pure: the same log gives the same values.
#pragma once

#include <string>
#include <vector>

#include "people/language/vocabulary.h"
#include "team/conversation/agreement.h"
#include "team/conversation/question_round.h"
#include "team/conversation/routing_rules.h"
#include "team/room/room.h"

namespace fm {

// The kinds of messages of a conversation (docs/events.md).
namespace message_kind {
inline constexpr std::string_view kPerson = "user";
inline constexpr std::string_view kSystem = "system";
inline constexpr std::string_view kQuestion = "question";
inline constexpr std::string_view kReply = "reply";
inline constexpr std::string_view kAnswer = "answer";
inline constexpr std::string_view kProposal = "proposal";
inline constexpr std::string_view kObjection = "objection";
inline constexpr std::string_view kVote = "vote";
inline constexpr std::string_view kDebate = "debate";
inline constexpr std::string_view kBrief = "brief";
inline constexpr std::string_view kFindings = "findings";
inline constexpr std::string_view kOptions = "options";
inline constexpr std::string_view kWork = "work";
inline constexpr std::string_view kReview = "review";
inline constexpr std::string_view kDraftReview = "draft_review";
inline constexpr std::string_view kCheck = "check";
}  // namespace message_kind

// What was said in a project since its present iteration began, in order.
std::vector<const Message*> messages_of_iteration(const RoomView& view, const Project& project);

// How often agents spoke since the person did.
int turns_in_a_row(const RoomView& view, const Project& project);

QuestionRoundState question_round_state(const RoutingGround& ground, const RoomView& view,
                                        const Project& project);

// All of the project's talk: objections of an earlier iteration stay what they are.
std::vector<DebateWords> debate_of(const RoomView& view, const Project& project);

// Everything that answers questions: the person's own words and what the folder says.
std::vector<std::string> known_words(const RoomView& view, const Project& project,
                                     const std::string& folder_digest);

RoutingState routing_state(const RoutingGround& ground, const RoomView& view,
                           const Project& project);

// The titles of the options that stand in the project, the newest offer of them; empty: none.
std::vector<std::string> options_on_offer(const RoutingGround& ground, const RoomView& view,
                                          const Project& project);

}  // namespace fm
