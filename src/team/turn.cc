#include "team/turn.h"

#include <algorithm>

#include "base/sha256.h"
#include "base/text.h"
#include "model/model_error.h"
#include "model/rehearsal.h"
#include "model/stated_context.h"
#include "team/turn_preview.h"
#include "team/turn_prompt.h"
#include "team/turn_reading.h"

namespace fm {
namespace {

constexpr std::size_t kReadInPool = 64 * 1024;  // bytes of an answer
constexpr Millis kRefusedFor = std::chrono::minutes(10);
constexpr std::int64_t kUsualAnswer = 1'200;  // tokens, until a room has shown its own
constexpr std::int64_t kReservedForOutput = 4'096;

Performed failed(const std::string& turn, const std::string& agent, Error error) {
  Performed performed;
  performed.events.push_back(turn_failed(turn, agent, error));
  performed.outcome.error = std::move(error);
  return performed;
}

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

const Model& spoke(const std::vector<CallTarget>& targets, const std::string& name) {
  return *std::ranges::find(targets, name, &CallTarget::name)->model;
}

Task<Performed> ready(Performed performed) { co_return performed; }

// A long answer is read in the pool: the loop must not stand still for it. What the pool works on
// is its own, since the turn may be gone before it is done.
Task<TurnReading> read_answer(Loop& loop, TurnReads reads, std::string text, bool cut_off,
                              std::shared_ptr<const RoomView> known) {
  if (text.size() <= kReadInPool) co_return read_turn(reads, text, cut_off, *known);
  auto reading = std::make_shared<TurnReading>();
  Later<bool> done;
  loop.in_pool([reading, reads, cut_off, known,
                text = std::move(text)] { *reading = read_turn(reads, text, cut_off, *known); },
               [done] { done.resolve(true); });
  co_await done;
  co_return std::move(*reading);
}

}  // namespace

struct TurnPerformer::PinnedCast {
  explicit PinnedCast(Cast given) : cast(std::move(given)) {}
  Cast cast;
  mutable std::map<std::string, std::shared_ptr<Model>> rehearsals;  // by full name
};

// The models that can be asked, in order, and why others that were named cannot.
struct TurnPerformer::Chain {
  std::vector<CallTarget> targets;
  std::vector<Error> missing;
};

struct TurnPerformer::Prepared {
  EffectCall call;
  TurnRequest turn;
  TurnPrompt prompt;
  Chain chain;
  std::vector<BudgetState> budgets;
  std::int64_t usual_answer = kUsualAnswer;  // tokens
  std::vector<Error> notices;                // that the room has not been told yet
  std::shared_ptr<const PinnedCast> cast;
  std::shared_ptr<RoomView> known;  // for reading: the ideas that are there
};

std::string turn_id(const EffectCall& call) {
  return derived_id('t', call.flow->id, call.place.value);
}

TurnPerformer::TurnPerformer(Loop& loop, Journal& journal, ModelCatalog& models,
                             TurnOptions options)
    : loop_(loop), journal_(journal), models_(models), options_(std::move(options)) {}
TurnPerformer::~TurnPerformer() = default;

std::vector<NewEvent> TurnPerformer::announce(const EffectCall& call) {
  const TurnRequest turn = turn_request(call.request);
  JsonObject body;
  body["turn"] = turn_id(call);
  body["agent"] = turn.agent;
  body["task"] = turn.task;
  if (turn.round > 0) body["round"] = turn.round;
  body["model"] = turn.model;
  std::vector<NewEvent> events;
  events.push_back(by_agent("turn.started", turn.agent, std::move(body)));
  return events;
}

Result<std::shared_ptr<const TurnPerformer::PinnedCast>> TurnPerformer::cast_of(
    const FlowStart& flow) {
  std::string key;
  for (const auto& [path, hash] : flow.pins) key += path + " " + hash + "\n";
  if (auto known = casts_[sha256(key)].lock()) return known;
  CastFiles files;
  for (const auto& [path, hash] : flow.pins) files[path] = TRY(journal_.blob(hash));
  return keep(sha256(key), TRY(load_cast(files)));
}

void TurnPerformer::know(const CastFiles& files, Cast cast) {
  std::string key;
  for (const auto& [path, text] : files) key += path + " " + to_hex(sha256(text)) + "\n";
  const Sha256 pins = sha256(key);
  if (auto known = casts_[pins].lock()) {
    newest_ = std::move(known);
  } else {
    keep(pins, std::move(cast));
  }
}

std::shared_ptr<const TurnPerformer::PinnedCast> TurnPerformer::keep(const Sha256& pins,
                                                                     Cast cast) {
  std::erase_if(casts_, [](const auto& entry) { return entry.second.expired(); });
  newest_ = std::make_shared<const PinnedCast>(std::move(cast));
  casts_[pins] = newest_;
  return newest_;
}

Result<std::shared_ptr<Model>> TurnPerformer::model_of(const PinnedCast& pinned,
                                                       const std::string& full_name) {
  const ModelName name = TRY(parse_model_name(full_name));
  if (name.provider != "rehearsal") return models_.find(name);
  if (auto known = pinned.rehearsals.find(full_name); known != pinned.rehearsals.end())
    return known->second;
  // The screenplay that was pinned, not the one that the program has now.
  const auto source = [&pinned](std::string_view wanted) -> Result<ScreenplayText> {
    auto text = pinned.cast.screenplays.find(wanted);
    if (text == pinned.cast.screenplays.end())
      return fail("screenplay_unknown", "There is no screenplay \"" + std::string(wanted) + "\".",
                  "", "Take `--model rehearsal`, or put the file into .folkmoot/screenplays/.");
    return ScreenplayText{text->second, "screenplays/" + std::string(wanted) + ".yaml"};
  };
  const ScreenplayText text = TRY(source(screenplay_name(name)));
  Pacing pacing{&loop_, options_.rehearsal_words_per_second};
  std::shared_ptr<Model> own = TRY(Rehearsal::open(text, source, pacing));
  auto model = TRY(models_.rehearsal(name, std::move(own)));
  pinned.rehearsals[full_name] = model;
  return model;
}

ModelFacts TurnPerformer::facts_of(const std::string& name) const {
  return options_.facts ? options_.facts(name) : ModelFacts();
}

std::int64_t TurnPerformer::context_of(const std::string& name, const Model& model) const {
  std::int64_t known = facts_of(name).context_tokens;
  if (known == 0) known = model.context_tokens(name);
  const auto told = told_sizes_.find(name);
  if (told == told_sizes_.end()) return known;
  return known == 0 ? told->second : std::min(known, told->second);
}

Result<TurnPerformer::Chain> TurnPerformer::chain_of(const PinnedCast& cast,
                                                     const TurnRequest& turn) {
  std::vector<std::string> names{turn.model};
  names.insert(names.end(), turn.fallbacks.begin(), turn.fallbacks.end());
  Chain chain;
  for (const std::string& name : names) {
    auto model = model_of(cast, name);
    if (!model) {
      chain.missing.push_back(model.error());
      continue;
    }
    const auto parsed = parse_model_name(name);
    chain.targets.push_back({.name = name,
                             .model = std::move(*model),
                             .line = parsed ? models_.line(*parsed) : nullptr,
                             .was_here = turn.was_parked});
  }
  if (chain.targets.empty()) return std::unexpected(chain.missing.front());
  // One that refused us lately is not asked again while there is another.
  const Millis now = loop_.clock().steady();
  const auto rests = [&](const CallTarget& target) {
    const auto until = resting_.find(target.name);
    return until != resting_.end() && now < until->second;
  };
  if (!std::ranges::all_of(chain.targets, rests)) std::erase_if(chain.targets, rests);
  return chain;
}

std::vector<BudgetState> TurnPerformer::budgets_of(const EffectCall& call, const TurnRequest& turn,
                                                   const Budget& of_team, const RoomView& view) {
  const auto sum = [&view](const FlowId* flow) {
    Spent spent;
    for (const TurnRecord& record : view.turns)
      if (record.state != TurnState::kRunning && (flow == nullptr || record.flow == *flow))
        spent += {.tokens = record.usage.input + record.usage.output,
                  .micro_usd = record.cost.value,
                  .turns = 1,
                  .millis = static_cast<std::int64_t>(record.total.count())};
    return spent;
  };
  const auto state = [&](std::string scope, const Budget& budget, const Spent& spent) {
    const int allowed = allowed_percent(turn.allowed, scope);
    return BudgetState{std::move(scope), budget, spent, allowed};
  };
  const FlowId& flow = call.flow->id;
  return {state("project", tighter(options_.project, of_team),
                ledger_.flow(flow, [&] { return sum(&flow); })),
          state("room", options_.room, ledger_.room(call.room, [&] { return sum(nullptr); }))};
}

// What a person should know once: a model that cannot be asked, a cost that cannot be counted.
std::vector<Error> TurnPerformer::notices_of(const Chain& chain,
                                             const std::vector<BudgetState>& budgets,
                                             const RoomView& view) const {
  std::vector<Error> notices = chain.missing;
  const bool counts_money = (options_.day.micro_usd && !options_.day_is_usual) ||
                            std::ranges::any_of(budgets, [](const BudgetState& state) {
                              return state.budget.micro_usd.has_value();
                            });
  for (const CallTarget& target : chain.targets)
    if (counts_money && !target.model->is_rehearsal() && !facts_of(target.name).price)
      notices.push_back({"price_unknown", "What " + target.name + " costs is not known.",
                         "Budgets in money cannot count it; those in tokens and turns do.",
                         "Set its price in your config.yaml: prices: {\"" + target.name +
                             "\": {input: 1.25, output: 10}}"});
  std::erase_if(notices, [&](const Error& notice) {
    return std::ranges::any_of(view.warnings, [&](const RoomWarning& told) {
      return told.error.code == notice.code && told.error.message == notice.message;
    });
  });
  return notices;
}

Task<Performed> TurnPerformer::begin(EffectCall call, const Fold& fold) {
  const auto& view = static_cast<const RoomView&>(fold);
  Prepared prepared;
  prepared.turn = turn_request(call.request);
  const auto refuse = [&](const Error& error) {
    return ready(failed(turn_id(call), prepared.turn.agent, error));
  };
  auto cast = cast_of(*call.flow);
  if (!cast) return refuse(cast.error());
  auto chain = chain_of(**cast, prepared.turn);
  if (!chain) return refuse(chain.error());
  const CallTarget& first = chain->targets.front();
  const std::string preamble = render_preamble(
      (*cast)->cast.preamble("ideation", std::string(text_at(Json(call.flow->args), "topic"))));
  auto prompt =
      make_turn_prompt((*cast)->cast, view, call, prepared.turn, preamble,
                       scales_[first.name].guessed_room(context_of(first.name, *first.model)));
  if (!prompt) return refuse(prompt.error());
  // Whoever steps in must be able to hold the prompt.
  std::erase_if(chain->targets, [&](CallTarget& target) {
    const TokenScale& scale = scales_[target.name];
    target.tokens = scale.tokens(prompt->tokens);
    const std::int64_t context = context_of(target.name, *target.model);
    return &target != &chain->targets.front() && context > 0 &&
           target.tokens + kReservedForOutput > context;
  });
  prepared.budgets = budgets_of(call, prepared.turn, (*cast)->cast.team.budget, view);
  if (!view.turns.empty())
    prepared.usual_answer =
        std::max(kUsualAnswer, view.usage().output / static_cast<std::int64_t>(view.turns.size()));
  prepared.notices = notices_of(*chain, prepared.budgets, view);
  prepared.cast = std::move(*cast);
  prepared.chain = std::move(*chain);
  prepared.prompt = std::move(*prompt);
  prepared.known = std::make_shared<RoomView>();
  if (prepared.turn.reads != TurnReads::kNothing) prepared.known->ideas = view.ideas;
  prepared.call = std::move(call);
  return speak(std::move(prepared));
}

Spent TurnPerformer::expected(const Prepared& prepared) const {
  const CallTarget& first = prepared.chain.targets.front();
  const Usage usage{.input = first.tokens, .output = prepared.usual_answer};
  Spent call{.tokens = usage.input + usage.output, .turns = 1};
  if (const auto price = facts_of(first.name).price) call.micro_usd = cost_of(*price, usage).value;
  return call;
}

TurnUse TurnPerformer::use_of(const CallReport& report, Millis took) const {
  TurnUse use{.cost = MicroUsd{}, .took = took};
  for (const ModelUse& one : report.uses) {
    use.usage += one.usage;
    use.attempts += one.attempts;
    if (one.usage == Usage()) continue;
    const auto price = facts_of(one.model).price;
    if (!price) {
      use.cost.reset();
    } else if (use.cost) {
      use.cost->value += cost_of(*price, one.usage).value;
    }
  }
  if (report.outcome) use.first_token = report.outcome->first_token;
  return use;
}

Task<std::optional<BudgetMark>> TurnPerformer::check_budgets(Prepared& prepared, Spent call) {
  const std::string day = local_day(loop_.clock().now());
  if (options_.day != Budget()) {
    if (options_.spent_on && day_known_ != day) {
      const Spent from_log = co_await options_.spent_on(day);
      if (std::exchange(day_known_, day) != day) ledger_.set_day(day, from_log);
    }
    const std::string scope = "day " + day;
    prepared.budgets.push_back(
        {scope, options_.day, ledger_.day(day), allowed_percent(prepared.turn.allowed, scope)});
  }
  co_return passed_mark(prepared.budgets, call);
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
  TurnPreview preview(bus_, loop_.clock(), prepared.call.room, id, agent);
  const std::uint64_t seed = std::hash<std::string>{}(prepared.call.key);
  CallReport report =
      co_await call_models(loop_, prepared.chain.targets, std::move(prepared.prompt.request),
                           preview, prepared.call.cancel, options_.retries, seed);
  const TurnUse use = use_of(report, loop_.clock().steady() - began);
  for (const ModelFailure& failure : report.failures)
    if (stays_so(failure.error.kind))
      resting_[failure.model] = loop_.clock().steady() + kRefusedFor;
  hold.settle(use.spent());
  if (report.outcome && report.uses.size() == 1 && use.attempts == 1)
    scales_[report.model].learn(prepared.prompt.tokens, use.usage.input);
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
    if (const auto size = stated_context(last.message)) told_sizes_[report.model] = *size;
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
  if (waits == report.failures.end()) {
    Error error = to_error(last, report.model, use.attempts);
    performed.events.push_back(turn_failed(id, agent, error, use));
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
  const bool cut_off = !cancelled && report.outcome->finish == Finish::kLength;
  TurnReading reading;
  if (!cancelled && !text.empty())
    reading = co_await read_answer(loop_, turn.reads, text, cut_off, prepared.known);
  if (cut_off) reading.repairs.push_back("cut_by_limit");

  performed.events.push_back(
      turn_finished(id, turn, report, use, reading.repairs, prepared.prompt.hash));
  JsonObject result;
  if (!text.empty()) {
    JsonObject message;
    message["id"] = derived_id('m', prepared.call.flow->id, prepared.call.place.value);
    message["from"] = turn.agent;
    message["to"] = turn.to;
    message["kind"] = turn.kind;
    message["marker"] = "discussion";
    message["text"] = text;
    if (cancelled) message["interrupted"] = true;
    if (spoke(prepared.chain.targets, report.model).is_rehearsal()) message["rehearsal"] = true;
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
