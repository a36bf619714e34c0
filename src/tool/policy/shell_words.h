// The simple commands that a shell command line runs, so that each is held to the policy (F-49).
//
// Understood as a POSIX shell or bash would: quotes, escapes, comments, here-documents, lists
// (; && || | & newline), subshells and groups, if/while/until/for, command and process
// substitution, also inside double quotes, ${...} and here-documents, redirections, assignments.
// A command that runs another is looked into: sh -c, eval, env, xargs, find -exec, timeout and
// their like. What cannot be known for sure from the text alone is said in `unsure`, and whoever
// asks must then ask a person. Pure; time is linear in the text, depth is bounded.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fm {

struct ShellWord {
  std::string text;      // quotes and escapes taken off
  bool is_fixed = true;  // false: the shell makes something else of it ($X, *, {a,b}, ~)
};

struct ShellRedirection {
  std::string sign;  // "<", ">", ">>", ">&", ...
  ShellWord target;
  bool writes = false;  // to a file; not: to another stream, or /dev/null
};

struct SimpleCommand {
  std::vector<ShellWord> words;          // the program first; empty: only assignments
  std::vector<std::string> assignments;  // names of variables that it is given
  std::vector<ShellRedirection> redirections;
  bool more_words = false;  // it gets more words that are not known here (xargs)
  std::string within;       // what runs it, if that is no shell: "xargs", "find"

  std::string text() const;  // words, with one space between
};

struct ShellCommands {
  std::vector<SimpleCommand> commands;
  std::vector<std::string> unsure;  // what was not understood, in words; empty: all was
};

ShellCommands read_shell(std::string_view line);

}  // namespace fm
