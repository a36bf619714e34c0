// Patterns for commands, and what a command does besides what its words say (F-49). Pure.
//
// A pattern is words: they stand at a command's beginning, `*` in a word fits any part of it, and
// ` *` at the end says that more may follow, which is so without it as well: "git diff" is "git
// diff --stat" too. A person who allows a pattern has looking at the words in mind, so a command is
// only allowed by one as far as its words are all there is to it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tool/policy/shell_words.h"

namespace fm {

bool fits_command(std::string_view pattern, const SimpleCommand& command);

enum class DenyFit { kNo, kMaybe, kYes };
// For denying: the program may be named by its path, git's own options may stand in front of what
// it is to do, and a word that the shell makes could be the one that is denied (kMaybe).
DenyFit fits_denied(std::string_view pattern, const SimpleCommand& command);

struct CarefulProgram {
  std::string program;
  std::vector<std::string> options;  // with which it does more than its name says
};

// What keeps a pattern from allowing this command; nothing: its words are all there is to it.
std::optional<std::string> beyond_words(const SimpleCommand& command, std::string_view lane,
                                        const std::vector<CarefulProgram>& careful);

// Whether a word names a place outside of the lane, or one that is not known.
bool leaves_lane(std::string_view word, std::string_view lane);

}  // namespace fm
