// A turn that is prepared speaks: budgets, the models, what came of it.
#include <algorithm>
#include <utility>

#include "base/text.h"
#include "model/failure/stated_context.h"
#include "model/model_error.h"
#include "team/spending/tokens.h"
#include "team/turn/session_step.h"
#include "team/turn/turn_deadline.h"
#include "team/turn/turn_prepared.h"
#include "team/turn/turn_preview.h"
#include "team/turn/turn_reading.h"

namespace fm {
namespace {

constexpr std::size_t kSaidKept = 4'000;        // bytes of what an agent says to its session
constexpr std::size_t kReadInPool = 64 * 1024;  // bytes of an answer
constexpr Millis kRefusedFor = std::chrono::minutes(10);

// A refusal that the next turn would hear as well.
bool stays_so(ModelErrorKind kind) {
  switch (kind) {
    case ModelErrorKind::kAuth:
    case ModelErrorKind::kPermission:
    case ModelErrorKind::kBilling:
    case ModelErrorKind::kQuota:
    case ModelErrorKind::kNotFound:
      return true;
    default:
      return false;
  }
}

const CallTarget& target_of(const std::vector<CallTarget>& targets, const std::string& name) {
  return *std::ranges::find(targets, name, &CallTarget::name);
}

// What is rehearsed is no usage (P-34), unless somebody put a price on it to try budgets.
bool is_only_rehearsed(const CallTarget& target, const std::optional<ModelPrice>& price) {
  return target.model->is_rehearsal() && price && *price == ModelPrice();
}

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

// Of whichever is the dearest: any of them may have to answer.
Spent TurnPerformer::expected(const Prepared& prepared) const {
  Spent call{.turns = 1};
  for (const CallTarget& target : prepared.chain.targets) {
    if (is_only_rehearsed(target, facts_of(target.name).price)) continue;
    const Usage usage{.input = target.tokens, .output = prepared.usual_answer};
    call.tokens = std::max(call.tokens, capped_sum(usage.input, usage.output));
    if (const auto price = facts_of(target.name).price)
      call.micro_usd = std::max(call.micro_usd, cost_of(*price, usage).value);
  }
  return call;
}

TurnUse TurnPerformer::use_of(const Prepared& prepared, const CallReport& report,
                              Millis took) const {
  TurnUse use{.cost = MicroUsd{}, .took = took};
  for (const ModelUse& one : report.uses) {
    Usage usage = one.usage;
    use.attempts += one.attempts;
    // An answer whose provider tells no usage has its price all the same.
    const CallTarget& target = target_of(prepared.chain.targets, one.model);
    const auto price = facts_of(one.model).price;
    if (is_only_rehearsed(target, price)) continue;
    if (usage == Usage() && report.outcome && one.model == report.model) {
      const std::string& text = report.outcome->text;
      usage.input = target.tokens;
      usage.output = estimate_tokens(text, family_of(one.model));
      use.guessed = true;
    }
    use.usage += usage;
    if (usage == Usage()) continue;
    if (!price) {
      use.cost.reset();
    } else if (use.cost) {
      use.cost->value = capped_sum(use.cost->value, cost_of(*price, usage).value);
    }
  }
  if (report.outcome) use.first_token = report.outcome->first_token;
  return use;
}

Task<std::optional<BudgetMark>> TurnPerformer::check_budgets(Prepared& prepared, Spent call) {
  const std::string day = local_day(loop_.clock().now());
  if (options_.day != Budget()) {
    if (options_.spent_on && !ledger_.knows_day(day)) {
      ledger_.set_day(day, co_await options_.spent_on(day));
      // Other calls may have begun meanwhile.
      prepared.budgets[0].spent = ledger_.flow(prepared.call.flow->id, {});
      prepared.budgets[1].spent = ledger_.room(prepared.call.room, {});
    }
    prepared.budgets.push_back(
        {"day " + day, options_.day, ledger_.day(day), prepared.turn.allowed});
  }
  const bool is_priced = std::ranges::all_of(
      prepared.chain.targets,
      [this](const CallTarget& target) { return facts_of(target.name).price.has_value(); });
  co_return passed_mark(prepared.budgets, call,
                        is_priced ? CallPrice::kKnown : CallPrice::kUnknown);
}

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
  const Spent call = expected(prepared);
  if (const auto mark = co_await check_budgets(prepared, call)) {
    JsonObject told = to_json(*mark);
    // Without it the flow goes on, and asks when it comes to a turn that it needs.
    if (!prepared.turn.may_be_missing())
      performed.events.push_back(by_agent("budget.warned", agent, told));
    told["question"] = budget_question(*mark);
    told["next"] = mark->next;
    performed.events.push_back(turn_held(
        id, agent,
        {"budget_asks", "The turn waits for your word on its cost.", budget_question(*mark), ""}));
    performed.outcome.value = JsonObject{{"budget", std::move(told)}};
    co_return performed;
  }
  const Millis began = loop_.clock().steady();
  SpendLedger::Hold hold = ledger_.hold(prepared.call.room, prepared.call.flow->id,
                                        local_day(loop_.clock().now()), call);
  TurnPreview preview(
      bus_, loop_.clock(), prepared.call.room, id, agent,
      prepared.turn.silent ? TurnPreview::Words::kKept : TurnPreview::Words::kShown);
  const std::uint64_t seed = std::hash<std::string>{}(prepared.call.key);
  RetryPolicy retries = options_.retries;
  if (prepared.turn.tries > 0) retries.attempts = prepared.turn.tries;
  if (prepared.turn.may_be_missing()) retries.total = prepared.turn.deadline;
  const TurnDeadline deadline(loop_, prepared.call.cancel, prepared.turn.deadline);
  CallReport report =
      co_await call_models(loop_, prepared.chain.targets, std::move(prepared.prompt.request),
                           preview, deadline.token(), retries, seed);
  deadline.tell(report);
  const TurnUse use = use_of(prepared, report, loop_.clock().steady() - began);
  for (const ModelFailure& failure : report.failures)
    if (stays_so(failure.error.kind))
      resting_[failure.model] = loop_.clock().steady() + kRefusedFor;
  hold.settle(use.spent());
  if (report.outcome && report.uses.size() == 1 && use.attempts == 1 && !use.guessed)
    learn(target_of(prepared.chain.targets, report.model), [&](LearnedModel& known) {
      TokenScale scale(known.scale_percent);
      scale.learn(prepared.prompt.tokens, use.usage.input);
      known.scale_percent = scale.percent();
    });
  if (!report.outcome && report.outcome.error().kind != ModelErrorKind::kCancelled)
    co_return not_answered(prepared, report, use);
  co_return co_await answered(std::move(prepared), std::move(report), use);
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
