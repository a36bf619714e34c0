// LaneHands: what an agent's tools do in its lane besides files: commands and git (P-60).
#pragma once

#include "team/agency/workshop.h"
#include "tool/run/lane_commands.h"

namespace fm {

class LaneHands final : public LaneCommands {
 public:
  LaneHands(Workshop& workshop, LaneWork work) : workshop_(workshop), work_(std::move(work)) {}

  Task<Result<CommandResult>> run(CommandRequest request, CancelToken cancel) override;
  Task<Result<std::string>> diff(std::string path, CancelToken cancel) override;
  Task<Result<std::string>> log(std::string path, int count, CancelToken cancel) override;

 private:
  std::string from_top(const std::string& path) const;

  Workshop& workshop_;
  const LaneWork work_;
};

}  // namespace fm
