// The calls of a turn: the models are asked, look by tools, and are asked again (P-53, P-60).
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "model/model_error.h"
#include "team/spending/tokens.h"
#include "team/turn/turn_deadline.h"
#include "team/turn/turn_prepared.h"
#include "team/turn/turn_preview.h"

namespace fm {
namespace {

constexpr Millis kRefusedFor = std::chrono::minutes(10);
constexpr std::size_t kReadForCalls = 64 * 1024;  // bytes of an answer; a longer one is no call

constexpr std::string_view kAnswerDirectly =
    "No tool is used in this step. Answer the task directly now, in the form that it asks for.";
constexpr std::string_view kLastLook =
    "That was the last look of this turn. Answer the task now with what you have seen; say what "
    "you "
    "could not see.";
constexpr std::string_view kTooManyCalls =
    "Not run: at most 8 calls at once. Ask again for what you still need.";
constexpr std::string_view kTooLong =
    "Left out: with it the talk is too long for you. Answer the task now with what you have.";

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

// What is rehearsed is no usage (P-34), unless somebody put a price on it to try budgets.
bool is_only_rehearsed(const CallTarget& target, const std::optional<ModelPrice>& price) {
  return target.model->is_rehearsal() && price && *price == ModelPrice();
}

bool has_signatures(const ModelRequest& request) {
  return std::ranges::any_of(request.messages, [](const ModelMessage& message) {
    return !message.signatures.empty() || !message.reasoning.empty();
  });
}

// What one provider signed no other one takes.
ModelRequest without_signatures(ModelRequest request) {
  for (ModelMessage& message : request.messages) {
    message.signatures.clear();
    message.reasoning.clear();
  }
  return request;
}

void add_report(CallReport& all, CallReport next) {
  for (ModelUse& use : next.uses) {
    const auto same = std::ranges::find(all.uses, use.model, &ModelUse::model);
    if (same == all.uses.end()) {
      all.uses.push_back(std::move(use));
    } else {
      same->usage += use.usage;
      same->attempts += use.attempts;
    }
  }
  std::ranges::move(next.failures, std::back_inserter(all.failures));
  all.model = std::move(next.model);
  all.outcome = std::move(next.outcome);
}

// Its prompt as it was sent before, and all that came since.
ModelRequest with_exchanges(ModelRequest request, const std::vector<ToolExchange>& exchanges) {
  if (exchanges.empty()) return request;
  ModelMessage& task = request.messages.back();
  if (task.stable_ends.empty() || task.stable_ends.back() < task.text.size())
    task.stable_ends.push_back(task.text.size());
  for (const ToolExchange& exchange : exchanges) append_exchange(exchange, request.messages);
  return request;
}

ToolExchange exchange_of(const ModelReply& reply, const std::string& text, SaidCalls calls) {
  ToolExchange exchange{.said = text, .calls = std::move(calls.calls), .written = calls.written};
  if (!calls.written) {
    exchange.reasoning = reply.reasoning;
    exchange.signatures = reply.signatures;
  }
  if (!calls.fault.empty()) exchange.notes.push_back(std::move(calls.fault));
  return exchange;
}

}  // namespace

const CallTarget& target_of(const std::vector<CallTarget>& targets, const std::string& name) {
  return *std::ranges::find(targets, name, &CallTarget::name);
}

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
  const bool is_first_of_day =
      options_.day != Budget() && options_.spent_on && !ledger_.knows_day(day);
  if (is_first_of_day) ledger_.set_day(day, co_await options_.spent_on(day));
  std::vector<BudgetState> budgets = prepared.budgets;
  // Other calls may have begun meanwhile, and this turn may have made some.
  budgets[0].spent = ledger_.flow(prepared.call.flow->id, {});
  budgets[1].spent = ledger_.room(prepared.call.room, {});
  if (options_.day != Budget())
    budgets.push_back({"day " + day, options_.day, ledger_.day(day), prepared.turn.allowed});
  const bool is_priced = std::ranges::all_of(
      prepared.chain.targets,
      [this](const CallTarget& target) { return facts_of(target.name).price.has_value(); });
  co_return passed_mark(budgets, call, is_priced ? CallPrice::kKnown : CallPrice::kUnknown);
}

void TurnPerformer::rest_those_who_refused(const CallReport& report) {
  for (const ModelFailure& failure : report.failures)
    if (stays_so(failure.error.kind))
      resting_[failure.model] = loop_.clock().steady() + kRefusedFor;
}

void TurnPerformer::count_exchange(const ToolExchange& exchange, Prepared& prepared) {
  std::vector<ModelMessage> messages;
  append_exchange(exchange, messages);
  const std::int64_t more = estimate_tokens(messages, family_of(prepared.turn.model));
  for (CallTarget& target : prepared.chain.targets)
    target.tokens += TokenScale(learned_of(target).scale_percent).tokens(more);
}

// Another model that steps in between two calls of a turn is shown what was seen, and nothing of
// what only the first one's provider can read.
Task<CallReport> TurnPerformer::ask(std::vector<CallTarget> targets, ModelRequest request,
                                    AttemptSink& sink, CancelToken cancel, RetryPolicy retries,
                                    std::uint64_t seed) {
  if (targets.size() < 2 || !has_signatures(request))
    co_return co_await call_models(loop_, std::move(targets), std::move(request), sink,
                                   std::move(cancel), retries, seed);
  std::vector<CallTarget> others(targets.begin() + 1, targets.end());
  targets.resize(1);
  CallReport report =
      co_await call_models(loop_, std::move(targets), request, sink, cancel, retries, seed);
  if (report.outcome || report.outcome.error().kind == ModelErrorKind::kCancelled ||
      report.outcome.error().kind == ModelErrorKind::kContextLength)
    co_return report;
  sink.changes_model(others.front().name, report.outcome.error());
  add_report(report,
             co_await call_models(loop_, std::move(others), without_signatures(std::move(request)),
                                  sink, std::move(cancel), retries, seed));
  co_return report;
}

Task<TurnPerformer::Said> TurnPerformer::call(Prepared& prepared) {
  const TurnRequest& turn = prepared.turn;
  const std::string id = turn_id(prepared.call);
  TurnPreview preview(bus_, loop_.clock(), prepared.call.room, id, turn.agent,
                      turn.silent ? TurnPreview::Words::kKept : TurnPreview::Words::kShown);
  const std::uint64_t seed = std::hash<std::string>{}(prepared.call.key);
  RetryPolicy retries = options_.retries;
  if (turn.tries > 0) retries.attempts = turn.tries;
  if (turn.may_be_missing()) retries.total = turn.deadline;
  const TurnDeadline deadline(loop_, prepared.call.cancel, turn.deadline);

  Said said;
  ModelRequest request = std::move(prepared.prompt.request);
  const bool has_tools = !request.tools.empty() && !turn.session;
  std::vector<ToolExchange> exchanges;
  bool is_last = false;  // it was told to answer
  for (std::size_t left = 0;;) {
    Spent expects = expected(prepared);
    if (said.calls > 0) expects.turns = 0;  // however many calls, it is one turn
    said.mark = co_await check_budgets(prepared, expects);
    if (said.mark) co_return said;
    const Millis began = loop_.clock().steady();
    SpendLedger::Hold hold = ledger_.hold(prepared.call.room, prepared.call.flow->id,
                                          local_day(loop_.clock().now()), expects);
    std::vector<CallTarget> targets(
        prepared.chain.targets.begin() + static_cast<std::ptrdiff_t>(left),
        prepared.chain.targets.end());
    ModelRequest sent = has_tools ? with_exchanges(request, exchanges) : request;
    CallReport report =
        co_await ask(std::move(targets), std::move(sent), preview, deadline.token(), retries, seed);
    deadline.tell(report);
    TurnUse use = use_of(prepared, report, loop_.clock().steady() - began);
    Spent spent = use.spent();
    if (said.calls > 0) spent.turns = 0;
    hold.settle(spent);
    rest_those_who_refused(report);
    if (said.calls++ == 0) {
      if (report.outcome && report.uses.size() == 1 && use.attempts == 1 && !use.guessed)
        learn(target_of(prepared.chain.targets, report.model), [&](LearnedModel& known) {
          TokenScale scale(known.scale_percent);
          scale.learn(prepared.prompt.tokens, use.usage.input);
          known.scale_percent = scale.percent();
        });
      said.use = std::move(use);
    } else {
      said.use += use;
    }
    add_report(said.report, std::move(report));
    if (!has_tools) co_return said;

    if (!said.report.outcome) {
      const bool is_too_long = said.report.outcome.error().kind == ModelErrorKind::kContextLength;
      if (!is_too_long || exchanges.empty() || is_last) co_return said;
      for (ToolAnswer& answer : exchanges.back().answers) answer = {std::string(kTooLong), true};
      is_last = true;
      continue;
    }
    ModelReply& reply = *said.report.outcome;
    const std::string text = clean(trim(reply.text)).text;
    if (reply.tool_calls.empty() && (text.size() > kReadForCalls || !may_hold_calls(text)))
      co_return said;
    SaidCalls calls = said_calls(fmt::format("{}-{}", id, exchanges.size() + 1), reply, text);
    if (calls.empty()) co_return said;
    if (is_last) {
      if (calls.written) reply.text = calls.beside;
      co_return said;
    }
    // Whoever answered goes on; those before it have failed.
    left = static_cast<std::size_t>(
        std::ranges::find(prepared.chain.targets, said.report.model, &CallTarget::name) -
        prepared.chain.targets.begin());
    const bool is_unreadable = calls.calls.empty();
    ToolExchange exchange = exchange_of(reply, text, std::move(calls));
    const std::size_t looked_before = prepared.looks ? prepared.looks->looked().size() : 0;
    for (std::size_t i = 0; i < exchange.calls.size(); ++i) {
      if (prepared.looks == nullptr)
        exchange.answers.push_back({std::string(kAnswerDirectly), true});
      else if (i >= kMostLooksARound)
        exchange.answers.push_back({std::string(kTooManyCalls), true});
      else
        exchange.answers.push_back(
            co_await prepared.looks->answer(exchange.calls[i], deadline.token()));
    }
    if (prepared.looks != nullptr) {
      const std::vector<Look>& looked = prepared.looks->looked();
      said.use.looked = looked;
      preview.looks(looked_words(
          {looked.begin() + static_cast<std::ptrdiff_t>(looked_before), looked.end()}));
    }
    if (deadline.token().cancelled()) {
      ModelError stopped;
      stopped.kind = ModelErrorKind::kCancelled;
      said.report.outcome = std::unexpected(std::move(stopped));
      deadline.tell(said.report);
      co_return said;
    }
    is_last = prepared.looks == nullptr || is_unreadable ||
              std::ssize(exchanges) + 1 == kMostLookRounds || !prepared.looks->loop().empty();
    if (prepared.looks != nullptr && !is_unreadable) {
      if (!prepared.looks->loop().empty())
        exchange.notes.push_back("You have done this without anything new coming of it: " +
                                 prepared.looks->loop() + ". Answer the task now.");
      else if (is_last)
        exchange.notes.emplace_back(kLastLook);
      else if (prepared.looks->is_close_to_loop())
        exchange.notes.emplace_back(
            "You have done the same several times with the same result. Look elsewhere, or "
            "answer.");
    }
    count_exchange(exchange, prepared);
    exchanges.push_back(std::move(exchange));
  }
}

}  // namespace fm
