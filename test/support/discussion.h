// Discussion: a whole ideation in one process, with everything but the models' thinking real.
//
// The engine, the journal on a disk that can fail (fault_vfs.h), the turn performer, the packs and
// the flow are the program's; the model is scripted: lines of a script answer the turns they fit,
// and the packaged rehearsal answers the others. Time stands still unless something waits. What was
// asked of the model outlives a crash, in `asked`, so that nothing can be paid for twice unseen;
// and so does what left the process, in `outside`, which each open() after the first holds against
// the log that it finds: nothing may be seen outside before its commit.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/commands/conversation_setup.h"
#include "app/commands/ideate.h"
#include "app/commands/outputs.h"
#include "app/commands/own_room.h"
#include "app/commands/repinner.h"
#include "app/config/config.h"
#include "app/service.h"
#include "engine/log/sqlite_journal.h"
#include "engine/runtime/engine.h"
#include "loop/sim_loop.h"
#include "team/conversation/conversation_reader.h"
#include "team/turn/turn.h"
#include "test/support/fault_vfs.h"
#include "test/support/outside.h"

namespace fm::testing {

// What the model answers to one kind of turn.
struct Line {
  std::string agent;  // empty: any
  std::string task;   // empty: any
  int round = 0;      // 0: any
  std::string text;
  std::optional<ModelErrorKind> fails;
  int times = 1'000'000;   // how often this line is used, then the next that fits
  std::string model = {};  // as the provider calls it; empty: any
  Usage usage = {.input = 100, .output = 10};
  bool hangs = false;  // it never answers, but when it is given up
  std::vector<ToolCall> calls = {};
};

struct Asked {
  std::string agent;
  std::string task;
  int round = 0;
  int process = 1;
  std::string prompt;  // all that was sent, system and user
  std::vector<std::size_t> sizes;
  std::string model = {};
  std::string tools = {};  // their names and schemas, as they were sent
};

struct DiscussionOptions {
  std::uint64_t seed = 0;
  EngineOptions::Evict evict = EngineOptions::Evict::kWhenDeferred;
  // None: one event where rooms are dropped, and never where they are not, so that half of all
  // tests come back from kept folds whenever that can be.
  std::optional<std::int64_t> keep_fold_after = {};
  std::string model = "scripted:any";
  std::string screenplay = "ideation";  // of the rehearsal that answers where no line does
  std::int64_t context_tokens = 0;
  TurnOptions turns = {};
  // What another version of the program has in place of these flows, and of pinned texts.
  std::function<void(std::map<std::string, FlowDefinition>& flows)> change_flows = {};
  std::function<std::string(std::string text)> change_pin = {};
  // Stands before the scripted models, or in their place: a recorder, a replayer.
  std::function<std::unique_ptr<ModelCatalog>(Loop& loop, ModelCatalog& scripted)> before = {};
};

// "budget project turns=4 usd=0.10", as the scripts say it, in words.
void read_budget(const std::vector<std::string>& words, TurnOptions& turns);

class Discussion {
 public:
  explicit Discussion(DiscussionOptions options = {});
  ~Discussion();
  Discussion(const Discussion&) = delete;

  IdeateRequest request;                          // topic, preset, ...; changed before start()
  ConversationRequest conversation;               // team, model; changed before converse()
  bool understands = false;                       // a model reads what the person says (C-12)
  std::vector<Line> lines;                        // the first that fits and is not used up answers
  std::vector<Asked> asked;                       // of the model, in order, over all processes
  std::map<std::string, std::string> pack_files;  // "teams/x.yaml" -> text: over the packaged ones
  FaultDisk disk;
  int process = 1;
  Outside outside;
  std::vector<std::string> outside_faults;  // what open() and lost suffixes have found
  // The most cuts that a crash with kLostSuffix looks at (lost_suffix.h).
  std::int64_t most_cuts = 3;
  std::int64_t cuts_tried = 0;

  // Called before each model call with its number from 1; true: the process dies here.
  std::function<bool(int call)> before_call;
  std::function<bool(int call)> after_call;

  Result<void> open();
  bool is_open() const { return engine_ != nullptr; }
  Result<Error> start();        // gives the first notice, or an empty error
  Result<Error> more_rounds();  // for the finished discussion, by `request` (I-22)
  Result<void>
  open_conversation();  // a conversation in its place: opens the room's flow, nothing is said
  void resume();
  void run_until_idle();  // or until the process has died
  bool step();
  // For a conversation, which waits for the person and would rest after a silence: as long as
  // something goes on within some minutes.
  void settle(Millis within = std::chrono::minutes(5));
  bool crashed() const { return disk.crashed(); }
  void crash(CrashMode mode = CrashMode::kCrash);  // ends this process; open() begins the next
  void close();                                    // the same in good order

  void say(const std::string& text);
  void say(const std::string& text, const std::string& client_id);
  int interrupt() { return engine_->interrupt(room); }
  // From inside a model's call: before the answer comes, whatever the order of work.
  void interrupt_soon() {
    interrupt_is_on_its_way = true;
    loop().post([this] {
      interrupt_is_on_its_way = false;
      interrupt();
    });
  }
  bool interrupt_is_on_its_way = false;
  Result<EventPtr> answer(const std::string& type, const std::string& with);

  std::vector<EventPtr> events();
  RoomView view();
  std::string story();
  // "leader/kickoff, researcher/research 1, ...": the turns that spoke, in order.
  std::string turns();
  // Ideas, scores and the choice as one text, to compare runs.
  std::string outcome();

  RoomId room{"the-room"};
  std::vector<Error> lost;
  Engine& engine() { return *engine_; }
  SqliteJournal& journal() { return *journal_; }
  SimLoop& loop() { return *loop_; }

  // For the scripted model.
  std::optional<Line> line_for(const ModelRequest& asked_for);
  std::vector<EmbeddedFile> packs() const;
  const std::shared_ptr<Model>& rehearsal();
  DiscussionOptions options;

 private:
  void destroy();
  void look_outside();

  std::unique_ptr<SimLoop> loop_;
  std::unique_ptr<ModelCatalog> scripted_;
  std::unique_ptr<ModelCatalog> before_;
  ModelCatalog* models_ = nullptr;  // those that are asked
  std::unique_ptr<SqliteJournal> journal_;
  std::unique_ptr<Journal> pins_;  // the journal, with the texts that options.change_pin makes
  std::unique_ptr<TurnPerformer> turns_;
  std::unique_ptr<Repinner> repinner_;
  std::unique_ptr<OutputsPerformer> outputs_;
  std::unique_ptr<ConversationReader> reader_;
  std::unique_ptr<OwnRoomPerformer> own_rooms_;
  ReportBackPerformer reports_;
  Performers performers_;
  std::map<std::string, FlowDefinition> flows_;
  std::unique_ptr<Engine> engine_;
  std::shared_ptr<void> told_;
  UtcMs wall_{1'700'000'000'000};
  int said_ = 0;
  mutable std::deque<std::string> paths_;  // of pack_files, as the packs see them
};

}  // namespace fm::testing
