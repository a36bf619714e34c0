// From a draft to a brief that the person can start (C-36, C-40, C-41).
#include "flows/conversation/draft.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "flows/conversation/debate.h"
#include "flows/conversation/draft_reviewers.h"
#include "flows/conversation/planning.h"
#include "flows/conversation/telling.h"
#include "flows/conversation/turns.h"
#include "reading/brief/brief_numbers.h"
#include "team/conversation/conversation_state.h"
#include "team/conversation/project_brief.h"
#include "team/room/brief.h"
#include "team/room/project_events.h"
#include "team/text/one_line.h"

namespace fm {
namespace {

constexpr std::size_t kMostObjections = 6;

Brief newest_brief(const FlowHandle& flow) { return *active_project(flow)->brief()->brief; }

std::string doubt_lines(const Json& doubts) {
  std::string lines;
  if (doubts.is_array())
    for (const Json& one : doubts.get_array())
      lines += "- " + std::string(text_at(one, "text")) + "\n";
  return lines;
}

Flow<Json> doubts_of(FlowHandle flow, Brief brief) {
  co_return co_await read(flow, "doubts", {{"brief", to_json(brief)}});
}

enum class Shown { kWhole, kChanges, kInALine };

// Questions that were left open and that the changed brief no longer has among its unknowns: the
// wish that changed it is their answer, where it is a message of the person.
std::vector<NewEvent> answered_by(const FlowHandle& flow, const Brief& before, const Brief& after,
                                  const std::string& wish) {
  const Project& project = *active_project(flow);
  const Message* said = nullptr;
  for (const Message& message : flow.view<RoomView>().messages)
    if (message.kind == message_kind::kPerson && message.project == project.id &&
        *message.text == wish)
      said = &message;
  std::vector<NewEvent> events;
  if (said == nullptr) return events;
  const auto has = [](const Brief& brief, const ProjectQuestion& question) {
    return std::ranges::any_of(brief.unknowns, [&](const std::string& unknown) {
      return fold(unknown).contains(fold(question.text));
    });
  };
  for (const ProjectQuestion* question : project.open_questions())
    if (has(before, *question) && !has(after, *question))
      events.push_back(question_answered(project.id, question->id, QuestionEnd::kAnswered, wish,
                                         said->id, {Actor::kPerson, said->from}));
  return events;
}

// A draft that is about to be reviewed: the person reads it whole once, when it is revised.
std::string draft_line(const FlowHandle& flow, const ConversationPtr& conversation,
                       const Brief& brief) {
  const std::vector<std::string> reviewers =
      draft_reviewers(conversation->plan, brief, active_project(flow)->agents);
  std::string line = "Draft: " + on_one_line(brief.title, 200) + ".";
  if (!reviewers.empty())
    line += " " + join(reviewers, " and ") + (reviewers.size() == 1 ? " reviews" : " review") +
            " it, then it is shown whole.";
  return line + " /brief shows it as it is.";
}

// The brief is told with where it contradicts the person, which stands there until it is gone.
// `events`: what happens with it.
Flow<Nothing> put_forward(FlowHandle flow, ConversationPtr conversation, Brief brief,
                          BriefOrigin origin, By by, Shown shown,
                          std::vector<NewEvent> events = {}) {
  const Json doubts = co_await doubts_of(flow.at("doubts"), brief);
  const Project& project = *active_project(flow);
  ProposedBrief proposed;
  proposed.revision = project.briefs.empty() ? 1 : project.briefs.back().revision + 1;
  proposed.origin = origin;
  proposed.by = by;
  std::string text = shown == Shown::kWhole || project.brief() == nullptr
                         ? brief_markdown(brief, origin, Closing::kNo)
                         : brief_changes_markdown(*project.brief()->brief, brief);
  if (shown == Shown::kInALine) text = draft_line(flow, conversation, brief);
  if (const std::string lines = doubt_lines(doubts); !lines.empty() && shown != Shown::kInALine)
    text += "\n**This may contradict you:**\n\n" + lines;
  proposed.brief = std::move(brief);
  NewEvent told =
      document_event(flow, conversation->plan.leader, message_kind::kBrief, std::move(text));
  proposed.message = std::string(text_at(Json(told.body), "id"));
  events.push_back(std::move(told));
  events.push_back(brief_proposed(project.id, proposed));
  co_await tell(flow.at("brief"), std::move(events));
  co_return Nothing();
}

By leader_of(const ConversationPtr& conversation) {
  return {Actor::kAgent, conversation->plan.leader};
}

// Where the newest brief was shown first: what was objected to it came after that.
RoomSeq shown_first(const FlowHandle& flow, const Project& project) {
  for (const Message& message : flow.view<RoomView>().messages)
    if (message.id == project.brief()->message) return message.room_seq;
  return project.brief()->room_seq;
}

// Where the newest draft was begun: what was said later it was written without.
RoomSeq draft_began(const FlowHandle& flow, const Project& project) {
  RoomSeq began;
  for (const TurnRecord& turn : flow.view<RoomView>().turns)
    if (turn.project == project.id && turn.task == "draft") began = turn.room_seq;
  return began.value != 0 ? began : shown_first(flow, project);
}

bool was_spoken_since(const FlowHandle& flow, const Project& project, RoomSeq since,
                      const std::string& but) {
  return std::ranges::any_of(flow.view<RoomView>().messages, [&](const Message& message) {
    return message.project == project.id && message.kind == message_kind::kPerson &&
           message.room_seq > since && message.id != but;
  });
}

bool was_reviewed(const FlowHandle& flow, const Project& project) {
  const RoomSeq began = draft_began(flow, project);
  return std::ranges::any_of(flow.view<RoomView>().messages, [&](const Message& message) {
    return message.project == project.id && message.kind == message_kind::kDraftReview &&
           !message.interrupted && message.room_seq > began;
  });
}

// What reviewers found, as objections of the brief; contradictions with the person's words too.
void add_objections(Brief& brief, const std::string& agent, const Json& reading) {
  const auto add = [&](std::string text) {
    if (!text.empty() && brief.objections.size() < kMostObjections)
      brief.objections.push_back({.agent = agent, .text = std::move(text), .why = {}});
  };
  for (std::string& text : texts_at(reading, "objections")) add(std::move(text));
  const Json* against = find_at(reading, "contradictions");
  if (against == nullptr || !against->is_array()) return;
  for (const Json& one : against->get_array())
    add("It contradicts the person, who said \"" + std::string(text_at(one, "said")) +
        "\": " + std::string(text_at(one, "text")));
}

std::string objection_lines(const Brief& brief) {
  std::string lines;
  int open = 0;
  for (const BriefObjection& one : brief.objections)
    if (one.outcome == BriefObjection::Outcome::kOpen)
      lines += "- o" + std::to_string(++open) + ", of " + one.agent + ": " +
               on_one_line(one.text, 600) + "\n";
  return lines;
}

ProposedBrief same_revision(const FlowHandle& flow) {
  const BriefRevision& newest = *active_project(flow)->brief();
  ProposedBrief proposed;
  proposed.revision = newest.revision;
  proposed.origin = newest.origin;
  proposed.by = {Actor::kAgent, newest.by};
  proposed.message = newest.message;
  proposed.brief = *newest.brief;
  return proposed;
}

// A draft that nothing had to change in: now the person reads it.
Flow<Nothing> show_whole(FlowHandle flow, ConversationPtr conversation) {
  ProposedBrief proposed = same_revision(flow);
  std::vector<NewEvent> events;
  events.push_back(document_event(flow, conversation->plan.leader, message_kind::kBrief,
                                  brief_markdown(proposed.brief, proposed.origin, Closing::kNo)));
  proposed.message = std::string(text_at(Json(events.back().body), "id"));
  events.push_back(brief_proposed(active_project(flow)->id, proposed));
  co_await tell(flow, std::move(events));
  co_return Nothing();
}

// The same revision once more, now with what was objected to it: the patch settles these.
Flow<Nothing> note_objections(FlowHandle flow, Brief brief) {
  ProposedBrief proposed = same_revision(flow);
  proposed.brief = std::move(brief);
  std::vector<NewEvent> events;
  events.push_back(brief_proposed(active_project(flow)->id, proposed));
  co_await tell(flow, std::move(events));
  co_return Nothing();
}

TurnRequest patch_turn(const FlowHandle& flow, const ConversationPtr& conversation,
                       std::string task) {
  TurnRequest turn =
      conversation_turn(flow, conversation, conversation->plan.leader, std::move(task), "");
  turn.reads = TurnReads::kBriefPatch;
  return turn;
}

struct Patched {
  Step step = Step::kGoOn;
  std::string reply;           // to what was asked beside the change
  std::optional<Brief> brief;  // none: nothing was changed, or nothing could be read
  bool unread = false;
};

Flow<Patched> patched_by(FlowHandle flow, ConversationPtr conversation, TurnRequest turn) {
  const Spoken spoken = co_await ask_readable(flow.at("ask"), conversation, std::move(turn));
  co_await flow.catch_up("changed");
  Patched patched{.step = spoken.step, .brief = {}};
  if (const Json* found = find_at(spoken.reading, "brief"))
    patched.brief = brief_from_json(found->get_object());
  else
    patched.unread = text_at(spoken.reading, "code") != "nothing_changed";
  patched.reply = text_at(spoken.reading, "reply");
  co_return patched;
}

Flow<Step> review_draft(FlowHandle flow, ConversationPtr conversation) {
  const std::vector<std::string> agents =
      draft_reviewers(conversation->plan, newest_brief(flow), active_project(flow)->agents);
  if (agents.empty()) co_return Step::kGoOn;
  std::vector<TurnRequest> turns;
  for (const std::string& agent : agents) {
    turns.push_back(
        conversation_turn(flow, conversation, agent, "review_draft", message_kind::kDraftReview));
    turns.back().reads = TurnReads::kDraftReview;
    turns.back().to = conversation->plan.leader;
  }
  const std::vector<Spoken> spoken = co_await spoken_by_all(flow, conversation, std::move(turns));
  const Step step = step_of_all(spoken);
  if (gives_floor(step)) co_return step;
  Brief brief = newest_brief(flow);
  const std::size_t before = brief.objections.size();
  std::vector<std::string> unheard;
  for (std::size_t i = 0; i < spoken.size(); ++i) {
    if (spoken[i].step == Step::kGoOn)
      add_objections(brief, agents[i], spoken[i].reading);
    else
      unheard.push_back(agents[i]);
  }
  if (!unheard.empty())
    co_await say_line(flow.at("unheard"),
                      "No review of the draft from: " + join(unheard, ", ") + ".");
  if (brief.objections.size() > before) co_await note_objections(flow.at("noted"), brief);
  co_return Step::kGoOn;
}

// The objections are settled and what contradicts the person is put right, in one call.
Flow<Step> revise_draft(FlowHandle flow, ConversationPtr conversation, bool was_said) {
  const Brief before = newest_brief(flow);
  std::string lines = objection_lines(before);
  lines += doubt_lines(co_await doubts_of(flow.at("before"), before));
  if (was_said) lines += "- What the person said since the draft was written counts first.\n";
  if (lines.empty()) co_return Step::kGoOn;
  TurnRequest turn = patch_turn(flow, conversation, "revise");
  turn.values["objections"] = lines;
  const Patched patched = co_await patched_by(flow, conversation, std::move(turn));
  if (gives_floor(patched.step)) co_return patched.step;
  co_await put_forward(flow.at("revised"), conversation, patched.brief.value_or(before),
                       BriefOrigin::kLeader, leader_of(conversation), Shown::kWhole);
  co_return Step::kGoOn;
}

// Each agent votes, and the debate is summed up, where somebody wants it with care (C-38, C-39).
Flow<Step> with_care(FlowHandle flow, ConversationPtr conversation) {
  const Step summed = co_await sum_up(flow.at("sum-up"), conversation);
  if (gives_floor(summed)) co_return summed;
  co_return co_await vote(flow, conversation);
}

// The members, and whoever builds where that can be done here.
std::string workers_of(const FlowHandle& flow, const ConversationPtr& conversation) {
  return join(conversation->plan.members, ", ") +
         (can_build(flow, conversation) ? ", builder" : "");
}

}  // namespace

bool was_shown_since(const Project& project, RoomSeq since) {
  return std::ranges::any_of(project.steps, [&](const PhaseStep& step) {
    return (step.to == Phase::kReady || step.to == Phase::kApproval) && step.room_seq > since;
  });
}

bool was_shown(const Project& project) {
  return was_shown_since(project, project.brief()->room_seq);
}

bool was_spoken_of(const FlowHandle& flow, const Project& project, const std::string& but) {
  RoomSeq since = shown_first(flow, project);
  if (const PhaseStep* began = project.began(Phase::kDiscovery))
    since = std::max(since, began->room_seq);
  return was_spoken_since(flow, project, since, but);
}

Flow<JsonObject> standing_doubts(FlowHandle flow) {
  const Brief brief = newest_brief(flow);
  JsonObject standing;
  JsonArray objections;
  for (const BriefObjection& one : brief.objections)
    if (one.outcome == BriefObjection::Outcome::kOpen)
      objections.push_back({{"agent", one.agent}, {"text", one.text}});
  if (!objections.empty()) standing["objections"] = std::move(objections);
  Json doubts = co_await doubts_of(flow, brief);
  if (doubts.is_array() && !doubts.get_array().empty()) standing["contradicts"] = std::move(doubts);
  co_return standing;
}

Flow<Step> make_draft(FlowHandle flow, ConversationPtr conversation, Reviewed reviewed) {
  const Shown shown = reviewed == Reviewed::kLater ? Shown::kInALine : Shown::kWhole;
  TurnRequest turn = conversation_turn(flow, conversation, conversation->plan.leader, "draft", "");
  turn.reads = TurnReads::kBrief;
  turn.values["agents"] = workers_of(flow, conversation);
  const Spoken spoken = co_await ask_readable(flow.at("ask"), conversation, std::move(turn));
  co_await flow.catch_up("drafted");
  if (gives_floor(spoken.step)) co_return spoken.step;
  if (const Json* found = find_at(spoken.reading, "brief")) {
    Brief brief = brief_from_json(found->get_object());
    add_unanswered(brief, active_project(flow)->questions);
    co_await put_forward(flow.at("leader"), conversation, std::move(brief), BriefOrigin::kLeader,
                         leader_of(conversation), shown);
    co_return Step::kGoOn;
  }
  const Json from_log =
      co_await read(flow.at("log"), "brief", {{"leader", conversation->plan.leader}});
  if (!from_log.is_object()) co_return Step::kStop;  // the flow was cancelled
  co_await put_forward(flow.at("program"), conversation, brief_from_json(from_log.get_object()),
                       BriefOrigin::kLog, {}, Shown::kWhole);
  co_return Step::kGoOn;
}

Flow<Step> finish_draft(FlowHandle flow, ConversationPtr conversation) {
  if (!was_reviewed(flow, *active_project(flow))) {
    const Step reviewed = co_await review_draft(flow.at("review"), conversation);
    if (gives_floor(reviewed) || has_unheard(flow, conversation)) co_return reviewed;
  }
  const RoomSeq began = draft_began(flow, *active_project(flow));
  const bool was_said = was_spoken_since(flow, *active_project(flow), began, {});
  const int draft = active_project(flow)->brief()->revision;
  const Step revised = co_await revise_draft(flow.at("revise"), conversation, was_said);
  if (gives_floor(revised) || has_unheard(flow, conversation)) co_return revised;
  const BriefRevision& now = *active_project(flow)->brief();
  if (now.revision == draft && now.origin != BriefOrigin::kLog)  // that one was shown
    co_await show_whole(flow.at("whole"), conversation);
  if (conversation->plan.thorough) {
    const Step voted = co_await with_care(flow.at("care"), conversation);
    if (gives_floor(voted)) co_return voted;
  }
  co_await to_phase(flow.at("ready"), Phase::kReady, "the brief is there to be judged");
  co_return Step::kGoOn;
}

Flow<Step> edit_brief(FlowHandle flow, ConversationPtr conversation, std::string wish) {
  const Brief before = newest_brief(flow);
  TurnRequest turn = patch_turn(flow, conversation, "edit");
  turn.values["wish"] = wish;
  turn.values["agents"] = workers_of(flow, conversation);
  const std::string open = objection_lines(before);
  turn.values["objections"] = open.empty() ? open : "\nObjections that are open:\n" + open;
  const Patched patched = co_await patched_by(flow, conversation, std::move(turn));
  if (gives_floor(patched.step)) co_return patched.step;
  if (!patched.reply.empty()) {
    std::vector<NewEvent> said;
    said.push_back(document_event(flow.at("replied"), conversation->plan.leader,
                                  message_kind::kReply, patched.reply));
    co_await tell(flow.at("reply"), std::move(said));
  }
  if (patched.brief && *patched.brief != before) {
    auto answered = answered_by(flow, before, *patched.brief, wish);
    co_await put_forward(flow.at("edited"), conversation, *patched.brief, BriefOrigin::kLeader,
                         leader_of(conversation), Shown::kChanges, std::move(answered));
    co_return Step::kGoOn;
  }
  if (!patched.unread) {
    co_await keep_brief(flow);
    co_await say_line(flow.at("same"), "The brief stays as it is: nothing in it had to change.");
    co_return Step::kGoOn;
  }
  // Nobody's wish is lost because a model cannot be read: it stands in the brief as it was said.
  co_await put_forward(flow.at("as-said"), conversation, with_rule(before, wish), BriefOrigin::kLog,
                       {}, Shown::kChanges);
  co_return Step::kGoOn;
}

Flow<Nothing> keep_brief(FlowHandle flow) {
  const Project& project = *active_project(flow);
  if (project.brief()->iteration != project.iteration)
    co_await note_objections(flow.at("kept"), newest_brief(flow));
  co_return Nothing();
}

Flow<bool> take_edited(FlowHandle flow, ConversationPtr conversation, Heard heard) {
  if (heard.reading.command != "brief" || heard.reading.rest.empty()) co_return false;
  std::vector<RosterAgent> agents;
  for (const auto& [agent, model] : conversation->plan.models)
    agents.push_back({.id = agent, .name = agent, .aliases = {}, .forbidden = false});
  BriefOptions options;
  options.steps_fall_to = conversation->plan.leader;
  const auto edited = read_brief(heard.reading.rest, Roster(std::move(agents)), options);
  if (!edited) {
    co_await say_line(flow.at("unread"),
                      "That brief could not be read: " + edited.error().message +
                          " Copy the text of the last one, change it, and send it after /brief.");
    co_return true;
  }
  co_await put_forward(flow.at("edited"), conversation, edited->brief, BriefOrigin::kPerson,
                       heard.by, Shown::kWhole);
  co_return true;
}

}  // namespace fm
