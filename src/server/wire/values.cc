#include "server/wire/values.h"

#include <utility>

#include "base/json_fields.h"

namespace fm {

template <>
inline constexpr auto kJsonFields<Error> =
    json_fields<Error>(always("code", &Error::code), always("message", &Error::message),
                       always("cause", &Error::cause), always("cure", &Error::cure));

template <>
inline constexpr auto kJsonFields<IdeateRequest> = json_fields<IdeateRequest>(
    always("topic", &IdeateRequest::topic), always("team", &IdeateRequest::team),
    always("preset", &IdeateRequest::preset), always("model", &IdeateRequest::model),
    always("model_is_chosen", &IdeateRequest::model_is_chosen),
    always("max_rounds", &IdeateRequest::max_rounds),
    always("min_ideas", &IdeateRequest::min_ideas), always("deep_dive", &IdeateRequest::deep_dive),
    always("min_score_hundredths", &IdeateRequest::min_score_hundredths),
    always("panel", &IdeateRequest::panel), always("continues", &IdeateRequest::continues),
    always("out", &IdeateRequest::out), always("ideas_out", &IdeateRequest::ideas_out),
    always("force_new", &IdeateRequest::force_new), always("folder", &IdeateRequest::folder));

template <>
inline constexpr auto kJsonFields<ConversationRequest> = json_fields<ConversationRequest>(
    always("folder", &ConversationRequest::folder), always("room", &ConversationRequest::room),
    always("new_title", &ConversationRequest::new_title),
    always("team", &ConversationRequest::team), always("model", &ConversationRequest::model),
    always("model_is_chosen", &ConversationRequest::model_is_chosen));

template <>
inline constexpr auto kJsonFields<Said> =
    json_fields<Said>(always("text", &Said::text), always("client_id", &Said::client_id));

template <>
inline constexpr auto kJsonFields<GateDecision> = json_fields<GateDecision>(
    always("gate", &GateDecision::gate), always("digest", &GateDecision::digest),
    always("option", &GateDecision::option), always("reason", &GateDecision::reason));

template <>
inline constexpr auto kJsonFields<HandOverRequest> =
    json_fields<HandOverRequest>(always("project", &HandOverRequest::project),
                                 always("way", &HandOverRequest::way, hand_over_way_from),
                                 always("file", &HandOverRequest::file));

template <>
inline constexpr auto kJsonFields<HandedOver> = json_fields<HandedOver>(
    always("project", &HandedOver::project), always("title", &HandedOver::title),
    always("branch", &HandedOver::branch), always("into", &HandedOver::into),
    always("commit", &HandedOver::commit), always("was_there", &HandedOver::was_there),
    always("merged", &HandedOver::merged), always("push", &HandedOver::push),
    always("pull_request", &HandedOver::pull_request), always("gate", &HandedOver::gate),
    always("digest", &HandedOver::digest));

template <>
inline constexpr auto kJsonFields<RewindRequest> = json_fields<RewindRequest>(
    always("project", &RewindRequest::project), always("task", &RewindRequest::task),
    always("step", &RewindRequest::step));

template <>
inline constexpr auto kJsonFields<LaneSnapshot> = json_fields<LaneSnapshot>(
    always("number", &LaneSnapshot::number), always("commit", &LaneSnapshot::commit),
    always("what", &LaneSnapshot::what), always("files", &LaneSnapshot::files),
    always("is_now", &LaneSnapshot::is_now));

template <>
inline constexpr auto kJsonFields<LaneHistory> = json_fields<LaneHistory>(
    always("project", &LaneHistory::project), always("task", &LaneHistory::task),
    always("folder", &LaneHistory::folder), always("steps", &LaneHistory::steps),
    always("rescued", &LaneHistory::rescued));

template <>
inline constexpr auto kJsonFields<Started> = json_fields<Started>(
    always("room", &Started::room), always("flow", &Started::flow),
    always("continued", &Started::continued), always("rounds_added", &Started::rounds_added),
    always("earlier", &Started::earlier), always("unfinished", &Started::unfinished),
    always("notices", &Started::notices));

template <>
inline constexpr auto kJsonFields<Channel> = json_fields<Channel>(always("key", &Channel::key));

template <>
inline constexpr auto kJsonFields<Bound> =
    json_fields<Bound>(always("channel", &Bound::channel), always("before", &Bound::before));

template <>
inline constexpr auto kJsonFields<ChosenModel> = json_fields<ChosenModel>(
    always("model", &ChosenModel::model), always("why", &ChosenModel::why),
    always("passed_over", &ChosenModel::passed_over), always("failure", &ChosenModel::failure));

template <>
inline constexpr auto kJsonFields<TurnDelta> =
    json_fields<TurnDelta>(always("room", &TurnDelta::room), always("turn", &TurnDelta::turn),
                           always("attempt", &TurnDelta::attempt),
                           always("offset", &TurnDelta::offset), always("text", &TurnDelta::text));

template <>
inline constexpr auto kJsonFields<TurnNotice> =
    json_fields<TurnNotice>(always("room", &TurnNotice::room), always("turn", &TurnNotice::turn),
                            always("agent", &TurnNotice::agent), always("text", &TurnNotice::text),
                            always("wait", &TurnNotice::wait));

namespace server {
namespace {

template <class Value>
Json list_of(const std::vector<Value>& values) {
  return json_fields_detail::Parts::written(values);
}

template <class Value>
std::vector<Value> list_in(const Json& json) {
  std::vector<Value> values;
  json_fields_detail::Parts::read(json, values);
  return values;
}

}  // namespace

JsonObject to_json(const Caller& caller) {
  return {{"as", caller.who.id}, {"channel", caller.channel.key}};
}
Caller caller_from(ObjectRef json) {
  return {.who = {Actor::kPerson, std::string(text_at(json, "as"))},
          .channel = {std::string(text_at(json, "channel"))}};
}

JsonObject to_json(const IdeateRequest& request) { return fields_to_json(request); }
JsonObject to_json(const ConversationRequest& request) { return fields_to_json(request); }
JsonObject to_json(const Said& said) { return fields_to_json(said); }
JsonObject to_json(const GateDecision& decision) { return fields_to_json(decision); }
JsonObject to_json(const HandOverRequest& request) { return fields_to_json(request); }
JsonObject to_json(const RewindRequest& request) { return fields_to_json(request); }
IdeateRequest ideate_request_from(ObjectRef json) { return fields_from_json<IdeateRequest>(json); }
ConversationRequest conversation_request_from(ObjectRef json) {
  return fields_from_json<ConversationRequest>(json);
}
Said said_from(ObjectRef json) { return fields_from_json<Said>(json); }
GateDecision gate_decision_from(ObjectRef json) { return fields_from_json<GateDecision>(json); }

HandOverRequest hand_over_request_from(ObjectRef json) {
  return fields_from_json<HandOverRequest>(json);
}
RewindRequest rewind_request_from(ObjectRef json) { return fields_from_json<RewindRequest>(json); }

std::vector<std::string> keys_of(const std::vector<Channel>& channels) {
  std::vector<std::string> keys;
  for (const Channel& channel : channels) keys.push_back(channel.key);
  return keys;
}
std::vector<Channel> channels_from(const std::vector<std::string>& keys) {
  std::vector<Channel> channels;
  for (const std::string& key : keys) channels.push_back({key});
  return channels;
}

Json answer(const Started& started) { return fields_to_json(started); }
Json answer(const EventPtr& event) { return Json(encode(*event)); }
Json answer(const std::vector<Bound>& bound) { return list_of(bound); }
Json answer(const std::vector<RoomId>& rooms) { return list_of(rooms); }
Json answer(const ChosenModel& chosen) { return fields_to_json(chosen); }
Json answer(const HandedOver& handed) { return fields_to_json(handed); }
Json answer(const LaneHistory& history) { return fields_to_json(history); }

Result<Started> read_answer(const Json& json, const Started*) {
  return fields_from_json<Started>(json);
}
Result<EventPtr> read_answer(const Json& json, const EventPtr*) {
  const std::string_view line = json.is_string() ? std::string_view(json.get_string()) : "";
  return std::make_shared<const Event>(TRY(decode(line)));
}
Result<std::vector<Bound>> read_answer(const Json& json, const std::vector<Bound>*) {
  return list_in<Bound>(json);
}
Result<std::vector<RoomId>> read_answer(const Json& json, const std::vector<RoomId>*) {
  return list_in<RoomId>(json);
}
Result<ChosenModel> read_answer(const Json& json, const ChosenModel*) {
  return fields_from_json<ChosenModel>(json);
}
Result<HandedOver> read_answer(const Json& json, const HandedOver*) {
  return fields_from_json<HandedOver>(json);
}
Result<LaneHistory> read_answer(const Json& json, const LaneHistory*) {
  return fields_from_json<LaneHistory>(json);
}

JsonObject to_json(const TurnDelta& delta) { return fields_to_json(delta); }
JsonObject to_json(const TurnNotice& notice) { return fields_to_json(notice); }
TurnDelta delta_from(ObjectRef json) { return fields_from_json<TurnDelta>(json); }
TurnNotice notice_from(ObjectRef json) { return fields_from_json<TurnNotice>(json); }

}  // namespace server
}  // namespace fm
