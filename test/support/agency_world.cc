#include "test/support/agency_world.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/commands/conversation_setup.h"
#include "app/config/config.h"
#include "flows/agency/agency.h"
#include "flows/agency/building.h"
#include "flows/agency/coding.h"
#include "model/catalog/catalog.h"
#include "team/agency/bring_in_performer.h"
#include "team/agency/coding_performer.h"
#include "team/agency/evidence_performer.h"
#include "team/agency/lane_performers.h"
#include "team/agency/merge_performers.h"
#include "team/agency/settings_performer.h"
#include "team/agency/tools_performer.h"
#include "team/pack/built_in.h"
#include "team/pack/embedded.h"
#include "team/room/phase_change.h"
#include "team/room/project_events.h"
#include "tool/policy/policy_file.h"

namespace fm::testing {
namespace {

const By kAda{Actor::kPerson, "ada"};
constexpr const char* kModel = "scripted:any";

Result<Config> no_config() {
  ConfigSources sources;
  sources.variable = [](const char*) -> const char* { return nullptr; };
  return Config::load(sources);
}

std::string task_of(const ModelRequest& request) {
  const Json* work = find_at(request.purpose.facts, "work");
  return work != nullptr && work->is_string() ? std::string(work->get_string()) : "";
}

}  // namespace

ToolCall tool_call(std::string name, JsonObject arguments) {
  return {"", std::move(name), canonical(arguments)};
}
ScriptedReply calls(std::vector<ToolCall> calls) { return {.text = "", .calls = std::move(calls)}; }
ScriptedReply says(std::string text) { return {.text = std::move(text)}; }
ScriptedReply approves() { return says(R"({"verdict": "approve", "findings": []})"); }
ScriptedReply wants(const std::string& file, const std::string& text) {
  return says(canonical(JsonObject{
      {"verdict", "changes"},
      {"findings",
       JsonArray{JsonObject{
           {"file", file}, {"line", 1}, {"severity", "major"}, {"text", text}, {"fix", text}}}}}));
}

// One for all agents; what it answers follows from what it is sent.
class AgencyWorld::Models final : public ModelCatalog {
 public:
  explicit Models(AgencyWorld& world) : model_(std::make_shared<Scripted>(world)) {}
  Result<std::shared_ptr<Model>> find(const ModelName&) override {
    return std::static_pointer_cast<Model>(model_);
  }

 private:
  class Scripted final : public Model {
   public:
    explicit Scripted(AgencyWorld& world) : world_(world) {}

    Task<ModelOutcome> call(ModelRequest request, ModelSink& sink, CancelToken cancel) override {
      world_.asked.push_back(request);
      Later<bool> later;  // as over a network: the answer does not come inside the call
      world_.loop_->post([later] { later.resolve(true); });
      co_await later;
      if (cancel.cancelled())
        co_return std::unexpected(ModelError{ModelErrorKind::kCancelled, {}, {}, {}, {}, {}});
      ScriptedReply reply = reply_to(request);
      if (reply.hangs) {
        const Later<bool> given_up;
        const auto waits = cancel.on_cancel([given_up] { given_up.resolve(true); });
        co_await given_up;
        co_return std::unexpected(ModelError{ModelErrorKind::kCancelled, {}, {}, {}, {}, {}});
      }
      ModelOutcome outcome = ModelReply();
      sink.text(reply.text);
      outcome->text = reply.text;
      outcome->usage = {.input = 100, .output = 10};
      for (std::size_t i = 0; i < reply.calls.size(); ++i)
        outcome->tool_calls.push_back({fmt::format("c{}-{}", request.purpose.round, i),
                                       reply.calls[i].name, reply.calls[i].arguments});
      outcome->finish = reply.calls.empty() ? Finish::kStop : Finish::kToolCalls;
      co_return outcome;
    }
    std::int64_t context_tokens(std::string_view) const override { return 200'000; }
    bool is_rehearsal() const override { return false; }
    bool reads_facts() const override { return true; }
    std::string endpoint() const override { return "scripted"; }

   private:
    ScriptedReply reply_to(const ModelRequest& request) {
      if (world_.answer)
        if (auto reply = world_.answer(request)) return *reply;
      const std::string& what = request.purpose.task;
      if (what.starts_with("review") || what == "synthesize") return approves();
      auto plays = world_.rounds.find(task_of(request) + " " + what);
      if (plays == world_.rounds.end()) plays = world_.rounds.find(task_of(request));
      const auto said = static_cast<std::size_t>(
          std::ranges::count(request.messages, Role::kAssistant, &ModelMessage::role));
      if (plays == world_.rounds.end() || said >= plays->second.size()) return says("Done.");
      return plays->second[said];
    }

    AgencyWorld& world_;
  };
  std::shared_ptr<Scripted> model_;
};

class AgencyWorld::Ears final : public Listener {
 public:
  explicit Ears(AgencyWorld& world)
      : world_(world), handle_(world.engine_->bus().subscribe(*this, world.room)) {}
  void event(const EventPtr& event) override {
    world_.seen_.apply(*event);
    if (world_.told) world_.told(*event);
    if (!world_.seen_.gates.empty() || world_.over() || (world_.reached_ && world_.reached_()))
      world_.loop_->stop();
  }
  void delta(const TurnDelta&) override {}
  void notice(const TurnNotice&) override {}
  // Nothing goes on by itself: a test that waits for more would wait for ever.
  void idle(const RoomId&) override {
    world_.rests_ = true;
    world_.loop_->stop();
  }

 private:
  AgencyWorld& world_;
  std::shared_ptr<void> handle_;
};

AgencyWorld::AgencyWorld(AgencyOptions options) : options_(options) {
  for (FlowDefinition& flow : std::vector{agency_flow(), builder_flow(), coding_flow()})
    flows_[flow.name] = std::move(flow);
  map.title = "A plan";
}

AgencyWorld::~AgencyWorld() { destroy(); }

MapTask& AgencyWorld::add_task(const std::string& id, const std::string& objective,
                               std::vector<std::string> acceptance,
                               std::vector<std::string> dependencies) {
  MapTask task;
  task.id = id;
  task.objective = objective;
  task.acceptance = std::move(acceptance);
  task.dependencies = std::move(dependencies);
  task.stages = {{"IMPLEMENTATION", "", {{"builder", ""}}},
                 {"CODE_REVIEW", "", {{"reviewer", ""}, {"auditor", ""}}},
                 {"SYNTHESIZE", "", {{"leader", ""}}}};
  map.tasks.push_back(std::move(task));
  return map.tasks.back();
}

void AgencyWorld::open() {
  loop_ = make_loop(clock_);
  SqliteOptions sqlite;
  sqlite.path = "/store.db";
  sqlite.vfs = disk.vfs();
  sqlite.writing = Writing::kInline;
  sqlite.lost = [this](const Error&) { loop_->stop(); };
  auto journal = SqliteJournal::open(std::move(sqlite), *loop_);
  REQUIRE(journal.has_value());
  journal_ = std::move(*journal);
  models_ = std::make_unique<Models>(*this);
  turns_ = std::make_unique<TurnPerformer>(*loop_, *journal_, *models_, TurnOptions());
  WorkshopOptions workshop;
  workshop.lanes = lanes();
  workshop.environment = git.environment();
  workshop.environment.insert(variables.begin(), variables.end());
  workshop.home = (git.root() / "home").string();
  workshop.commands_at_once = options_.commands;
  workshop.agents_at_once = options_.agents;
  const auto policy = built_in_file("policy.yaml");
  REQUIRE(policy.has_value());
  auto rules = parse_policy(*policy, "policy.yaml", PolicyOrigin::kPack);
  REQUIRE(rules.has_value());
  workshop.policy = std::move(*rules);
  workshop.snapshot = [this](const FlowStart& flow) { return turns_->snapshot(flow); };
  workshop_ = std::make_unique<Workshop>(*loop_, std::move(workshop));
  const auto own = [&](const char* kind, std::unique_ptr<Performer> performer) {
    performers_[kind] = performer.get();
    owned_.push_back(std::move(performer));
  };
  performers_["turn"] = turns_.get();
  own("work_settings", std::make_unique<SettingsPerformer>(*workshop_));
  own("agency_base", std::make_unique<BasePerformer>(*workshop_));
  own("lane", std::make_unique<LanePerformer>(*workshop_));
  own("conflict_lane", std::make_unique<ConflictLanePerformer>(*workshop_));
  own("lanes_end", std::make_unique<LanesEndPerformer>(*workshop_));
  own("tools", std::make_unique<ToolsPerformer>(*workshop_));
  auto builders = std::make_unique<CodingPerformer>(
      *loop_, *workshop_,
      [profiles = coding](const std::string&, const std::string& id) -> Result<CodingProfile> {
        if (const auto known = profiles.find(id); known != profiles.end()) return known->second;
        return fail("coding_profile_unknown", "There is none.");
      });
  CodingPerformer* const coder = builders.get();
  own("coding_agent", std::move(builders));
  own("evidence", std::make_unique<EvidencePerformer>(*workshop_));
  own("merge_train", std::make_unique<TrainPerformer>(*workshop_));
  own("merge_accept", std::make_unique<AcceptPerformer>(*workshop_));
  own("bring_in", std::make_unique<BringInPerformer>(*workshop_));
  EngineOptions engine;
  engine.quarantine_after = 1'000'000;  // crashes are the rule here
  engine_ = std::make_unique<Engine>(
      *loop_, *journal_, flows_, performers_, [] { return std::make_unique<RoomView>(); }, engine);
  coder->use(*engine_);
  seen_ = RoomView();
  for (const EventPtr& event : events()) seen_.apply(*event);
  ears_ = std::make_unique<Ears>(*this);
  turns_->tell(engine_->bus());
  REQUIRE(engine_->open());
}

void AgencyWorld::destroy() {
  ears_.reset();
  engine_.reset();
  performers_.clear();
  owned_.clear();
  workshop_.reset();
  turns_.reset();
  journal_.reset();
  models_.reset();
  loop_.reset();
}

void AgencyWorld::begin() {
  open();
  start_work();
}

void AgencyWorld::start_work() {
  const auto config = no_config();
  REQUIRE(config.has_value());
  ConversationRequest request;
  request.model = kModel;
  request.folder = git.repository_path();
  auto ready = prepare_conversation(request, *config, {embedded_files(), {}, {}});
  REQUIRE(ready.has_value());
  REQUIRE(add_models(*ready, request, *config, *models_));
  AgencyArgs args{
      .project = project, .leader = "leader", .models = {}, .fallbacks = {}, .coders = coders};
  for (const auto& [agent, profile] : ready->snapshot.profiles) args.models[agent] = kModel;
  FlowRequest flow;
  flow.id = flow_;
  flow.name = "agency";
  flow.args = to_args(args);
  flow.pins.insert(ready->files.begin(), ready->files.end());
  flow.endpoints = ready->endpoints;
  NewEvent wish;
  wish.kind = "message.posted";
  wish.by = kAda;
  wish.body = {{"id", "m-1"},    {"from", "ada"},          {"to", "team"},
               {"kind", "user"}, {"marker", "discussion"}, {"text", map.title}};
  Brief brief;
  brief.title = map.title;
  brief.goal = "What the plan says.";
  brief.next_steps = {{"builder", "Build it."}};
  const bool again = !events().empty();
  if (!again)
    flow.before = {
        wish, project_created({project, map.title, {"builder"}, "m-1"}),
        brief_proposed(project, {brief, 1, BriefOrigin::kLeader, {Actor::kAgent, "leader"}, {}}),
        plan_proposed(project, to_json(map), 1, {Actor::kAgent, "product-planner"})};
  for (NewEvent& event : flow.before) event.at = loop_->clock().now();
  std::optional<RoomRequest> made;
  if (!again) made = RoomRequest{room, "Yard", git.repository_path(), "council"};
  engine_->start(room, std::move(made), std::move(flow), kAda, [](const Result<EventPtr>& started) {
    INFO((started ? "" : started.error().message + started.error().cause));
    CHECK(started.has_value());
  });
}

void AgencyWorld::begin_again() {
  flow_.value += "-again";
  start_work();
}

void AgencyWorld::resume() {
  open();
  // Whoever was not told that it began, begins it again.
  if (engine_->unfinished().empty() && !over()) return start_work();
  for (const RoomId& one : engine_->unfinished())
    engine_->resume(one, Anyway::kNo, [](const Result<void>& resumed) { CHECK(resumed); });
}

void AgencyWorld::crash() {
  disk.crash();
  destroy();
  disk.restart(CrashMode::kCrash);
  ++process;
}

void AgencyWorld::leave() {
  engine_->leave();
  journal_->flush();
  destroy();
  ++process;
}

void AgencyWorld::run() { run_until({}); }

void AgencyWorld::run_until(const std::function<bool()>& reached) {
  reached_ = reached;
  rests_ = false;
  // A disk that has crashed tells nobody before it is used again.
  std::unique_ptr<Timer> looks;
  const std::function<void()> look = [&] {
    if (crashed()) return loop_->stop();
    looks = loop_->after(Millis(20), [&look] { look(); });
  };
  look();
  while (!crashed() && !over() && !gate() && !rests_ && !(reached && reached())) loop_->run();
  reached_ = {};
}

bool AgencyWorld::over() {
  const FlowRecord* flow = seen_.flow(flow_);
  return flow != nullptr && !flow->completion.empty();
}

std::optional<OpenGate> AgencyWorld::gate() {
  if (seen_.gates.empty()) return std::nullopt;
  return seen_.gates[0];
}

void AgencyWorld::reply(const std::string& option) {
  const auto open = gate();
  REQUIRE(open.has_value());
  engine_->answer(room, {open->gate, open->digest, option, ""}, kAda,
                  [](const Result<EventPtr>& answered) {
                    INFO((answered ? "" : answered.error().message));
                    CHECK(answered.has_value());
                  });
  while (!crashed() && gate() && gate()->gate == open->gate) loop_->run();
}

void AgencyWorld::say(const std::string& text) {
  NewEvent message;
  message.kind = "message.posted";
  message.by = kAda;
  message.at = loop_->clock().now();
  message.client_id = fmt::format("c-{}", ++said_);
  message.body = {
      {"id", "m-" + message.client_id}, {"from", "ada"}, {"to", "team"}, {"kind", "user"},
      {"marker", "discussion"},         {"text", text}};
  engine_->input(room, std::move(message),
                 [](const Result<EventPtr>& heard) { CHECK(heard.has_value()); });
}

void AgencyWorld::interrupt_soon() {
  loop_->post([this] { engine_->interrupt(room); });
}

Json AgencyWorld::result() {
  for (const EventPtr& event : events())
    if (event->kind == "flow.finished" && event->flow == flow_) return Json(event->body);
  return {};
}

std::vector<EventPtr> AgencyWorld::events() {
  auto all = read_all(*journal_, room);
  return all ? *all : std::vector<EventPtr>();
}

RoomView AgencyWorld::view() {
  RoomView view;
  for (const EventPtr& event : events()) view.apply(*event);
  return view;
}

const AgencyWork& AgencyWorld::work() { return seen_.projects.find(project)->work; }

std::string AgencyWorld::story() {
  std::string story;
  for (const EventPtr& event : events()) {
    story += fmt::format("{} {} {}", event->room_seq.value, event->kind, event->place.value);
    for (const std::string_view key :
         {"effect", "agent", "task", "tool", "act", "to", "why", "text", "code", "hint", "message",
          "completion", "question", "answer", "summary"})
      if (!event->text(key).empty())
        story += fmt::format(" {}={}", key, event->text(key).substr(0, 300));
    story += '\n';
  }
  return story;
}

int AgencyWorld::count(const std::string& kind) {
  return static_cast<int>(std::ranges::count(
      events(), kind, [](const EventPtr& event) { return std::string(event->kind); }));
}

int AgencyWorld::calls_of(const std::string& agent, const std::string& task) const {
  return static_cast<int>(std::ranges::count_if(asked, [&](const ModelRequest& request) {
    return request.purpose.agent == agent && (task.empty() || request.purpose.task == task);
  }));
}

std::string AgencyWorld::branch_file(const std::string& path) {
  return git.shell(fmt::format("git show '{}:{}'", work().branch, path));
}

}  // namespace fm::testing
