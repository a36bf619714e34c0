#include "team/turn/turn_record.h"

#include <utility>

#include "base/capped_sum.h"
#include "model/model_error.h"
#include "model/usage_json.h"

namespace fm {
namespace {

void add_use(JsonObject& record, const TurnUse& use) {
  Usage usage = use.usage;
  usage.beside = 0;  // it is counted in the output already
  JsonObject counts = to_json(usage);
  if (use.guessed) counts["guessed"] = true;
  record["usage"] = std::move(counts);
  if (use.cost) record["cost_microusd"] = use.cost->value;
  record["ms"] = static_cast<std::int64_t>(use.took.count());
  if (use.calls > 1) record["calls"] = use.calls;
  if (!use.looked.empty()) record["looked"] = to_json(use.looked);
}

}  // namespace

TurnUse& TurnUse::operator+=(const TurnUse& next) {
  usage += next.usage;
  if (cost && next.cost)
    cost->value = capped_sum(cost->value, next.cost->value);
  else
    cost.reset();
  took += next.took;
  attempts += next.attempts;
  guessed = guessed || next.guessed;
  calls += next.calls;
  return *this;
}

Spent TurnUse::spent() const {
  return {.tokens = usage.input + usage.output,
          .micro_usd = cost ? cost->value : 0,
          .turns = 1,
          .millis = static_cast<std::int64_t>(took.count())};
}

NewEvent by_agent(std::string kind, const std::string& agent, JsonObject body) {
  NewEvent event;
  event.kind = std::move(kind);
  event.by = {Actor::kAgent, agent};
  event.body = std::move(body);
  return event;
}

NewEvent turn_finished(const std::string& turn, const TurnRequest& request,
                       const CallReport& report, const TurnUse& use,
                       const std::vector<std::string>& repairs, const std::string& prompt_hash) {
  JsonObject record;
  record["turn"] = turn;
  if (report.model != request.model) record["model"] = report.model;
  add_use(record, use);
  record["first_token_ms"] = static_cast<std::int64_t>(use.first_token.count());
  record["attempts"] = use.attempts;
  record["repairs"] = to_json(repairs);
  record["prompt_hash"] = prompt_hash;
  return by_agent("turn.finished", request.agent, std::move(record));
}

NewEvent turn_held(const std::string& turn, const std::string& agent, const Error& why) {
  NewEvent event = turn_failed(turn, agent, why);
  event.body["held"] = true;
  return event;
}

NewEvent turn_failed(const std::string& turn, const std::string& agent, const Error& error,
                     const TurnUse& use) {
  JsonObject body{{"turn", turn}, {"error", to_json(error)}};
  if (use.usage != Usage())
    add_use(body, use);
  else if (use.took > Millis(0))
    body["ms"] = static_cast<std::int64_t>(use.took.count());
  if (use.attempts > 0) body["attempts"] = use.attempts;
  return by_agent("turn.failed", agent, std::move(body));
}

std::vector<NewEvent> fallback_warnings(const std::string& agent, const CallReport& report) {
  std::vector<NewEvent> events;
  for (const ModelFailure& failure : report.failures) {
    if (failure.model == report.model) continue;
    const Error why = to_error(failure.error, failure.model, failure.attempts);
    events.push_back(by_agent(
        "warning", agent,
        to_json(Error{"model_fallback",
                      report.model + " was asked in place of " + failure.model + ".",
                      why.message + (why.cause.empty() ? "" : " " + why.cause), why.cure})));
  }
  return events;
}

}  // namespace fm
