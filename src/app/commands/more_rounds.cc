#include "app/commands/more_rounds.h"

#include <algorithm>

#include "base/figures.h"
#include "base/ids.h"
#include "base/yaml/fields.h"

namespace fm {
namespace {

bool is_ideation(const FlowRecord& flow) { return flow.name == "ideation"; }

IdeationPlan former_plan(const FlowRecord& former) {
  return ideation_plan(former.args.is_object() ? former.args.get_object() : JsonObject());
}

// The last round that anybody spoke in; a later one that was planned did not happen.
int rounds_done(const RoomView& view) {
  int done = 0;
  for (const TurnRecord& turn : view.turns) {
    const FlowRecord* flow = view.flow(turn.flow);
    if (flow != nullptr && is_ideation(*flow)) done = std::max(done, turn.round);
  }
  return done;
}

// What an agent spoke with; whoever is new to the panel speaks with what the moderator has.
std::vector<std::string> former_models(const IdeationPlan& plan, const std::string& agent) {
  auto model = plan.models.find(agent);
  if (model == plan.models.end())
    if (const auto moderator = plan.roles.find("moderator"); moderator != plan.roles.end())
      model = plan.models.find(moderator->second);
  if (model == plan.models.end()) return {};
  std::vector<std::string> names{model->second};
  if (const auto more = plan.fallbacks.find(model->first); more != plan.fallbacks.end())
    names.insert(names.end(), more->second.begin(), more->second.end());
  return names;
}

// Another host than before is a question, never a silent switch: naming the model answers it.
Result<void> check_hosts(const IdeationSetup& ready, const FlowRecord& former) {
  for (const auto& [model, host] : ready.endpoints) {
    const auto before = former.endpoints.find(model);
    if (before == former.endpoints.end() || before->second == host) continue;
    return fail("endpoint_changed",
                "The model " + model + " would be asked at another place than before.",
                "It was " + before->second + " and would be " + host + ".",
                "If that is right, name it: --model " + model);
  }
  return {};
}

}  // namespace

Result<const FlowRecord*> finished_ideation(const RoomView& view) {
  const std::string& room = view.id.value;
  if (view.head.value == 0)
    return fail("room_unknown", "There is no such room.", "",
                "See the rooms with: folkmoot room list --all");
  const FlowRecord* latest = view.latest_flow();
  const bool talks = latest != nullptr && latest->name == "chat";
  for (const FlowRecord& flow : view.flows)
    if (!talks && !flow.child && flow.state != FlowState::kFinished)
      return fail("discussion_unfinished", "Room " + room + " is not finished.",
                  "Rounds can be added to a finished discussion only.",
                  "Go on with it: folkmoot resume " + room);
  const auto found = std::ranges::find_if(view.flows.rbegin(), view.flows.rend(), is_ideation);
  if (talks || found == view.flows.rend())
    return fail("not_an_ideation", "Room " + room + " is no ideation.",
                talks ? "It is a conversation: say there what you want more of."
                      : "Rounds can be added to what `folkmoot ideate` began.",
                "Begin one: folkmoot ideate \"a topic\"");
  if (rounds_done(view) == 0)
    return fail("rounds_none", "The discussion in room " + room + " ended before its first round.",
                "There is nothing yet to continue.",
                "Begin again: folkmoot ideate \"the topic\" --new");
  return &*found;
}

Result<IdeationSetup> prepare_more_rounds(const IdeateRequest& request, const RoomView& view,
                                          TeamFiles files) {
  const FlowRecord& former = *TRY(finished_ideation(view));
  TRY(check_outputs(request));
  IdeationSetup ready;
  ready.files = std::move(files);
  ready.snapshot = TRY(load_team_snapshot(ready.files));
  ready.title = view.title;
  IdeationPlan& plan = ready.plan;
  plan = former_plan(former);
  plan.models.clear();
  plan.fallbacks.clear();
  plan.first_round = rounds_done(view) + 1;
  plan.max_rounds = rounds_done(view) + request.max_rounds.value_or(1);
  plan.min_ideas = request.min_ideas.value_or(plan.min_ideas);
  plan.deep_dive = request.deep_dive.value_or(plan.deep_dive);
  plan.min_score = request.min_score_hundredths.value_or(plan.min_score);
  if (request.panel) plan.panel = TRY(panel_of(ready.snapshot, request.panel, 0));
  plan.out = request.out;
  plan.ideas_out = request.ideas_out;
  return ready;
}

Result<void> add_former_models(IdeationSetup& ready, const IdeateRequest& request,
                               const RoomView& view, ModelCatalog& models) {
  const FlowRecord& former = *TRY(finished_ideation(view));
  const IdeationPlan before = former_plan(former);
  for (const std::string& agent : speakers_of(ready.plan))
    TRY(give_models(
        ready, agent,
        request.model.empty() ? former_models(before, agent) : split_list(request.model), models));
  if (request.model.empty()) TRY(check_hosts(ready, former));
  return {};
}

FlowRequest more_rounds_flow(const IdeationSetup& ready, const RoomView& view, UtcMs now) {
  const std::string place = "/" + std::to_string(view.flows.size() + 1);
  const FlowId room{view.id.value};
  FlowRequest flow;
  flow.id = {derived_id('f', room, place)};
  flow.name = "ideation";
  flow.args = to_args(ready.plan);
  flow.pins.insert(ready.files.begin(), ready.files.end());
  flow.endpoints = ready.endpoints;
  const int rounds = ready.plan.max_rounds - ready.plan.first_round + 1;
  NewEvent told;
  told.kind = "message.posted";
  told.at = now;
  told.body = {
      {"id", derived_id('m', room, place)},
      {"from", "system"},
      {"to", "team"},
      {"kind", "system"},
      {"marker", "discussion"},
      {"text", "The discussion goes on with " + count_text(rounds, "more round", "more rounds") +
                   "; then everything is scored and chosen anew."}};
  flow.before.push_back(std::move(told));
  for (const Error& notice : ready.notices) {
    NewEvent warning;
    warning.kind = "warning";
    warning.body = to_json(notice);
    warning.at = now;
    flow.before.push_back(std::move(warning));
  }
  return flow;
}

}  // namespace fm
