// What git knows of a room's folder, for agents that only look (P-60): git_diff and git_log.
//
// The diff is what the person has changed since the last commit, of this folder alone, without what
// no model is shown (kept_back.h). Nothing is run in the folder.
#pragma once

#include <filesystem>
#include <string>
#include <utility>

#include "loop/pool_scope.h"
#include "tool/run/lane_commands.h"
#include "work/git/git.h"

namespace fm {

class FolderGit final : public LaneCommands {
 public:
  // All outlive it.
  FolderGit(Git& git, PoolScope& pool, std::filesystem::path folder)
      : git_(git), pool_(pool), folder_(std::move(folder)) {}

  // Errors: tool_not_here, always.
  Task<Result<CommandResult>> run(CommandRequest request, CancelToken cancel) override;
  Task<Result<std::string>> diff(std::string path, CancelToken cancel) override;
  Task<Result<std::string>> log(std::string path, int count, CancelToken cancel) override;

 private:
  GitCall call(std::vector<std::string> arguments) const;

  Git& git_;
  PoolScope& pool_;
  const std::filesystem::path folder_;
};

}  // namespace fm
