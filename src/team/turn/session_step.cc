#include "team/turn/session_step.h"

#include <fmt/format.h>

#include <algorithm>

#include "reading/json/fault.h"
#include "reading/tools/tool_call.h"
#include "team/turn/turn_record.h"
#include "tool/tool.h"

namespace fm {
namespace {

JsonObject call_of(std::string id, std::string_view name, std::string arguments) {
  return {{"id", std::move(id)}, {"name", name}, {"arguments", std::move(arguments)}};
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
  SessionSaid said;
  JsonArray calls;
  JsonObject body{{"turn", turn_id}, {"task", turn.plan_task}, {"said", text}};
  // Two providers give no ids, and one gives the same id each time: ours are unique in the session.
  const auto id = [&](std::size_t n) { return fmt::format("{}-{}", turn_id, n + 1); };
  for (const ToolCall& call : reply.tool_calls) {
    const bool unique =
        !call.id.empty() && std::ranges::count(reply.tool_calls, call.id, &ToolCall::id) == 1;
    calls.push_back(call_of(unique ? call.id : id(calls.size()), call.name, call.arguments));
  }
  if (calls.empty()) {
    if (const auto written = read_tool_text(text, tool_table())) {
      for (const GivenCall& call : written->calls)
        calls.push_back(call_of(id(calls.size()), call.name, canonical(call.arguments)));
      if (!calls.empty()) body["written"] = true;
    } else {
      said.fault = repair_prompt(written.error(), "a call of a tool, whole");
    }
  } else {
    if (!reply.reasoning.empty()) body["reasoning"] = reply.reasoning;
    if (!reply.signatures.empty()) body["signatures"] = signatures_of(reply);
  }
  said.calls = static_cast<int>(calls.size());
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
