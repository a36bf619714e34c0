#include "test/support/toy_flow.h"

namespace fm::testing {
namespace {

Flow<std::string> part(FlowHandle flow, int index) {
  const std::string name = "part-" + std::to_string(index);
  EffectRequest first = toy_effect("turn", name + "-a", index);
  Outcome a = co_await flow.perform("first", first);
  EffectRequest second =
      toy_effect(index == 2 ? "think" : "turn", name + "-b after " + text_of(a), 3 - index);
  Outcome b = co_await flow.perform("second", second);
  co_return text_of(b);
}

Flow<std::string> nap(FlowHandle flow, Millis span) {
  Outcome slept = co_await flow.sleep("nap", span);
  co_return slept.interrupted ? "nap stopped" : "napped";
}

Flow<std::string> work(FlowHandle flow, std::int64_t ms) {
  EffectRequest request = toy_effect("turn", "work", ms);
  Outcome worked = co_await flow.perform("work", request);
  if (worked.interrupted) {
    EffectRequest tidy = toy_effect("think", "tidy");
    FlowHandle shielded = flow.shielded();
    Outcome tidied = co_await shielded.perform("tidy", tidy);
    co_return "work stopped, " + text_of(tidied);
  }
  co_return "worked";
}

Flow<std::string> race(FlowHandle flow, Millis span, std::int64_t ms) {
  std::vector<FlowHandle> handles{flow.branch("nap"), flow.branch("work")};
  std::vector<Flow<std::string>> branches;
  branches.push_back(nap(handles[0], span));
  branches.push_back(work(handles[1], ms));
  auto winner = co_await flow.race(handles, std::move(branches));
  co_return winner.second;
}

Flow<FlowEnd> toy_child(FlowHandle flow, JsonObject args) {
  EffectRequest request = toy_effect("turn", "child of " + std::string(text_at(args, "of")), 1);
  Outcome done = co_await flow.perform("child-turn", request);
  Outcome slept = co_await flow.sleep("child-nap", Millis(5));
  (void)slept;
  co_return FlowEnd::success(Json(boost::json::string(text_of(done))));
}

NewEvent message(const std::string& text) {
  NewEvent posted;
  posted.kind = "message.posted";
  posted.by = {Actor::kAgent, "leader"};
  posted.body = {{"id", "m-toy"}, {"text", text}};
  return posted;
}

Flow<JsonObject> first_round(FlowHandle flow) {
  JsonObject said;
  Outcome version = co_await flow.version("version", 2, 1);
  said["version"] = version.value;

  std::vector<Flow<std::string>> parts;
  for (int i = 1; i <= 3; ++i) parts.push_back(part(flow.branch("part", i), i));
  std::vector<std::string> all = co_await flow.all(std::move(parts));
  said["parts"] = to_json(all);

  std::vector<NewEvent> messages;
  messages.push_back(message("the parts are done"));
  Outcome posted = co_await flow.post("tell", messages);
  (void)posted;
  Outcome looked = co_await flow.catch_up("look");
  (void)looked;
  bool seen = false;
  for (const std::string& text : flow.view<ToyView>().texts) seen |= text == "the parts are done";
  said["seen"] = seen;

  std::string long_nap = co_await race(flow.at("race", 1), Millis(3'600'000), 5);
  said["long_nap"] = long_nap;
  std::string short_nap = co_await race(flow.at("race", 2), Millis(10), -1);
  said["short_nap"] = short_nap;

  GateRequest gate;
  gate.type = "toy";
  gate.question = "Shall it go on?";
  gate.options = {"yes", "no"};
  Outcome answer = co_await flow.ask("ask", gate);
  said["answer"] = text_at(answer.value, "answer");
  co_return said;
}

Flow<JsonObject> second_round(FlowHandle flow, JsonObject said) {
  EffectRequest once = toy_effect("shell", "make", 2);
  Outcome made = co_await flow.perform("make", once);
  said["made"] = made.ok();
  EffectRequest checkable = toy_effect("merge", "main", 2);
  Outcome merged = co_await flow.perform("merge", checkable);
  said["merged"] = text_of(merged);
  JsonObject args{{"of", "toy"}};
  Outcome child = co_await flow.child("child", "toy_child", args);
  said["child"] = text_at(child.value, "result");
  Outcome slept = co_await flow.sleep("pause", Millis(50));
  said["slept"] = slept.ok();
  co_return said;
}

Flow<FlowEnd> toy(FlowHandle flow, JsonObject args) {
  const int round = static_cast<int>(int_at(args, "round", 1));
  JsonObject said;
  if (const auto* former = args.if_contains("said")) said = former->as_object();
  if (round == 1) {
    said = co_await first_round(flow);
  } else if (round == 2) {
    said = co_await second_round(flow, said);
  } else {
    Outcome heard = co_await flow.next_input("hear");
    JsonArray texts;
    if (const auto* former = said.if_contains("texts")) texts = former->as_array();
    texts.push_back(Json(boost::json::string(text_at(heard.value, "text"))));
    said["texts"] = std::move(texts);
    EffectRequest reply =
        toy_effect("turn", "reply to " + std::string(text_at(heard.value, "text")), 1);
    Outcome replied = co_await flow.perform("reply", reply);
    (void)replied;
    if (round == 2 + kToyMessages) co_return FlowEnd::success(said);
  }
  co_return flow.continue_as({{"round", round + 1}, {"said", said}});
}

}  // namespace

std::map<std::string, FlowDefinition> toy_flows() {
  return {{"toy", {"toy", 1, toy}}, {"toy_child", {"toy_child", 1, toy_child}}};
}

Flow<FlowEnd> echo(FlowHandle flow, JsonObject args) {
  JsonArray heard;
  if (const auto* former = args.if_contains("heard")) heard = former->as_array();
  Outcome said = co_await flow.next_input("hear");
  heard.push_back(Json(boost::json::string(text_at(said.value, "text"))));
  EffectRequest request = toy_effect("turn", "answer", 1);
  Outcome answered = co_await flow.perform("answer", request);
  (void)answered;
  if (text_at(said.value, "text") == "the end") co_return FlowEnd::success(heard);
  co_return flow.continue_as({{"heard", heard}});
}

void ToyView::apply(const Event& event) {
  ++events;
  if (event.kind == "message.posted") texts.emplace_back(event.text("text"));
}

Json ToyView::encode() const { return JsonObject{{"events", events}, {"texts", to_json(texts)}}; }

bool ToyView::decode(const Json& kept) {
  events = static_cast<int>(int_at(kept, "events"));
  texts = texts_at(kept, "texts");
  return kept.is_object();
}

EffectRequest toy_effect(std::string kind, std::string name, std::int64_t ms) {
  return {std::move(kind), {{"name", std::move(name)}, {"ms", ms}}};
}

std::string text_of(const Outcome& outcome) {
  if (outcome.interrupted) return "interrupted";
  if (outcome.error) return outcome.error->code;
  return std::string(text_at(outcome.value, "did"));
}

}  // namespace fm::testing
