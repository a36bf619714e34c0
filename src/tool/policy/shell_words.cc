#include "tool/policy/shell_words.h"

#include <fmt/format.h>

#include "base/text.h"
#include "tool/policy/shell_reader.h"

namespace fm {

std::string SimpleCommand::text() const {
  std::string all;
  for (const ShellWord& word : words) all += (all.empty() ? "" : " ") + word.text;
  return all;
}

ShellCommands read_shell(std::string_view line) {
  ShellCommands found;
  ShellReader(found).read(line);
  return found;
}

}  // namespace fm
