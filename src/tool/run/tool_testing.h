// A lane in a scratch folder whose tools are called as a model calls them. For tests only.
#pragma once

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <utility>

#include "loop/pool_scope.h"
#include "loop/sim_loop.h"
#include "test/support/scratch_folder.h"
#include "tool/run/run_tool.h"

namespace fm {

class ToolWorld {
 public:
  ToolWorld() : pool(loop) { lane.root = folder.path(), lane.access = LaneAccess::kWrite; }

  ToolResult call(std::string name, JsonObject arguments) {
    GivenCall given{.id = "c1", .name = std::move(name), .arguments = std::move(arguments)};
    std::optional<ToolResult> result;
    const RunningTask task =
        start(run_tool(std::move(given), lane, seen, hands, pool, cancel), [&](auto outcome) {
          REQUIRE(outcome.has_value());
          result = std::move(*outcome);
        });
    loop.run_ready();
    REQUIRE(result.has_value());
    return std::move(*result);
  }

  std::string bytes(const std::string& name) const {
    std::ostringstream text;
    text << std::ifstream(folder.path() / name, std::ios::binary).rdbuf();
    return text.str();
  }

  ScratchFolder folder;
  SimLoop loop;
  PoolScope pool;
  LaneView lane;
  SeenFiles seen;
  ToolHands hands;
  CancelToken cancel;
};

}  // namespace fm
