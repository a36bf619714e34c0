// AgentSession: an agent's work with tools so far, as the next call to its model shows it (P-53).
//
// A session is a flow of its own: what that flow's turns said and its tools answered are its steps,
// in order. Once the flow has ended only its record stays; the steps are dropped, since nobody
// asks that model again. Folded from `session.said`, `session.noted`, `tool.finished` and
// `tool.refused` of that flow, dropped by its `flow.finished`. Values; long texts are shared.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/ids.h"
#include "base/shared_vector.h"

namespace fm {

struct Event;

struct SessionCall {
  std::string id;
  std::string name;
  std::shared_ptr<const std::string> arguments;  // JSON, as the model sent it
  bool done = false;
  bool failed = false;                        // or refused
  std::shared_ptr<const std::string> result;  // as the model is told; null before it is done
  std::string summary;                        // for people: "read server.py"
};

// What a provider wants back with the next request (model/model.h, ReasoningSignature).
struct SessionSignature {
  bool opaque = false;
  std::string value;
  std::string text;
  std::string of;
};

struct SessionStep {
  std::shared_ptr<const std::string> said;  // what the agent said beside its calls; may be empty
  bool written = false;                     // the calls stand in `said`, as text (P-40)
  std::string reasoning;
  std::vector<SessionSignature> signatures;
  std::vector<SessionCall> calls;
  std::vector<std::string> notes;  // told after it: the person's words, or what was wrong with it

  bool is_answered() const;  // all calls are done
};

struct AgentSession {
  FlowId flow;
  std::string task;  // of the map
  std::string agent;
  SharedVector<SessionStep> steps;
  int rounds = 0;  // steps there were, in all

  const SessionStep* last() const { return steps.empty() ? nullptr : &steps.back(); }
};

struct AgentSessions {
  SharedVector<AgentSession> all;

  const AgentSession* find(const FlowId& flow) const;
  void apply(const Event& event);
};

}  // namespace fm
