#include "team/conversation/conversation_reader.h"

#include <algorithm>
#include <utility>

#include "base/json_fields.h"
#include "team/conversation/conversation_state.h"
#include "team/conversation/message_reading.h"
#include "team/conversation/model_understanding.h"
#include "team/conversation/project_brief.h"
#include "team/conversation/relevance.h"
#include "team/conversation/routing_rules.h"
#include "team/room/contradictions.h"

namespace fm {

template <>
inline constexpr auto kJsonFields<Objection> =
    json_fields<Objection>(always("agent", &Objection::agent), always("text", &Objection::text),
                           always("state", &Objection::state,
                                  one_of<ObjectionState::kOpen, ObjectionState::kAnswered,
                                         ObjectionState::kWithdrawn, ObjectionState::kTakenUp>),
                           always("by", &Objection::by));

template <>
inline constexpr auto kJsonFields<ConversationStatus> = json_fields<ConversationStatus>(
    always("askers", &ConversationStatus::askers), always("wave", &ConversationStatus::wave),
    always("questions_left", &ConversationStatus::questions_left),
    always("complete", &ConversationStatus::complete),
    always("complete_words", &ConversationStatus::complete_words),
    always("must_wait", &ConversationStatus::must_wait),
    always("turns", &ConversationStatus::turns), always("approach", &ConversationStatus::approach),
    always("approach_from", &ConversationStatus::approach_from),
    always("chosen", &ConversationStatus::chosen), always("agreed", &ConversationStatus::agreed),
    always("reached", &ConversationStatus::reached),
    always("missing", &ConversationStatus::missing),
    always("objections", &ConversationStatus::objections),
    always("route", &ConversationStatus::route),
    if_unusual("route_is_sure", &ConversationStatus::route_is_sure),
    always("reasoning", &ConversationStatus::reasoning));

namespace {

constexpr std::string_view kRouteWanted =
    "one JSON object {\"agent\": \"...\", \"model\": \"...\", \"reasoning\": \"...\"}";

std::unexpected<Error> nothing_to_read(std::string what) {
  return fail("read_failed", "There is nothing to read: " + what + ".",
              "The room's log does not hold it.", "Check the store with `folkmoot store check`.");
}

const Message* message_of(const RoomView& view, std::string_view id) {
  const auto found = std::ranges::find(view.messages, id, &Message::id);
  return found == view.messages.end() ? nullptr : &*found;
}

std::string route_name(const RouteChoice& choice) {
  if (choice.route == Route::kWaitForUser) return std::string(kWaitForUser);
  if (choice.route == Route::kConsensus) return std::string(kConsensusReached);
  return choice.agent;
}

JsonObject choice_json(const RouteChoice& choice) {
  return {{"agent", route_name(choice)}, {"model", choice.model}, {"reasoning", choice.reasoning}};
}

Json stand_json(const RoutingGround& ground, const RoomView& view, const Project& project) {
  const QuestionRoundState wave = question_round_state(ground, view, project);
  const RoutingState routing = routing_state(ground, view, project);
  const DiscoveryEnd end = is_complete(wave);
  const RouteChoice choice = route_by_rules(ground, routing);
  const Agreement& agreement = routing.agreement;
  ConversationStatus stand;
  stand.askers = next_askers(wave);
  stand.wave = wave.waves;
  stand.questions_left = kMostOfTeam - static_cast<int>(wave.questions.size());
  if (end) {
    stand.complete = to_string(end.why);
    stand.complete_words = end.words;
  }
  stand.must_wait = must_wait(wave);
  stand.turns = wave.turns_in_a_row;
  if (agreement.approach) {
    stand.approach = agreement.approach->text;
    stand.approach_from = agreement.approach->from;
    stand.chosen = agreement.approach->chosen;
  }
  stand.agreed = agreement.agreed;
  stand.reached = agreement.is_reached();
  stand.missing = agreement.missing();
  stand.objections = agreement.objections;
  stand.route = route_name(choice);
  stand.route_is_sure = choice.sure;
  stand.reasoning = choice.reasoning;
  JsonObject value = fields_to_json(stand);
  const auto leave_out = [&](std::initializer_list<std::string_view> keys) {
    for (const std::string_view key : keys) value.erase(key);
  };
  if (!end) leave_out({"complete", "complete_words"});
  if (!agreement.approach) leave_out({"approach", "approach_from", "chosen"});
  return value;
}

Json round_json(const QuestionRoundReading& reading) {
  JsonArray asked;
  for (const TeamQuestion& question : reading.asked)
    asked.push_back(
        {{"agent", question.agent}, {"text", question.text}, {"type", to_string(question.type)}});
  JsonArray dropped;
  for (const DroppedQuestion& one : reading.dropped)
    dropped.push_back({{"agent", one.agent},
                       {"text", one.text},
                       {"reason", to_string(one.reason)},
                       {"of", one.of}});
  return JsonObject{{"asked", std::move(asked)}, {"dropped", std::move(dropped)}};
}

// Each agent asked for itself, in a message.
Json wave_json(const RoutingGround& ground, const RoomView& view, const Project& project,
               const std::vector<std::string>& ids, const std::string& folder_digest) {
  std::vector<AgentWords> answers;
  std::vector<std::string> sources;
  for (const std::string& id : ids) {
    const Message* message = message_of(view, id);
    if (message == nullptr) continue;
    answers.push_back({message->from, *message->text});
    sources.push_back(id);
  }
  Json value =
      round_json(read_question_round(ground.vocabulary, question_round_state(ground, view, project),
                                     answers, known_words(view, project, folder_digest)));
  for (Json& one : value.at("asked").get_array()) {
    const auto by = std::ranges::find(answers, text_at(one, "agent"), &AgentWords::agent);
    one.get_object()["message"] = sources[static_cast<std::size_t>(by - answers.begin())];
  }
  return value;
}

// One call asked for the team.
Json new_questions_json(const RoutingGround& ground, const RoomView& view, const Project& project,
                        const Json& request, const std::string& folder_digest) {
  std::vector<AgentWords> questions;
  if (const Json* given = find_at(request, "questions"); given && given->is_array())
    for (const Json& one : given->get_array())
      questions.push_back({std::string(text_at(one, "agent")), std::string(text_at(one, "text"))});
  return round_json(keep_new_questions(ground.vocabulary,
                                       question_round_state(ground, view, project), questions,
                                       known_words(view, project, folder_digest)));
}

// Where a brief contradicts the person, by rules (C-40).
Json doubts_json(const RoutingGround& ground, const RoomView& view, const Project& project,
                 const Json& request) {
  const Json* shown = find_at(request, "brief");
  JsonArray doubts;
  if (shown == nullptr || !shown->is_object()) return doubts;
  const Brief brief = brief_from_json(shown->get_object());
  std::vector<std::string> said;
  for (const Message& message : view.messages)
    if (message.project == project.id && message.kind == message_kind::kPerson)
      said.push_back(*message.text);
  for (const Contradiction& one : contradictions_of(ground.vocabulary, brief, said))
    doubts.push_back({{"text", "You said \"" + one.said + "\"" +
                                   (one.brief.empty() ? ", which stands nowhere in it."
                                                      : "; the brief says \"" + one.brief + "\".")},
                      {"entry", one.entry}});
  for (const Note& note : doubts_about(brief, project.questions))
    doubts.push_back({{"text", note.message}, {"entry", ""}});
  return doubts;
}

Json route_json(const RoutingGround& ground, const RoutingState& state, const JsonObject& request) {
  const Roster roster = routing_roster(ground.team, ground.profiles);
  Routing decision;
  const std::string agent(text_at(request, "agent"));
  decision.model = text_at(request, "model");
  decision.reasoning = text_at(request, "reasoning");
  if (agent == kWaitForUser) {
    decision.route = Route::kWaitForUser;
  } else if (agent == kConsensusReached) {
    decision.route = Route::kConsensus;
  } else {
    const auto at = std::ranges::find(roster.agents(), agent, &RosterAgent::id);
    decision.agent = static_cast<std::size_t>(at - roster.agents().begin());
  }
  const auto choice = check_route(decision, roster, ground, state);
  if (choice) return choice_json(*choice);
  return JsonObject{{"fault", repair_prompt(choice.error(), kRouteWanted)}};
}

Task<Performed> ready(Performed performed) { co_return performed; }

}  // namespace

std::vector<const Objection*> ConversationStatus::open_objections() const {
  std::vector<const Objection*> open;
  for (const Objection& one : objections)
    if (one.state == ObjectionState::kOpen) open.push_back(&one);
  return open;
}

ConversationStatus conversation_status(const Json& value) {
  return fields_from_json<ConversationStatus>(value);
}

ConversationReader::ConversationReader(TeamSnapshotOf team_snapshot_of, Words words)
    : team_snapshot_of_(std::move(team_snapshot_of)), words_(std::move(words)) {}

std::vector<NewEvent> ConversationReader::announce(const EffectCall&) { return {}; }

Task<Performed> ConversationReader::begin(EffectCall call, const Fold& fold) {
  if (!vocabulary_) return read_with_words(std::move(call));
  return ready(perform(call, static_cast<const RoomView&>(fold)));
}

Task<Performed> ConversationReader::read_with_words(EffectCall call) {
  auto words = co_await words_();
  if (!words) {
    Performed performed;
    performed.outcome.error = std::move(words.error());
    co_return performed;
  }
  vocabulary_ = std::move(*words);
  co_return perform(call, static_cast<const RoomView&>(*call.view));
}

Performed ConversationReader::perform(const EffectCall& call, const RoomView& view) {
  Performed performed;
  auto value = read(call, view);
  if (value) {
    performed.outcome.value = std::move(*value);
  } else {
    performed.outcome.error = std::move(value.error());
  }
  return performed;
}

Result<Json> ConversationReader::read(const EffectCall& call, const RoomView& view) {
  if (!conversation_words_) conversation_words_ = TRY(ConversationWords::built_in());
  const auto snapshot = TRY(team_snapshot_of_(*call.flow));
  const RoutingGround ground{*vocabulary_, *conversation_words_, snapshot->team, snapshot->profiles,
                             &memo_};
  const Json request = call.request;
  const std::string what(text_at(request, "what"));
  if (what == "message" || what == "for-model") {
    const Message* message = message_of(view, text_at(request, "message"));
    if (message == nullptr) return nothing_to_read("a message");
    MessageToRead read{.message = *message,
                       .unsure_below = static_cast<int>(int_at(request, "unsure")),
                       .asked = decision_from(text_at(request, "asked"))};
    if (what == "for-model") return Json(is_for_model(ground, view, read));
    const Json* given = find_at(request, "model");
    const auto model = given != nullptr ? model_understanding(*given) : std::nullopt;
    if (model) read.model = &*model;
    return Json(to_json(read_message(ground, view, read)));
  }
  const Project* project = view.projects.current();
  if (project == nullptr) return nothing_to_read("a project");
  if (what == "wave")
    return wave_json(ground, view, *project, texts_at(request, "messages"),
                     snapshot->folder_digest);
  if (what == "round")
    return new_questions_json(ground, view, *project, request, snapshot->folder_digest);
  if (what == "doubts") return doubts_json(ground, view, *project, request);
  if (what == "stand") return stand_json(ground, view, *project);
  if (what == "brief")
    return Json(to_json(brief_from_log(brief_log(*project, std::string(text_at(request, "leader"))),
                                       *vocabulary_)));
  const RoutingState state = routing_state(ground, view, *project);
  if (what == "route") return route_json(ground, state, call.request);
  if (what == "instead")
    return Json(choice_json(route_instead(ground, state, text_at(request, "refused"))));
  return nothing_to_read(what);
}

}  // namespace fm
