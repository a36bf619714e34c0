#include "flows/conversation/chat.h"

#include <algorithm>
#include <set>

#include "flows/conversation/talk.h"

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

  const Project* project = active_project(flow);
  if (project != nullptr && is_active(project->phase)) {
    co_await active_step(flow, talk);
  } else {
    co_await idle_step(flow, talk);
  }
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
JsonObject afresh(JsonObject args, const std::vector<EventPtr>& room, const FlowId& flow) {
  std::set<std::string, std::less<>> taken;
  std::int64_t heard = int_at(args, "heard", int_at(args, "$input_after"));
  for (const EventPtr& event : room) {
    if (event->flow != flow || event->kind != "effect.scheduled") continue;
    const Json* request = event->body.if_contains("request");
    if (request != nullptr && text_at(*request, "what") == "message")
      taken.emplace(text_at(*request, "message"));
  }
  for (const EventPtr& event : room)
    if (event->kind == "message.posted" && taken.contains(event->text("id")))
      heard = std::max(heard, event->room_seq.value);
  args["heard"] = heard;
  return args;
}

}  // namespace

FlowDefinition chat_flow() {
  return {.name = "chat", .version = 1, .body = chat, .afresh = afresh};
}

}  // namespace fm
