#include "tool/tool.h"

#include <array>
#include <span>
#include <string>

namespace fm {
namespace {

struct Parameter {
  std::string_view name;
  std::string_view type;
  bool is_needed;
  std::string_view description;
};

struct Tool {
  std::string_view name;
  ToolKind kind;
  std::string_view description;
  std::span<const Parameter> parameters;
};

constexpr std::string_view kPath = "From the lane's folder, such as src/main.py.";

constexpr Parameter kReadFile[] = {
    {"path", "string", true, kPath},
    {"from_line", "integer", false, "The first line to read, from 1. Default 1."},
    {"lines", "integer", false, "How many lines at most. Default and most 400."}};
constexpr Parameter kListFiles[] = {
    {"path", "string", false, "A folder; the lane's own by default."},
    {"depth", "integer", false, "How many levels down, 1 to 6. Default 2."}};
constexpr Parameter kSearchText[] = {
    {"pattern", "string", true, "The text to look for, or a regular expression (RE2) with regex."},
    {"path", "string", false, "A folder or a file to look in; the whole lane by default."},
    {"regex", "boolean", false, "Whether the pattern is a regular expression. Default false."},
    {"glob", "string", false, "Only files whose name or path fits, such as *.py or src/**/*.ts."}};
constexpr Parameter kWriteFile[] = {{"path", "string", true, kPath},
                                    {"content", "string", true, "All of the file's new content."}};
constexpr Parameter kEditFile[] = {
    {"path", "string", true, kPath},
    {"old", "string", true,
     "The lines to replace, as they are in the file, without line numbers. Enough of them that "
     "they "
     "are there once."},
    {"new", "string", true, "What comes in their place. Empty to delete them."},
    {"all", "boolean", false, "Replace every place where old is found. Default false."}};
constexpr Parameter kRunCommand[] = {
    {"command", "string", true, "For the shell. No input is typed, so it must not ask."},
    {"time_limit_s", "integer", false, "Seconds, 1 to 1800. Default 120."}};
constexpr Parameter kGitDiff[] = {
    {"path", "string", false, "A file or folder; the whole lane by default."}};
constexpr Parameter kGitLog[] = {
    {"path", "string", false, "Only commits that touch it."},
    {"count", "integer", false, "How many commits, 1 to 100. Default 10."}};
constexpr Parameter kWebFetch[] = {{"url", "string", true, "An http or https address."}};

// The order is part of every prompt: new tools go to the end.
constexpr auto kTools = std::to_array<Tool>({
    {"read_file", ToolKind::kLooks,
     "Reads a text file. Each line is shown as NUMBER|TEXT; the number and the bar are not in the "
     "file.",
     kReadFile},
    {"list_files", ToolKind::kLooks,
     "Lists files and folders. Folders end in /. Build outputs and caches are not entered.",
     kListFiles},
    {"search_text", ToolKind::kLooks,
     "Finds lines in the lane's text files; results are PATH:LINE: TEXT.", kSearchText},
    {"write_file", ToolKind::kChanges,
     "Makes a new file, or replaces all of one that you have read. To change part of a file use "
     "edit_file.",
     kWriteFile},
    {"edit_file", ToolKind::kChanges,
     "Replaces lines of a file: old must be in it exactly once (or set all). If it is not found, "
     "the answer says what the file has instead.",
     kEditFile},
    {"run_command", ToolKind::kRuns,
     "Runs a shell command in the lane's folder and gives its output and exit status.",
     kRunCommand},
    {"git_diff", ToolKind::kLooks, "Shows what was changed in the lane since its base.", kGitDiff},
    {"git_log", ToolKind::kLooks, "Shows the latest commits.", kGitLog},
    {"web_fetch", ToolKind::kFetches, "Fetches a public web page as text. The person is asked.",
     kWebFetch},
});

Json schema_of(const Tool& tool) {
  JsonObject properties;
  JsonArray needed;
  for (const Parameter& each : tool.parameters) {
    properties[each.name] =
        JsonObject{{"type", each.type}, {"description", std::string_view(each.description)}};
    if (each.is_needed) needed.push_back(Json(each.name));
  }
  return JsonObject{{"type", "object"},
                    {"properties", std::move(properties)},
                    {"required", std::move(needed)},
                    {"additionalProperties", false}};
}

}  // namespace

std::string_view to_string(ToolKind kind) {
  switch (kind) {
    case ToolKind::kLooks:
      return "looks";
    case ToolKind::kChanges:
      return "changes";
    case ToolKind::kRuns:
      return "runs";
    case ToolKind::kFetches:
      return "fetches";
  }
  return {};
}

const std::vector<ToolSpec>& tool_specs() {
  static const std::vector<ToolSpec> specs = [] {
    std::vector<ToolSpec> all;
    for (const Tool& tool : kTools)
      all.push_back({std::string(tool.name), std::string(tool.description), schema_of(tool)});
    return all;
  }();
  return specs;
}

const ToolTable& tool_table() {
  static const ToolTable table = [] {
    ToolTable all;
    for (const Tool& tool : kTools) {
      ToolParameters& parameters = all[std::string(tool.name)];
      for (const Parameter& each : tool.parameters)
        parameters[std::string(each.name)] = std::string(each.type);
    }
    return all;
  }();
  return table;
}

std::optional<ToolKind> tool_kind(std::string_view name) {
  for (const Tool& tool : kTools)
    if (tool.name == name) return tool.kind;
  return std::nullopt;
}

}  // namespace fm
