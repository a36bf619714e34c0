#include "flows/conversation/planning.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "flows/conversation/telling.h"
#include "flows/conversation/turns.h"
#include "team/agency/plan_edit.h"
#include "team/conversation/conversation_state.h"
#include "team/conversation/slash_commands.h"
#include "team/room/brief.h"
#include "team/room/project_events.h"
#include "team/tasks/agreed_points.h"
#include "team/tasks/task_events.h"
#include "team/tasks/task_map.h"

namespace fm {
namespace {

constexpr std::string_view kBuilder = "builder";
constexpr std::string_view kPlanner = "product-planner";
constexpr int kMostRepairs = 2;

std::vector<std::string> points_of(const FlowHandle& flow) {
  return agreed_points(*active_project(flow)->brief()->brief);
}

// Who builds with what, as the team and its cards say.
CodingChoices configured(const ConversationPtr& conversation) {
  return coding_choices(JsonObject{{"coders", conversation->plan.coders}}, "coders");
}

// Whoever can build or review, by their ids.
std::string workers(const ConversationPtr& conversation) {
  std::vector<std::string> agents;
  for (const std::string_view agent : {"builder", "coder", "reviewer", "auditor", "tester", "debug",
                                       "ux", "architect", "adversary", "leader"})
    if (conversation->models.contains(std::string(agent))) agents.emplace_back(agent);
  for (const auto& [agent, choice] : configured(conversation))
    if (agent != kEveryBuilder && std::ranges::find(agents, agent) == agents.end())
      agents.push_back(agent);
  return join(agents, ", ");
}

TurnRequest planner_turn(const FlowHandle& flow, const ConversationPtr& conversation,
                         std::string task) {
  TurnRequest turn =
      conversation_turn(flow, conversation, std::string(kPlanner), std::move(task), "plan");
  turn.reads = TurnReads::kTaskMap;
  turn.silent = true;
  turn.values["points"] = numbered(points_of(flow));
  turn.values["agents"] = workers(conversation);
  return turn;
}

// The planner's answer, with two repairs that name the rule it breaks.
Flow<Spoken> ask_for_plan(FlowHandle flow, ConversationPtr conversation, TurnRequest turn) {
  const std::string task = turn.task;
  Spoken spoken = co_await speak(flow, conversation, turn);
  for (int repair = 1; repair <= kMostRepairs; ++repair) {
    const std::string fault(text_at(spoken.reading, "fault"));
    if (spoken.step != Step::kGoOn || fault.empty()) co_return spoken;
    turn.task = "repair";
    turn.task_before = task;
    turn.values["fault"] = fault;
    spoken = co_await speak(flow.at("repair", repair), conversation, turn);
  }
  co_return spoken;
}

WorktreeSettings settings_at(const Json& value, std::string_view key) {
  const Json* found = find_at(value, key);
  return found == nullptr ? WorktreeSettings() : worktree_from_json(*found);
}

std::string worktree_text(const WorktreeSettings& worktree, const WorktreeSettings& suggested) {
  if (!worktree.empty())
    return "\nEach task's worktree, by .folkmoot/config.yaml:\n" + worktree_lines(worktree);
  if (!suggested.empty())
    return "\nWhat this project depends on is not installed here. Suggested for each task's "
           "worktree:\n" +
           worktree_lines(suggested);
  return {};
}

// The room sees the plan, and the log keeps it as what is approved or not: with what each lane is
// given, so that approving the one approves the other.
Flow<Nothing> put_forward(FlowHandle flow, TaskMap map,
                          By by = {Actor::kAgent, std::string(kPlanner)}) {
  const Outcome settings = co_await flow.perform(
      "settings", {"work_settings", {{"project", active_project(flow)->id.value}}});
  const WorktreeSettings worktree = settings_at(settings.value, "worktree");
  const WorktreeSettings suggested = settings_at(settings.value, "suggested");
  const Project& project = *active_project(flow);
  const int revision = project.plans.empty() ? 1 : project.plans.back().revision + 1;
  std::vector<NewEvent> events;
  events.push_back(document_event(flow, std::string(kPlanner), "plan",
                                  task_map_markdown(map) + worktree_text(worktree, suggested)));
  events.push_back(plan_proposed(project.id, to_json(map), revision, by, worktree, suggested));
  co_await tell(flow, std::move(events));
  co_return Nothing();
}

TaskMap map_in(const Json& reading) {
  const Json* plan = find_at(reading, "plan");
  return plan == nullptr ? TaskMap() : task_map_from_json(*plan);
}

// What was agreed on and is in no task: one turn to add it.
Flow<TaskMap> cover(FlowHandle flow, ConversationPtr conversation, TaskMap map) {
  TurnRequest turn = planner_turn(flow, conversation, "cover_plan");
  turn.values["points"] = numbered(map.uncovered);
  turn.values["plan"] = canonical(to_json(map));
  const Spoken spoken = co_await speak(flow, conversation, std::move(turn));
  TaskMap added = map_in(spoken.reading);
  // Whatever came of it, nothing that was there may be lost.
  co_return added.tasks.empty() || added.uncovered.size() > map.uncovered.size() ? map : added;
}

Flow<Step> settle(FlowHandle flow, ConversationPtr conversation, TurnRequest turn) {
  const Spoken spoken = co_await ask_for_plan(flow.at("ask"), conversation, std::move(turn));
  co_await flow.catch_up("planned");
  if (gives_floor(spoken.step)) co_return spoken.step;
  TaskMap map = map_in(spoken.reading);
  if (map.tasks.empty()) {
    const std::string fault(text_at(spoken.reading, "fault"));
    co_await say_line(flow.at("none"),
                      fmt::format("There is no plan: {} Nothing is lost; say \"go ahead\" to have "
                                  "it tried again, or what should be different.",
                                  fault.empty() ? "the planner gave none." : fault));
    co_return Step::kFailed;
  }
  if (!map.uncovered.empty()) map = co_await cover(flow.at("cover"), conversation, std::move(map));
  co_await put_forward(flow.at("shown"), std::move(map));
  co_return Step::kGoOn;
}

// It went the short way: it is code, whatever the brief's steps say.
bool is_asked_to_build(const Project& project) {
  return std::ranges::find(project.steps, kShortWay, &PhaseStep::why) != project.steps.end();
}

}  // namespace

bool can_build(const FlowHandle& flow, const ConversationPtr& conversation) {
  return conversation->plan.execution == "agency" && !flow.view<RoomView>().folder.empty() &&
         conversation->models.contains(std::string(kBuilder)) &&
         conversation->models.contains(std::string(kPlanner));
}

bool builds_code(const FlowHandle& flow, const ConversationPtr& conversation) {
  const BriefRevision* brief = active_project(flow)->brief();
  if (brief == nullptr || !can_build(flow, conversation)) return false;
  if (is_asked_to_build(*active_project(flow))) return true;
  const auto& steps = brief->brief->next_steps;
  return std::ranges::find(steps, kBuilder, &BriefStep::agent) != steps.end();
}

bool has_plan(const FlowHandle& flow) { return active_project(flow)->plan() != nullptr; }

Flow<Step> make_plan(FlowHandle flow, ConversationPtr conversation) {
  co_return co_await settle(flow, conversation, planner_turn(flow, conversation, "plan"));
}

Flow<Step> edit_plan(FlowHandle flow, ConversationPtr conversation, std::string wish) {
  TurnRequest turn = planner_turn(flow, conversation, "edit_plan");
  turn.values["wish"] = std::move(wish);
  turn.values["plan"] =
      canonical(to_json(task_map_from_json(*active_project(flow)->plans.back().plan)));
  co_return co_await settle(flow, conversation, std::move(turn));
}

Flow<bool> take_edited_plan(FlowHandle flow, Heard heard) {
  if (heard.reading.command != kPlanCommand) co_return false;
  const auto before = editable_plan(flow.view<RoomView>(), active_project(flow)->id);
  if (!before) {
    co_await say_line(flow.at("closed"), before.error().message + " " + before.error().cure);
    co_return true;
  }
  const auto edited = edited_plan(*before, heard.reading.rest);
  if (!edited)
    co_await say_line(flow.at("unread"), edited.error().message + " " + edited.error().cause +
                                             " Your text stands above; send it again, mended.");
  else if (canonical(to_json(*edited)) == canonical(to_json(before->map)))
    co_await say_line(flow.at("same"), "The plan stays as it is: nothing in it was changed.");
  else
    co_await put_forward(flow.at("edited"), *edited, heard.by);
  co_return true;
}

JsonObject plan_subject(const FlowHandle& flow, const ConversationPtr& conversation) {
  const PlanRevision& plan = *active_project(flow)->plan();
  JsonObject subject{{"plan", *plan.plan},
                     {"plan_revision", plan.revision},
                     {"commands", to_json(task_map_from_json(*plan.plan).commands())}};
  if (!plan.worktree.empty()) {
    subject["worktree"] = to_json(plan.worktree);
    subject["worktree_digest"] = plan.worktree.digest();
  }
  if (!plan.suggested.empty()) subject["suggested"] = to_json(plan.suggested);
  if (const CodingChoices coders = coders_of_plan(flow, conversation); !coders.empty())
    subject["coders"] = to_json(coders);
  return subject;
}

bool suggests_setup(const FlowHandle& flow) {
  return has_plan(flow) && !active_project(flow)->plan()->suggested.empty();
}

Flow<Nothing> accept_suggestion(FlowHandle flow) {
  const Project& project = *active_project(flow);
  std::vector<NewEvent> events;
  events.push_back(worktree_settled(project.id, "", project.plan()->suggested));
  co_await tell(flow, std::move(events));
  co_return Nothing();
}

CodingChoices coders_of(const ConversationPtr& conversation) {
  if (!conversation->built_with.empty())
    return {{kEveryBuilder, CodingChoice{conversation->built_with, ""}}};
  return configured(conversation);
}

// Of the agents that build in it.
CodingChoices coders_of_plan(const FlowHandle& flow, const ConversationPtr& conversation) {
  const CodingChoices all = configured(conversation);
  CodingChoices coders;
  for (const MapTask& task : task_map_from_json(*active_project(flow)->plan()->plan).tasks)
    if (const CodingChoice choice = choice_for(all, task.builder()); !choice.profile.empty())
      coders[task.builder()] = choice;
  return coders;
}

std::string coders_line(const CodingChoices& coders) {
  std::string line;
  for (const auto& [agent, choice] : coders)
    line += fmt::format(
        " {} builds with {}{}, in its sandbox, with the network that it needs for "
        "its model.",
        agent, choice.profile, choice.permissions.empty() ? "" : " (" + choice.permissions + ")");
  return line;
}

Flow<Nothing> begin_work(FlowHandle flow, ConversationPtr conversation, BuiltAs as) {
  if (as == BuiltAs::kByBrief && builds_code(flow, conversation) && !has_plan(flow))
    co_return co_await go_to(
        flow.at("plan"), {.to = Phase::kSynthesis,
                          .line = "The work is planned first; you see the plan before anything is "
                                  "built.",
                          .why = "the person started it: it is planned",
                          .agents = {std::string(kPlanner)}});
  co_return co_await start_work(flow);
}

}  // namespace fm
