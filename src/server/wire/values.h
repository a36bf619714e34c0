// The values of the service (app/service_requests.h, app/service_answers.h) as JSON, both ways.
//
// Reading never fails but for events: what is absent is as in a new value, since both sides are the
// same version of the program (server/wire/greeting.h).
#pragma once

#include <vector>

#include "app/service.h"
#include "base/json.h"

namespace fm::server {

JsonObject to_json(const Caller& caller);
Caller caller_from(ObjectRef json);  // always a person: whoever else speaks is not let in

JsonObject to_json(const IdeateRequest& request);
JsonObject to_json(const ConversationRequest& request);
JsonObject to_json(const Said& said);
JsonObject to_json(const GateDecision& decision);
JsonObject to_json(const HandOverRequest& request);
JsonObject to_json(const RewindRequest& request);
IdeateRequest ideate_request_from(ObjectRef json);
ConversationRequest conversation_request_from(ObjectRef json);
Said said_from(ObjectRef json);
GateDecision gate_decision_from(ObjectRef json);
HandOverRequest hand_over_request_from(ObjectRef json);
RewindRequest rewind_request_from(ObjectRef json);

std::vector<std::string> keys_of(const std::vector<Channel>& channels);
std::vector<Channel> channels_from(const std::vector<std::string>& keys);

// Answers.
Json answer(const Started& started);
Json answer(const EventPtr& event);
Json answer(const std::vector<Bound>& bound);
Json answer(const std::vector<RoomId>& rooms);
Json answer(const ChosenModel& chosen);
Json answer(const HandedOver& handed);
Json answer(const LaneHistory& history);

// The same read; the second argument only names the type.
Result<Started> read_answer(const Json& json, const Started*);
Result<EventPtr> read_answer(const Json& json, const EventPtr*);
Result<std::vector<Bound>> read_answer(const Json& json, const std::vector<Bound>*);
Result<std::vector<RoomId>> read_answer(const Json& json, const std::vector<RoomId>*);
Result<ChosenModel> read_answer(const Json& json, const ChosenModel*);
Result<HandedOver> read_answer(const Json& json, const HandedOver*);
Result<LaneHistory> read_answer(const Json& json, const LaneHistory*);

JsonObject to_json(const TurnDelta& delta);
JsonObject to_json(const TurnNotice& notice);
TurnDelta delta_from(ObjectRef json);
TurnNotice notice_from(ObjectRef json);

}  // namespace fm::server
