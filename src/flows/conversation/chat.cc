#include "flows/conversation/chat.h"

#include <algorithm>
#include <set>

#include "engine/flow/carried.h"
#include "flows/conversation/discovery.h"
#include "flows/conversation/full.h"
#include "flows/conversation/idle.h"
#include "flows/conversation/light.h"
#include "flows/conversation/quick.h"
#include "flows/conversation/review.h"
#include "flows/conversation/talk.h"
#include "flows/conversation/work.h"

namespace fm {
namespace {

Flow<Nothing> active_step(FlowHandle flow, TalkPtr talk) {
  const Project& project = *active_project(flow);
  const std::string way = project.intent ? project.intent->flow : "full";
  switch (project.phase) {
    case Phase::kDiscovery:
    case Phase::kExecution:
      if (way == "quick") co_return co_await quick_step(flow, talk);
      if (way == "light") co_return co_await light_step(flow, talk);
      if (project.phase == Phase::kDiscovery) co_return co_await discovery_step(flow, talk);
      co_return co_await execution_step(flow, talk);
    case Phase::kReady:
      co_return co_await ready_step(flow, talk);
    case Phase::kSynthesis:
      co_return co_await synthesis_step(flow, talk);
    case Phase::kApproval:
      co_return co_await approval_step(flow, talk);
    case Phase::kReview:
      co_return co_await review_step(flow, talk);
    case Phase::kIdle:
    case Phase::kFailed:
      break;
  }
  co_return Nothing();
}

Flow<Nothing> one_step(FlowHandle flow, TalkPtr talk) {
  const Project* project = active_project(flow);
  if (project != nullptr && is_active(project->phase)) co_return co_await active_step(flow, talk);
  co_return co_await idle_step(flow, talk);
}

Flow<FlowEnd> chat(FlowHandle flow, JsonObject args) {
  auto talk = std::make_shared<Conversation>();
  talk->plan = talk_plan(args);
  talk->models = talk->plan.models;
  talk->fallbacks = talk->plan.fallbacks;
  talk->steered = false;
  talk->heard = RoomSeq{int_at(args, "heard", flow.start().started.value)};
  if (const Json* decided = args.if_contains("decided"); decided && decided->is_array())
    for (const Json& one : decided->get_array())
      if (one.is_int64()) talk->decided.insert(one.get_int64());
  talk->allowed = text_at(args, "allowed");
  co_await flow.catch_up("begin");

  co_await one_step(flow, talk);
  // A run that only waited hears in the same run what was said: a run less for each message.
  if (!talk->has_taken && has_unheard(flow, talk) && !flow.cancelled())
    co_await one_step(flow.at("heard"), talk);
  if (flow.cancelled()) co_return FlowEnd::cancelled("the conversation was closed");
  args["heard"] = talk->heard.value;
  std::erase_if(talk->decided, [&](std::int64_t at) { return at <= talk->heard.value; });
  JsonArray decided;
  for (const std::int64_t at : talk->decided) decided.push_back(at);
  args["decided"] = std::move(decided);
  if (!talk->allowed.empty()) args["allowed"] = talk->allowed;
  co_return flow.continue_as(std::move(args));
}

// For a run that cannot be followed. A message that the flow has taken counts as heard: the room
// has what came of it, and saying it once more is the person's to decide. All others are heard.
JsonObject afresh(JsonObject args, const Carried& done, const Fold& room) {
  std::set<std::string, std::less<>> taken;
  for (const CarriedEffect& effect : done.effects())
    if (text_at(effect.request, "what") == "message")
      taken.emplace(text_at(effect.request, "message"));
  std::int64_t heard = int_at(args, "heard", int_at(args, "$input_after"));
  for (const Message& message : static_cast<const RoomView&>(room).messages)
    if (taken.contains(message.id)) heard = std::max(heard, message.room_seq.value);
  args["heard"] = heard;
  return args;
}

}  // namespace

FlowDefinition chat_flow() {
  return {.name = "chat", .version = 1, .body = chat, .afresh = afresh};
}

}  // namespace fm
