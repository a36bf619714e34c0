// The sandbox: commands in a view of the machine of their own, made by bubblewrap.
//
// A command in it has namespaces of its own for all there is one for, no capabilities, no way to
// more namespaces unless its plan gives it one, no terminal, and ends with us. What it sees is its
// plan's. It is no defence against a fault of the kernel, and there is no filter of system calls.
#pragma once

#include <string>

#include "base/result.h"
#include "engine/flow/task.h"
#include "work/process/command.h"
#include "work/process/environment.h"
#include "work/sandbox/sandbox_plan.h"

namespace fm {

// What this machine can do; asked once and kept by whoever owns it.
struct SandboxState {
  bool works = false;
  std::string program = {};  // bubblewrap's path
  Error why_not = {};        // what to tell, and what to do about it
  // Whether the kernel itself keeps processes from breeding. Not for root without control groups:
  // there they are only counted, and a fork bomb may be quicker.
  bool holds_processes = false;
};

// Runs bubblewrap once. Its errors are in the state: sandbox_missing, sandbox_too_old,
// sandbox_refused (the system allows it to nobody, or not to us), sandbox_failed.
Task<SandboxState> probe_sandbox(CommandRunner& commands, Variables environment);

// The command inside of a sandbox. Its exit status is passed on; ended by a signal N inside, it has
// the status 128 + N. HOME and TMPDIR are set, limits of the plan count where the command has no
// stricter ones. Blocking: for the pool. Errors: sandbox_unusable (no sandbox works here, or the
// lane is not one), command_folder_missing, and those of program_path().
Result<CommandSpec> in_sandbox(CommandSpec spec, const SandboxPlan& plan,
                               const SandboxState& state);

// The command as it is, within the plan's limits: for where there is no sandbox and the person
// allowed it to run so. It can still do all that the person can.
CommandSpec within_limits(CommandSpec spec, const SandboxPlan& plan);

}  // namespace fm
