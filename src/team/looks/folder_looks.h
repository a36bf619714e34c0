// FolderLooks: what agents of a conversation do with tools in their room's folder: they look
// (P-60).
//
// No lane and no snapshot: a look changes nothing, so a turn with its looks can be done again as a
// whole (team/turn/turn.h). The policy is asked as for builders (P-61); what writes or runs is
// refused here whatever it says, with words that the model understands. What no model is shown
// (kept_back.h) is refused too. Loop thread; outlives its turns.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/redact.h"
#include "engine/flow/task.h"
#include "loop/loop.h"
#include "loop/pool_scope.h"
#include "team/looks/folder_git.h"
#include "team/looks/looked_at.h"
#include "team/looks/tool_exchange.h"
#include "tool/files/seen_files.h"
#include "tool/policy/policy.h"
#include "tool/run/run_tool.h"
#include "tool/watch/loop_watch.h"
#include "work/git/git.h"
#include "work/process/command.h"

namespace fm {

inline constexpr int kMostLookRounds = 6;                  // of a turn, then it must answer
inline constexpr std::size_t kMostLooksARound = 8;         // calls
inline constexpr std::size_t kMostLookBytes = 160 * 1024;  // of what a turn is shown in all

class LookTurn;

class FolderLooks {
 public:
  struct Options {
    PolicyTable policy = {};
    Redactor redactor = {};
    std::map<std::string, std::string> environment = {};  // of git
    std::shared_ptr<WebPages> web = {};                   // null: no page is fetched
  };
  FolderLooks(Loop& loop, Options options);  // `loop` outlives it
  FolderLooks(const FolderLooks&) = delete;

  // `most_bytes`: what the turn's model has room for.
  std::unique_ptr<LookTurn> begin(std::filesystem::path folder, PolicyActor actor,
                                  std::string project, std::size_t most_bytes = kMostLookBytes);

 private:
  friend class LookTurn;
  const Options options_;
  CommandRunner commands_;
  Git git_;
  PoolScope pool_;
};

// The looks of one turn. Must not outlive the FolderLooks that made it.
class LookTurn {
 public:
  LookTurn(FolderLooks& looks, std::filesystem::path folder, PolicyActor actor, std::string project,
           std::size_t most_bytes);

  // What a call is answered; it never fails.
  Task<ToolAnswer> answer(ToolCall call, CancelToken cancel);

  const std::vector<Look>& looked() const { return looked_; }
  // Once it has done the same again and again with nothing new coming of it: what.
  const std::string& loop() const { return loop_; }
  bool is_close_to_loop() const { return watch_.is_close(); }

 private:
  PolicyRequest request_of(const GivenCall& call) const;
  std::optional<std::string> refusal(const GivenCall& call) const;
  ToolAnswer shown(ToolAnswer answer);
  void note(const ToolCall& call, const GivenCall* given, bool failed);

  FolderLooks& looks_;
  const PolicyActor actor_;
  const std::string project_;
  const LaneView place_;
  FolderGit git_;
  SeenFiles seen_;
  LoopWatch watch_;
  std::vector<Look> looked_;
  std::string loop_;
  std::size_t bytes_left_;
};

}  // namespace fm
