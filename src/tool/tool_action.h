// What a call asks for, its arguments checked: names, types and ranges, before anything runs (S-3).
//
// Models know other agents' tools better than ours, so the names that those give to the same thing
// are taken too (file_path for path, old_string for old), but never two that say different things.
// Pure. Errors: tool_unknown, tool_argument_invalid; the message names the field and says why.
#pragma once

#include <string>
#include <variant>

#include "base/clock.h"
#include "base/result.h"
#include "reading/tools/tool_call.h"

namespace fm {

inline constexpr int kReadLines = 400;  // of a file, unless more or fewer are asked for
inline constexpr Millis kCommandLimit{120'000};
inline constexpr Millis kLongestCommand{1'800'000};

struct ReadFile {
  std::string path;
  int from_line = 1;
  int lines = kReadLines;
};
struct ListFiles {
  std::string path;  // empty: the lane
  int depth = 2;
};
struct SearchText {
  std::string pattern;
  std::string path;  // a folder or a file; empty: the lane
  bool regex = false;
  std::string glob;  // "*.py", "src/**/*.ts"; empty: all files
};
struct WriteFile {
  std::string path;
  std::string content;
};
struct EditFile {
  std::string path;
  std::string old_text;
  std::string new_text;
  bool all = false;
};
struct RunCommand {
  std::string command;
  Millis time_limit = kCommandLimit;
};
struct GitDiff {
  std::string path;  // empty: all of the lane
};
struct GitLog {
  std::string path;
  int count = 10;
};
struct FetchPage {
  std::string url;
};

using ToolAction = std::variant<ReadFile, ListFiles, SearchText, WriteFile, EditFile, RunCommand,
                                GitDiff, GitLog, FetchPage>;

Result<ToolAction> read_tool_action(const GivenCall& call);

std::string_view tool_name(const ToolAction& action);

// The one form of a call by which it is compared with others (F-39): the tool and the arguments
// that it knows, under our names, defaults left out. Of a call that cannot be read, what came.
std::string canonical_call(const GivenCall& call);

}  // namespace fm
