// The fields of a project as a kept fold has them (room_codec.h): one list a value.
//
// Included by room_codec.cc alone; the lists are in a file of their own because they are many.
#pragma once

#include "base/json_fields.h"
#include "people/message/intent.h"
#include "people/questions/questions.h"
#include "reading/brief/brief.h"
#include "team/room/brief.h"
#include "team/room/project.h"
#include "team/tasks/task_work_fields.h"
#include "team/vote/vote.h"

namespace fm {
namespace codec {

constexpr auto kIntentNamed = intent_from;
constexpr auto kOriginNamed = one_of<BriefOrigin::kLeader, BriefOrigin::kLog, BriefOrigin::kPerson>;
constexpr auto kQuestionTypeNamed =
    one_of<QuestionType::kScope, QuestionType::kConstraint, QuestionType::kPreference,
           QuestionType::kClarification, QuestionType::kAssumption>;

}  // namespace codec

template <>
inline constexpr auto kJsonFields<Error> =
    json_fields<Error>(always("code", &Error::code), if_unusual("message", &Error::message),
                       if_unusual("cause", &Error::cause), if_unusual("cure", &Error::cure));

template <>
inline constexpr auto kJsonFields<ProjectIntent> = json_fields<ProjectIntent>(
    if_unusual("intent", &ProjectIntent::intent, codec::kIntentNamed),
    if_unusual("confidence", &ProjectIntent::confidence),
    if_unusual("runner_up", &ProjectIntent::runner_up, codec::kIntentNamed),
    if_unusual("words", &ProjectIntent::words), if_unusual("flow", &ProjectIntent::flow),
    if_unusual("by", &ProjectIntent::by));

template <>
inline constexpr auto kJsonFields<PhaseStep> = json_fields<PhaseStep>(
    if_unusual("from", &PhaseStep::from, phase_from), if_unusual("to", &PhaseStep::to, phase_from),
    if_unusual("why", &PhaseStep::why), if_unusual("agents", &PhaseStep::agents),
    if_unusual("ending", &PhaseStep::ending, ending_from),
    if_unusual("iteration", &PhaseStep::iteration), if_unusual("brief", &PhaseStep::brief),
    always("room_seq", &PhaseStep::room_seq), always("at", &PhaseStep::at));

template <>
inline constexpr auto kJsonFields<ProjectQuestion> = json_fields<ProjectQuestion>(
    always("id", &ProjectQuestion::id), if_unusual("agent", &ProjectQuestion::agent),
    if_unusual("text", &ProjectQuestion::text),
    if_unusual("type", &ProjectQuestion::type, codec::kQuestionTypeNamed),
    if_unusual("iteration", &ProjectQuestion::iteration),
    if_unusual("wave", &ProjectQuestion::wave), if_unusual("fallback", &ProjectQuestion::fallback),
    if_unusual("message", &ProjectQuestion::message),
    if_unusual("asked_seq", &ProjectQuestion::asked_seq),
    if_unusual("asked_at", &ProjectQuestion::asked_at),
    if_unusual("end", &ProjectQuestion::end, question_end_from),
    if_unusual("answer", &ProjectQuestion::answer),
    if_unusual("answer_by", &ProjectQuestion::answer_by),
    if_unusual("answer_message", &ProjectQuestion::answer_message),
    if_unusual("ended_seq", &ProjectQuestion::ended_seq),
    if_unusual("ended_at", &ProjectQuestion::ended_at));

template <>
inline constexpr auto kJsonFields<RouteTaken> = json_fields<RouteTaken>(
    always("agent", &RouteTaken::agent), if_unusual("model", &RouteTaken::model),
    if_unusual("reasoning", &RouteTaken::reasoning), if_unusual("by", &RouteTaken::by),
    if_unusual("note", &RouteTaken::note), always("at", &RouteTaken::at));

template <>
inline constexpr auto kJsonFields<ProjectVote> = json_fields<ProjectVote>(
    always("agent", &ProjectVote::agent), if_unusual("vote", &ProjectVote::vote, stance_from),
    if_unusual("why", &ProjectVote::why), if_unusual("proposal", &ProjectVote::proposal),
    if_unusual("message", &ProjectVote::message), if_unusual("iteration", &ProjectVote::iteration),
    always("room_seq", &ProjectVote::room_seq), always("at", &ProjectVote::at));

template <>
inline constexpr auto kJsonFields<BriefConstraint> = json_fields<BriefConstraint>(
    if_unusual("name", &BriefConstraint::name), if_unusual("text", &BriefConstraint::text));

template <>
inline constexpr auto kJsonFields<BriefStep> = json_fields<BriefStep>(
    if_unusual("agent", &BriefStep::agent), if_unusual("task", &BriefStep::task),
    if_unusual("after", &BriefStep::after));

template <>
inline constexpr auto kJsonFields<BriefObjection> = json_fields<BriefObjection>(
    if_unusual("agent", &BriefObjection::agent), if_unusual("text", &BriefObjection::text),
    if_unusual("outcome", &BriefObjection::outcome, outcome_from),
    if_unusual("why", &BriefObjection::why));

template <>
inline constexpr auto kJsonFields<EntryNumbers> = json_fields<EntryNumbers>(
    if_unusual("of", &EntryNumbers::of), always("highest", &EntryNumbers::highest));

// As it is, where to_json() of the log would put it in order.
template <>
inline constexpr auto kJsonFields<Brief> = json_fields<Brief>(
    if_unusual("title", &Brief::title), if_unusual("goal", &Brief::goal),
    if_unusual("included", &Brief::included), if_unusual("excluded", &Brief::excluded),
    if_unusual("constraints", &Brief::constraints), if_unusual("unknowns", &Brief::unknowns),
    if_unusual("next_steps", &Brief::next_steps), if_unusual("decisions", &Brief::decisions),
    if_unusual("objections", &Brief::objections), if_unusual("numbers", &Brief::numbers));

template <>
inline constexpr auto kJsonFields<BriefRevision> = json_fields<BriefRevision>(
    always("revision", &BriefRevision::revision), always("brief", &BriefRevision::brief),
    if_unusual("origin", &BriefRevision::origin, codec::kOriginNamed),
    if_unusual("by", &BriefRevision::by), if_unusual("message", &BriefRevision::message),
    if_unusual("iteration", &BriefRevision::iteration),
    always("room_seq", &BriefRevision::room_seq), always("at", &BriefRevision::at));

template <>
inline constexpr auto kJsonFields<PlanRevision> = json_fields<PlanRevision>(
    always("revision", &PlanRevision::revision), always("plan", &PlanRevision::plan),
    if_unusual("brief", &PlanRevision::brief), if_unusual("worktree", &PlanRevision::worktree),
    if_unusual("suggested", &PlanRevision::suggested),
    if_unusual("room_seq", &PlanRevision::room_seq), always("at", &PlanRevision::at));

template <>
inline constexpr auto kJsonFields<Feedback> = json_fields<Feedback>(
    always("text", &Feedback::text), if_unusual("phase", &Feedback::phase, phase_from),
    if_unusual("brief", &Feedback::brief), if_unusual("iteration", &Feedback::iteration),
    always("room_seq", &Feedback::room_seq), always("at", &Feedback::at));

template <>
inline constexpr auto kJsonFields<Project> = json_fields<Project>(
    always("id", &Project::id), if_unusual("goal", &Project::goal),
    always("created_at", &Project::created_at), always("last_activity", &Project::last_activity),
    if_unusual("agents", &Project::agents), if_unusual("intent", &Project::intent),
    always("phase", &Project::phase, phase_from),
    if_unusual("came_from", &Project::came_from, phase_from),
    if_unusual("iteration", &Project::iteration),
    if_unusual("ending", &Project::ending, ending_from), if_unusual("error", &Project::error),
    if_unusual("steps", &Project::steps), if_unusual("questions", &Project::questions),
    if_unusual("routes", &Project::routes), if_unusual("votes", &Project::votes),
    if_unusual("briefs", &Project::briefs), if_unusual("plans", &Project::plans),
    if_unusual("feedback", &Project::feedback), if_unusual("work", &Project::work),
    if_unusual("forgotten", &Project::forgotten));

template <>
inline constexpr auto kJsonFields<Projects> = json_fields<Projects>(
    if_unusual("all", &Projects::all), if_unusual("active", &Projects::active));

}  // namespace fm
