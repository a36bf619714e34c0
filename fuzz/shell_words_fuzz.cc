// Feeds any bytes to the reader of shell lines, and to the policy that stands on it (F-49).
//
// Held to, besides not crashing: a line that is put behind another, in a subshell, a substitution
// or in sh -c, loses no command by it; a command that is denied is denied there too, and never
// becomes allowed by what is put around it.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/hold.h"
#include "tool/policy/policy.h"
#include "tool/policy/shell_words.h"

namespace fm {
namespace {

constexpr std::size_t kLongest = 2'000;

bool has_rm(const ShellCommands& found) {
  return std::ranges::any_of(found.commands, [](const SimpleCommand& command) {
    return !command.words.empty() && command.words.front().text == "rm";
  });
}

bool is_allowed(const std::string& line) {
  static const PolicyTable table{.rules = {{.name = "list",
                                            .outcome = PolicyOutcome::kAllow,
                                            .commands = {"ls", "cat", "echo", "git status"}},
                                           {.name = "rest", .outcome = PolicyOutcome::kAsk}}};
  const PolicyRequest request{
      .actor = {.agent = "a", .role = "b"}, .tool = "run_command", .command = line};
  return decide(table, request).outcome == PolicyOutcome::kAllow;
}

}  // namespace
}  // namespace fm

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string line(reinterpret_cast<const char*>(data), std::min(size, fm::kLongest));
  const fm::ShellCommands found = fm::read_shell(line);
  if (line.empty()) return 0;
  fm::hold(!fm::is_allowed(line) || found.unsure.empty(),
           "a line that is not understood is allowed", line);
  // In front, so that no quote or here-document of the line can hide it.
  for (const std::string& with :
       {"rm x; " + line, "rm x\n" + line, "rm x & " + line, "(rm x)\n" + line,
        "echo $(rm x) \n" + line, "echo \"`rm x`\" ; " + line, "sh -c 'rm x'\n" + line}) {
    const fm::ShellCommands both = fm::read_shell(with);
    fm::hold(fm::has_rm(both) || !both.unsure.empty(), "a command is not seen", with);
    fm::hold(!fm::is_allowed(with), "a command is allowed behind another", with);
  }
  // Behind: only if the line is understood, for else it may be part of a quotation.
  if (found.unsure.empty() && !line.contains('#') && !line.ends_with('\\')) {
    const std::string with = line + "\nrm x\n";
    fm::hold(!fm::is_allowed(with), "a command is allowed behind another", with);
  }
  return 0;
}
