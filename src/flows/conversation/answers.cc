#include "flows/conversation/answers.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "base/text.h"
#include "flows/conversation/telling.h"
#include "team/room/project_events.h"

namespace fm {
namespace {

std::string answer_shown(const ProjectQuestion& question) {
  if (question.open()) return "(open)";
  switch (*question.end) {
    case QuestionEnd::kYouDecide:
      return "(the team decides)";
    case QuestionEnd::kDropped:
      return "(left open)";
    case QuestionEnd::kAnswered:
      break;
  }
  return question.answer;
}

std::string answers_text(const Project& project) {
  std::string text = "Questions and your answers:";
  int correctable = 0;
  for (const ProjectQuestion& question : project.questions) {
    const int number = project.number_of(question);
    if (number > 0) correctable = number;
    text += "\n" + (number > 0 ? std::to_string(number) + ". " : std::string("- ")) +
            question.agent + ": " + question.text + "\n   " + answer_shown(question);
  }
  return text + "\nTo put one right: /answers " + std::to_string(correctable) + ": new words";
}

struct Correction {
  int number = 0;
  std::string words;
};

// "2: new words"
std::optional<Correction> correction_in(std::string_view rest) {
  Correction correction;
  const auto [end, error] =
      std::from_chars(rest.data(), rest.data() + rest.size(), correction.number);
  if (error != std::errc()) return std::nullopt;
  rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
  if (rest.starts_with(':') || rest.starts_with('.') || rest.starts_with(')'))
    rest.remove_prefix(1);
  correction.words = trim(rest);
  if (correction.words.empty()) return std::nullopt;
  return correction;
}

const ProjectQuestion* numbered(const Project& project, int number) {
  const auto found = std::ranges::find_if(project.questions, [&](const ProjectQuestion& one) {
    return number > 0 && project.number_of(one) == number;
  });
  return found == project.questions.end() ? nullptr : &*found;
}

}  // namespace

Flow<Nothing> handle_answers(FlowHandle flow, Heard heard) {
  if (active_project(flow) == nullptr || active_project(flow)->questions.empty())
    co_return co_await say_line(flow.at("none"), "Nobody has asked you anything yet.");
  const Project& project = *active_project(flow);
  const auto correction = correction_in(heard.reading.rest);
  const ProjectQuestion* question = correction ? numbered(project, correction->number) : nullptr;
  if (question == nullptr) {
    const std::string wrong =
        heard.reading.rest.empty() || correction
            ? std::string()
            : std::string("Say which one and what is right: /answers 1: new words\n");
    const std::string none =
        correction ? "There is no question " + std::to_string(correction->number) + ".\n"
                   : std::string();
    co_return co_await say_line(flow.at("shown"), wrong + none + answers_text(project));
  }
  const std::string name = std::to_string(correction->number) + ". " + question->text;
  std::vector<NewEvent> events;
  events.push_back(question_answered(project.id, question->id, QuestionEnd::kAnswered,
                                     correction->words, heard.id, heard.by));
  co_await tell(flow.at("corrected"), std::move(events));
  co_await say_line(flow.at("noted"), "noted: " + name + "\n   " + correction->words);
  const Phase phase = active_project(flow)->phase;
  if (phase == Phase::kReady || phase == Phase::kApproval)
    co_await to_phase(flow.at("changes"), Phase::kDiscovery, {}, name + " " + correction->words);
  co_return Nothing();
}

}  // namespace fm
