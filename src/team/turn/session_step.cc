#include "team/turn/session_step.h"

#include "team/looks/tool_exchange.h"
#include "team/turn/turn_record.h"

namespace fm {
namespace {

JsonObject json_of(const ToolCall& call) {
  return {{"id", call.id}, {"name", call.name}, {"arguments", call.arguments}};
}

JsonArray signatures_of(const ModelReply& reply) {
  JsonArray list;
  for (const ReasoningSignature& one : reply.signatures) {
    JsonObject signature{{"value", one.value}};
    if (one.kind == SignatureKind::kOpaque) signature["opaque"] = true;
    if (!one.text.empty()) signature["text"] = one.text;
    if (!one.of.empty()) signature["of"] = one.of;
    list.push_back(std::move(signature));
  }
  return list;
}

}  // namespace

SessionSaid session_said(const TurnRequest& turn, const std::string& turn_id,
                         const ModelReply& reply, const std::string& text) {
  const SaidCalls read = said_calls(turn_id, reply, text);
  SessionSaid said{.event = {}, .calls = static_cast<int>(read.calls.size()), .fault = read.fault};
  JsonArray calls;
  for (const ToolCall& call : read.calls) calls.push_back(json_of(call));
  JsonObject body{{"turn", turn_id}, {"task", turn.plan_task}, {"said", text}};
  if (read.written) {
    body["written"] = true;
  } else if (!calls.empty()) {
    if (!reply.reasoning.empty()) body["reasoning"] = reply.reasoning;
    if (!reply.signatures.empty()) body["signatures"] = signatures_of(reply);
  }
  if (!calls.empty()) body["calls"] = std::move(calls);
  said.event = by_agent("session.said", turn.agent, std::move(body));
  return said;
}

NewEvent session_noted(const ProjectId& project, std::string text) {
  NewEvent event;
  event.kind = "session.noted";
  event.body = {{"text", std::move(text)}};
  event.project = project;
  return event;
}

}  // namespace fm
