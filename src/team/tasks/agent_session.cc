#include "team/tasks/agent_session.h"

#include <algorithm>

#include "engine/log/event.h"
#include "engine/log/event_body.h"
#include "team/tasks/task_work_fields.h"

namespace fm {
namespace {

using body::flag;
using body::text;

AgentSession& session_of(AgentSessions& sessions, const Event& event) {
  const auto known = std::ranges::find(sessions.all, event.flow, &AgentSession::flow);
  if (known != sessions.all.end()) return sessions.all.edit(known);
  AgentSession& session = sessions.all.emplace_back();
  session.flow = event.flow;
  return session;
}

// {session.said: text, written, reasoning, signatures, calls: [{id, name, arguments}]}
void said(AgentSession& session, const Event& event) {
  session.steps.push_back(fields_from_json<SessionStep>(event.body));
  ++session.rounds;
  if (session.task.empty()) session.task = text(event, "task");
  if (session.agent.empty()) session.agent = event.by.id;
}

void noted(AgentSession& session, const Event& event) {
  if (session.steps.empty()) session.steps.emplace_back();
  session.steps.edit(session.steps.size() - 1).notes.push_back(text(event, "text"));
}

void answered(AgentSession& session, const Event& event, bool refused) {
  const std::string id = text(event, "call");
  const auto has_it = [&](const SessionStep& step) {
    return std::ranges::find(step.calls, id, &SessionCall::id) != step.calls.end();
  };
  // An agent that is not ours may have said more before what it had called is done.
  std::size_t at = session.steps.size();
  while (at > 0 && !has_it(session.steps[at - 1])) --at;
  if (at == 0) return;
  SessionStep& step = session.steps.edit(at - 1);
  const auto call = std::ranges::find(step.calls, id, &SessionCall::id);
  call->done = true;
  call->failed = refused || !flag(event, "ok");
  call->result = std::make_shared<const std::string>(event.text(refused ? "hint" : "text"));
  call->summary = text(event, "summary");
}

}  // namespace

bool SessionStep::is_answered() const { return std::ranges::all_of(calls, &SessionCall::done); }

const AgentSession* AgentSessions::find(const FlowId& flow) const {
  const auto found = std::ranges::find(all, flow, &AgentSession::flow);
  return found == all.end() ? nullptr : &*found;
}

void AgentSessions::apply(const Event& event) {
  if (event.flow.empty()) return;
  if (event.kind == "session.said") return said(session_of(*this, event), event);
  const auto known = std::ranges::find(all, event.flow, &AgentSession::flow);
  if (event.kind == "session.noted") return noted(session_of(*this, event), event);
  if (known == all.end()) return;
  if (event.kind == "tool.finished") answered(all.edit(known), event, false);
  if (event.kind == "tool.refused") answered(all.edit(known), event, true);
  if (event.kind == "flow.finished") all.edit(known).steps.clear();
}

}  // namespace fm
