#include "team/turn_request.h"

#include <algorithm>
#include <array>

namespace fm {
namespace {

constexpr std::array<std::string_view, 5> kReads = {"", "ideas", "scores", "choice", "page"};

}  // namespace

EffectRequest TurnRequest::effect() const {
  JsonObject request;
  request["agent"] = agent;
  request["task"] = task;
  if (round > 0) request["round"] = round;
  request["model"] = model;
  request["to"] = to;
  request["kind"] = kind;
  JsonObject given;
  for (const auto& [name, value] : values) given[name] = value;
  if (!given.empty()) request["values"] = std::move(given);
  if (reads != TurnReads::kNothing) request["reads"] = kReads[static_cast<std::size_t>(reads)];
  if (!task_before.empty()) request["task_before"] = task_before;
  return {"turn", std::move(request)};
}

TurnRequest turn_request(const JsonObject& object) {
  const Json request = object;
  TurnRequest turn;
  turn.agent = text_at(request, "agent");
  turn.task = text_at(request, "task");
  turn.round = static_cast<int>(int_at(request, "round"));
  turn.model = text_at(request, "model");
  turn.to = text_at(request, "to");
  turn.kind = text_at(request, "kind");
  if (const Json* values = find_at(request, "values"); values && values->is_object())
    for (const auto& member : values->get_object())
      if (member.value().is_string())
        turn.values[member.key()] = std::string(member.value().get_string());
  const auto reads = std::ranges::find(kReads, text_at(request, "reads"));
  if (reads != kReads.end()) turn.reads = static_cast<TurnReads>(reads - kReads.begin());
  turn.task_before = text_at(request, "task_before");
  return turn;
}

}  // namespace fm
