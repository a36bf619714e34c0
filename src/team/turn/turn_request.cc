#include "team/turn/turn_request.h"

#include <algorithm>
#include <array>

namespace fm {
namespace {

constexpr std::array<std::string_view, 13> kReads = {
    "",     "ideas",  "scores", "choice",   "page",  "routing", "intent",
    "vote", "debate", "brief",  "findings", "check", "review"};

}  // namespace

EffectRequest TurnRequest::effect() const {
  JsonObject request;
  request["agent"] = agent;
  request["task"] = task;
  if (round > 0) request["round"] = round;
  request["model"] = model;
  if (!fallbacks.empty()) request["fallbacks"] = to_json(fallbacks);
  request["to"] = to;
  request["kind"] = kind;
  if (!values.empty()) request["values"] = to_json(values);
  if (reads != TurnReads::kNothing) request["reads"] = kReads[static_cast<std::size_t>(reads)];
  if (!task_before.empty()) request["task_before"] = task_before;
  if (was_parked) request["was_parked"] = true;
  if (!allowed.empty()) request["allowed"] = allowed;
  // Absent where they are as usual, so that what was journaled before there were any stays equal.
  if (prompts != "ideation") request["prompts"] = prompts;
  if (!project.empty()) request["project"] = project.value;
  if (silent) request["silent"] = true;
  if (alone) request["alone"] = true;
  if (apart.value > 0) request["apart"] = apart.value;
  return {"turn", std::move(request)};
}

TurnRequest turn_request(const JsonObject& object) {
  const Json request = object;
  TurnRequest turn;
  turn.agent = text_at(request, "agent");
  turn.task = text_at(request, "task");
  turn.round = static_cast<int>(int_at(request, "round"));
  turn.model = text_at(request, "model");
  turn.fallbacks = texts_at(request, "fallbacks");
  turn.to = text_at(request, "to");
  turn.kind = text_at(request, "kind");
  turn.values = text_map_at(request, "values");
  const auto reads = std::ranges::find(kReads, text_at(request, "reads"));
  if (reads != kReads.end()) turn.reads = static_cast<TurnReads>(reads - kReads.begin());
  turn.task_before = text_at(request, "task_before");
  turn.was_parked = bool_at(request, "was_parked");
  turn.allowed = text_at(request, "allowed");
  if (find_at(request, "prompts") != nullptr) turn.prompts = text_at(request, "prompts");
  turn.project = {std::string(text_at(request, "project"))};
  turn.silent = bool_at(request, "silent");
  turn.alone = bool_at(request, "alone");
  turn.apart = {int_at(request, "apart")};
  return turn;
}

}  // namespace fm
