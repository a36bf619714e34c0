// AgencyWorld: a plan that is built in one process, with everything but the models' thinking real.
//
// The engine, its journal on a disk that can fail, the flows, git, the sandbox and all commands are
// the program's; models answer by a script, from what they are sent and nothing else, so that a
// call that is made again after a crash is answered as it was. The conversation before the plan is
// left out: the room begins with a project whose plan is approved. crash() is the end of a process;
// the repository, the lanes and the disk live on.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "coding/choice.h"
#include "coding/profile.h"
#include "engine/log/sqlite_journal.h"
#include "engine/runtime/engine.h"
#include "team/agency/workshop.h"
#include "team/room/room.h"
#include "team/tasks/task_map.h"
#include "team/turn/turn.h"
#include "test/support/fault_vfs.h"
#include "test/support/git_world.h"

namespace fm::testing {

struct ScriptedReply {
  std::string text;
  std::vector<ToolCall> calls = {};
  bool hangs = false;  // it never comes, until the call is given up
};
ToolCall tool_call(std::string name, JsonObject arguments);
ScriptedReply calls(std::vector<ToolCall> calls);
ScriptedReply says(std::string text);
// A builder that makes these calls, one round each, and then says that it is done.
using Rounds = std::vector<ScriptedReply>;
ScriptedReply approves();
ScriptedReply wants(const std::string& file, const std::string& text);

struct AgencyOptions {
  int agents = 4;
  int commands = 4;
};

class AgencyWorld {
 public:
  explicit AgencyWorld(AgencyOptions options = {});
  ~AgencyWorld();
  AgencyWorld(const AgencyWorld&) = delete;

  GitWorld git;  // the person's repository, and a shell in it
  FaultDisk disk;
  int process = 1;

  // A task of builder's, reviewed by reviewer and auditor.
  MapTask& add_task(const std::string& id, const std::string& objective,
                    std::vector<std::string> acceptance,
                    std::vector<std::string> dependencies = {});
  TaskMap map;
  // Who builds with a program of the person's, and how that is run: from the next open() on.
  CodingChoices coders;
  CodingProfiles coding;
  Variables variables;  // beside those that the program is started with

  // What is answered to a call; by default reviewers approve, and builders do `rounds` of the task.
  std::map<std::string, Rounds> rounds;  // "1.1" or "1.1 rework"
  std::function<std::optional<ScriptedReply>(const ModelRequest&)> answer;
  std::vector<ModelRequest> asked;  // of models, over all processes
  std::function<void(const Event&)> told;

  void begin();        // opens the store and starts the flow
  void resume();       // after crash()
  void begin_again();  // as a conversation does after a pause: another run on the same plan
  void crash();
  bool crashed() const { return disk.crashed(); }
  void leave();  // in good order

  // Until the flow has ended, a gate is open, or the process has died.
  void run();
  void run_until(const std::function<bool()>& reached);  // or the same

  bool over();                            // the flow has ended
  std::optional<OpenGate> gate();         // that is open
  void reply(const std::string& option);  // to it
  void say(const std::string& text);      // a person, in the room
  void interrupt_soon();                  // also from inside a model's call
  Json result();                          // of the flow

  RoomView view();
  std::vector<EventPtr> events();
  const AgencyWork& work();  // of the newest view()
  std::string story();
  int count(const std::string& kind);  // events of that kind
  int calls_of(const std::string& agent, const std::string& task) const;

  std::string lanes() const { return (git.root() / "lanes").string(); }
  std::string branch_file(const std::string& path);  // in the project's branch
  const RoomId room{"yard"};
  const ProjectId project{"p-tea2"};

 private:
  class Models;
  class Ears;
  void open();
  void start_work();
  void destroy();

  const AgencyOptions options_;
  SystemClock clock_;
  std::unique_ptr<Loop> loop_;
  std::unique_ptr<SqliteJournal> journal_;
  std::unique_ptr<ModelCatalog> models_;
  std::unique_ptr<TurnPerformer> turns_;
  std::unique_ptr<Workshop> workshop_;
  std::vector<std::unique_ptr<Performer>> owned_;
  Performers performers_;
  std::map<std::string, FlowDefinition> flows_;
  std::unique_ptr<Engine> engine_;
  std::unique_ptr<Ears> ears_;
  std::function<bool()> reached_;
  RoomView seen_;
  bool rests_ = false;
  FlowId flow_{"f-agency"};
  int said_ = 0;
};

}  // namespace fm::testing
