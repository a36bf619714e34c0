// Scores and the choice of an ideation.
#include "flows/ideation/ideation_judging.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/text.h"
#include "team/ideas/scoring.h"
#include "team/room/panel.h"

namespace fm {
namespace {

std::vector<std::string> ids_of(const std::vector<const Idea*>& ideas) {
  std::vector<std::string> ids;
  for (const Idea* idea : ideas) ids.push_back(idea->id);
  return ids;
}

void append(std::vector<NewEvent>& events, std::vector<NewEvent> more) {
  std::ranges::move(more, std::back_inserter(events));
}

// What an idea without a score of this flow means for the choice.
std::vector<Error> unscored_warnings(const RoomView& view, const std::vector<std::string>& ids) {
  std::vector<std::string> without;
  std::vector<std::string> kept;
  for (const std::string& id : ids) {
    const Idea* idea = view.idea(id);
    (idea != nullptr && idea->score ? kept : without).push_back(id);
  }
  std::vector<Error> warnings;
  const auto cause = [](const std::vector<std::string>& some) {
    return "No score could be read for " + join(some, ", ") + ", twice.";
  };
  if (!without.empty())
    warnings.push_back(
        {"ideas_unscored", "Some ideas have no score and cannot win.", cause(without), ""});
  if (!kept.empty())
    warnings.push_back({"score_kept", "Some ideas keep the score they had.", cause(kept), ""});
  return warnings;
}

// One moderator.

Flow<std::vector<std::string>> take_scores(FlowHandle flow, IdeationPtr course, Json reading) {
  const Scorer scorer{course->plan.roles.at("moderator"), flow.start().id};
  ScoreChanges changes =
      change_scores(candidates(flow.view<RoomView>()), reading, course->plan.weights, scorer);
  std::vector<NewEvent> events = std::move(changes.events);
  for (const Error& warning : changes.warnings) events.push_back(warning_event(warning));
  if (!events.empty()) co_await flow.post("scores", std::move(events));
  co_return changes.missing;
}

Flow<Step> one_moderator(FlowHandle flow, IdeationPtr course) {
  TurnRequest request = role_turn(*course, "moderator", "validate", 0, "validation");
  request.values["ids"] = join(ids_of(candidates(flow.view<RoomView>())), ", ");
  request.reads = TurnReads::kScores;
  Spoken spoken = co_await speak(flow, course, request);
  if (spoken.step != Step::kGoOn) co_return spoken.step;
  auto missing = co_await take_scores(flow, course, spoken.reading);
  if (missing.empty()) co_return Step::kGoOn;

  TurnRequest repair = request;
  repair.task = "validate_missing";
  repair.values["ids"] = join(missing, ", ");
  Spoken again = co_await speak(flow.at("missing"), course, std::move(repair));
  if (again.step != Step::kGoOn) co_return again.step;
  missing = co_await take_scores(flow.at("missing"), course, again.reading);
  co_await warn(flow.at("unscored"), unscored_warnings(flow.view<RoomView>(), missing));
  co_return Step::kGoOn;
}

// A panel. Nothing of it is posted before all have spoken, and none is shown another's answer.

struct Sheet {
  Step step = Step::kSkipTurn;
  std::vector<NewEvent> scores;
  std::vector<Error> warnings;
  std::vector<std::string> missing;  // after the second asking
};

std::string seat_name(const Ideation& course, int seat) {
  const std::string& agent = course.plan.panel[static_cast<std::size_t>(seat - 1)];
  const bool sits_twice = std::ranges::count(course.plan.panel, agent) > 1;
  return sits_twice ? agent + " " + std::to_string(seat) : agent;
}

// What an answer says of the ideas that the sheet still lacks.
void fill(Sheet& sheet, const RoomView& view, const Ideation& course, const Scorer& scorer,
          const Json& reading, const std::vector<std::string>& wanted) {
  std::vector<const Idea*> ideas = candidates(view);
  std::erase_if(
      ideas, [&](const Idea* idea) { return std::ranges::find(wanted, idea->id) == wanted.end(); });
  ScoreChanges changes = change_scores(ideas, reading, course.plan.weights, scorer);
  append(sheet.scores, std::move(changes.events));
  std::ranges::move(changes.warnings, std::back_inserter(sheet.warnings));
  sheet.missing = std::move(changes.missing);
}

Flow<Sheet> fill_sheet(FlowHandle flow, IdeationPtr course, int seat, RoomSeq apart) {
  const Scorer scorer{course->plan.panel[static_cast<std::size_t>(seat - 1)], flow.start().id,
                      seat};
  const std::vector<std::string> ids = ids_of(candidates(flow.view<RoomView>()));
  TurnRequest request = turn_of(*course, scorer.agent, "validate", "validation");
  request.values["ids"] = join(ids, ", ");
  request.values["seat"] = std::to_string(seat);
  request.reads = TurnReads::kScores;
  request.apart = apart;
  Sheet sheet;
  Spoken spoken = co_await speak(flow, course, request, OnInterrupt::kTell);
  sheet.step = spoken.step;
  if (spoken.step != Step::kGoOn) co_return sheet;
  fill(sheet, flow.view<RoomView>(), *course, scorer, spoken.reading, ids);
  if (sheet.missing.empty()) co_return sheet;

  request.task = "validate_missing";
  request.values["ids"] = join(sheet.missing, ", ");
  const std::vector<std::string> wanted = sheet.missing;
  Spoken again = co_await speak(flow.at("missing"), course, std::move(request), OnInterrupt::kTell);
  if (again.step == Step::kStop) sheet.step = Step::kStop;
  if (again.step == Step::kGoOn)
    fill(sheet, flow.view<RoomView>(), *course, scorer, again.reading, wanted);
  co_return sheet;
}

// A scorer that failed has cost its warning already; what others left out costs one here.
Flow<Nothing> post_sheets(FlowHandle flow, IdeationPtr course, std::vector<Sheet> sheets) {
  std::vector<std::vector<NewEvent>> scores;
  std::vector<Error> warnings;
  int seat = 0;
  for (Sheet& sheet : sheets) {
    ++seat;
    scores.push_back(std::move(sheet.scores));
    std::ranges::move(sheet.warnings, std::back_inserter(warnings));
    if (!sheet.missing.empty())
      warnings.push_back({"panel_incomplete",
                          "The scores of " + seat_name(*course, seat) + " are not complete.",
                          "None could be read for " + join(sheet.missing, ", ") + ", twice.",
                          "The other scorers count."});
  }
  std::vector<NewEvent> events = panel_events(std::move(scores));
  const bool any = !events.empty();
  for (const Error& warning : warnings) events.push_back(warning_event(warning));
  if (!events.empty()) co_await flow.post("scores", std::move(events));
  if (!any) co_return Nothing();
  co_await flow.catch_up("scored");
  std::vector<std::string> unscored;
  for (const Idea* idea : candidates(flow.view<RoomView>()))
    if (std::ranges::none_of(idea->scores, [&](const IdeaScore& score) {
          return score.by == Actor::kAgent && score.flow == flow.start().id;
        }))
      unscored.push_back(idea->id);
  co_await warn(flow.at("unscored"), unscored_warnings(flow.view<RoomView>(), unscored));
  co_return Nothing();
}

Flow<Step> panel(FlowHandle flow, IdeationPtr course) {
  Step step = co_await steer(flow, course);
  if (step != Step::kGoOn) co_return step;  // skipping a turn skips the whole panel
  const RoomSeq apart = flow.cursor();
  std::vector<Sheet> sheets(course->plan.panel.size());
  std::vector<int> asked;
  for (int seat = 1; seat <= static_cast<int>(sheets.size()); ++seat) asked.push_back(seat);
  for (int go = 1; !asked.empty(); ++go) {
    const FlowHandle at = go == 1 ? flow : flow.at("again", go);
    std::vector<Flow<Sheet>> turns;
    for (const int seat : asked)
      turns.push_back(fill_sheet(at.branch("seat", seat), course, seat, apart));
    std::vector<Sheet> filled = co_await at.all(std::move(turns));
    std::vector<int> interrupted;
    for (std::size_t i = 0; i < asked.size(); ++i) {
      if (filled[i].step == Step::kStop) step = Step::kStop;
      if (filled[i].step == Step::kInterrupted) interrupted.push_back(asked[i]);
      sheets[static_cast<std::size_t>(asked[i] - 1)] = std::move(filled[i]);
    }
    if (step == Step::kStop) co_return step;
    asked = std::move(interrupted);
    if (asked.empty()) break;
    step = co_await ask_interrupted(at.at("interrupted"), course, "the panel");
    if (step == Step::kStop) co_return step;
    if (step != Step::kGoOn) break;  // those who have scored count
  }
  co_await post_sheets(flow, course, std::move(sheets));
  co_return Step::kGoOn;
}

Error all_vetoed_error() {
  return {"ideas_vetoed", "Every idea is vetoed, so there is none to choose.",
          "The vetoes are the person's. What was said is kept.",
          "Add a round with `folkmoot ideate --continue`, and say \"unveto\" in it."};
}

Spoken no_choice() {
  Spoken spoken;
  spoken.step = Step::kFailed;
  spoken.error = all_vetoed_error();
  return spoken;
}

}  // namespace

Flow<Step> validation(FlowHandle flow, IdeationPtr course) {
  if (!has(course, "moderator")) co_return Step::kGoOn;
  co_await flow.catch_up("ideas");
  if (candidates(flow.view<RoomView>()).empty()) co_return Step::kGoOn;
  if (course->plan.panel.size() > 1) co_return co_await panel(flow, course);
  co_return co_await one_moderator(flow, course);
}

Flow<Spoken> selection(FlowHandle flow, IdeationPtr course) {
  if (candidates(flow.view<RoomView>()).empty()) co_return no_choice();
  TurnRequest request = role_turn(*course, "leader", "select", 0, "selection");
  request.reads = TurnReads::kChoice;
  Spoken spoken = co_await speak(flow, course, std::move(request));
  if (spoken.step == Step::kStop) co_return spoken;
  const std::string choice(text_at(spoken.reading, "id"));
  if (course->takes_wishes) {  // what was said while the leader spoke counts
    spoken.step = co_await steer(flow.at("last-words"), course);
    if (spoken.step == Step::kStop) co_return spoken;
  }
  co_await flow.catch_up("scores");
  const auto selected =
      select_idea(candidates(flow.view<RoomView>()), choice, course->plan.min_score);
  if (!selected) co_return no_choice();
  course->selected = selected->id;
  course->is_decided = true;
  NewEvent event;
  event.kind = "idea.selected";
  event.body = to_body(*selected);
  std::vector<NewEvent> events;
  events.push_back(std::move(event));
  co_await flow.post("selected", std::move(events));
  co_return Spoken();
}

}  // namespace fm
