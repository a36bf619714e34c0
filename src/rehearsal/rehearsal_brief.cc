#include "rehearsal/rehearsal_brief.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "rehearsal/rehearsal_tokens.h"
#include "rehearsal/rehearsal_words.h"

namespace fm {
namespace {

constexpr std::size_t kQuestionShown = 140;  // columns
constexpr std::size_t kAnswerShown = 160;
constexpr std::size_t kGoalShown = 280;
constexpr std::size_t kMostWorkers = 3;
constexpr std::array<std::string_view, 3> kConstraints = {"budget", "timeline", "platform"};
// Those who lead, doubt or judge are given work only where nobody else is there.
constexpr auto kNoWorkers = std::to_array<std::string_view>(
    {"leader", "adversary", "director", "orchestrator", "product-planner", "reviewer"});

std::string sentence(std::string text) {
  if (!text.empty() && !std::string_view(".!?…\"”)").contains(text.back())) text += '.';
  return text;
}

// "Who should it serve first? Teenagers after school."
std::string with_answer(const Json& question) {
  const std::string asked = shown_line(text_at(question, "text"), kQuestionShown);
  return asked + " " + sentence(capitalised(shown_line(text_at(question, "answer"), kAnswerShown)));
}

bool speaks_of(const Screenplay& play, const std::string& list, std::string_view text) {
  const auto& words = play.word_list(list);
  return std::ranges::any_of(topic_words(text), [&](const TopicWord& word) {
    return std::ranges::find(words, word.lower) != words.end() ||
           std::ranges::find(words, singular(word.lower)) != words.end();
  });
}

// Which constraint an answer sets: by what was asked, or by naming an amount or a date itself.
std::string_view constraint_of(const Screenplay& play, const Json& question) {
  if (text_at(question, "type") == "constraint")
    for (const std::string_view name : kConstraints)
      if (speaks_of(play, "about_" + std::string(name), text_at(question, "text"))) return name;
  const std::string_view answer = text_at(question, "answer");
  for (const std::string_view sign : {"€", "$", "£"})
    if (answer.contains(sign)) return kConstraints[0];
  for (const std::string_view name : kConstraints)
    if (speaks_of(play, "limits_" + std::string(name), answer)) return name;
  return {};
}

bool says_no(const Screenplay& play, std::string_view answer) {
  const auto words = topic_words(answer);
  const auto& no = play.word_list("answer_no");
  return !words.empty() && std::ranges::find(no, words.front().lower) != no.end();
}

void add(JsonObject& constraints, std::string_view name, std::string text) {
  Json& entry = constraints[name];
  if (entry.is_null())
    entry = std::move(text);
  else
    entry = std::string(entry.as_string()) + " " + text;
}

struct Sorted {
  JsonArray included;
  JsonArray excluded;
  JsonArray others;
  JsonArray unknowns;
  JsonObject constraints;
};

Sorted sorted_answers(const ConversationDocuments& from) {
  Sorted sorted;
  const Json* questions = find_at(from.facts, "questions");
  if (questions == nullptr || !questions->is_array()) return sorted;
  for (const Json& question : questions->get_array()) {
    const std::string text = shown_line(text_at(question, "text"), kQuestionShown);
    const std::string_view answer = text_at(question, "answer");
    const std::string_view end = text_at(question, "end");
    if (answer.empty()) {
      if (end.empty()) sorted.unknowns.emplace_back(text);
      if (end == "you_decide") sorted.unknowns.emplace_back("Left to the team: " + text);
      continue;
    }
    const std::string_view name = constraint_of(from.play, question);
    const std::string_view type = text_at(question, "type");
    if (!name.empty())
      add(sorted.constraints, name, sentence(capitalised(shown_line(answer, kAnswerShown))));
    if (!name.empty() && type == "constraint") continue;
    if (type != "scope")
      sorted.others.emplace_back(with_answer(question));
    else if (says_no(from.play, answer))
      sorted.excluded.emplace_back(with_answer(question));
    else
      sorted.included.emplace_back(with_answer(question));
  }
  return sorted;
}

JsonArray list_of(const JsonObject& values, std::string_view name) {
  const auto* found = values.if_contains(name);
  return found != nullptr && found->is_array() ? found->get_array() : JsonArray();
}

}  // namespace

std::vector<std::string> talk_workers(const Json& facts) {
  const std::vector<std::string> team = texts_at(facts, "team");
  std::vector<std::string> able = texts_at(facts, "agents");
  if (able.empty()) able = team;
  const auto is_able = [&](const std::string& id) {
    return std::ranges::find(able, id) != able.end();
  };
  const auto works = [](const std::string& id) {
    return std::ranges::find(kNoWorkers, id) == kNoWorkers.end();
  };
  std::vector<std::string> workers;
  const auto take = [&](const std::vector<std::string>& from, auto fits, std::size_t most) {
    for (const std::string& id : from)
      if (workers.size() < most && is_able(id) && fits(id) &&
          std::ranges::find(workers, id) == workers.end())
        workers.push_back(id);
  };
  take(team, works, kMostWorkers);
  take(able, [](const std::string& id) { return id == "leader"; }, 2);
  take(able, works, 2);
  if (workers.empty()) take(able, [](const std::string&) { return true; }, 1);
  return workers;
}

Json talk_brief(const ConversationDocuments& from) {
  const Json scope = from.values;
  const auto pick = [&](std::string_view list) { return from.speaker.pick(list, {&scope}); };
  Sorted sorted = sorted_answers(from);
  for (const Json& wish : list_of(from.values, "wishes"))
    sorted.others.emplace_back("Changed as you asked: “" + std::string(wish.as_string()) + "”.");
  JsonArray included;
  included.emplace_back(capitalised(pick("part")));
  included.emplace_back(capitalised(pick("part")));
  std::ranges::move(sorted.included, std::back_inserter(included));
  JsonArray excluded = std::move(sorted.excluded);
  excluded.emplace_back(capitalised(pick("left_out")));
  excluded.emplace_back(capitalised(pick("left_out")));
  if (sorted.unknowns.empty()) sorted.unknowns.emplace_back(capitalised(pick("check")) + ".");
  if (!sorted.others.empty()) sorted.constraints["others"] = std::move(sorted.others);
  JsonObject steps;
  for (const Json& worker : list_of(from.values, "workers"))
    steps[text_at(worker, "id")] = text_at(worker, "step");
  return JsonObject{
      {"title", title_case(pick("brief_title"))},
      {"goal", sentence(capitalised(shown_line(text_at(from.facts, "topic"), kGoalShown))) + " " +
                   pick("brief_goal_more")},
      {"scope", JsonObject{{"included", std::move(included)}, {"excluded", std::move(excluded)}}},
      {"constraints", std::move(sorted.constraints)},
      {"unknowns", std::move(sorted.unknowns)},
      {"next_steps", std::move(steps)}};
}

Json talk_debate(const ConversationDocuments& from) {
  const Json scope = from.values;
  JsonArray decided;
  JsonArray open;
  if (const Json* questions = find_at(from.facts, "questions"); questions && questions->is_array())
    for (const Json& question : questions->get_array())
      if (!text_at(question, "answer").empty())
        decided.push_back(
            JsonObject{{"text", with_answer(question)}, {"reason", ""}, {"by", "the person"}});
  decided.push_back(JsonObject{{"text", capitalised(from.speaker.pick("approach", {&scope})) + "."},
                               {"reason", from.speaker.pick("reason", {&scope})},
                               {"by", "leader"}});
  for (const Json& question : list_of(from.values, "open")) open.push_back(question.at("question"));
  if (!bool_at(from.facts, "met"))
    for (const Json& objection : list_of(from.values, "objections"))
      open.emplace_back(std::string(text_at(objection, "id")) +
                        " objects: " + std::string(text_at(objection, "text")));
  return JsonObject{{"decided", std::move(decided)}, {"open", std::move(open)}};
}

Json talk_review(const ConversationDocuments& from) {
  const Json scope = from.values;
  const auto pick = [&](std::string_view list) { return from.speaker.pick(list, {&scope}); };
  JsonArray done;
  for (const Json& one : list_of(from.values, "worked")) {
    const std::string job(text_at(one, "job"));
    done.emplace_back(std::string(text_at(one, "id")) + ": " +
                      (job.empty() ? pick("review_done") : job));
  }
  if (done.empty()) done.emplace_back(pick("review_done"));
  return JsonObject{{"one_liner", pick("review_line")},
                    {"accomplishments", std::move(done)},
                    {"ready", JsonArray{Json(capitalised(pick("part")))}},
                    {"blockers", JsonArray{Json(pick("review_blocker"))}},
                    {"tags", JsonArray{from.values.at("kind"), "rehearsal"}},
                    {"subsystem", JsonArray{Json(from.topic.subject)}},
                    {"provides", JsonArray{Json(pick("review_provides"))}},
                    {"affects", JsonArray{Json(from.topic.subject_whole)}}};
}

Json talk_route(const ConversationDocuments& from) {
  const std::vector<std::string> able = texts_at(from.facts, "agents");
  const std::vector<std::string> spoken = texts_at(from.facts, "spoken");
  const auto next = std::ranges::find_if(able, [&](const std::string& id) {
    return std::ranges::find(spoken, id) == spoken.end() && id != "orchestrator";
  });
  const bool waits = next == able.end() || spoken.size() > 1;
  return JsonObject{{"agent", waits ? "WAIT_FOR_USER" : next->c_str()},
                    {"model", ""},
                    {"reasoning", waits ? "The person's word is needed now."
                                        : "Nobody has spoken to this from that side yet."}};
}

}  // namespace fm
