// Programs that run other programs: what they run is read out of their words, so that it is held to
// the policy too (F-49). Pure.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tool/policy/shell_words.h"

namespace fm {

struct WithinCommand {
  bool is_runner = false;  // the words are no command of their own, only what is within
  std::vector<SimpleCommand> commands;  // that are run
  std::vector<std::string> texts;       // for a shell to run: sh -c TEXT, eval WORDS
  std::optional<std::string> unsure;    // why that cannot be said
};

WithinCommand commands_within(const SimpleCommand& command);

}  // namespace fm
