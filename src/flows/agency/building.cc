// builder: rounds of a model's call and its tools, until the task's commands pass (A-5).
#include "flows/agency/building.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "team/room/room.h"

namespace fm {
namespace {

struct BuilderArgs {
  ProjectId project;
  std::string task;  // of the plan
  std::string work;  // of the prompts
  std::string agent;
  std::vector<std::string> commands;
  std::map<std::string, std::string> values;
};

JsonObject to_args(const AgencyPtr& agency, const BuilderArgs& builder) {
  JsonObject values;
  for (const auto& [name, value] : builder.values) values[name] = value;
  JsonObject args{{"project", builder.project.value},
                  {"task", builder.task},
                  {"work", builder.work},
                  {"agent", builder.agent},
                  {"model", agency->models.at(builder.agent)},
                  {"commands", to_json(builder.commands)},
                  {"values", std::move(values)}};
  if (const auto more = agency->fallbacks.find(builder.agent); more != agency->fallbacks.end())
    args["fallbacks"] = to_json(more->second);
  if (!agency->allowed.empty()) args["allowed"] = agency->allowed;
  return args;
}

BuilderArgs builder_args(const JsonObject& args) {
  BuilderArgs builder{.project = {std::string(text_at(args, "project"))},
                      .task = std::string(text_at(args, "task")),
                      .work = std::string(text_at(args, "work")),
                      .agent = std::string(text_at(args, "agent")),
                      .commands = texts_at(args, "commands"),
                      .values = {}};
  if (const Json* values = args.if_contains("values"); values != nullptr && values->is_object())
    for (const auto& entry : values->get_object())
      if (entry.value().is_string())
        builder.values[std::string(entry.key())] = std::string(entry.value().get_string());
  return builder;
}

// One builder at work: what its rounds share.
struct Builder : Course {
  BuilderArgs args;
  RoomSeq told;  // the person's words up to here were passed on
  int claims = 0;
  int loops = 0;
};
using BuilderPtr = std::shared_ptr<Builder>;

FlowEnd ended(std::string_view how, const std::string& why = {}, const std::string& said = {}) {
  JsonObject result{{"end", how}};
  if (!why.empty()) result["why"] = why;
  if (!said.empty()) result["said"] = said;
  return FlowEnd::success(std::move(result));
}

NewEvent note_of(const BuilderPtr& builder, std::string text) {
  NewEvent event;
  event.kind = "session.noted";
  event.body = {{"text", std::move(text)}};
  event.project = builder->args.project;
  return event;
}

// What the person said to this agent since: it hears it before its next round (A-9).
Flow<Nothing> pass_on_words(FlowHandle flow, BuilderPtr builder) {
  std::vector<NewEvent> notes;
  for (const Message& message : flow.view<RoomView>().messages) {
    if (message.kind != "user" || message.room_seq <= builder->told) continue;
    builder->told = message.room_seq;
    if (message.text->find("@" + builder->args.agent) == message.text->npos) continue;
    notes.push_back(note_of(
        builder, "The person says to you, and it counts more than the plan:\n" + *message.text));
  }
  if (notes.empty()) co_return Nothing();
  co_await flow.post("words", std::move(notes));
  co_await flow.catch_up("heard");
  co_return Nothing();
}

TurnRequest turn_of(const BuilderPtr& builder) {
  TurnRequest turn = fm::turn_of(*builder, builder->args.agent, builder->args.work, "work");
  turn.prompts = "agency";
  turn.project = builder->args.project;
  turn.plan_task = builder->args.task;
  turn.values = builder->args.values;
  turn.session = true;
  turn.silent = true;
  return turn;
}

constexpr GateOption kOnce{"allow-once", "Allow it"};
constexpr GateOption kAlways{"allow-always", "Allow it for this project"};
constexpr GateOption kRefuse{"refuse", "Refuse"};

// The exact command or file stands in the question: an answer is bound to it (S-13). Whose it is
// stands in the subject too, for each door to show.
GateRequest permission_gate(const BuilderPtr& builder, const Json& asked) {
  GateRequest gate;
  gate.type = "permission";
  gate.question = fmt::format("{} wants to {}, for task {}. Allow it?", builder->args.agent,
                              text_at(asked, "what"), builder->args.task);
  for (const GateOption& option : {kOnce, kAlways, kRefuse}) gate.offer(option);
  JsonObject subject = asked.get_object();
  subject["project"] = builder->args.project.value;
  subject["task"] = builder->args.task;
  subject["agent"] = builder->args.agent;
  gate.subject = std::move(subject);
  return gate;
}

NewEvent grant_of(const BuilderPtr& builder, const Json& asked) {
  NewEvent event;
  event.kind = "permission.granted";
  event.project = builder->args.project;
  event.body = {{"agent", builder->args.agent},
                {"tool", text_at(asked, "tool")},
                {"pattern", text_at(asked, "pattern")}};
  return event;
}

// Runs the calls of the newest step. What the policy asks about is asked, and then all is done.
Flow<Outcome> run_tools(FlowHandle flow, BuilderPtr builder) {
  JsonObject request{{"project", builder->args.project.value}, {"task", builder->args.task}};
  Outcome ran = co_await flow.perform("tools", {"tools", request});
  const Json* asks = ran.ok() ? find_at(ran.value, "asks") : nullptr;
  if (asks == nullptr || !asks->is_array()) co_return ran;
  JsonArray answers;
  for (std::size_t i = 0; i < asks->get_array().size(); ++i) {
    const Json& asked = asks->get_array()[i];
    const Outcome answer = co_await flow.at("ask", static_cast<int>(i) + 1)
                               .ask("gate", permission_gate(builder, asked));
    if (!answer.ok()) co_return answer;
    if (text_at(answer.value, "answer") == kAlways.id)
      co_await flow.at("always", static_cast<int>(i) + 1).post("grant", {grant_of(builder, asked)});
    answers.push_back(JsonObject{{"call", text_at(asked, "call")},
                                 {"answer", text_at(answer.value, "answer")},
                                 {"reason", text_at(answer.value, "reason")}});
  }
  request["answers"] = std::move(answers);
  co_return co_await flow.perform("allowed", {"tools", std::move(request)});
}

struct Round {
  std::optional<FlowEnd> end;
};

Flow<Round> one_round(FlowHandle flow, BuilderPtr builder) {
  co_await flow.catch_up("begin");
  co_await pass_on_words(flow.at("words"), builder);
  const Spoken spoken = co_await speak(flow.at("turn"), builder, turn_of(builder));
  if (flow.cancelled() || spoken.step == Step::kInterrupted) co_return Round{ended("interrupted")};
  if (spoken.step != Step::kGoOn)
    co_return Round{ended("failed", spoken.error ? spoken.error->message : "It was stopped.")};
  if (spoken.calls == 0 && !spoken.fault.empty()) {
    if (++builder->claims >= kMostClaims)
      co_return Round{ended("stuck", "Its calls of tools cannot be read: " + spoken.fault)};
    co_return Round{};
  }
  if (spoken.calls > 0) {
    const Outcome ran = co_await run_tools(flow.at("tools"), builder);
    if (ran.interrupted) co_return Round{ended("interrupted")};
    if (ran.error) co_return Round{ended("failed", ran.error->message)};
    const std::string loop(text_at(ran.value, "loop"));
    if (!loop.empty() && ++builder->loops > 1)
      co_return Round{ended("stuck", "It goes in circles: " + loop + ".")};
    co_return Round{};
  }
  co_await flow.catch_up("said");
  const Claim claim{builder->args.project, builder->args.task, builder->args.commands};
  const std::string missing = co_await shown(flow.at("claim"), claim);
  if (flow.cancelled()) co_return Round{ended("interrupted")};
  if (missing.empty()) co_return Round{ended("done", {}, spoken.said)};
  if (++builder->claims >= kMostClaims)
    co_return Round{ended(
        "failed", "It said that it was done, and the task's commands do not pass.", spoken.said)};
  co_await flow.post("not-shown", {note_of(builder, missing)});
  co_return Round{};
}

Flow<FlowEnd> builder(FlowHandle flow, JsonObject args) {
  auto builder = std::make_shared<Builder>();
  builder->args = builder_args(args);
  builder->models[builder->args.agent] = text_at(args, "model");
  builder->fallbacks[builder->args.agent] = texts_at(args, "fallbacks");
  builder->allowed = text_at(args, "allowed");
  builder->steered = false;
  builder->in_plain_words = true;
  builder->told = flow.start().started;
  for (int number = 1; number <= kMostToolRounds; ++number) {
    Round round = co_await one_round(flow.at("round", number), builder);
    if (round.end) co_return std::move(*round.end);
  }
  co_return ended("stuck",
                  fmt::format("It has used tools {} times and is not done.", kMostToolRounds));
}

}  // namespace

FlowDefinition builder_flow() { return {.name = "builder", .version = 1, .body = builder}; }

Flow<Built> build(FlowHandle flow, AgencyPtr agency, MapTask task, std::string work,
                  std::map<std::string, std::string> values) {
  const BuilderArgs args{.project = agency->args.project,
                         .task = task.id,
                         .work = std::move(work),
                         .agent = task.builder(),
                         .commands = task.acceptance,
                         .values = std::move(values)};
  JsonObject child = to_args(agency, args);
  const CodingChoice choice = choice_for(agency->args.coders, args.agent);
  if (!choice.profile.empty()) child["coding"] = to_json(CodingChoices{{args.agent, choice}});
  const Outcome built = co_await flow.child(
      "builder", choice.profile.empty() ? "builder" : "coding", std::move(child));
  co_await flow.catch_up("built");
  Built end;
  if (built.interrupted || flow.cancelled()) {
    end.interrupted = true;
  } else if (built.error) {
    end.why = built.error->message;
  } else {
    const Json* result = find_at(built.value, "result");
    const Json& value = result != nullptr ? *result : built.value;
    end.done = text_at(value, "end") == "done";
    end.interrupted = text_at(value, "end") == "interrupted";
    end.why = text_at(value, "why");
    end.said = text_at(value, "said");
  }
  co_return end;
}

}  // namespace fm
