#include "team/room/project.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "engine/log/event.h"
#include "engine/log/event_body.h"
#include "people/message/intent.h"
#include "people/questions/questions.h"
#include "reading/brief/brief.h"
#include "team/room/brief.h"
#include "team/vote/vote.h"

namespace fm {
namespace {

using body::integer;
using body::text;
using Handler = void (*)(Project&, const Event&);

constexpr std::array<std::string_view, 5> kEndings = {"success", "escalation", "cancellation",
                                                      "timeout", "error"};
constexpr std::array<std::string_view, 3> kQuestionEnds = {"answered", "you_decide", "dropped"};
constexpr std::array<std::string_view, 3> kOrigins = {"leader", "log", "person"};

template <class Value, std::size_t kSize>
std::optional<Value> named(const std::array<std::string_view, kSize>& names,
                           std::string_view name) {
  const auto found = std::ranges::find(names, name);
  if (found == names.end()) return std::nullopt;
  return static_cast<Value>(found - names.begin());
}

int latest_brief(const Project& project) {
  return project.briefs.empty() ? 0 : project.briefs.back().revision;
}

void take_agents(Project& project, const Event& event) {
  std::vector<std::string> agents = texts_at(event.body, "agents");
  if (!agents.empty()) project.agents = std::move(agents);
}

// A new iteration is a new round of questions: at the beginning and whenever it goes back to
// discovery from beyond it, or from `ready` with a wish. Talking on in `ready`, going on after a
// rest, or a question in the middle of a small task is none (C-41).
bool begins_iteration(const Project& project, Phase to, bool wishes) {
  if (!is_active(to) || to == project.phase) return false;
  if (!is_active(project.phase)) {
    const bool changes_work = to == Phase::kReview && project.is_accepted();
    return project.came_from != to && !changes_work;
  }
  if (to != Phase::kDiscovery) return false;
  const bool small = project.context().way == PhaseContext::Way::kQuickOrLight;
  if (project.phase == Phase::kExecution && small) return false;
  return project.phase != Phase::kReady || wishes;
}

void rest(Project& project, Phase to, std::optional<ProjectEnding> ending) {
  if (is_active(project.phase)) project.came_from = project.phase;
  if (to == Phase::kIdle && ending && !leaves_it_open(*ending)) project.came_from.reset();
  project.ending = to == Phase::kFailed ? ProjectEnding::kError : ending;
}

void phase_changed(Project& project, const Event& event) {
  const std::optional<Phase> to = phase_from(event.text("to"));
  if (!to) return;
  const Phase before = project.phase;
  const std::optional<ProjectEnding> ending = ending_from(event.text("completion"));
  if (begins_iteration(project, *to, !event.text("feedback").empty())) ++project.iteration;
  if (is_active(*to)) {
    project.came_from.reset();
    project.ending.reset();
  } else {
    rest(project, *to, ending);
  }
  project.error.reset();
  if (*to == Phase::kFailed) project.error = body::error(event);
  project.phase = *to;
  project.steps.push_back({.from = phase_from(event.text("from")).value_or(before),
                           .to = *to,
                           .why = text(event, "why"),
                           .agents = texts_at(event.body, "agents"),
                           .ending = project.ending,
                           .iteration = project.iteration,
                           .brief = latest_brief(project),
                           .room_seq = event.room_seq,
                           .at = event.at});
  if (event.text("feedback").empty()) return;
  project.feedback.push_back({.text = text(event, "feedback"),
                              .phase = before,
                              .brief = latest_brief(project),
                              .iteration = project.iteration,
                              .room_seq = event.room_seq,
                              .at = event.at});
}

void intent_read(Project& project, const Event& event) {
  // Old logs hold a percent that was multiplied by 100 once more.
  const int confidence = integer(event, "confidence", 0);
  ProjectIntent read{.intent = intent_from(event.text("intent")),
                     .confidence = confidence > 100 ? std::min(confidence / 100, 100) : confidence,
                     .runner_up = intent_from(event.text("runner_up")),
                     .words = texts_at(event.body, "words"),
                     .flow = text(event, "flow"),
                     .by = text(event, "by")};
  if (read.flow.empty() && read.intent) read.flow = plan_for(*read.intent).flow;
  project.intent = std::move(read);
  take_agents(project, event);
}

void route_decided(Project& project, const Event& event) {
  project.routes.push_back({.agent = text(event, "agent"),
                            .model = text(event, "model"),
                            .reasoning = text(event, "reasoning"),
                            .by = text(event, "by"),
                            .note = text(event, "note"),
                            .at = event.at});
}

ProjectQuestion* find_question(Project& project, std::string_view id) {
  const auto found = std::ranges::find(project.questions, id, &ProjectQuestion::id);
  return found == project.questions.end() ? nullptr : &project.questions.edit(found);
}

// The same question again may be put in other words; what was answered stays answered.
void question_asked(Project& project, const Event& event) {
  ProjectQuestion* asked = find_question(project, event.text("question"));
  if (asked == nullptr) {
    asked = &project.questions.emplace_back();
    asked->id = event.text("question");
    asked->iteration = project.iteration;
    asked->asked_seq = event.room_seq;
    asked->asked_at = event.at;
  }
  asked->agent = event.text("agent");
  asked->text = event.text("text");
  asked->type = question_type_from(event.text("type"));
  asked->fallback = event.text("fallback");
  asked->wave = integer(event, "wave", 0);
  asked->message = event.text("message");
}

// A person may correct an answer; dropping what was answered takes no answer back.
void question_answered(Project& project, const Event& event) {
  ProjectQuestion* question = find_question(project, event.text("question"));
  const std::optional<QuestionEnd> end = question_end_from(event.text("how"));
  if (question == nullptr || !end) return;
  if (*end == QuestionEnd::kDropped && !question->open()) return;
  question->end = end;
  question->answer = event.text("text");
  question->answer_by = event.by.id;
  question->answer_message = event.text("message");
  question->ended_seq = event.room_seq;
  question->ended_at = event.at;
}

void vote_cast(Project& project, const Event& event) {
  project.votes.push_back({.agent = text(event, "agent"),
                           .vote = stance_from(event.text("vote")),
                           .why = text(event, "why"),
                           .proposal = text(event, "proposal"),
                           .message = text(event, "message"),
                           .iteration = project.iteration,
                           .room_seq = event.room_seq,
                           .at = event.at});
}

// A revision that comes again under its number replaces the former one.
void brief_proposed(Project& project, const Event& event) {
  const Json* body = find_at(event.body, "brief");
  BriefRevision proposed{
      .revision = integer(event, "revision", latest_brief(project) + 1),
      .brief = std::make_shared<const Brief>(body != nullptr ? brief_from_json(*body) : Brief{}),
      .origin = named<BriefOrigin>(kOrigins, event.text("origin")).value_or(BriefOrigin::kLeader),
      .by = event.by.id,
      .message = text(event, "message"),
      .iteration = project.iteration,
      .room_seq = event.room_seq,
      .at = event.at};
  erase_if(project.briefs,
           [&](const BriefRevision& known) { return known.revision == proposed.revision; });
  project.briefs.push_back(std::move(proposed));
}

void plan_proposed(Project& project, const Event& event) {
  const Json* plan = find_at(event.body, "plan");
  const Json* worktree = find_at(event.body, "worktree");
  const Json* suggested = find_at(event.body, "suggested");
  const int latest = project.plans.empty() ? 0 : project.plans.back().revision;
  project.plans.push_back(
      {.revision = integer(event, "revision", latest + 1),
       .plan = std::make_shared<const Json>(plan ? *plan : Json()),
       .brief = latest_brief(project),
       .worktree = worktree ? worktree_from_json(*worktree) : WorktreeSettings(),
       .suggested = suggested ? worktree_from_json(*suggested) : WorktreeSettings(),
       .room_seq = event.room_seq,
       .at = event.at});
}

void work_changed(Project& project, const Event& event) { apply_to_work(project.work, event); }

void nothing(Project& /*project*/, const Event& /*event*/) {}

// All that counts as activity in a project (C-46).
constexpr std::pair<std::string_view, Handler> kHandlers[] = {
    {"brief.proposed", brief_proposed},
    {"check.finished", work_changed},
    {"gate.answered", nothing},
    {"intent.read", intent_read},
    {"lane.changed", work_changed},
    {"merge.finished", work_changed},
    {"message.posted", nothing},
    {"permission.granted", work_changed},
    {"phase.changed", phase_changed},
    {"plan.proposed", plan_proposed},
    {"question.answered", question_answered},
    {"question.asked", question_asked},
    {"review.recorded", work_changed},
    {"route.decided", route_decided},
    {"session.said", nothing},
    {"task.changed", work_changed},
    {"tool.finished", nothing},
    {"turn.failed", nothing},
    {"turn.finished", nothing},
    {"turn.started", nothing},
    {"vote.cast", vote_cast},
    {"worktree.settled", work_changed},
};

Handler handler_of(std::string_view kind) {
  for (const auto& [known, handle] : kHandlers)
    if (known == kind) return handle;
  return nullptr;
}

bool is_begun_or_taken_up(const Event& event, Phase before, Phase now) {
  return event.kind == "phase.changed" && !is_active(before) && is_active(now);
}

// Switching to a project is saying something in it.
bool is_attended_to(const Event& event) {
  return event.kind == "message.posted" && event.by.kind == Actor::kPerson;
}

}  // namespace

std::string_view to_string(ProjectEnding ending) {
  return kEndings[static_cast<std::size_t>(ending)];
}

std::optional<ProjectEnding> ending_from(std::string_view name) {
  return named<ProjectEnding>(kEndings, name);
}

bool leaves_it_open(ProjectEnding ending) {
  return ending != ProjectEnding::kSuccess && ending != ProjectEnding::kEscalation;
}

std::string_view to_string(QuestionEnd end) { return kQuestionEnds[static_cast<std::size_t>(end)]; }

std::optional<QuestionEnd> question_end_from(std::string_view name) {
  return named<QuestionEnd>(kQuestionEnds, name);
}

std::string_view to_string(BriefOrigin origin) {
  return kOrigins[static_cast<std::size_t>(origin)];
}

ProjectId named_project(const Event& event) {
  if (!event.project.empty()) return event.project;
  if (event.kind == "project.created" || event.kind == "phase.changed")
    return {text(event, "project")};
  return {};
}

PhaseContext Project::context() const {
  const bool small = intent && (intent->flow == "quick" || intent->flow == "light");
  return {.came_from = came_from,
          .accepted = is_accepted(),
          .way = small ? PhaseContext::Way::kQuickOrLight : PhaseContext::Way::kFull};
}

bool Project::is_accepted() const {
  if (phase != Phase::kIdle || ending != ProjectEnding::kSuccess || steps.empty()) return false;
  return steps.back().from == Phase::kReview;
}

const PhaseStep* Project::began(Phase phase_then) const {
  for (auto step = steps.rbegin(); step != steps.rend(); ++step)
    if (step->to == phase_then) return &*step;
  return nullptr;
}

RoomSeq Project::work_began() const {
  const RoomSeq made = brief() != nullptr ? brief()->room_seq : RoomSeq{};
  RoomSeq first;
  for (const PhaseStep& step : steps) {
    if (step.to != Phase::kExecution) continue;
    if (first.value == 0 || first < made) first = step.room_seq;
  }
  return first;
}

const ProjectQuestion* Project::question(std::string_view question_id) const {
  const auto found = std::ranges::find(questions, question_id, &ProjectQuestion::id);
  return found == questions.end() ? nullptr : &*found;
}

int Project::number_of(const ProjectQuestion& asked) const {
  int number = 0;
  for (const ProjectQuestion& one : questions) {
    if (one.iteration != questions.back().iteration) continue;
    ++number;
    if (one.id == asked.id) return number;
  }
  return 0;
}

std::vector<const ProjectQuestion*> Project::open_questions() const {
  std::vector<const ProjectQuestion*> open;
  for (const ProjectQuestion& one : questions)
    if (one.open()) open.push_back(&one);
  return open;
}

std::vector<const ProjectQuestion*> Project::awaited_questions() const {
  const Phase asks = is_active(phase) ? phase : came_from.value_or(phase);
  return asks == Phase::kDiscovery ? open_questions() : std::vector<const ProjectQuestion*>();
}

const BriefRevision* Project::brief() const { return briefs.empty() ? nullptr : &briefs.back(); }

const BriefRevision* Project::brief(int revision) const {
  const auto found = std::ranges::find(briefs, revision, &BriefRevision::revision);
  return found == briefs.end() ? nullptr : &*found;
}

SettledWorktree Project::accepted_worktree() const {
  RoomSeq approved;
  for (const PhaseStep& step : steps)
    if (step.from == Phase::kApproval && step.to == Phase::kExecution) approved = step.room_seq;
  SettledWorktree accepted;
  RoomSeq shown;
  for (const PlanRevision& one : plans) {
    if (one.room_seq > approved) continue;
    shown = one.room_seq;
    accepted = {one.worktree.digest(), one.worktree, one.room_seq};
  }
  return work.settled.room_seq > shown ? work.settled : accepted;
}

const PlanRevision* Project::plan() const {
  if (plans.empty() || briefs.empty()) return nullptr;
  return plans.back().brief == briefs.back().revision ? &plans.back() : nullptr;
}

void Projects::apply(const Event& event, const ProjectId& of) {
  const auto known = std::ranges::find(all, of, &Project::id);
  const bool counts = event.kind == "memory.deleted" || event.kind == "project.created" ||
                      handler_of(event.kind) != nullptr;
  Project* project = known != all.end() && counts ? &all.edit(known) : nullptr;
  if (event.kind == "memory.deleted") {  // no activity: nobody works in it by that
    if (project != nullptr) project->forgotten = true;
    return;
  }
  if (event.kind == "project.created") {
    if (project == nullptr) {
      project = &all.emplace_back();
      project->id = of;
      project->created_at = event.at;
    }
    if (!event.text("goal").empty()) project->goal = event.text("goal");
    take_agents(*project, event);
    project->last_activity = event.at;
    active = of;
    return;
  }
  const Handler handle = handler_of(event.kind);
  if (project == nullptr || handle == nullptr) return;
  const Phase before = project->phase;
  handle(*project, event);
  if (ending_from(event.text("completion")) != ProjectEnding::kTimeout)
    project->last_activity = event.at;
  if (is_begun_or_taken_up(event, before, project->phase) || is_attended_to(event)) active = of;
}

const Project* Projects::find(const ProjectId& id) const {
  const auto found = std::ranges::find(all, id, &Project::id);
  return found == all.end() ? nullptr : &*found;
}

const Project* Projects::current() const { return find(active); }

}  // namespace fm
