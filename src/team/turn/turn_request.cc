#include "team/turn/turn_request.h"

#include <algorithm>
#include <array>

#include "base/json_fields.h"

namespace fm {
namespace {

constexpr std::array<std::string_view, 19> kReads = {"",
                                                     "ideas",
                                                     "scores",
                                                     "choice",
                                                     "page",
                                                     "routing",
                                                     "intent",
                                                     "vote",
                                                     "debate",
                                                     "brief",
                                                     "findings",
                                                     "question_round",
                                                     "draft_review",
                                                     "brief_patch",
                                                     "whole_check",
                                                     "question_back",
                                                     "understanding",
                                                     "task_map",
                                                     "code_review"};

std::optional<TurnReads> reads_from(std::string_view name) {
  const auto found = std::ranges::find(kReads, name);
  if (found == kReads.end()) return std::nullopt;
  return static_cast<TurnReads>(found - kReads.begin());
}

}  // namespace

std::string_view to_string(TurnReads reads) { return kReads[static_cast<std::size_t>(reads)]; }

// The digest of a turn is over these. What came later is written where it is unusual only, so that
// what was journaled before stays equal.
template <>
inline constexpr auto kJsonFields<TurnRequest> = json_fields<TurnRequest>(
    always("agent", &TurnRequest::agent), always("task", &TurnRequest::task),
    if_unusual("round", &TurnRequest::round), always("model", &TurnRequest::model),
    if_unusual("fallbacks", &TurnRequest::fallbacks), always("to", &TurnRequest::to),
    always("kind", &TurnRequest::kind), if_unusual("values", &TurnRequest::values),
    if_unusual("reads", &TurnRequest::reads, reads_from),
    if_unusual("task_before", &TurnRequest::task_before),
    if_unusual("was_parked", &TurnRequest::was_deferred),
    if_unusual("allowed", &TurnRequest::allowed), if_unusual("prompts", &TurnRequest::prompts),
    if_unusual("project", &TurnRequest::project), if_unusual("silent", &TurnRequest::silent),
    if_unusual("alone", &TurnRequest::alone), if_unusual("apart", &TurnRequest::apart),
    if_unusual("deadline_ms", &TurnRequest::deadline), if_unusual("tries", &TurnRequest::tries),
    if_unusual("plan_task", &TurnRequest::plan_task), if_unusual("session", &TurnRequest::session));

EffectRequest TurnRequest::effect() const { return {"turn", fields_to_json(*this)}; }

TurnRequest turn_request(const JsonObject& request) {
  return fields_from_json<TurnRequest>(request);
}

}  // namespace fm
