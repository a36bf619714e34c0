#include "team/conversation/project_brief.h"

#include <doctest/doctest.h>

namespace fm {
namespace {

ProjectQuestion question(std::string text, std::optional<QuestionEnd> end, std::string answer) {
  ProjectQuestion made;
  made.text = std::move(text);
  made.type = QuestionType::kConstraint;
  made.end = end;
  made.answer = std::move(answer);
  return made;
}

ProjectVote vote(std::string agent, Stance stance, std::string proposal, int iteration) {
  ProjectVote made;
  made.agent = std::move(agent);
  made.vote = stance;
  made.proposal = std::move(proposal);
  made.iteration = iteration;
  return made;
}

TEST_CASE("a brief from the log gets goal, questions with their fate, and feedback in order") {
  Project project;
  project.goal = "a tea shop";
  project.questions = {question("When?", std::nullopt, ""),
                       question("How much?", QuestionEnd::kAnswered, "900"),
                       question("Colour?", QuestionEnd::kYouDecide, ""),
                       question("Where?", QuestionEnd::kDropped, "")};
  for (const char* said : {"cheaper", "and sooner"}) project.feedback.emplace_back().text = said;
  const BriefLog log = brief_log(project, "leader");
  CHECK(log.goal == "a tea shop");
  CHECK(log.leader == "leader");
  CHECK(log.feedback == std::vector<std::string>{"cheaper", "and sooner"});
  REQUIRE(log.questions.size() == 4);
  CHECK(log.questions[0].open());
  CHECK(log.questions[1].end == QuestionEnd::kAnswered);
  CHECK(log.questions[1].answer == "900");
  CHECK(log.questions[1].type == QuestionType::kConstraint);
  CHECK(log.questions[2].end == QuestionEnd::kYouDecide);
  CHECK(log.questions[3].end == QuestionEnd::kDropped);
}

TEST_CASE("votes are counted by their proposal, or else by the present iteration") {
  Project project;
  project.iteration = 2;
  project.votes = {vote("ux", Stance::kObject, "brief-1", 1),
                   vote("ux", Stance::kAgree, "brief-2", 2), vote("coder", Stance::kAgree, "", 2)};
  REQUIRE(cast_votes(project, "brief-1").size() == 1);
  CHECK(cast_votes(project, "brief-1")[0].stance == Stance::kObject);
  CHECK(cast_votes(project).size() == 2);
  CHECK(cast_votes(project, "brief-3").empty());
}

}  // namespace
}  // namespace fm
