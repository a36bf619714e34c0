#include "tool/watch/loop_watch.h"

#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>

#include "base/sha256.h"
#include "base/text.h"
#include "tool/policy/shell_words.h"
#include "tool/tool_action.h"
#include "tool/tool_result.h"

namespace fm {
namespace {

constexpr std::size_t kLongestRound = 4;
constexpr std::size_t kKept = 64;

std::string hash_of(std::string_view text) { return to_hex(sha256(text)); }

// What a command does, without its comments; of a line that cannot be read, the line.
std::string command_text(std::string_view line) {
  const ShellCommands read = read_shell(line);
  if (!read.unsure.empty() || read.commands.empty()) return std::string(trim(line));
  std::string text;
  for (const SimpleCommand& command : read.commands) {
    text += command.text();
    for (const std::string& name : command.assignments) text += " " + name + "=";
    for (const ShellRedirection& each : command.redirections)
      text += " " + each.sign + each.target.text;
    text += "\n";
  }
  return text;
}

std::string action_of(const GivenCall& call) {
  const auto action = read_tool_action(call);
  if (action)
    if (const auto* command = std::get_if<RunCommand>(&*action))
      return call.name + " " + command_text(command->command);
  return canonical_call(call);
}

// Without what differs in every run of the same thing: how long it took, when, where in memory.
std::string result_of(std::string_view result) {
  static const re2::RE2 kDiffers(
      R"((?i)\b(?:in|took|after|time:?|elapsed:?)\s+\d+(?:\.\d+)?\s*(?:ms|s|secs?|seconds?|min|minutes?)\b)"
      R"(|(?m:^exit status \d+, [0-9. a-z]+$)|\b\d\d:\d\d:\d\d(?:[.,]\d+)?\b|\b0x[0-9a-f]{4,}\b)");
  std::string text(result);
  re2::RE2::GlobalReplace(&text, kDiffers, "~");
  return hash_of(text);
}

std::string shown_call(const GivenCall& call) {
  const auto action = read_tool_action(call);
  std::string what;
  if (action) {
    if (const auto* command = std::get_if<RunCommand>(&*action)) {
      what = command->command;
    } else if (const Json* path = call.arguments.if_contains("path"); path && path->is_string()) {
      what = path->get_string();
    }
  }
  return fit(shown_name(what.empty() ? call.name : call.name + " " + what), 80);
}

}  // namespace

bool is_declared_wait(const GivenCall& call) {
  const auto action = read_tool_action(call);
  const auto* run = action ? std::get_if<RunCommand>(&*action) : nullptr;
  if (run == nullptr) return false;
  const ShellCommands read = read_shell(run->command);
  return read.unsure.empty() && !read.commands.empty() &&
         std::ranges::all_of(read.commands, [](const SimpleCommand& command) {
           return command.words.size() >= 2 &&
                  (command.words.front().text == "sleep" || command.words.front().text == "wait");
         });
}

void LoopWatch::forget() {
  dropped_ += notes_.size();
  notes_.clear();
  is_close_ = false;
}

// How often the last `period` notes stand there in a row.
std::size_t LoopWatch::times_in_row(std::size_t period) const {
  std::size_t same = period;
  while (same < notes_.size()) {
    const Note& note = notes_[notes_.size() - 1 - same];
    const Note& later = notes_[notes_.size() - 1 - same + period];
    if (note.action != later.action || note.result != later.result) break;
    ++same;
  }
  return same / period;
}

std::optional<FoundLoop> LoopWatch::note(const GivenCall& call, std::string_view result) {
  if (is_declared_wait(call)) {  // it was said to last; what comes after it is looked at anew
    forget();
    ++dropped_;
    return std::nullopt;
  }
  notes_.push_back({action_of(call), shown_call(call), result_of(result)});
  if (notes_.size() > kKept) {
    notes_.erase(notes_.begin());
    ++dropped_;
  }
  is_close_ = false;
  for (std::size_t period = 1; period <= std::min(kLongestRound, notes_.size()); ++period) {
    const std::size_t most = period == 1 ? kSameAction : kSameRound;
    const std::size_t times = times_in_row(period);
    if (times + 1 == most) is_close_ = true;
    if (times < most) continue;
    FoundLoop loop{.period = period, .repeats = times};
    loop.from = dropped_ + notes_.size() - times * period;
    std::vector<std::string> words;
    for (std::size_t i = notes_.size() - period; i < notes_.size(); ++i)
      words.push_back(notes_[i].words);
    loop.words = fmt::format("{}, {} times with the same result", join(words, ", then "), times);
    return loop;
  }
  return std::nullopt;
}

}  // namespace fm
