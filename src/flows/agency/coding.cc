#include "flows/agency/coding.h"

#include <fmt/format.h>

#include <memory>
#include <string>
#include <utility>

#include "coding/choice.h"
#include "flows/agency/claim.h"
#include "team/room/room.h"

namespace fm {
namespace {

constexpr GateOption kOnce{"allow-once", "Allow it"};
constexpr GateOption kAlways{"allow-always", "Allow it for this project"};
constexpr GateOption kRefuse{"refuse", "Refuse"};

struct Coding {
  ProjectId project;
  std::string task;
  std::string agent;
  std::vector<std::string> commands;
  JsonObject run;    // what is the same in every request of a run
  RoomSeq heard;     // the person's words up to here were passed on
  std::string told;  // what its next run is told
  int claims = 0;
};
using CodingPtr = std::shared_ptr<Coding>;

FlowEnd ended(std::string_view how, const std::string& why = {}, const std::string& said = {}) {
  JsonObject result{{"end", how}};
  if (!why.empty()) result["why"] = why;
  if (!said.empty()) result["said"] = said;
  return FlowEnd::success(std::move(result));
}

CodingPtr coding_of(const FlowHandle& flow, const JsonObject& args) {
  auto coding = std::make_shared<Coding>();
  coding->project = {std::string(text_at(args, "project"))};
  coding->task = text_at(args, "task");
  coding->agent = text_at(args, "agent");
  coding->commands = texts_at(args, "commands");
  coding->heard = flow.start().started;
  const CodingChoice choice = choice_for(coding_choices(args, "coding"), coding->agent);
  coding->run = {{"project", coding->project.value},
                 {"task", coding->task},
                 {"agent", coding->agent},
                 {"work", text_at(args, "work")},
                 {"profile", choice.profile}};
  if (!choice.permissions.empty()) coding->run["permissions"] = choice.permissions;
  if (const Json* values = args.if_contains("values"); values != nullptr)
    coding->run["values"] = *values;
  return coding;
}

// What the person said to this agent since: empty, nothing.
std::string new_words(const FlowHandle& flow, const CodingPtr& coding) {
  std::string words;
  for (const Message& message : flow.view<RoomView>().messages) {
    if (message.kind != "user" || message.room_seq <= coding->heard) continue;
    coding->heard = message.room_seq;
    if (message.text->contains("@" + coding->agent)) words += *message.text + "\n";
  }
  if (words.empty()) return words;
  return "The person says to you, and it counts more than the plan:\n" + words;
}

// All that would be run stands in the question: an answer is bound to it (S-13).
GateRequest permission_gate(const CodingPtr& coding, const Json& asked) {
  GateRequest gate;
  gate.type = "permission";
  gate.question = fmt::format("{} wants to {}. Allow it?", coding->agent, text_at(asked, "what"));
  for (const GateOption& option : {kOnce, kAlways, kRefuse}) gate.offer(option);
  gate.subject = asked;
  return gate;
}

NewEvent grant_of(const CodingPtr& coding, const Json& asked) {
  NewEvent event;
  event.kind = "permission.granted";
  event.project = coding->project;
  event.body = {{"agent", coding->agent},
                {"tool", text_at(asked, "tool")},
                {"pattern", text_at(asked, "pattern")}};
  return event;
}

struct Answered {
  JsonArray answers;
  bool refused = false;
  bool interrupted = false;
};

Flow<Answered> ask_all(FlowHandle flow, CodingPtr coding, JsonArray asks) {
  Answered all;
  for (std::size_t i = 0; i < asks.size(); ++i) {
    const Json& asked = asks[i];
    const FlowHandle at = flow.at("question", static_cast<int>(i) + 1);
    const Outcome answer = co_await at.ask("gate", permission_gate(coding, asked));
    all.interrupted = !answer.ok();
    if (all.interrupted) co_return all;
    const std::string_view said = text_at(answer.value, "answer");
    all.refused = said == kRefuse.id;
    if (all.refused) co_return all;
    if (said == kAlways.id) co_await at.post("grant", {grant_of(coding, asked)});
    all.answers.push_back(JsonObject{{"call", text_at(asked, "call")}, {"answer", said}});
  }
  co_return all;
}

// One run of the agent, after what has to be asked before it.
Flow<Outcome> run(FlowHandle flow, CodingPtr coding) {
  JsonObject request = coding->run;
  if (!coding->told.empty()) request["told"] = coding->told;
  Outcome ran = co_await flow.perform("run", {"coding_agent", request});
  const Json* asks = ran.ok() ? find_at(ran.value, "asks") : nullptr;
  if (asks == nullptr || !asks->is_array()) co_return ran;
  Answered answered = co_await ask_all(flow.at("ask"), coding, asks->get_array());
  if (answered.interrupted || answered.refused) {
    Outcome stopped;
    stopped.interrupted = answered.interrupted;
    if (answered.refused)
      stopped.error = Error{"refused_by_person", "You refused to have it run.", "", ""};
    co_return stopped;
  }
  request["answers"] = std::move(answered.answers);
  co_return co_await flow.perform("allowed", {"coding_agent", std::move(request)});
}

std::string words_of(const Error& error) {
  std::string words = error.message;
  if (!error.cause.empty()) words += " " + error.cause;
  if (!error.cure.empty()) words += " " + error.cure;
  return words;
}

struct CodingRound {
  std::optional<FlowEnd> end;
};

Flow<CodingRound> one_round(FlowHandle flow, CodingPtr coding) {
  const Outcome ran = co_await run(flow.at("agent"), coding);
  if (ran.interrupted || flow.cancelled()) co_return CodingRound{ended("interrupted")};
  if (ran.error) co_return CodingRound{ended("failed", words_of(*ran.error))};
  if (const std::string_view session = text_at(ran.value, "session"); !session.empty())
    coding->run["session"] = session;
  if (const Json* use = find_at(ran.value, "use"); use != nullptr) coding->run["used"] = *use;
  co_await flow.catch_up("heard");
  coding->told = new_words(flow, coding);
  if (!coding->told.empty()) co_return CodingRound{};
  const std::string missing =
      co_await shown(flow.at("claim"), {coding->project, coding->task, coding->commands});
  if (flow.cancelled()) co_return CodingRound{ended("interrupted")};
  const std::string said(text_at(ran.value, "said"));
  if (missing.empty()) co_return CodingRound{ended("done", {}, said)};
  if (++coding->claims >= kMostCodingClaims)
    co_return CodingRound{
        ended("failed", "It said that it was done, and the task's commands do not pass.", said)};
  NewEvent note;
  note.kind = "session.noted";
  note.body = {{"text", missing}};
  note.project = coding->project;
  co_await flow.post("not-shown", {std::move(note)});
  coding->told = missing;
  co_return CodingRound{};
}

Flow<FlowEnd> coding(FlowHandle flow, JsonObject args) {
  const CodingPtr coding = coding_of(flow, args);
  for (int number = 1; number <= kMostCodingRuns; ++number) {
    CodingRound round = co_await one_round(flow.at("round", number), coding);
    if (round.end) co_return std::move(*round.end);
  }
  co_return ended("failed", fmt::format("It has run {} times and is not done.", kMostCodingRuns));
}

}  // namespace

FlowDefinition coding_flow() { return {.name = "coding", .version = 1, .body = coding}; }

}  // namespace fm
