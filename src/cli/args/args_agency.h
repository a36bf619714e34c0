// The part of the command line that is about what is built: policy, merge, rewind, build, run.
//
// args.cc finds the options and fills AgencyOptions, and what these commands share with those of
// the talk in ConversationOptions; here they become values. Pure.
#pragma once

#include <string>

#include "cli/args/args.h"
#include "cli/args/args_conversation.h"
#include "cli/args/args_values.h"

namespace fm::cli {

struct AgencyOptions {
  std::string agent, patch;
  bool no_sandbox = false;
  bool push = false;
  bool merge = false;
};

// policy show, policy why
Result<Command> read_policy_wanted(ConversationOptions& said, AgencyOptions& agency,
                                   const Words& words, const std::string& path);
Result<Command> read_merge(ConversationOptions& said, AgencyOptions& agency, const Words& words);
Result<Command> read_rewind(ConversationOptions& said, const Words& words);
Result<Command> read_build(ConversationOptions& said, const Words& words);
Result<Command> read_run(ConversationOptions& said, const AgencyOptions& agency,
                         const Words& words);

}  // namespace fm::cli
