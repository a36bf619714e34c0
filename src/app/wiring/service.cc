#include "app/service.h"

#include <algorithm>
#include <random>

#include "app/commands/converse.h"
#include "app/commands/ideate.h"
#include "app/commands/more_rounds.h"
#include "app/commands/outputs.h"
#include "app/commands/own_room.h"
#include "app/commands/repinner.h"
#include "app/commands/talk_opener.h"
#include "app/config/agent_models.h"
#include "app/files/project_files.h"
#include "app/queries/channel_rooms.h"
#include "app/queries/costs.h"
#include "app/queries/looking_service.h"
#include "app/queries/memory.h"
#include "app/queries/room_watch.h"
#include "app/queries/rooms.h"
#include "app/store.h"
#include "app/wiring/open.h"
#include "base/redact.h"
#include "base/text.h"
#include "engine/flow/pins.h"
#include "engine/log/sqlite_journal.h"
#include "engine/runtime/engine.h"
#include "engine/runtime/engine_anew.h"
#include "flows/conversation/chat.h"
#include "flows/ideation/ideation.h"
#include "loop/pool_scope.h"
#include "model/cassette/recorder.h"
#include "model/cassette/replayer.h"
#include "model/catalog/catalog.h"
#include "net/http_client.h"
#include "team/conversation/talk_reader.h"
#include "team/pack/languages.h"
#include "team/pack/pack.h"
#include "team/room/project_events.h"
#include "team/room/project_status.h"
#include "team/turn/turn.h"

namespace fm {
namespace {

constexpr std::size_t kKeptRooms = 4;  // so many that rest stay in memory

class OwningService final : public Service {
 public:
  OwningService(ServiceOptions options, Config config, Loop& loop, StoreLock lock,
                std::unique_ptr<HttpClient> client)
      : options_(std::move(options)),
        config_(std::move(config)),
        redactor_(config_.secrets()),
        loop_(loop),
        lock_(std::move(lock)),
        client_(std::move(client)),
        catalog_(loop, *client_,
                 {.providers = config_.providers(),
                  .seed = random(),
                  .facts = [this](const std::string& name) { return config_.facts(name); }}),
        outputs_(loop) {
    for (FlowDefinition& flow : std::vector{ideation_flow(), chat_flow()})
      flows_[flow.name] = std::move(flow);
  }

  ~OwningService() override {
    if (engine_) engine_->leave();
    if (journal_) journal_->flush();
    if (project_files_) project_files_->flush();
    files_subscription_.reset();
  }

  Result<void> open() {
    SqliteOptions sqlite;
    sqlite.path = store_database(options_.store);
    sqlite.lost = [this](const Error& error) { lost(error); };
    journal_ = TRY(SqliteJournal::open(std::move(sqlite), loop_));
    TurnOptions turns;
    turns.parsed = parsed_;
    turns.facts = [this](const std::string& name) { return facts(name); };
    turns.project = config_.budgets().project;
    turns.room = config_.budgets().room;
    turns.day = config_.budgets().day;
    turns.day_is_usual = config_.budgets().day_is_usual;
    turns.spent_on = [this](std::string day) { return spent_on(std::move(day)); };
    turns.rehearsal_words_per_second = options_.rehearsal_words_per_second;
    TRY(open_cassette());
    turns_ = std::make_unique<TurnPerformer>(loop_, *journal_, models(), std::move(turns));
    reader_ =
        std::make_unique<TalkReader>([this](const FlowStart& flow) { return turns_->cast(flow); },
                                     [this] { return people_words(places({})); });
    own_rooms_ = std::make_unique<OwnRoomPerformer>(loop_, *journal_);
    repinner_ = std::make_unique<Repinner>(*journal_);
    performers_ = {{"turn", turns_.get()},
                   {"outputs", &outputs_},
                   {"read", reader_.get()},
                   {"own_room", own_rooms_.get()},
                   {"report_back", &reports_}};
    EngineOptions engine;
    engine.quarantine_after = kQuarantineAfter;
    engine.keep_parked = kKeptRooms;
    engine.repin = [this](const FlowStart& ended, const Fold& seen) {
      return repinner_->repin(ended, seen);
    };
    mark_ = TRY(StackMark::open(options_.store + "/running"));
    engine.mark = mark_.get();
    engine_ = std::make_unique<Engine>(
        loop_, *journal_, flows_, performers_, [] { return std::make_unique<RoomView>(); }, engine);
    turns_->tell(engine_->bus());
    own_rooms_->use(*engine_);
    talks_ = std::make_unique<TalkOpener>(TalkOpener::Parts{
        .config = config_,
        .packs = places({}),
        .me = me(),
        .loop = loop_,
        .journal = *journal_,
        .engine = *engine_,
        .turns = *turns_,
        .resume = [this](const RoomId& room) { return resume(room, ResumeForce::kNo); },
        .check_hosts = [this](const RoomId& room,
                              const FlowRecord& flow) { return check_endpoints(room, flow); },
        .random = [this] { return random(); },
        .lost = [this](const Error& error) { lost(error); }});
    reports_.use(*engine_);
    TRY(keep_project_files());
    return engine_->open();
  }

  void choose_model(std::function<void(ChosenModel)> done) override {
    if (replayer_) return done({replayer_->first_model(), "The recording was made with it."});
    choosing_ = start(fm::choose_model(loop_, *client_, config_.providers()),
                      [done = std::move(done)](auto chosen) { done(std::move(chosen.value())); });
  }

  Result<Started> ideate(IdeateRequest request) override {
    if (!request.continues.empty()) return more_rounds(request);
    const PackPlaces packs = places(request.folder);
    IdeateReady ready = TRY(prepare_ideate(request, config_, packs, models()));
    const JsonObject args = to_args(ready.plan);
    Started started;
    started.notices = std::move(ready.notices);
    const std::vector<RoomRow> rooms = TRY(journal_->rooms());
    if (!request.force_new) {
      for (const RoomRow& row : rooms) {
        const auto flow = unfinished_ideation(row, request.folder);
        if (!flow) continue;
        if (same_discussion(flow->args.is_object() ? flow->args.get_object() : JsonObject(), args,
                            request.model_is_chosen ? ModelsNamed::kNo : ModelsNamed::kYes)) {
          Started resumed = TRY(resume(row.id, ResumeForce::kNo));
          resumed.continued = true;
          resumed.notices = std::move(started.notices);
          return resumed;
        }
        if (!started.unfinished) started.unfinished = row.id;
      }
    }
    do {
      started.room = {room_id(ready.title, random())};
    } while (std::ranges::find(rooms, started.room, &RoomRow::id) != rooms.end());
    started.flow = {derived_id('f', FlowId{started.room.value}, "/1")};
    FlowRequest flow;
    flow.id = started.flow;
    flow.name = "ideation";
    flow.args = args;
    flow.pins.insert(ready.files.begin(), ready.files.end());
    turns_->know(ready.files, std::move(ready.cast));
    flow.endpoints = std::move(ready.endpoints);
    flow.before.push_back(message(ready.plan.topic, started.room.value, started.room));
    for (const Error& notice : started.notices) {
      NewEvent warning;
      warning.kind = "warning";
      warning.body = to_json(notice);
      warning.at = loop_.clock().now();
      flow.before.push_back(std::move(warning));
    }
    RoomRequest room{started.room, ready.title, request.folder, ready.plan.team};
    engine_->start(started.room, std::move(room), std::move(flow), me(), [this](auto done) {
      if (!done) lost(done.error());
    });
    return started;
  }

  Result<Started> converse(ConverseRequest request) override {
    return talks_->open(std::move(request), models());
  }

  Result<Started> more_rounds(const IdeateRequest& request) {
    const RoomView seen = TRY(view(request.continues));
    const FlowRecord* before = TRY(finished_ideation(seen));
    CastFiles files;
    for (const auto& [path, hash] : TRY(pins_of(*journal_, before->manifest, before->pins)))
      files[path] = TRY(journal_->blob(hash));
    IdeateReady ready = TRY(prepare_more_rounds(request, seen, std::move(files), models()));
    FlowRequest flow = more_rounds_flow(ready, seen, loop_.clock().now());
    turns_->know(ready.files, std::move(ready.cast));
    Started started;
    started.room = seen.id;
    started.flow = flow.id;
    started.rounds_added = ready.plan.max_rounds - ready.plan.first_round + 1;
    started.earlier = seen.head;
    started.notices = std::move(ready.notices);
    engine_->start(seen.id, std::nullopt, std::move(flow), me(), [this](auto done) {
      if (!done) lost(done.error());
    });
    return started;
  }

  Result<Started> resume(const RoomId& room, ResumeForce force) override {
    const RoomView seen = TRY(view(room));
    const FlowRecord* flow = seen.latest_flow();
    if (!flow || flow->state == FlowState::kFinished)
      return fail("nothing_to_resume", "Nothing is unfinished in room " + room.value + ".", "",
                  "See the rooms with `folkmoot room list`, or start something new.");
    TRY(agree_on_endpoints(room, *flow, force));
    for (const RoomRow& row : TRY(journal_->rooms()))
      if (row.id == room && row.activations >= kQuarantineAfter && force == ResumeForce::kNo)
        return fail("room_quarantined", "Room " + room.value + " is set aside.",
                    "The program ended " + std::to_string(row.activations) +
                        " times in a row while it worked in this room, without getting further.",
                    "Look at it with `folkmoot room show " + room.value +
                        "`, and try again with `folkmoot resume " + room.value + " --force`.");
    // Asking to go on is the answer to "how shall it go on?".
    std::vector<GateReply> answers;
    for (const OpenGate& gate : seen.gates)
      if (gate.type == "paused" || gate.type == "interrupted" || gate.type == "parked")
        answers.push_back({gate.gate, gate.digest, "continue", "resumed"});
    engine_->resume(room, force == ResumeForce::kYes ? Anyway::kYes : Anyway::kNo,
                    [this, room, answers](Result<void> resumed) {
                      if (!resumed) return lost(resumed.error());
                      for (const GateReply& answer : answers)
                        engine_->answer(room, answer, me(), [](Result<EventPtr>) {});
                    });
    Started started;
    started.room = room;
    started.flow = flow->id;
    return started;
  }

  Result<Started> begin_anew(const RoomId& room, ResumeForce force) override {
    const RoomView seen = TRY(view(room));
    const FlowRecord* flow = seen.latest_flow();
    if (!flow || flow->state == FlowState::kFinished)
      return fail("nothing_to_resume", "Nothing is unfinished in room " + room.value + ".", "",
                  "See the rooms with `folkmoot room list`, or start something new.");
    if (std::ranges::none_of(seen.flows,
                             [](const FlowRecord& one) { return one.state == FlowState::kPaused; }))
      return std::unexpected(not_paused(room));
    TRY(agree_on_endpoints(room, *flow, force));
    engine_->begin_anew(room, me(), [this](const Result<void>& begun) {
      if (!begun) lost(begun.error());
    });
    Started started;
    started.room = room;
    started.flow = flow->id;
    return started;
  }

  void say(const RoomId& room, Said words,
           std::function<void(Result<EventPtr>)> acknowledged) override {
    const std::string cleaned = redactor_.redact(trim(clean(words.text).text));
    if (cleaned.empty()) {  // an empty message is no message (P-53)
      acknowledged(fail("message_empty", "Nothing was said.", "The message has no visible text.",
                        "Type something and press Enter."));
      return;
    }
    if (const auto may = may_speak(words.channel, room); !may)
      return acknowledged(std::unexpected(may.error()));
    NewEvent said = message(cleaned, words.client_id, room);
    if (!words.channel.is_terminal()) said.body["channel"] = words.channel.key;
    if (cleaned.starts_with("/switch ") || cleaned.starts_with("/project switch ")) {
      const auto seen = view(room);
      if (!seen) return acknowledged(std::unexpected(seen.error()));
      const ProjectId to{std::string(trim(cleaned.substr(cleaned.find("switch") + 6)))};
      if (auto known = choose_project(seen->projects, to); !known)
        return acknowledged(std::unexpected(known.error()));
    }
    if (cleaned.starts_with('/')) said.body["marker"] = "command";
    const bool stops = reader_->cancels(cleaned) && is_conversation(room);
    engine_->input(room, std::move(said),
                   [this, room, stops, done = std::move(acknowledged)](Result<EventPtr> event) {
                     const bool is_said = event.has_value();
                     done(std::move(event));
                     if (is_said && stops) engine_->interrupt(room);
                   });
  }

  Result<void> interrupt(const RoomId& room) override {
    if (engine_->interrupt(room) == 0)
      return fail("nothing_runs", "Nobody is speaking just now.", "", "");
    return {};
  }

  void answer(const RoomId& room, const std::string& gate, const std::string& digest,
              const std::string& answer, const std::string& reason,
              std::function<void(Result<EventPtr>)> acknowledged) override {
    engine_->answer(room, {gate, digest, answer, reason}, me(), std::move(acknowledged));
  }

  void forget(const RoomId& room, const ProjectId& project,
              std::function<void(Result<EventPtr>)> acknowledged) override {
    const auto seen = view(room);
    if (!seen) return acknowledged(std::unexpected(seen.error()));
    const auto found = choose_project(seen->projects, project);
    if (!found) return acknowledged(std::unexpected(found.error()));
    if (!is_remembered(**found))
      return acknowledged(std::unexpected(memory_unknown(project.value)));
    append(room, memory_deleted(project, me()), std::move(acknowledged));
  }

  void bind(const RoomId& room, const std::vector<Channel>& channels,
            Acknowledged acknowledged) override {
    auto binding = prepare_binding(room, channels);
    if (!binding) return acknowledged(std::unexpected(binding.error()));
    append_in_turn(*engine_, std::move(binding->appends),
                   [done = std::move(acknowledged),
                    bound = std::move(binding->channels)](const Result<void>& appended) {
                     if (!appended) return done(std::unexpected(appended.error()));
                     done(bound);
                   });
  }

  void unbind(const RoomId& room, const Channel& channel,
              std::function<void(Result<EventPtr>)> acknowledged) override {
    if (channel.is_terminal())
      return acknowledged(fail("channel_invalid", "The terminal cannot be unbound.",
                               "It is open to every room.", ""));
    if (const auto bound = may_speak(channel, room); !bound)
      return acknowledged(std::unexpected(bound.error()));
    append(room, room_unbound(channel, me()), std::move(acknowledged));
  }

  std::optional<Error> failure() const override { return failure_; }

  Result<std::vector<RoomSummary>> rooms() override {
    std::vector<RoomSummary> rooms;
    for (const RoomRow& row : TRY(journal_->rooms())) rooms.push_back(summary_of(row));
    return rooms;
  }
  Result<RoomView> view(const RoomId& room) override {
    if (const auto now = engine_->look(room)) return static_cast<const RoomView&>(*now->fold);
    return fold_room(TRY(read_all(*journal_, room)));
  }
  Result<std::vector<EventPtr>> events(const RoomId& room, RoomSeq after,
                                       std::size_t limit) override {
    return journal_->read(room, after, limit);
  }
  std::shared_ptr<void> watch(const RoomId& room, RoomSeq after, Watcher& watcher) override {
    return watch_room(loop_, *journal_, engine_->bus(), room, after, watcher);
  }

 private:
  PackPlaces places(const std::string& folder) const {
    return {options_.packs, options_.user_folder, folder, parsed_};
  }

  // The models that are asked: the configured ones, those with a recorder before them, or those of
  // a recording.
  ModelCatalog& models() {
    if (recorder_) return *recorder_;
    if (replayer_) return *replayer_;
    return catalog_;
  }

  // What is replayed was paid for when it was recorded, and its model holds what it held then.
  ModelFacts facts(const std::string& name) const {
    ModelFacts facts = config_.facts(name);
    if (replayer_) {
      facts.price = ModelPrice();
      facts.context_tokens = 0;
    }
    return facts;
  }

  Result<void> open_cassette() {
    const auto trouble = [this](const Error& error) { lost(error); };
    if (!options_.record.empty())
      recorder_ = TRY(Recorder::open(catalog_, options_.record, {config_.secrets(), trouble}));
    if (!options_.replay.empty())
      replayer_ = TRY(Replayer::open(
          loop_, options_.replay,
          {.secrets = config_.secrets(), .skip_waits = true, .on_difference = trouble}));
    return {};
  }

  // What people and other programs read of a project follows the log (C-49).
  Result<void> keep_project_files() {
    ProjectFilesOptions files;
    files.view = [this](const RoomId& room) { return view(room); };
    files.trouble = [this](const RoomId& room, const Error& error) {
      engine_->bus().notice({room, {}, {}, error.message + " " + error.cause, Millis(0)});
    };
    project_files_ =
        std::make_unique<ProjectFiles>(loop_, TRY(built_in_documents()), std::move(files));
    files_subscription_ = engine_->bus().subscribe(*project_files_);
    return {};
  }

  // What a person does without saying anything. Not as an input, which would wake the room and go
  // on with what is unfinished there.
  void append(const RoomId& room, NewEvent event,
              std::function<void(Result<EventPtr>)> acknowledged) {
    event.at = loop_.clock().now();
    Append append;
    append.room = room;
    append.events.push_back(std::move(event));
    engine_->append(std::move(append),
                    [done = std::move(acknowledged)](const Result<Appended>& appended) {
                      if (!appended) return done(std::unexpected(appended.error()));
                      done(appended->events.front());
                    });
  }

  Result<void> may_speak(const Channel& channel, const RoomId& room) {
    if (channel.is_terminal()) return {};
    const RoomView seen = TRY(view(room));
    if (std::ranges::find(seen.channels, channel.key) != seen.channels.end()) return {};
    return std::unexpected(channel_unbound(channel, room));
  }

  Result<Binding> prepare_binding(const RoomId& room, const std::vector<Channel>& channels) {
    const std::vector<RoomRow> rooms = TRY(journal_->rooms());
    TRY(room_to_talk_in(rooms, {.folder = {}, .room = room.value},
                        [this](const RoomId& one) { return view(one); }));
    return binding_to(room, channels, TRY(channel_rooms(journal_->reader())), me(),
                      loop_.clock().now());
  }

  By me() const { return {Actor::kPerson, options_.me}; }

  NewEvent message(const std::string& text, const std::string& client_id, const RoomId& room) {
    NewEvent event;
    event.kind = "message.posted";
    event.by = me();
    event.at = loop_.clock().now();
    event.client_id = client_id;
    event.body["id"] = derived_id('m', FlowId{room.value}, "/input/" + client_id);
    event.body["from"] = options_.me;
    event.body["to"] = "team";
    event.body["kind"] = "user";
    event.body["marker"] = "discussion";
    event.body["text"] = text;
    event.body["client_id"] = client_id;
    return event;
  }

  // An ideation is steered between its turns (I-13); in a conversation a cancellation cuts in.
  bool is_conversation(const RoomId& room) {
    const auto seen = view(room);
    const FlowRecord* flow = seen ? seen->latest_flow() : nullptr;
    return flow != nullptr && flow->name == "chat";
  }

  // The flow of a room of this folder that was begun and not ended.
  std::optional<FlowRecord> unfinished_ideation(const RoomRow& row, const std::string& folder) {
    if (row.folder != folder || row.state == "finished" || row.state == "failed" ||
        row.state == "empty")
      return std::nullopt;
    const auto seen = view(row.id);
    if (!seen) return std::nullopt;  // a damaged room is `store check`'s to tell
    const FlowRecord* flow = seen->latest_flow();
    if (!flow || flow->name != "ideation" || flow->state == FlowState::kFinished)
      return std::nullopt;
    return *flow;
  }

  Result<void> check_endpoints(const RoomId& room, const FlowRecord& flow) {
    for (const auto& [model, host] : flow.endpoints) {
      const std::string now = TRY(endpoint_of(model, models()));
      if (now != host)
        return fail("endpoint_changed",
                    "The model " + model + " would be asked at another place than before.",
                    "It was " + host + " and would be " + now + ".",
                    "Set the former address again (OPENAI_BASE_URL), or say that the new one is "
                    "right with `folkmoot resume " +
                        room.value + " --force`.");
    }
    return {};
  }

  // Whoever insists is asked once: from then on the room is pinned to the hosts of now.
  Result<void> agree_on_endpoints(const RoomId& room, const FlowRecord& flow, ResumeForce force) {
    if (force == ResumeForce::kNo) return check_endpoints(room, flow);
    std::map<std::string, std::string> hosts;
    for (const auto& [model, host] : flow.endpoints) {
      const auto now = endpoint_of(model, models());
      hosts[model] = now ? *now : host;
    }
    if (hosts == flow.endpoints) return {};
    NewEvent repinned;
    repinned.kind = "flow.repinned";
    repinned.body = {{"endpoints", to_json(hosts)}};
    repinned.by = me();
    repinned.flow = flow.id;
    append(room, std::move(repinned), [this](const Result<EventPtr>& done) {
      if (!done) lost(done.error());
    });
    return {};
  }

  // What the log says of a day's costs; read in the pool, since a long day takes a moment.
  Task<Spent> spent_on(std::string day) {
    const auto sum = std::make_shared<Spent>();
    const Later<bool> read;
    pool_.run([&reader = journal_->reader(), sum, day] { *sum = spent_in_log(reader, day); },
              [read] { read.resolve(true); });
    co_await read;
    co_return *sum;
  }

  std::uint32_t random() { return options_.random ? options_.random() : std::random_device{}(); }

  void lost(const Error& error) {
    if (failure_) return;
    failure_ = error;
    engine_->bus().idle(RoomId());
  }

  const ServiceOptions options_;
  const Config config_;
  const std::shared_ptr<ParsedFiles> parsed_ = std::make_shared<ParsedFiles>();
  const Redactor redactor_;  // a key that somebody pastes is kept nowhere (P-64)
  Loop& loop_;
  StoreLock lock_;
  std::unique_ptr<HttpClient> client_;
  Catalog catalog_;
  std::unique_ptr<Recorder> recorder_;
  std::unique_ptr<Replayer> replayer_;
  std::map<std::string, FlowDefinition> flows_;
  std::unique_ptr<SqliteJournal> journal_;
  PoolScope pool_{loop_};  // ends before the journal, which it reads
  OutputsPerformer outputs_;
  std::unique_ptr<TurnPerformer> turns_;
  std::unique_ptr<TalkReader> reader_;
  std::unique_ptr<OwnRoomPerformer> own_rooms_;
  std::unique_ptr<TalkOpener> talks_;
  std::unique_ptr<Repinner> repinner_;
  ReportBackPerformer reports_;
  Performers performers_;
  std::unique_ptr<StackMark> mark_;
  std::unique_ptr<Engine> engine_;
  std::optional<Error> failure_;
  RunningTask choosing_;

  std::unique_ptr<ProjectFiles> project_files_;
  std::shared_ptr<void> files_subscription_;
};

}  // namespace

Result<std::unique_ptr<Service>> open_service(ServiceOptions options, Config config, Loop& loop) {
  if (options.access == Access::kLooking) {
    auto reader = TRY(open_store_reader(store_database(options.store)));
    return looking_service(std::move(reader));
  }
  StoreLock lock = TRY(StoreLock::take(options.store, options.command));
  HttpOptions http;
  http.ca_file = config.ca_file();
  http.proxy = config.proxy();
  auto client = TRY(HttpClient::open(loop, std::move(http)));
  auto service = std::make_unique<OwningService>(std::move(options), std::move(config), loop,
                                                 std::move(lock), std::move(client));
  TRY(service->open());
  return std::unique_ptr<Service>(std::move(service));
}

}  // namespace fm
