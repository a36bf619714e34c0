// Runs one call of a tool in a lane and tells what came of it (P-53, P-60).
//
// The policy has allowed the call before (policy/policy.h). Arguments are checked first; a call
// that cannot be read runs nothing (F-30). Files are read and written in the pool. There is always
// a result: what goes wrong is words for the model in it. Loop thread only. What it is given must
// outlive the task; destroying the task leaves no file half written.
#pragma once

#include "engine/flow/task.h"
#include "loop/pool_scope.h"
#include "reading/tools/tool_call.h"
#include "tool/files/seen_files.h"
#include "tool/lane_view.h"
#include "tool/run/lane_commands.h"
#include "tool/tool_result.h"

namespace fm {

struct ToolHands {
  LaneCommands* commands = nullptr;  // null: nothing is run here, and git is not asked
  WebPages* web = nullptr;           // null: nothing is fetched here
};

Task<ToolResult> run_tool(GivenCall call, LaneView lane, SeenFiles& seen, ToolHands hands,
                          PoolScope& pool, CancelToken cancel);

}  // namespace fm
