#include "team/room/project_events.h"

#include <doctest/doctest.h>

#include <set>

#include "people/questions/questions.h"
#include "team/vote/vote.h"
#include "test/support/room_script.h"

namespace fm {
namespace {

using testing::RoomScript;

const ProjectId kId{"p-tea2"};
const By kAna{Actor::kPerson, "ana"};

struct Begun {
  RoomScript script;
  Begun() { script.tell(project_created({kId, "a tea shop", {}, {}})); }
  const Project& project() const { return *script.view.projects.find(kId); }
};

TEST_CASE("ids of projects are short, the same on every replay, and new in their room") {
  Projects known;
  std::set<std::string> seen;
  for (int i = 0; i < 40; ++i) {  // all at one place, so that only the room tells them apart
    const ProjectId id = new_project_id(known, {"f-main"}, {"/begin"});
    CHECK(id == new_project_id(known, {"f-main"}, {"/begin"}));
    CHECK(id.value.size() == 6);
    CHECK(id.value.starts_with("p-"));
    CHECK(check_id(id.value));
    CHECK(seen.insert(id.value).second);
    known.all.emplace_back().id = id;
  }
  CHECK(new_project_id({}, {"f-main"}, {"/begin"}) != new_project_id({}, {"f-two"}, {"/begin"}));
}

TEST_CASE("what is made names its project and is folded back the same") {
  Begun begun;
  IntentReading reading;
  reading.intent = Intent::kBuild;
  reading.confidence = 83;
  reading.runner_up = Intent::kTask;
  reading.words = {"build"};
  reading.interests = {"tea"};

  ProjectQuestion question;
  question.id = "q-1";
  question.agent = "ux";
  question.text = "For whom?";
  question.type = QuestionType::kPreference;
  question.wave = 3;
  question.message = "m-1";

  RouteTaken route;
  route.agent = "architect";
  route.model = "openai:x";
  route.reasoning = "asked about structure";
  route.by = "rules";
  route.note = "the model named nobody";

  ProjectVote vote;
  vote.agent = "adversary";
  vote.vote = Stance::kObject;
  vote.why = "too dear";
  vote.proposal = "brief-1";

  Brief brief;
  brief.title = "Tea";
  brief.goal = "sell tea";
  brief.included = {"a shop"};
  brief.next_steps = {{"coder", "the till"}};

  const std::vector<NewEvent> made = {
      intent_read(kId, reading, "model", {"leader", "ux"}),
      question_asked(kId, question),
      question_answered(kId, "q-1", QuestionEnd::kAnswered, "students", "m-2", kAna),
      route_decided(kId, route),
      vote_cast(kId, vote),
      brief_proposed(kId, {brief, 1, BriefOrigin::kLog, {}, "m-3"}),
      plan_proposed(kId, {{"tasks", 2}}, 4, {Actor::kAgent, "product-planner"})};
  for (const NewEvent& event : made) {
    CAPTURE(event.kind);
    CHECK(event.project == kId);
    CHECK(is_known_kind(event.kind));
    CHECK_FALSE(contains_double(event.body));
    begun.script.tell(event);
  }

  const Project& project = begun.project();
  CHECK(project.intent->intent == Intent::kBuild);
  CHECK(project.intent->confidence == 83);
  CHECK(project.intent->runner_up == Intent::kTask);
  CHECK(project.intent->words == reading.words);
  CHECK(project.intent->flow == "full");
  CHECK(project.intent->by == "model");
  CHECK(project.agents == std::vector<std::string>{"leader", "ux"});
  const ProjectQuestion& asked = project.questions.at(0);
  CHECK(asked.id == "q-1");
  CHECK(asked.agent == "ux");
  CHECK(asked.text == "For whom?");
  CHECK(asked.type == QuestionType::kPreference);
  CHECK(asked.wave == 3);
  CHECK(asked.message == "m-1");
  CHECK(asked.end == QuestionEnd::kAnswered);
  CHECK(asked.answer == "students");
  CHECK(asked.answer_by == "ana");
  CHECK(project.routes.at(0).reasoning == route.reasoning);
  CHECK(project.routes[0].by == "rules");
  CHECK(project.routes[0].note == route.note);
  CHECK(project.votes.at(0).vote == Stance::kObject);
  CHECK(project.votes[0].why == "too dear");
  CHECK(project.votes[0].proposal == "brief-1");
  CHECK(*project.brief()->brief == brief);
  CHECK(project.brief()->origin == BriefOrigin::kLog);
  CHECK(project.brief()->by == "folkmoot");
  CHECK(project.brief()->message == "m-3");
  CHECK(project.plans.at(0).revision == 4);
  CHECK(int_at(*project.plans[0].plan, "tasks") == 2);
}

TEST_CASE("who acts stands in the envelope: agents ask and vote, people answer") {
  ProjectQuestion question;
  question.agent = "ux";
  CHECK(question_asked(kId, question).by == By{Actor::kAgent, "ux"});
  CHECK(question_answered(kId, "q-1", QuestionEnd::kYouDecide, "", "", kAna).by == kAna);
  ProjectVote vote;
  vote.agent = "coder";
  CHECK(vote_cast(kId, vote).by == By{Actor::kAgent, "coder"});
  CHECK(text_at(vote_cast(kId, vote).body, "vote").empty());  // it could not be read
}

TEST_CASE("talk has an intent and no project") {
  Begun begun;
  begun.script.tell(intent_read({}, {}, "rules"));
  CHECK_FALSE(begun.project().intent.has_value());
}

}  // namespace
}  // namespace fm
