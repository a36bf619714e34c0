#include "flows/conversation/conversation_flow.h"

#include <algorithm>
#include <set>

#include "engine/flow/carried.h"
#include "flows/conversation/conversation.h"
#include "flows/conversation/discovery.h"
#include "flows/conversation/full.h"
#include "flows/conversation/idle.h"
#include "flows/conversation/light.h"
#include "flows/conversation/quick.h"
#include "flows/conversation/work/review.h"
#include "flows/conversation/work/work.h"

namespace fm {
namespace {

Flow<Nothing> active_step(FlowHandle flow, ConversationPtr conversation) {
  const Project& project = *active_project(flow);
  const std::string way = project.intent ? project.intent->flow : "full";
  switch (project.phase) {
    case Phase::kDiscovery:
    case Phase::kExecution:
      if (way == "quick") co_return co_await quick_step(flow, conversation);
      if (way == "light") co_return co_await light_step(flow, conversation);
      if (project.phase == Phase::kDiscovery) co_return co_await discovery_step(flow, conversation);
      co_return co_await execution_step(flow, conversation);
    case Phase::kReady:
      co_return co_await ready_step(flow, conversation);
    case Phase::kSynthesis:
      co_return co_await synthesis_step(flow, conversation);
    case Phase::kApproval:
      co_return co_await approval_step(flow, conversation);
    case Phase::kReview:
      co_return co_await review_step(flow, conversation);
    case Phase::kIdle:
    case Phase::kFailed:
      break;
  }
  co_return Nothing();
}

Flow<Nothing> one_step(FlowHandle flow, ConversationPtr conversation) {
  const Project* project = active_project(flow);
  if (project != nullptr && is_active(project->phase))
    co_return co_await active_step(flow, conversation);
  co_return co_await idle_step(flow, conversation);
}

// What a model has read of messages that are heard again by the next run.
void keep_judged(const FlowHandle& flow, const Conversation& conversation, JsonObject& args) {
  args.erase("judged");
  if (conversation.judged.empty()) return;
  JsonObject judged;
  for (const Message& message : flow.view<RoomView>().messages) {
    const auto known = conversation.judged.find(message.id);
    if (message.room_seq > conversation.heard && known != conversation.judged.end())
      judged[message.id] = known->second;
  }
  if (!judged.empty()) args["judged"] = std::move(judged);
}

// From this version on the questions about turns are asked as today (Course::in_plain_words).
constexpr int kPlainWords = 2;
constexpr int kBuilds = 3;

Flow<FlowEnd> chat(FlowHandle flow, JsonObject args) {
  auto conversation = std::make_shared<Conversation>();
  conversation->plan = conversation_plan(args);
  conversation->models = conversation->plan.models;
  conversation->fallbacks = conversation->plan.fallbacks;
  conversation->steered = false;
  conversation->in_plain_words = flow.start().version >= kPlainWords;
  conversation->heard = RoomSeq{int_at(args, "heard", flow.start().started.value)};
  if (const Json* decided = args.if_contains("decided"); decided && decided->is_array())
    for (const Json& one : decided->get_array())
      if (one.is_int64()) conversation->decided.insert(one.get_int64());
  conversation->allowed = text_at(args, "allowed");
  if (text_at(args, "care") == "thorough") conversation->plan.thorough = true;
  conversation->refused = texts_at(args, "refused");
  conversation->built_with = text_at(args, "built_with");
  if (const Json* stopped = args.if_contains("stopped"); stopped != nullptr)
    conversation->stopped =
        StoppedAt{std::string(text_at(*stopped, "project")), RoomSeq{int_at(*stopped, "at")}};
  if (const Json* judged = args.if_contains("judged"); judged != nullptr && judged->is_object())
    for (const auto& [message, reading] : judged->get_object())
      conversation->judged[std::string(message)] = reading;
  co_await flow.catch_up("begin");

  co_await one_step(flow, conversation);
  // A run that only waited hears in the same run what was said: a run less for each message.
  if (!conversation->has_taken && has_unheard(flow, conversation) && !flow.cancelled())
    co_await one_step(flow.at("heard"), conversation);
  if (flow.cancelled()) co_return FlowEnd::cancelled("the conversation was closed");
  args["heard"] = conversation->heard.value;
  std::erase_if(conversation->decided,
                [&](std::int64_t at) { return at <= conversation->heard.value; });
  JsonArray decided;
  for (const std::int64_t at : conversation->decided) decided.push_back(at);
  args["decided"] = std::move(decided);
  if (!conversation->allowed.empty()) args["allowed"] = conversation->allowed;
  if (conversation->wants_care) args["care"] = "thorough";
  if (!conversation->refused.empty()) args["refused"] = to_json(conversation->refused);
  args["built_with"] = conversation->built_with;
  if (conversation->built_with.empty()) args.erase("built_with");
  args.erase("stopped");
  if (is_stopped(flow, conversation))
    args["stopped"] = JsonObject{{"project", conversation->stopped->project},
                                 {"at", conversation->stopped->at.value}};
  keep_judged(flow, *conversation, args);
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

FlowDefinition conversation_flow() {
  // 2: the proposal is the draft of the brief, one call asks for the team, the work is checked
  // whole.
  // 3: a brief that is built as code gets a plan, and the agency builds it.
  return {.name = "chat", .version = kBuilds, .body = chat, .afresh = afresh, .renews = true};
}

}  // namespace fm
