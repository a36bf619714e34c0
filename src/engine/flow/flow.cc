#include "engine/flow/flow.h"

#include "engine/flow/flow_run.h"

namespace fm {
namespace {

JsonObject to_object(const NewEvent& event) {
  JsonObject object;
  object["kind"] = event.kind;
  object["by"] = {{"kind", to_string(event.by.kind)}, {"id", event.by.id}};
  object["body"] = event.body;
  if (!event.project.empty()) object["project"] = event.project.value;
  return object;
}

}  // namespace

namespace detail {

void make_ready(FlowRun& run, std::coroutine_handle<> handle) { run.make_ready(handle); }
void cancel_scope(FlowRun& run, Scope& scope) { run.cancel_scope(scope); }
void branch_failed(FlowRun& run, const std::exception_ptr& failure) noexcept { run.fail(failure); }

}  // namespace detail

FlowEnd FlowEnd::success(Json result, std::string reason) {
  return {"success", std::move(reason), std::move(result), std::nullopt, std::nullopt};
}

FlowEnd FlowEnd::cancelled(std::string reason, Json result) {
  return {"cancellation", std::move(reason), std::move(result), std::nullopt, std::nullopt};
}

FlowEnd FlowEnd::failed(Error error, Json result) {
  std::string reason = error.message;
  return {"error", std::move(reason), std::move(result), std::move(error), std::nullopt};
}

EffectAwait::EffectAwait(FlowRun& run, std::shared_ptr<detail::Scope> scope, StepPath place,
                         EffectRequest request)
    : run_(run), scope_(std::move(scope)), place_(std::move(place)), request_(std::move(request)) {}

void EffectAwait::await_suspend(std::coroutine_handle<> waiting) {
  run_.ask(scope_, place_, std::move(request_), outcome_, waiting);
}

std::string FlowHandle::below(std::string_view segment) const {
  FM_CHECK(!segment.empty() && segment.find('/') == segment.npos, "a segment of a place is a word");
  return prefix_ + "/" + std::string(segment);
}

FlowHandle FlowHandle::at(std::string_view segment) const {
  return FlowHandle(*run_, scope_, below(segment));
}

FlowHandle FlowHandle::at(std::string_view segment, int index) const {
  return at(segment).at(std::to_string(index));
}

FlowHandle FlowHandle::branch(std::string_view segment) const {
  FlowHandle branched = at(segment);
  branched.scope_ = std::make_shared<detail::Scope>(scope_, branched.prefix_);
  return branched;
}

FlowHandle FlowHandle::branch(std::string_view segment, int index) const {
  return at(segment).branch(std::to_string(index));
}

FlowHandle FlowHandle::shielded() const {
  FlowHandle handle = *this;
  handle.scope_ = std::make_shared<detail::Scope>(scope_, scope_->prefix, false, true);
  return handle;
}

EffectAwait FlowHandle::effect(std::string_view segment, EffectRequest request) const {
  return EffectAwait(*run_, scope_, StepPath{below(segment)}, std::move(request));
}

EffectAwait FlowHandle::perform(std::string_view segment, EffectRequest request) const {
  return effect(segment, std::move(request));
}

EffectAwait FlowHandle::post(std::string_view segment, std::vector<NewEvent> events) const {
  JsonArray list;
  for (const NewEvent& event : events) list.push_back(to_object(event));
  return effect(segment, {"post", {{"events", std::move(list)}}});
}

EffectAwait FlowHandle::catch_up(std::string_view segment) const {
  return effect(segment, {"look", {}});
}

EffectAwait FlowHandle::next_input(std::string_view segment) const {
  return effect(segment, {"input", {}});
}

EffectAwait FlowHandle::sleep(std::string_view segment, Millis span) const {
  return effect(segment, {"sleep", {{"ms", static_cast<std::int64_t>(span.count())}}});
}

void GateRequest::offer(GateOption option) {
  options.emplace_back(option.label);
  option_ids.emplace_back(option.id);
}

EffectAwait FlowHandle::ask(std::string_view segment, GateRequest gate) const {
  JsonObject request;
  request["type"] = gate.type;
  request["question"] = gate.question;
  request["options"] = to_json(gate.options);
  if (!gate.option_ids.empty()) request["option_ids"] = to_json(gate.option_ids);
  request["subject"] = gate.subject;
  if (gate.expires_at) request["expires_at_ms"] = gate.expires_at->value;
  return effect(segment, {"ask", std::move(request)});
}

EffectAwait FlowHandle::child(std::string_view segment, std::string flow, JsonObject args) const {
  return effect(segment, {"child", {{"flow", std::move(flow)}, {"args", std::move(args)}}});
}

EffectAwait FlowHandle::version(std::string_view segment, int current, int oldest) const {
  // The identity leaves `current` out: a newer program must match the marker of an older one.
  return effect(segment, {"version", {{"current", current}, {"oldest", oldest}}});
}

FlowEnd FlowHandle::continue_as(JsonObject args) const {
  FlowEnd end = FlowEnd::success({}, "continued");
  end.next_args = std::move(args);
  return end;
}

const FlowStart& FlowHandle::start() const { return *run_->start(); }
UtcMs FlowHandle::now() const { return run_->cursor_time(); }
RoomSeq FlowHandle::cursor() const { return run_->cursor(); }
const Fold& FlowHandle::fold() const { return run_->fold(); }

std::uint64_t FlowHandle::random(std::string_view segment) const {
  const Sha256 hash = sha256(start().id.value + " " + below(segment));
  std::uint64_t value = 0;
  for (int i = 0; i < 8; ++i) value = value << 8 | hash[static_cast<std::size_t>(i)];
  return value;
}

std::string FlowHandle::derived_id(char prefix, std::string_view segment) const {
  return fm::derived_id(prefix, start().id, below(segment));
}

}  // namespace fm
