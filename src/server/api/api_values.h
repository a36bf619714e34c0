// What the server tells, as JSON: the schemas of openapi.yaml.
//
// What is not there is left out, not null. Texts over kMostText are cut and marked. Pure.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "app/queries/teams_here.h"
#include "app/service_answers.h"
#include "base/json.h"
#include "team/room/project_status.h"
#include "team/room/room.h"

namespace fm::server {

inline constexpr std::size_t kMostText = std::size_t{16} << 10;  // bytes of one message in a list

JsonObject room_json(const RoomView& room, const std::vector<AgentLine>& team);

enum class TextShown { kWhole, kHead };
JsonObject message_json(const Message& message, TextShown shown);

JsonObject closed_gate_json(const GateAnswer& answer);
JsonObject trouble_json(const TurnRecord& turn);  // of one that has an error

JsonObject gate_json(const RoomView& room, const OpenGate& gate);
JsonObject project_json(const RoomView& room, const Project& project);
JsonObject project_whole_json(const RoomView& room, const Project& project, UtcMs now);
JsonObject ideas_json(const RoomView& room);
JsonObject cost_json(const CostSum& sum);
JsonObject memory_json(const MemoryEntry& entry);
JsonObject started_json(const Started& started);

}  // namespace fm::server
