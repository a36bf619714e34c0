// What a turn with tools said, as a step of its flow's session (team/tasks/agent_session.h).
//
// How its calls are read is told in team/looks/tool_exchange.h. What looks like calls and cannot be
// read whole is none: the agent is told why.
#pragma once

#include <string>

#include "engine/log/event.h"
#include "model/model.h"
#include "team/turn/turn_request.h"

namespace fm {

struct SessionSaid {
  NewEvent event;  // session.said
  int calls = 0;
  std::string fault;  // why written calls could not be read; told in a session.noted
};
SessionSaid session_said(const TurnRequest& turn, const std::string& turn_id,
                         const ModelReply& reply, const std::string& text);

NewEvent session_noted(const ProjectId& project, std::string text);

}  // namespace fm
