// A turn that is prepared speaks: budgets, the models, what came of it.
#include <algorithm>
#include <utility>

#include "base/text.h"
#include "model/failure/stated_context.h"
#include "model/model_error.h"
#include "team/turn/session_step.h"
#include "team/turn/turn_prepared.h"
#include "team/turn/turn_reading.h"

namespace fm {
namespace {

constexpr std::size_t kSaidKept = 4'000;        // bytes of what an agent says to its session
constexpr std::size_t kReadInPool = 64 * 1024;  // bytes of an answer

// A long answer is read in the pool: the loop must not stand still for it. What the pool works on
// is its own, since the turn may be gone before it is done.
Task<TurnReading> read_answer(PoolScope& pool, TurnReads reads, std::string text, bool cut_off,
                              std::shared_ptr<const TurnKnown> known) {
  if (text.size() <= kReadInPool) co_return read_turn(reads, text, cut_off, *known);
  auto reading = std::make_shared<TurnReading>();
  Later<bool> done;
  pool.run([reading, reads, cut_off, known,
            text = std::move(text)] { *reading = read_turn(reads, text, cut_off, *known); },
           [done] { done.resolve(true); });
  co_await done;
  co_return std::move(*reading);
}

}  // namespace

// What the room is told first, whatever comes of the turn.
Performed TurnPerformer::told(const Prepared& prepared, const CallReport& report) {
  Performed performed;
  for (const Error& notice : prepared.notices)
    performed.events.push_back(by_agent("warning", prepared.turn.agent, to_json(notice)));
  std::ranges::move(fallback_warnings(prepared.turn.agent, report),
                    std::back_inserter(performed.events));
  return performed;
}

Task<Performed> TurnPerformer::speak(Prepared prepared) {
  const std::string id = turn_id(prepared.call);
  const std::string& agent = prepared.turn.agent;
  Performed performed = told(prepared);
  if (prepared.prompt.too_long) {
    const Error notice{"context_summed_up", "The talk has grown long for the model.",
                       "Its older part is summed up once; the newest messages stay as they are.",
                       ""};
    performed.events.push_back(by_agent("warning", agent, to_json(notice)));
    performed.events.push_back(turn_held(id, agent, notice));
    performed.outcome.value =
        JsonObject{{"too_long", true}, {"covers", prepared.prompt.covers->value}};
    co_return performed;
  }
  Said said = co_await call(prepared);
  if (said.mark) co_return asks_budget(prepared, said);
  if (!said.report.outcome && said.report.outcome.error().kind != ModelErrorKind::kCancelled)
    co_return not_answered(prepared, said.report, said.use);
  co_return co_await answered(std::move(prepared), std::move(said.report), std::move(said.use));
}

// Before its first call a turn is only held; what later ones stopped at has cost something.
Performed TurnPerformer::asks_budget(const Prepared& prepared, const Said& said) {
  const std::string id = turn_id(prepared.call);
  const std::string& agent = prepared.turn.agent;
  const BudgetMark& mark = *said.mark;
  Performed performed = told(prepared, said.report);
  JsonObject told = to_json(mark);
  // Without it the flow goes on, and asks when it comes to a turn that it needs.
  if (!prepared.turn.may_be_missing())
    performed.events.push_back(by_agent("budget.warned", agent, told));
  told["question"] = budget_question(mark);
  told["next"] = mark.next;
  const Error why{"budget_asks", "The turn waits for your word on its cost.", budget_question(mark),
                  ""};
  performed.events.push_back(said.calls == 0 ? turn_held(id, agent, why)
                                             : turn_failed(id, agent, why, said.use));
  performed.outcome.value = JsonObject{{"budget", std::move(told)}};
  return performed;
}

// Every model failed: what time may mend is tried again later, the rest is lost (I-11).
Performed TurnPerformer::not_answered(const Prepared& prepared, const CallReport& report,
                                      const TurnUse& use) {
  const std::string id = turn_id(prepared.call);
  const std::string& agent = prepared.turn.agent;
  const ModelError& last = report.outcome.error();
  Performed performed = told(prepared, report);
  if (last.kind == ModelErrorKind::kContextLength)
    if (const auto size = stated_context(last.message))
      learn(target_of(prepared.chain.targets, report.model),
            [&](LearnedModel& known) { known.context_tokens = *size; });
  if (last.kind == ModelErrorKind::kContextLength && prepared.prompt.covers) {
    performed.events.push_back(
        turn_failed(id, agent, to_error(last, report.model, use.attempts), use));
    performed.outcome.value =
        JsonObject{{"too_long", true}, {"covers", prepared.prompt.covers->value}};
    return performed;
  }
  const auto waits = std::ranges::find_if(report.failures, [](const ModelFailure& failure) {
    return passes_with_time(failure.error.kind) && !failure.error.permanent;
  });
  if (waits == report.failures.end() || prepared.turn.may_be_missing()) {
    Error error = to_error(last, report.model, use.attempts);
    performed.events.push_back(turn_failed(id, agent, error, use));
    if (prepared.turn.may_be_missing()) performed.events.back().body["missed"] = true;
    performed.outcome.error = std::move(error);
    return performed;
  }
  const Error error = to_error(waits->error, waits->model, waits->attempts);
  performed.events.push_back(turn_failed(id, agent, error, use));
  JsonObject parked{{"message", error.message}, {"code", error.code}};
  if (waits->error.retry_after)
    parked["retry_after_ms"] = static_cast<std::int64_t>(waits->error.retry_after->count());
  performed.outcome.value = JsonObject{{"parked", std::move(parked)}};
  return performed;
}

// An answer that was broken off, or cut before its calls were whole, is no step.
void TurnPerformer::add_session_step(const Prepared& prepared, const CallReport& report,
                                     const std::string& text, Performed& performed,
                                     JsonObject& result) {
  if (!report.outcome) return;
  const TurnRequest& turn = prepared.turn;
  if (text.empty() && report.outcome->tool_calls.empty()) {
    result["empty"] = true;
    return;
  }
  SessionSaid said = session_said(turn, turn_id(prepared.call), *report.outcome, text);
  performed.events.push_back(std::move(said.event));
  const bool cut = is_cut(*report.outcome);
  if (cut && said.calls == 0 && said.fault.empty())
    said.fault =
        "Your answer was cut by the limit of its length. Go on in smaller steps: write "
        "long files in parts.";
  if (!said.fault.empty()) performed.events.push_back(session_noted(turn.project, said.fault));
  result["calls"] = said.calls;
  result["said"] = std::string(cut_bytes(text, kSaidKept));
  if (!said.fault.empty()) result["fault"] = said.fault;
}

Task<Performed> TurnPerformer::answered(Prepared prepared, CallReport report, TurnUse use) {
  const TurnRequest& turn = prepared.turn;
  const std::string id = turn_id(prepared.call);
  const bool cancelled = !report.outcome;
  Performed performed = told(prepared, report);
  std::string text(trim(cancelled ? report.outcome.error().text_so_far : report.outcome->text));
  text = clean(text).text;
  if (text.size() > kTurnTextLimit) {
    text = std::string(cut_bytes(text, kTurnTextLimit));
    Error cut{"turn_cut", turn.agent + " said more than a room can hold; the end was left out.",
              "The answer was longer than 2 MiB.", ""};
    performed.events.push_back(by_agent("warning", turn.agent, to_json(cut)));
  }
  const bool cut_off = !cancelled && is_cut(*report.outcome);
  TurnReading reading;
  if (!cancelled && !text.empty() && turn.reads != TurnReads::kNothing)
    reading = co_await read_answer(pool_, turn.reads, text, cut_off, prepared.known);
  if (cut_off) reading.repairs.push_back("cut_by_limit");

  performed.events.push_back(
      turn_finished(id, turn, report, use, reading.repairs, prepared.prompt.hash));
  JsonObject result;
  if (turn.session) {
    add_session_step(prepared, report, text, performed, result);
  } else if (!text.empty() && turn.silent) {
    result["said"] = text;
  } else if (!text.empty()) {
    JsonObject message;
    message["id"] = derived_id('m', prepared.call.flow->id, prepared.call.place.value);
    message["from"] = turn.agent;
    message["to"] = turn.to;
    message["kind"] = message_kind_of(turn, reading);
    message["marker"] = "discussion";
    message["text"] = text;
    if (cancelled) message["interrupted"] = true;
    if (cut_off) message["cut"] = true;
    if (target_of(prepared.chain.targets, report.model).model->is_rehearsal())
      message["rehearsal"] = true;
    if (auto covers = turn.values.find("covers"); covers != turn.values.end())
      message["covers"] = std::stoll(covers->second);
    result["message"] = message["id"];
    performed.events.push_back(by_agent("message.posted", turn.agent, std::move(message)));
  } else {
    result["empty"] = true;
  }
  if (!reading.value.is_null()) result["reading"] = std::move(reading.value);
  performed.outcome.value = std::move(result);
  performed.outcome.interrupted = cancelled;
  performed.prompt_hash = prepared.prompt.hash;
  co_return performed;
}

}  // namespace fm
