#include "tool/tool_action.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/text.h"
#include "tool/tool.h"
#include "tool/tool_result.h"

namespace fm {
namespace {

struct OtherName {
  std::string_view other;
  std::string_view ours;
};
// What other agents' tools call the same things. A name is only taken by a tool that has ours.
constexpr auto kOtherNames =
    std::to_array<OtherName>({{"file_path", "path"},   {"filepath", "path"},
                              {"filename", "path"},    {"file", "path"},
                              {"directory", "path"},   {"dir", "path"},
                              {"folder", "path"},      {"old_string", "old"},
                              {"old_str", "old"},      {"old_text", "old"},
                              {"oldText", "old"},      {"new_string", "new"},
                              {"new_str", "new"},      {"new_text", "new"},
                              {"newText", "new"},      {"replace_all", "all"},
                              {"contents", "content"}, {"file_text", "content"},
                              {"text", "content"},     {"cmd", "command"},
                              {"query", "pattern"},    {"start_line", "from_line"},
                              {"offset", "from_line"}, {"limit", "lines"},
                              {"include", "glob"},     {"timeout_s", "time_limit_s"},
                              {"max_count", "count"}});

// Arguments that models add to say something; they change nothing.
constexpr auto kRemarks = std::to_array<std::string_view>(
    {"description", "explanation", "reason", "thought", "intent", "instructions"});

std::unexpected<Error> bad(std::string_view tool, std::string_view field, std::string_view why,
                           std::string cure) {
  return fail("tool_argument_invalid",
              fmt::format("{} was not run: its argument `{}` {}.", tool, field, why), {},
              std::move(cure));
}

std::string parameters_of(std::string_view tool) {
  std::vector<std::string> names;
  for (const ToolSpec& spec : tool_specs())
    if (spec.name == tool)
      for (const auto& each : spec.parameters.at("properties").as_object())
        names.emplace_back(each.key());
  return join(names, ", ");
}

// The arguments by our names; each is taken once, and what nobody took is a fault.
class Arguments {
 public:
  static Result<Arguments> of(const GivenCall& call) {
    const auto table = tool_table().find(call.name);
    if (table == tool_table().end()) {
      std::vector<std::string> names;
      for (const ToolSpec& spec : tool_specs()) names.push_back(spec.name);
      return fail("tool_unknown", fmt::format("There is no tool {}.", shown_name(call.name)), {},
                  fmt::format("These are the tools: {}.", join(names, ", ")));
    }
    Arguments arguments(call.name);
    for (const auto& member : call.arguments) {
      std::string key(member.key());
      if (member.value().is_null() || among(key, kRemarks)) continue;
      if (!table->second.contains(key)) {
        const auto other = std::ranges::find(kOtherNames, key, &OtherName::other);
        if (other == kOtherNames.end() || !table->second.contains(other->ours))
          return bad(call.name, shown_name(key), "is not known",
                     fmt::format("It has these: {}.", parameters_of(call.name)));
        key = other->ours;
      }
      const auto [known, is_new] = arguments.values_.try_emplace(key, member.value());
      if (!is_new && known->second != member.value())
        return bad(call.name, key, "is given twice, with different values", "Give it once.");
    }
    return arguments;
  }

  Result<std::string> text(std::string_view name, bool may_be_empty = true) {
    const Json* value = find(name);
    if (value == nullptr) return bad(tool_, name, "is missing", "Give it; it is a text.");
    if (!value->is_string()) return bad(tool_, name, "is no text", "Give it as a string.");
    std::string text(value->get_string());
    if (!may_be_empty && trim(text).empty())
      return bad(tool_, name, "is empty", "Give what is meant.");
    return text;
  }
  Result<std::string> text_or(std::string_view name) {
    return find(name) == nullptr ? Result<std::string>() : text(name);
  }
  Result<int> number(std::string_view name, int otherwise, int least, int most) {
    const Json* value = find(name);
    if (value == nullptr) return otherwise;
    const bool fits =
        value->is_int64() && value->get_int64() >= least && value->get_int64() <= most;
    if (!fits)
      return bad(tool_, name, fmt::format("is no whole number from {} to {}", least, most),
                 fmt::format("It was {}.", cut_bytes(canonical(*value), 60)));
    return static_cast<int>(value->get_int64());
  }
  Result<bool> flag(std::string_view name) {
    const Json* value = find(name);
    if (value == nullptr) return false;
    if (!value->is_bool())
      return bad(tool_, name, "is neither true nor false", "Give one of them.");
    return value->get_bool();
  }

 private:
  explicit Arguments(std::string tool) : tool_(std::move(tool)) {}
  const Json* find(std::string_view name) const {
    const auto found = values_.find(name);
    return found == values_.end() ? nullptr : &found->second;
  }
  std::string tool_;
  std::map<std::string, Json, std::less<>> values_;
};

constexpr int kMostLines = 1'000'000'000;

Result<ToolAction> read(std::string_view tool, Arguments& from) {
  if (tool == "read_file") {
    ReadFile action{.path = TRY(from.text("path", false))};
    action.from_line = TRY(from.number("from_line", 1, 0, kMostLines));
    action.lines = std::min(TRY(from.number("lines", kReadLines, 1, kMostLines)), kReadLines);
    action.from_line = std::max(1, action.from_line);  // some count from 0
    return action;
  }
  if (tool == "list_files")
    return ListFiles{.path = TRY(from.text_or("path")),
                     .depth = TRY(from.number("depth", 2, 1, 6))};
  if (tool == "search_text")
    return SearchText{.pattern = TRY(from.text("pattern", false)),
                      .path = TRY(from.text_or("path")),
                      .regex = TRY(from.flag("regex")),
                      .glob = TRY(from.text_or("glob"))};
  if (tool == "write_file")
    return WriteFile{.path = TRY(from.text("path", false)), .content = TRY(from.text("content"))};
  if (tool == "edit_file")
    return EditFile{.path = TRY(from.text("path", false)),
                    .old_text = TRY(from.text("old")),
                    .new_text = TRY(from.text("new")),
                    .all = TRY(from.flag("all"))};
  if (tool == "run_command") {
    RunCommand action{.command = TRY(from.text("command", false))};
    if (action.command.contains('\0'))
      return bad(tool, "command", "has a zero byte in it", "Leave it out.");
    constexpr int kSecond = 1'000;
    action.time_limit = Millis(
        kSecond * TRY(from.number("time_limit_s", static_cast<int>(kCommandLimit.count()) / kSecond,
                                  1, static_cast<int>(kLongestCommand.count()) / kSecond)));
    return action;
  }
  if (tool == "git_diff") return GitDiff{.path = TRY(from.text_or("path"))};
  if (tool == "git_log")
    return GitLog{.path = TRY(from.text_or("path")),
                  .count = TRY(from.number("count", 10, 1, 100))};
  return FetchPage{.url = TRY(from.text("url", false))};
}

}  // namespace

Result<ToolAction> read_tool_action(const GivenCall& call) {
  Arguments arguments = TRY(Arguments::of(call));
  return read(call.name, arguments);
}

std::string_view tool_name(const ToolAction& action) {
  static constexpr auto kNames = std::to_array<std::string_view>(
      {"read_file", "list_files", "search_text", "write_file", "edit_file", "run_command",
       "git_diff", "git_log", "web_fetch"});
  static_assert(kNames.size() == std::variant_size_v<ToolAction>);
  return kNames[action.index()];
}

namespace {

// The fields that tell one call from another.
struct Fields {
  JsonArray operator()(const ReadFile& a) const { return {a.path, a.from_line, a.lines}; }
  JsonArray operator()(const ListFiles& a) const { return {a.path, a.depth}; }
  JsonArray operator()(const SearchText& a) const { return {a.pattern, a.path, a.regex, a.glob}; }
  JsonArray operator()(const WriteFile& a) const { return {a.path, a.content}; }
  JsonArray operator()(const EditFile& a) const { return {a.path, a.old_text, a.new_text, a.all}; }
  JsonArray operator()(const RunCommand& a) const { return {a.command}; }
  JsonArray operator()(const GitDiff& a) const { return {a.path}; }
  JsonArray operator()(const GitLog& a) const { return {a.path, a.count}; }
  JsonArray operator()(const FetchPage& a) const { return {a.url}; }
};

}  // namespace

std::string canonical_call(const GivenCall& call) {
  const auto action = read_tool_action(call);
  if (!action) return call.name + " " + canonical(call.arguments);
  return call.name + " " + canonical(Json(std::visit(Fields(), *action)));
}

}  // namespace fm
