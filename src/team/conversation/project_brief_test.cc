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

}  // namespace
}  // namespace fm
