#include "team/turn/turn_reading.h"

#include <algorithm>

#include "base/text.h"
#include "people/message/intent_judge.h"
#include "reading/blocks/routing.h"
#include "reading/brief/brief.h"
#include "reading/brief/brief_patch.h"
#include "reading/ideas/choice.h"
#include "reading/ideas/scores.h"
#include "reading/json/fault.h"
#include "reading/json/find.h"
#include "team/conversation/model_understanding.h"
#include "team/conversation/routing_rules.h"
#include "team/documents/call_reading.h"
#include "team/documents/document_reading.h"
#include "team/tasks/agreed_points.h"
#include "team/tasks/plan_reading.h"
#include "team/vote/vote.h"

namespace fm {
namespace {

void note(std::vector<std::string>& codes, const std::vector<Note>& notes) {
  for (const Note& one : notes) codes.push_back(one.code);
}

Json fault_value(const Fault& fault, std::string_view wanted) {
  JsonObject value;
  value["fault"] = repair_prompt(fault, wanted);
  value["code"] = fault_name(fault.code);
  return value;
}

TurnReading ideas_in(std::string_view text, bool cut_off, const TurnKnown& known) {
  IdeasOptions options;
  options.known = known.ideas;
  options.cut_by_limit = cut_off;
  auto read = read_ideas(text, options);
  TurnReading reading;
  if (!read) {
    reading.value = fault_value(
        read.error(), "one JSON block {\"ideas\": [{\"title\": ..., \"description\": ...}]}");
    return reading;
  }
  JsonObject value;
  JsonArray list;
  // Merged titles stay in the list: what becomes of them is the room's business, and visible.
  for (const GivenIdea& idea : read->ideas) {
    JsonObject entry;
    if (!idea.id.empty()) entry["id"] = idea.id;
    entry["title"] = idea.title;
    entry["description"] = idea.description;
    if (!idea.rationale.empty()) entry["rationale"] = idea.rationale;
    entry["tags"] = to_json(idea.tags);
    if (!idea.builds_on.empty()) entry["builds_on"] = idea.builds_on;
    list.push_back(std::move(entry));
  }
  for (const MergedIdea& merged : read->merged) {
    JsonObject entry;
    entry["title"] = merged.title;
    list.push_back(std::move(entry));
  }
  value["ideas"] = std::move(list);
  reading.value = std::move(value);
  note(reading.repairs, read->repairs);
  note(reading.repairs, read->warnings);
  return reading;
}

TurnReading scores_in(std::string_view text, bool cut_off, const TurnKnown& known) {
  ScoresOptions options;
  options.cut_by_limit = cut_off;
  auto read = read_scores(text, known.ideas, options);
  TurnReading reading;
  if (!read) {
    reading.value = fault_value(read.error(), "one JSON block {\"scores\": [{\"id\": ..., ...}]}");
    return reading;
  }
  JsonArray list;
  for (const GivenScore& score : read->scores) {
    if (!score.scored()) continue;
    JsonObject entry;
    entry["id"] = score.id;
    JsonObject criteria;
    for (std::size_t i = 0; i < score.criteria.size(); ++i)
      if (score.criteria[i]) criteria[kCriteria[i]] = *score.criteria[i];
    entry["criteria"] = std::move(criteria);
    if (score.overall) entry["overall"] = *score.overall;
    entry["pros"] = to_json(score.pros);
    entry["cons"] = to_json(score.cons);
    entry["feedback"] = score.feedback;
    if (score.clamped) entry["clamped"] = true;
    list.push_back(std::move(entry));
  }
  JsonObject value;
  value["scores"] = std::move(list);
  reading.value = std::move(value);
  note(reading.repairs, read->repairs);
  note(reading.repairs, read->warnings);
  return reading;
}

TurnReading choice_in(std::string_view text, const TurnKnown& known) {
  const auto chosen = read_choice(text, known.ideas);
  JsonObject value;
  value["id"] = chosen ? known.ideas[*chosen].id : std::string();
  TurnReading reading;
  reading.value = std::move(value);
  return reading;
}

TurnReading routing_in(std::string_view text, const TurnKnown& known) {
  TurnReading reading;
  const auto read = read_routing(text, *known.roster);
  if (!read) {
    reading.value = fault_value(read.error(),
                                "one JSON object {\"agent\": \"...\", \"model\": \"...\", "
                                "\"reasoning\": \"...\"}");
    return reading;
  }
  JsonObject value;
  value["agent"] = read->route == Route::kWaitForUser ? "WAIT_FOR_USER"
                   : read->route == Route::kConsensus ? "CONSENSUS_REACHED"
                                                      : known.roster->agents()[read->agent].id;
  value["model"] = read->model;
  value["reasoning"] = read->reasoning;
  reading.value = std::move(value);
  note(reading.repairs, read->repairs);
  return reading;
}

TurnReading intent_in(std::string_view text) {
  TurnReading reading;
  const auto read = read_judgement(text);
  reading.value = read ? Json(JsonObject{{"intent", to_string(*read)}})
                       : fault_value(read.error(), "one line of JSON {\"intent\": \"...\"}");
  return reading;
}

TurnReading understanding_in(std::string_view text) {
  const auto read = read_model_understanding(text);
  TurnReading reading;
  reading.value =
      read ? Json(to_json(*read)) : fault_value(read.error(), "one JSON object {\"acts\": [...]}");
  return reading;
}

TurnReading vote_in(std::string_view text) {
  TurnReading reading;
  const auto read = read_vote(text);
  JsonObject value;
  value["vote"] = read ? std::string(to_string(read->stance)) : std::string();
  value["why"] = read ? read->why : std::string();
  if (!read)
    value["fault"] =
        "The first line has no vote. Wanted: `Vote: agree`, `Vote: agree with conditions` or "
        "`Vote: object`, then one sentence why.";
  reading.value = std::move(value);
  return reading;
}

// What only the person may do: an objection that was open, or that nobody knows of, stays so.
void keep_from_overruling(Brief& brief, const Brief* before) {
  for (BriefObjection& one : brief.objections) {
    const bool was =
        before != nullptr && std::ranges::find(before->objections, one) != before->objections.end();
    if (one.outcome != BriefObjection::Outcome::kOverruled || was) continue;
    one.outcome = BriefObjection::Outcome::kOpen;
    one.why.clear();
  }
}

TurnReading brief_in(std::string_view text, const TurnKnown& known) {
  TurnReading reading;
  BriefOptions options;
  options.steps_fall_to = known.steps_fall_to;
  auto read = read_brief(text, *known.roster, options);
  if (!read) {
    reading.value = fault_value(read.error(), brief_wanted(*known.roster));
    return reading;
  }
  keep_from_overruling(read->brief, known.brief.get());
  std::vector<std::string> warnings;
  note(warnings, read->warnings);
  reading.value = JsonObject{{"brief", to_json(read->brief)}, {"warnings", to_json(warnings)}};
  note(reading.repairs, read->repairs);
  return reading;
}

// What answers a question that was asked beside the change.
std::string reply_in(std::string_view text) {
  constexpr std::size_t kMostBytes = 4'000;
  std::string reply;
  for (const Candidate& candidate : find_json(text).candidates)
    if (candidate.parsed.cut == Cut::kNone) reply = trim(text_at(candidate.parsed.value, "reply"));
  return std::string(cut_bytes(reply, kMostBytes));
}

TurnReading brief_patch_in(std::string_view text, const TurnKnown& known) {
  TurnReading reading;
  BriefOptions options;
  options.steps_fall_to = known.steps_fall_to;
  static const Brief kNone;
  const Brief& brief = known.brief != nullptr ? *known.brief : kNone;
  const auto read = read_brief_patch(text, brief, *known.roster, options);
  const std::string reply = reply_in(text);
  if (!read) {
    reading.value = fault_value(read.error(), brief_patch_wanted(*known.roster));
    if (!reply.empty()) reading.value.as_object()["reply"] = reply;
    return reading;
  }
  std::vector<std::string> warnings;
  note(warnings, read->warnings);
  JsonObject value{{"brief", to_json(read->brief)},
                   {"named", to_json(read->named)},
                   {"warnings", to_json(warnings)}};
  if (!reply.empty()) value["reply"] = reply;
  reading.value = std::move(value);
  note(reading.repairs, read->repairs);
  return reading;
}

// Those whose answer names agents, and which of them it may name.
bool names_workers(TurnReads reads) {
  return reads == TurnReads::kBrief || reads == TurnReads::kBriefPatch ||
         reads == TurnReads::kWholeCheck || reads == TurnReads::kTaskMap;
}

TurnReading task_map_in(std::string_view text, const TurnKnown& known) {
  TurnReading reading;
  reading.value = task_map_value(
      text, *known.roster, known.leader,
      known.brief != nullptr ? agreed_points(*known.brief) : std::vector<std::string>(),
      reading.repairs);
  return reading;
}

TurnReading code_review_in(std::string_view text) {
  TurnReading reading;
  reading.value = code_review_value(text, reading.repairs);
  return reading;
}

bool names_speakers(TurnReads reads) {
  return reads == TurnReads::kRouting || reads == TurnReads::kQuestionRound;
}

}  // namespace

TurnKnown turn_known(const TurnRequest& turn, const TeamSnapshot& snapshot, const RoomView& view) {
  TurnKnown known;
  for (const Idea* idea : view.living_ideas()) known.ideas.push_back({idea->id, idea->now().title});
  if (names_speakers(turn.reads)) known.roster = routing_roster(snapshot.team, snapshot.profiles);
  if (names_workers(turn.reads)) {
    known.roster = steps_roster(snapshot.team, snapshot.profiles);
    if (!turn.task_before.empty()) known.steps_fall_to = snapshot.agent("leader");
    const Project* project = view.projects.find(turn.project);
    const BriefRevision* brief = project == nullptr ? nullptr : project->brief();
    if (brief != nullptr) known.brief = brief->brief;
    known.leader = snapshot.agent("leader");
  }
  return known;
}

std::string message_kind_of(const TurnRequest& turn, const TurnReading& reading) {
  const bool asks = turn.reads == TurnReads::kQuestionBack && reading.value.is_object() &&
                    !text_at(reading.value, "question").empty();
  return asks ? "question" : turn.kind;
}

TurnReading read_turn(TurnReads reads, std::string_view text, bool cut_off,
                      const TurnKnown& known) {
  switch (reads) {
    case TurnReads::kIdeas:
      return ideas_in(text, cut_off, known);
    case TurnReads::kScores:
      return scores_in(text, cut_off, known);
    case TurnReads::kChoice:
      return choice_in(text, known);
    case TurnReads::kRouting:
      return routing_in(text, known);
    case TurnReads::kIntent:
      return intent_in(text);
    case TurnReads::kVote:
      return vote_in(text);
    case TurnReads::kBrief:
      return brief_in(text, known);
    case TurnReads::kFindings:
      return {findings_value(text), {}};
    case TurnReads::kDebate:
      return {debate_value(text), {}};
    case TurnReads::kQuestionRound:
      return {question_round_value(text, *known.roster), {}};
    case TurnReads::kDraftReview:
      return {draft_review_value(text), {}};
    case TurnReads::kBriefPatch:
      return brief_patch_in(text, known);
    case TurnReads::kWholeCheck:
      return {whole_check_value(text, *known.roster), {}};
    case TurnReads::kQuestionBack:
      return {question_back_value(text), {}};
    case TurnReads::kUnderstanding:
      return understanding_in(text);
    case TurnReads::kTaskMap:
      return task_map_in(text, known);
    case TurnReads::kCodeReview:
      return code_review_in(text);
    case TurnReads::kPage:
    case TurnReads::kNothing:
      return {};
  }
  return {};
}

}  // namespace fm
