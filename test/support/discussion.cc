#include "test/support/discussion.h"

#include <algorithm>
#include <iterator>

#include "app/commands/more_rounds.h"
#include "base/yaml/yaml.h"
#include "engine/flow/pins.h"
#include "flows/conversation/conversation_flow.h"
#include "flows/ideation/ideation.h"
#include "rehearsal/rehearsal.h"
#include "team/pack/built_in.h"
#include "team/pack/embedded.h"
#include "team/pack/languages.h"
#include "test/support/journal_wrapper.h"
#include "tool/policy/policy_file.h"

namespace fm::testing {
namespace {

class ScriptedModel final : public Model {
 public:
  explicit ScriptedModel(Discussion& world) : world_(world) {}

  Task<ModelOutcome> call(ModelRequest request, ModelSink& sink, CancelToken cancel) override {
    Asked asked{
        request.purpose.agent, request.purpose.task, request.purpose.round, world_.process, {}, {}};
    asked.model = request.model;
    for (const ToolSpec& tool : request.tools)
      asked.tools += tool.name + canonical(tool.parameters);
    for (const ModelMessage& message : request.messages) {
      asked.prompt += message.text.str();
      asked.sizes.push_back(message.text.size());
    }
    world_.outside.asked(asked.prompt);
    world_.asked.push_back(std::move(asked));
    const int number = static_cast<int>(world_.asked.size());
    if (world_.before_call && world_.before_call(number)) world_.disk.crash();
    const auto line = world_.line_for(request);
    // As over a network: the answer does not come inside the call.
    do {
      Later<bool> later;
      world_.loop().post([later] { later.resolve(true); });
      co_await later;
    } while (world_.interrupt_is_on_its_way);
    if (cancel.cancelled())
      co_return std::unexpected(ModelError{ModelErrorKind::kCancelled, {}, {}, {}, {}, {}});
    if (line && line->hangs) {
      const Later<bool> given_up;
      const auto waits = cancel.on_cancel([given_up] { given_up.resolve(true); });
      co_await given_up;
      co_return std::unexpected(ModelError{ModelErrorKind::kCancelled, {}, {}, {}, {}, {}});
    }
    ModelOutcome outcome = ModelReply();
    if (line && line->fails) {
      ModelError error;
      error.kind = *line->fails;
      error.message = "scripted";
      outcome = std::unexpected(std::move(error));
    } else if (line) {
      sink.text(line->text);
      outcome->text = line->text;
      outcome->tool_calls = line->calls;
      outcome->finish = line->calls.empty() ? Finish::kStop : Finish::kToolCalls;
      outcome->usage = line->usage;
    } else {
      outcome = co_await world_.rehearsal()->call(std::move(request), sink, cancel);
    }
    // A call of a tool is sent to the model again within the same effect: nobody else sees it.
    if (outcome && !outcome->text.contains("<tool_call>")) world_.outside.answered(outcome->text);
    if (world_.after_call && world_.after_call(number)) world_.disk.crash();
    co_return outcome;
  }

  std::int64_t context_tokens(std::string_view) const override {
    return world_.options.context_tokens;
  }
  bool is_rehearsal() const override { return false; }
  bool reads_facts() const override { return true; }
  std::string endpoint() const override { return "scripted"; }

 private:
  Discussion& world_;
};

class ScriptedCatalog final : public ModelCatalog {
 public:
  explicit ScriptedCatalog(Discussion& world) : model_(std::make_shared<ScriptedModel>(world)) {}
  Result<std::shared_ptr<Model>> find(const ModelName&) override {
    return std::static_pointer_cast<Model>(model_);
  }

 private:
  std::shared_ptr<ScriptedModel> model_;
};

// The journal, whose texts are those that another version of the program had pinned.
class ChangedPins final : public JournalWrapper {
 public:
  ChangedPins(Journal& journal, std::function<std::string(std::string)> change)
      : JournalWrapper(journal), change_(std::move(change)) {}
  Result<std::string> blob(std::string_view hex) override {
    auto text = journal_.blob(hex);
    if (text && change_) return change_(std::move(*text));
    return text;
  }

 private:
  std::function<std::string(std::string)> change_;
};

// One for all discussions of a test program, so that they remember what was read.
Task<Result<std::shared_ptr<const Vocabulary>>> people_words() {
  static const auto words = std::make_shared<const Vocabulary>(built_in_vocabulary());
  co_return words;
}

}  // namespace

void read_budget(const std::vector<std::string>& words, TurnOptions& turns) {
  Budget& budget = words.at(1) == "day"    ? turns.day
                   : words.at(1) == "room" ? turns.room
                                           : turns.project;
  for (std::size_t i = 2; i < words.size(); ++i) {
    const auto equals = words[i].find('=');
    const std::string unit = words[i].substr(0, equals);
    const std::string value = words[i].substr(equals + 1);
    if (unit == "usd") budget.micro_usd = parse_decimal(value, 6);
    if (unit == "tokens") budget.tokens = std::stoll(value);
    if (unit == "turns") budget.turns = std::stoll(value);
    if (unit == "minutes") budget.minutes = std::stoll(value);
  }
}

Discussion::Discussion(DiscussionOptions given) : disk(given.seed + 1), options(std::move(given)) {
  request.topic = "a neighbourhood tool library";
  request.model = options.model;
  conversation.model = options.model;
  conversation.folder = "/folder";
  for (FlowDefinition& flow : std::vector{ideation_flow(), conversation_flow()})
    flows_[flow.name] = std::move(flow);
  if (options.change_flows) options.change_flows(flows_);
}

Discussion::~Discussion() { destroy(); }

std::vector<EmbeddedFile> Discussion::packs() const {
  std::vector<EmbeddedFile> files;
  for (const EmbeddedFile& file : embedded_files()) {
    const std::string_view name = file.path.substr(std::string_view("default/").size());
    if (!pack_files.contains(std::string(name))) files.push_back(file);
  }
  paths_.clear();
  // There is no git and no lane in this world: the council works on documents.
  for (EmbeddedFile& file : files) {
    if (file.path != "default/teams/council.yaml") continue;
    static const std::string text = [&] {
      constexpr std::string_view kBuilds = "execution: agency";
      std::string council(file.bytes);
      return council.replace(council.find(kBuilds), kBuilds.size(), "execution: stages");
    }();
    file.bytes = text;
  }
  for (const auto& [name, text] : pack_files) {
    paths_.push_back("default/" + name);
    files.push_back({paths_.back(), text});
  }
  std::ranges::sort(files, {}, &EmbeddedFile::path);
  return files;
}

const std::shared_ptr<Model>& Discussion::rehearsal() {
  // One for all discussions of a test program, so that they remember what was read.
  static std::map<std::string, std::shared_ptr<Model>> rehearsals;
  std::shared_ptr<Model>& rehearsal = rehearsals[options.screenplay];
  if (rehearsal) return rehearsal;
  const auto source = [](std::string_view name) -> Result<ScreenplayText> {
    const std::string path = "default/screenplays/" + std::string(name) + ".yaml";
    for (const EmbeddedFile& file : embedded_files())
      if (file.path == path) return ScreenplayText{std::string(file.bytes), path};
    return fail("screenplay_unknown", "There is no screenplay " + path);
  };
  auto text = source(options.screenplay);
  auto opened = Rehearsal::open(*text, source);
  if (!opened) throw_bug(opened.error().message + opened.error().cause, __FILE__, __LINE__);
  rehearsal = *opened;
  return rehearsal;
}

std::optional<Line> Discussion::line_for(const ModelRequest& asked_for) {
  const Purpose& purpose = asked_for.purpose;
  for (Line& line : lines) {
    if (line.times <= 0) continue;
    if (!line.model.empty() && line.model != asked_for.model) continue;
    if (!line.agent.empty() && line.agent != purpose.agent) continue;
    if (!line.task.empty() && line.task != purpose.task) continue;
    if (line.round != 0 && line.round != purpose.round) continue;
    --line.times;
    return line;
  }
  return std::nullopt;
}

Result<void> Discussion::open() {
  loop_ = std::make_unique<SimLoop>(options.seed, wall_);
  scripted_ = std::make_unique<ScriptedCatalog>(*this);
  if (options.before) before_ = options.before(*loop_, *scripted_);
  models_ = before_ ? before_.get() : scripted_.get();
  SqliteOptions sqlite;
  sqlite.path = "/store.db";
  sqlite.vfs = disk.vfs();
  sqlite.writing = Writing::kInline;
  sqlite.lost = [this](const Error& error) { lost.push_back(error); };
  journal_ = TRY(SqliteJournal::open(std::move(sqlite), *loop_));
  if (process > 1) look_outside();
  pins_ = std::make_unique<ChangedPins>(*journal_, options.change_pin);
  repinner_ = std::make_unique<Repinner>(*journal_);
  TurnOptions turns = options.turns;
  turns.looks = std::make_shared<FolderLooks>(
      *loop_,
      FolderLooks::Options{.policy = TRY(parse_policy(*built_in_file("policy.yaml"), "policy.yaml",
                                                      PolicyOrigin::kPack))});
  turns_ = std::make_unique<TurnPerformer>(*loop_, *pins_, *models_, std::move(turns));
  outputs_ = std::make_unique<OutputsPerformer>(*loop_);
  reader_ = std::make_unique<ConversationReader>(
      [this](const FlowStart& flow) { return turns_->snapshot(flow); }, people_words);
  own_rooms_ = std::make_unique<OwnRoomPerformer>(*loop_, *journal_);
  performers_ = {{"turn", turns_.get()},
                 {"outputs", outputs_.get()},
                 {"read", reader_.get()},
                 {"own_room", own_rooms_.get()},
                 {"report_back", &reports_}};
  EngineOptions engine;
  engine.evict = options.evict;
  const bool drops = options.evict == EngineOptions::Evict::kWhenDeferred;
  engine.keep_fold_after = options.keep_fold_after.value_or(drops ? 1 : 0);
  engine.quarantine_after = 1'000'000;  // crashes are the rule here
  engine.repin = [this](const FlowStart& ended, const Fold& seen) {
    return options.change_pin ? std::nullopt : repinner_->repin(ended, seen);
  };
  engine_ = std::make_unique<Engine>(
      *loop_, *journal_, flows_, performers_, [] { return std::make_unique<RoomView>(); }, engine);
  told_ = engine_->bus().subscribe(outside);
  turns_->tell(engine_->bus());
  own_rooms_->use(*engine_);
  reports_.use(*engine_);
  return engine_->open();
}

Result<Error> Discussion::start() {
  ConfigSources sources;
  sources.variable = [](const char*) -> const char* { return nullptr; };
  const Config config = TRY(Config::load(sources));
  const auto files = packs();
  IdeationSetup ready = TRY(prepare_ideate(request, config, {files, {}, {}}));
  TRY(add_models(ready, request, config, *models_));
  FlowRequest flow;
  flow.id = {"f-discussion"};
  flow.name = "ideation";
  flow.args = to_args(ready.plan);
  flow.pins.insert(ready.files.begin(), ready.files.end());
  flow.endpoints = ready.endpoints;
  NewEvent topic;
  topic.kind = "message.posted";
  topic.by = {Actor::kPerson, "ada"};
  topic.at = loop_->clock().now();
  topic.body = {{"id", "m-topic"}, {"from", "ada"},          {"to", "team"},
                {"kind", "user"},  {"marker", "discussion"}, {"text", ready.plan.topic}};
  flow.before.push_back(std::move(topic));
  engine_->start(room, RoomRequest{room, ready.title, "/folder", ready.plan.team}, std::move(flow),
                 {Actor::kPerson, "ada"}, [](Result<EventPtr>) {});
  return ready.notices.empty() ? Error() : ready.notices.front();
}

Result<void> Discussion::open_conversation() {
  ConfigSources sources;
  sources.variable = [](const char*) -> const char* { return nullptr; };
  const Config config = TRY(Config::load(sources));
  const auto files = packs();
  ConversationSetup ready = TRY(prepare_conversation(conversation, config, {files, {}, {}}));
  TRY(add_models(ready, conversation, config, *models_));
  ready.plan.understands = understands;
  FlowRequest flow;
  flow.id = {"f-talk"};
  flow.name = "chat";
  flow.args = to_args(ready.plan);
  flow.pins.insert(ready.files.begin(), ready.files.end());
  flow.endpoints = ready.endpoints;
  engine_->start(room, RoomRequest{room, "general", conversation.folder, ready.plan.team},
                 std::move(flow), {Actor::kPerson, "ada"}, [](Result<EventPtr>) {});
  settle();
  return {};
}

void Discussion::settle(Millis within) {
  const Millis end = loop_->clock().steady() + within;
  while (!disk.crashed() && loop_->step_before(end)) {
  }
}

Result<Error> Discussion::more_rounds() {
  const RoomView seen = view();
  TeamFiles files;
  const FlowRecord* before = TRY(finished_ideation(seen));
  for (const auto& [path, hash] : TRY(pins_of(*journal_, before->manifest, before->pins)))
    files[path] = TRY(journal_->blob(hash));
  IdeationSetup ready = TRY(prepare_more_rounds(request, seen, std::move(files)));
  TRY(add_former_models(ready, request, seen, *models_));
  engine_->start(room, std::nullopt, more_rounds_flow(ready, seen, loop_->clock().now()),
                 {Actor::kPerson, "ada"}, [](Result<EventPtr>) {});
  return ready.notices.empty() ? Error() : ready.notices.front();
}

void Discussion::resume() {
  for (const RoomId& one : engine_->unfinished())
    engine_->resume(one, Anyway::kNo, [](Result<void>) {});
}

bool Discussion::step() { return !disk.crashed() && loop_->step(); }

void Discussion::run_until_idle() {
  while (step()) {
  }
}

void Discussion::destroy() {
  if (loop_) wall_ = loop_->clock().now();
  told_.reset();
  engine_.reset();
  own_rooms_.reset();
  reader_.reset();
  turns_.reset();
  repinner_.reset();
  pins_.reset();
  outputs_.reset();
  journal_.reset();
  before_.reset();
  scripted_.reset();
  loop_.reset();
}

void Discussion::crash(CrashMode mode) {
  disk.crash();
  destroy();
  if (mode == CrashMode::kLostSuffix) {
    const auto check = [this](const StoredLog& log) { return outside.faults(log); };
    Cuts cuts = look_at_cuts(disk, check, most_cuts);
    cuts_tried += cuts.tried;
    std::ranges::move(cuts.faults, std::back_inserter(outside_faults));
  }
  disk.restart(mode);
  ++process;
}

void Discussion::look_outside() {
  const auto log = stored_log(journal_->reader());
  if (!log) return outside_faults.push_back(log.error().message + " " + log.error().cause);
  std::ranges::move(outside.faults(*log), std::back_inserter(outside_faults));
}

void Discussion::close() {
  engine_->leave();
  journal_->flush();
  destroy();
  ++process;
}

void Discussion::say(const std::string& text) { say(text, "c-" + std::to_string(++said_)); }

void Discussion::say(const std::string& text, const std::string& client_id) {
  NewEvent message;
  message.kind = "message.posted";
  message.by = {Actor::kPerson, "ada"};
  message.at = loop_->clock().now();
  message.client_id = client_id;
  message.body = {{"id", "m-" + client_id}, {"from", "ada"},          {"to", "team"},
                  {"kind", "user"},         {"marker", "discussion"}, {"text", text}};
  outside.said(text);
  engine_->input(room, std::move(message), [this](const Result<EventPtr>& acknowledged) {
    if (acknowledged) outside.acknowledged(**acknowledged);
  });
}

Result<EventPtr> Discussion::answer(const std::string& type, const std::string& with) {
  for (const OpenGate& gate : view().gates) {
    if (gate.type != type) continue;
    Result<EventPtr> outcome = fail("gate_silent", "No answer came");
    engine_->answer(room, {gate.gate, gate.digest, with, ""}, {Actor::kPerson, "ada"},
                    [&outcome](Result<EventPtr> done) { outcome = std::move(done); });
    run_until_idle();
    return outcome;
  }
  return fail("gate_unknown", "No gate of this type is open");
}

std::vector<EventPtr> Discussion::events() {
  auto all = read_all(*journal_, room);
  return all ? *all : std::vector<EventPtr>();
}

RoomView Discussion::view() {
  RoomView view;
  for (const EventPtr& event : events()) view.apply(*event);
  return view;
}

std::string Discussion::story() {
  std::string story;
  for (const EventPtr& event : events()) {
    story += std::to_string(event->room_seq.value) + " " + event->kind + " " + event->place.value;
    for (const std::string_view key : {"effect", "agent", "task", "kind", "why", "detail", "id",
                                       "code", "message", "completion", "reason", "answer"})
      if (!event->text(key).empty())
        story += " " + std::string(key) + "=" + std::string(event->text(key).substr(0, 200));
    story += "\n";
  }
  return story;
}

std::string Discussion::turns() {
  std::string turns;
  for (const TurnRecord& turn : view().turns) {
    turns += (turns.empty() ? "" : ", ") + turn.agent + "/" + turn.task;
    if (turn.round > 0) turns += " " + std::to_string(turn.round);
  }
  return turns;
}

std::string Discussion::outcome() {
  const RoomView seen = view();
  std::string out;
  for (const Idea& idea : seen.ideas) {
    out += idea.id + " r" + std::to_string(idea.now().revision) + " " + idea.now().title;
    if (!idea.merged_into.empty()) out += " merged into " + idea.merged_into;
    if (idea.score) out += " = " + std::to_string(idea.score->score);
    out += "\n";
  }
  if (seen.selection) out += "selected " + seen.selection->id + " by " + seen.selection->by_rule;
  const FlowRecord* flow = seen.latest_flow();
  out += "\n" + (flow ? flow->completion : std::string("no flow")) + "\n";
  return out;
}

}  // namespace fm::testing
