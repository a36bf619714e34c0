#include "team/turn/turn.h"

#include <algorithm>

#include "base/sha256.h"
#include "engine/flow/pins.h"
#include "model/catalog/catalog.h"
#include "rehearsal/rehearsal.h"
#include "team/pack/documents.h"
#include "team/pack/screenplays.h"
#include "team/spending/tokens.h"
#include "team/turn/prompt.h"
#include "team/turn/turn_prepared.h"
#include "tool/tool.h"

namespace fm {
namespace {

constexpr std::int64_t kReservedForOutput = 4'096;

Performed failed(const std::string& turn, const std::string& agent, Error error) {
  Performed performed;
  performed.events.push_back(turn_failed(turn, agent, error));
  performed.outcome.error = std::move(error);
  return performed;
}

// What time may mend: the flow asks, and tries again (flows/common/speaking.h).
Performed parked(const std::string& turn, const std::string& agent, const Error& error) {
  Performed performed;
  performed.events.push_back(turn_failed(turn, agent, error));
  performed.outcome.value =
      JsonObject{{"parked", JsonObject{{"message", error.message}, {"code", error.code}}}};
  return performed;
}

Task<Performed> ready(Performed performed) { co_return performed; }

// Whether a turn's request has the tools, so that all of a room's talk shares them (P-24); those of
// builders have them by their session (team/turn/task_prompt.cc).
bool has_tools(const TurnRequest& turn, const RoomView& view, const FolderLooks* looks) {
  return looks != nullptr && !view.folder.empty() && turn.prompts == "conversation" &&
         !turn.alone && turn.plan_task.empty();
}

// Small readings, repairs and summaries are about what was said: a look would be a detour.
bool may_look(const TurnRequest& turn) {
  switch (turn.reads) {
    case TurnReads::kRouting:
    case TurnReads::kIntent:
    case TurnReads::kUnderstanding:
    case TurnReads::kVote:
    case TurnReads::kDebate:
      return false;
    default:
      return turn.task_before.empty() && turn.kind != "summary" && !turn.may_be_missing();
  }
}

std::int64_t tokens_of_tools(ModelFamily family) {
  std::int64_t tokens = 0;
  for (const ToolSpec& tool : tool_specs())
    tokens += kMessageTokens + estimate_tokens(tool.name, family) +
              estimate_tokens(tool.description, family) +
              estimate_tokens(canonical(tool.parameters), family);
  return tokens;
}

// Half of what the model has left, at two bytes a token: the other half is for its answer.
std::size_t bytes_left(std::int64_t context, std::int64_t tokens) {
  if (context == 0) return kMostLookBytes;
  return static_cast<std::size_t>(std::max<std::int64_t>(0, context - tokens - kReservedForOutput));
}

TurnOptions with_ledger(TurnOptions options) {
  if (!options.ledger) options.ledger = std::make_shared<SpendLedger>();
  return options;
}

// What comes of a turn belongs to the project that it works for.
Task<Performed> in_project(ProjectId project, Task<Performed> work) {
  Performed performed = co_await std::move(work);
  for (NewEvent& event : performed.events) event.project = project;
  co_return performed;
}

}  // namespace

std::string turn_id(const EffectCall& call) {
  return derived_id('t', call.flow->id, call.place.value);
}

TurnPerformer::TurnPerformer(Loop& loop, Journal& journal, ModelCatalog& models,
                             TurnOptions options)
    : loop_(loop),
      journal_(journal),
      models_(models),
      options_(with_ledger(std::move(options))),
      ledger_(*options_.ledger),
      pool_(loop) {
  if (!options_.learned) options_.learned = std::make_shared<LearnedModels>(loop.clock());
}
TurnPerformer::~TurnPerformer() = default;

std::vector<NewEvent> TurnPerformer::announce(const EffectCall& call) { return announced(call); }

std::vector<NewEvent> announced(const EffectCall& call) {
  const TurnRequest turn = turn_request(call.request);
  JsonObject body;
  body["turn"] = turn_id(call);
  body["agent"] = turn.agent;
  body["task"] = turn.task;
  if (turn.round > 0) body["round"] = turn.round;
  body["model"] = turn.model;
  std::vector<NewEvent> events;
  events.push_back(by_agent("turn.started", turn.agent, std::move(body)));
  events.back().project = turn.project;
  return events;
}

Result<std::shared_ptr<const TurnPerformer::PinnedTeam>> TurnPerformer::team_snapshot_of(
    const FlowStart& flow) {
  std::string key;
  for (const auto& [path, hash] : flow.pins) key += path + " " + hash + "\n";
  const Sha256 pins = sha256(flow.manifest.empty() ? key : flow.manifest);
  if (auto known = snapshots_[pins].lock()) return known;
  TeamFiles files;
  for (const auto& [path, hash] : TRY(pins_of(journal_, flow)))
    files[path] = TRY(journal_.blob(hash));
  return keep(pins, TRY(load_team_snapshot(files, *options_.parsed)));
}

Result<std::shared_ptr<const TeamSnapshot>> TurnPerformer::snapshot(const FlowStart& flow) {
  const auto pinned = TRY(team_snapshot_of(flow));
  return std::shared_ptr<const TeamSnapshot>(pinned, &pinned->snapshot);
}

void TurnPerformer::know(const TeamFiles& files, TeamSnapshot snapshot) {
  Pins hashes;
  for (const auto& [path, text] : files) hashes[path] = to_hex(sha256(text));
  const Sha256 pins = sha256(manifest_of(hashes));
  if (auto known = snapshots_[pins].lock()) {
    newest_ = std::move(known);
  } else {
    keep(pins, std::move(snapshot));
  }
}

std::shared_ptr<const TurnPerformer::PinnedTeam> TurnPerformer::keep(const Sha256& pins,
                                                                     TeamSnapshot snapshot) {
  std::erase_if(snapshots_, [](const auto& entry) { return entry.second.expired(); });
  newest_ = std::make_shared<const PinnedTeam>(std::move(snapshot));
  snapshots_[pins] = newest_;
  return newest_;
}

Result<std::shared_ptr<Model>> TurnPerformer::model_of(const PinnedTeam& pinned,
                                                       const std::string& full_name) {
  const ModelName name = TRY(parse_model_name(full_name));
  if (name.provider != "rehearsal") return models_.find(name);
  if (auto known = pinned.rehearsals.find(full_name); known != pinned.rehearsals.end())
    return known->second;
  // The screenplay that was pinned, not the one that the program has now.
  const auto source = [&pinned](std::string_view wanted) -> Result<ScreenplayText> {
    auto text = pinned.snapshot.screenplays.find(wanted);
    const std::string path = "screenplays/" + std::string(wanted) + ".yaml";
    if (text == pinned.snapshot.screenplays.end()) return built_in_screenplay(wanted);
    return ScreenplayText{text->second, path, built_in_document(text->second, path)};
  };
  const std::string wanted = screenplay_name(name);
  const ScreenplayText text = TRY(source(wanted));
  const Pacing pacing{&loop_, options_.rehearsal_words_per_second};
  auto opened = Rehearsal::open(text, source, pacing);
  // What an earlier version pinned may use words that this one no longer has. What a person writes
  // is read when its room begins, so a fault in it is told there.
  if (!opened && opened.error().code == "screenplay_invalid")
    if (const auto ours = built_in_screenplay(wanted))
      opened = Rehearsal::open(*ours, built_in_screenplay, pacing);
  std::shared_ptr<Model> own = TRY(std::move(opened));
  auto model = TRY(models_.rehearsal(name, std::move(own)));
  pinned.rehearsals[full_name] = model;
  return model;
}

ModelFacts TurnPerformer::facts_of(const std::string& name) const {
  return options_.facts ? options_.facts(name) : ModelFacts();
}

std::int64_t TurnPerformer::context_of(const CallTarget& target) const {
  std::int64_t known = facts_of(target.name).context_tokens;
  if (const auto parsed = parse_model_name(target.name); known == 0 && parsed)
    known = target.model->context_tokens(parsed->model);
  const std::int64_t told = learned_of(target).context_tokens;
  return known == 0 || told == 0 ? std::max(known, told) : std::min(known, told);
}

LearnedModel TurnPerformer::learned_of(const CallTarget& target) const {
  const auto name = parse_model_name(target.name);
  return options_.learned->find(target.model->endpoint(), name ? name->model : target.name);
}

void TurnPerformer::learn(const CallTarget& target,
                          const std::function<void(LearnedModel&)>& change) {
  const auto name = parse_model_name(target.name);
  options_.learned->learn(target.model->endpoint(), name ? name->model : target.name, change);
}

Result<TurnPerformer::Chain> TurnPerformer::chain_of(const PinnedTeam& snapshot,
                                                     const TurnRequest& turn) {
  std::vector<std::string> names{turn.model};
  names.insert(names.end(), turn.fallbacks.begin(), turn.fallbacks.end());
  Chain chain;
  for (const std::string& name : names) {
    auto model = model_of(snapshot, name);
    if (!model) {
      chain.missing.push_back(model.error());
      continue;
    }
    const auto parsed = parse_model_name(name);
    chain.targets.push_back({.name = name,
                             .model = std::move(*model),
                             .line = parsed ? models_.line(*parsed) : nullptr,
                             .was_here = turn.was_deferred});
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
    return BudgetState{std::move(scope), budget, spent, turn.allowed};
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

Performed left_without_key(const EffectCall& call, const Error& why) {
  const TurnRequest turn = turn_request(call.request);
  return turn.may_be_missing() ? failed(turn_id(call), turn.agent, why)
                               : parked(turn_id(call), turn.agent, why);
}

Task<Performed> TurnPerformer::begin(EffectCall call, const Fold& fold) {
  const auto& view = static_cast<const RoomView&>(fold);
  Prepared prepared;
  prepared.turn = turn_request(call.request);
  const auto refuse = [&](const Error& error) {
    return ready(failed(turn_id(call), prepared.turn.agent, error));
  };
  auto snapshot = team_snapshot_of(*call.flow);
  if (!snapshot) return refuse(snapshot.error());
  auto chain = chain_of(**snapshot, prepared.turn);
  // A terminal with the key may come back.
  if (!chain && chain.error().code == kModelKeyLeft)
    return ready(left_without_key(call, chain.error()));
  if (!chain) return refuse(chain.error());
  const CallTarget& first = chain->targets.front();
  const bool with_tools = has_tools(prepared.turn, view, options_.looks.get());
  const std::string preamble =
      render_preamble((*snapshot)->snapshot.preamble(
                          prepared.turn.prompts, std::string(text_at(call.flow->args, "topic"))),
                      is_solo(view, prepared.turn) ? RosterShown::kNo : RosterShown::kYes,
                      with_tools ? LooksTold::kYes : LooksTold::kNo);
  const std::int64_t tool_tokens = with_tools ? tokens_of_tools(family_of(prepared.turn.model)) : 0;
  const std::int64_t room =
      TokenScale(learned_of(first).scale_percent).guessed_room(context_of(first));
  auto prompt = make_turn_prompt((*snapshot)->snapshot, view, call, prepared.turn, preamble,
                                 room == 0 ? 0 : std::max<std::int64_t>(1, room - tool_tokens));
  if (!prompt) return refuse(prompt.error());
  if (with_tools) {
    prompt->request.tools = tool_specs();
    prompt->tokens += tool_tokens;
  }
  // Whoever steps in must be able to hold the prompt. The first too, where nothing can be summed
  // up: else it is refused, or cut without a word.
  for (CallTarget& target : chain->targets)
    target.tokens = TokenScale(learned_of(target).scale_percent).tokens(prompt->tokens);
  const auto too_small = [&](const CallTarget& target) {
    const std::int64_t context = context_of(target);
    return context > 0 && target.tokens + kReservedForOutput > context;
  };
  const bool first_is_left_out =
      !prompt->covers && too_small(first) && !std::ranges::all_of(chain->targets, too_small);
  if (first_is_left_out)
    chain->missing.push_back({"model_context_length",
                              "The model " + first.name + " cannot hold a prompt of this length.",
                              "The next one that is named is asked.", ""});
  std::erase_if(chain->targets,
                [&, keep = first_is_left_out ? std::string() : first.name](
                    const CallTarget& target) { return target.name != keep && too_small(target); });
  // A call may last for minutes, and hardly a model reads them.
  if (std::ranges::none_of(chain->targets,
                           [](const CallTarget& one) { return one.model->reads_facts(); }))
    prompt->request.purpose.facts = {};
  prepared.budgets = budgets_of(call, prepared.turn, (*snapshot)->snapshot.team.budget, view);
  if (!view.turns.empty())
    prepared.usual_answer =
        std::max(kUsualAnswer, view.usage().output / static_cast<std::int64_t>(view.turns.size()));
  prepared.notices = notices_of(*chain, prepared.budgets, view);
  if (prepared.turn.reads != TurnReads::kNothing)
    prepared.known =
        std::make_shared<const TurnKnown>(turn_known(prepared.turn, (*snapshot)->snapshot, view));
  prepared.snapshot = std::move(*snapshot);
  prepared.chain = std::move(*chain);
  prepared.prompt = std::move(*prompt);
  prepared.call = std::move(call);
  if (with_tools && may_look(prepared.turn)) {
    const auto profile = prepared.snapshot->snapshot.profiles.find(prepared.turn.agent);
    PolicyActor actor{.agent = prepared.turn.agent, .role = prepared.turn.agent};
    if (profile != prepared.snapshot->snapshot.profiles.end()) {
      if (!profile->second.role.empty()) actor.role = profile->second.role;
      actor.actions_allowed = profile->second.actions_allowed;
    }
    const CallTarget& speaks = prepared.chain.targets.front();
    prepared.looks =
        options_.looks->begin(view.folder, std::move(actor), prepared.turn.project.value,
                              bytes_left(context_of(speaks), speaks.tokens));
  }
  ProjectId project = prepared.turn.project;
  Task<Performed> said = speak(std::move(prepared));
  return project.empty() ? std::move(said) : in_project(std::move(project), std::move(said));
}

}  // namespace fm
