#include "flows/ideation/ideation.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/text.h"
#include "flows/ideation/ideation_course.h"
#include "flows/ideation/ideation_judging.h"
#include "team/ideas/idea_book.h"
#include "team/pack/prompts.h"

namespace fm {
namespace {

Flow<Spoken> kickoff(FlowHandle flow, IdeationPtr course) {
  TurnRequest request = role_turn(*course, "leader", "kickoff", 0, "kickoff");
  std::vector<std::string> members;
  for (const auto& [role, agent] : course->plan.roles)
    if (role != "leader" && role != "ui-creator") members.push_back(agent);
  std::size_t count = course->plan.roles.size();
  for (const std::string& scorer : course->plan.panel) {
    if (std::ranges::find(members, scorer) != members.end()) continue;
    members.push_back(scorer);
    ++count;
  }
  request.values["count"] = std::to_string(count);
  request.values["members"] = members.empty() ? "nobody else" : join(members, ", ");
  request.values["rounds"] = std::to_string(course->rounds);
  co_return co_await speak(flow, course, std::move(request));
}

// What came of an answer that should hold ideas.
struct Harvest {
  int fresh = 0;      // new or revised
  int living = 0;     // after it
  std::string fault;  // why it could not be read; for the repair turn
};

Flow<Harvest> take_ideas(FlowHandle flow, IdeationPtr course, Json reading, int round) {
  const RoomView& view = flow.view<RoomView>();
  Harvest harvest;
  harvest.living = static_cast<int>(candidates(view).size());
  harvest.fault = text_at(reading, "fault");
  IdeaChanges changes =
      change_ideas(view.ideas, proposed_ideas(reading), round, course->plan.roles.at("ideation"));
  harvest.fresh = changes.added + changes.revised;
  harvest.living += changes.added;
  if (harvest.living > 0) course->has_ideas = true;
  std::vector<NewEvent> events = std::move(changes.events);
  for (const Error& warning : changes.warnings) events.push_back(warning_event(warning));
  if (!events.empty()) co_await flow.post("ideas", std::move(events));
  co_return harvest;
}

// min_ideas holds for round 1; later rounds owe one idea that is new or revised (I-4).
std::string shortage(const Ideation& course, const Harvest& harvest, int round) {
  if (!harvest.fault.empty() && harvest.fresh == 0) return harvest.fault;
  if (round == 1 && harvest.living < course.plan.min_ideas)
    return "It gave " + std::to_string(harvest.living) + " different ideas; at least " +
           std::to_string(course.plan.min_ideas) + " are needed.";
  if (round > 1 && harvest.fresh == 0) return "It gave no idea that is new or revised.";
  return {};
}

Flow<Step> ideas_step(FlowHandle flow, IdeationPtr course, int round) {
  TurnRequest request =
      role_turn(*course, "ideation", round == 1 ? "ideate" : "ideate_later", round, "ideation");
  request.values["number"] = ideas_wanted(course->plan.min_ideas);
  request.reads = TurnReads::kIdeas;
  Spoken spoken = co_await speak(flow, course, request);
  if (spoken.step != Step::kGoOn) co_return spoken.step;
  Harvest harvest = co_await take_ideas(flow, course, spoken.reading, round);
  std::string fault = shortage(*course, harvest, round);
  if (fault.empty()) co_return Step::kGoOn;

  TurnRequest repair = request;
  repair.task_before = request.task;
  repair.task = "repair";
  repair.values["fault"] = fault;
  Spoken again = co_await speak(flow.at("repair"), course, std::move(repair));
  if (again.step != Step::kGoOn) co_return again.step;
  Harvest more = co_await take_ideas(flow.at("repair"), course, again.reading, round);
  more.fresh += harvest.fresh;
  fault = shortage(*course, more, round);
  if (!fault.empty())
    co_await warn(flow.at("short"),
                  {Error{"ideas_too_few", "There are fewer ideas than were asked for.", fault,
                         "The discussion goes on with what there is. Say \"one more round\" for "
                         "more."}});
  co_return Step::kGoOn;
}

// A turn whose failure costs only itself.
Flow<Step> contribute(FlowHandle flow, IdeationPtr course, std::string role, std::string task,
                      int round, std::string kind) {
  Spoken spoken = co_await speak(flow, course, role_turn(*course, role, task, round, kind));
  co_return spoken.step;
}

bool ends_round(Step step) { return step == Step::kSkipRound || step == Step::kStop; }

Flow<Step> deep_dive(FlowHandle flow, IdeationPtr course, int round) {
  Step step = co_await contribute(flow.at("answers"), course, "ideation", "answer_objections",
                                  round, "ideation");
  if (ends_round(step)) co_return step;
  if (step == Step::kGoOn)
    step = co_await contribute(flow.at("settled"), course, "adversary", "settle_objections", round,
                               "critic");
  co_return step;
}

Flow<Step> explore(FlowHandle flow, IdeationPtr course, int round) {
  Step step = Step::kGoOn;
  if (has(course, "researcher")) {
    step = co_await contribute(flow.at("research"), course, "researcher", "research", round,
                               "researcher");
    if (ends_round(step)) co_return step;
  }
  if (has(course, "ideation")) {
    step = co_await ideas_step(flow.at("ideation"), course, round);
    if (ends_round(step)) co_return step;
  }
  if (course->has_ideas && has(course, "adversary")) {
    step =
        co_await contribute(flow.at("critique"), course, "adversary", "critique", round, "critic");
    if (ends_round(step)) co_return step;
    if (step == Step::kGoOn && course->plan.deep_dive && has(course, "ideation")) {
      step = co_await deep_dive(flow.at("deep-dive"), course, round);
      if (ends_round(step)) co_return step;
    }
  }
  if (course->has_ideas && has(course, "implementer")) {
    step = co_await contribute(flow.at("implementation"), course, "implementer", "implement", round,
                               "implementer");
    if (ends_round(step)) co_return step;
  }
  const bool last = round == course->rounds;
  step = co_await contribute(flow.at("synthesis"), course, "leader",
                             last ? "synthesis_last" : "synthesis", round, "synthesis");
  co_return step;
}

// The files the person asked for, with whatever there is; and the end.
Flow<FlowEnd> finish(FlowHandle flow, IdeationPtr course, FlowEnd end) {
  if (!course->plan.out.empty() || !course->plan.ideas_out.empty()) {
    JsonObject request;
    request["out"] = course->plan.out;
    request["ideas"] = course->plan.ideas_out;
    request["completion"] = end.completion;
    if (end.error) request["error"] = to_json(*end.error);
    Outcome written = co_await flow.perform("outputs", {"outputs", std::move(request)});
    if (written.error) co_await warn(flow.at("outputs-failed"), {*written.error});
  }
  co_return end;
}

FlowEnd stopped() { return FlowEnd::cancelled("stopped by the person"); }

Error no_leader_error(const IdeationPlan& plan) {
  return {"team_no_leader", "The team has nobody who leads, so it cannot begin.",
          plan.team_file + " names no agent in the role \"leader\".",
          "Add `leader: NAME` to that file, or take another team with --team."};
}

Error no_ideas_error() {
  return {"no_ideas", "The discussion ended without a single idea that could be read.",
          "Nothing could be scored or chosen. What was said is kept.",
          "See the warnings with `folkmoot room show`, and try another model."};
}

// From this version on the person's wishes about ideas are heard; a discussion that an earlier one
// began goes on without.
constexpr int kHearsWishes = 2;
// From this one on a discussion that nobody could begin or give ideas to, for want of a key for
// example, asks whether to try again, and does not end.
constexpr int kAsksAgain = 3;

// All that comes before the rounds: the kickoff, or a look at what there is already.
Flow<Spoken> begin(FlowHandle flow, IdeationPtr course) {
  if (course->plan.first_round <= 1) co_return co_await kickoff(flow.at("kickoff"), course);
  co_await flow.catch_up("begin");
  course->has_ideas = !candidates(flow.view<RoomView>()).empty();
  co_return Spoken();
}

Flow<Step> rounds(FlowHandle flow, IdeationPtr course) {
  Step step = Step::kGoOn;
  for (int round = course->plan.first_round; step != Step::kStop && round <= course->rounds;
       ++round) {
    const FlowHandle at = flow.at("round", round);
    step = co_await explore(at, course, round);
    if (step != Step::kStop) step = co_await steer(at.at("end"), course);
  }
  co_return step;
}

Flow<Spoken> begin_again(FlowHandle flow, IdeationPtr course, Error error) {
  const std::string& leader = course->plan.roles.at("leader");
  Spoken spoken;
  spoken.step = co_await ask_unheard(flow, course, leader, std::move(error));
  if (spoken.step != Step::kGoOn) co_return spoken;
  co_return co_await begin(flow.at("again"), course);
}

Flow<Step> rounds_again(FlowHandle flow, IdeationPtr course) {
  const Error error = *std::exchange(course->unheard, std::nullopt);
  const Step step = co_await ask_unheard(flow, course, "the team", error);
  if (step != Step::kGoOn) co_return step;
  co_return co_await rounds(flow.at("again"), course);
}

Flow<FlowEnd> ideation(FlowHandle flow, JsonObject args) {
  auto course = std::make_shared<Ideation>();
  course->plan = ideation_plan(args);
  course->models = course->plan.models;
  course->fallbacks = course->plan.fallbacks;
  course->rounds = course->plan.max_rounds;
  course->heard = flow.start().started;
  course->wished = flow.start().started;
  course->takes_wishes = flow.start().version >= kHearsWishes;
  if (!has(course, "leader")) co_return FlowEnd::failed(no_leader_error(course->plan));

  const bool asks_again = flow.start().version >= kAsksAgain;
  course->in_plain_words = asks_again;
  Spoken opened = co_await begin(flow, course);
  for (int go = 1; asks_again && opened.step == Step::kFailed && can_be_mended(*opened.error); ++go)
    opened = co_await begin_again(flow.at("unheard", go), course, *opened.error);
  if (opened.step == Step::kFailed) co_return FlowEnd::failed(*opened.error);
  Step step = opened.step;
  if (step != Step::kStop) step = co_await rounds(flow, course);
  for (int go = 1; asks_again && step == Step::kGoOn && !course->has_ideas && course->unheard; ++go)
    step = co_await rounds_again(flow.at("without-ideas", go), course);
  if (step == Step::kStop) co_return co_await finish(flow, course, stopped());
  if (!course->has_ideas)
    co_return co_await finish(flow, course, FlowEnd::failed(no_ideas_error()));

  step = co_await validation(flow.at("validation"), course);
  if (step == Step::kStop) co_return co_await finish(flow, course, stopped());
  Spoken chosen = co_await selection(flow.at("selection"), course);
  if (chosen.step == Step::kStop) co_return co_await finish(flow, course, stopped());
  if (chosen.step == Step::kFailed)
    co_return co_await finish(flow, course, FlowEnd::failed(*chosen.error));

  if (has(course, "ui-creator")) {
    TurnRequest page = role_turn(*course, "ui-creator", "visualize", 0, "visualization");
    page.reads = TurnReads::kPage;
    co_await speak(flow.at("report"), course, std::move(page));
  }
  co_await flow.catch_up("result");
  const RoomView& view = flow.view<RoomView>();
  JsonObject result;
  result["selected"] = course->selected;
  result["ideas"] = static_cast<std::int64_t>(candidates(view).size());
  result["rounds"] = course->rounds;
  co_return co_await finish(flow, course, FlowEnd::success(std::move(result)));
}

}  // namespace

FlowDefinition ideation_flow() { return {"ideation", kAsksAgain, ideation}; }

}  // namespace fm
