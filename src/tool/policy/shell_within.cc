#include "tool/policy/shell_within.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

#include "base/text.h"

namespace fm {
namespace {

using Words = std::span<const ShellWord>;

constexpr auto kShells =
    std::to_array<std::string_view>({"sh", "bash", "dash", "zsh", "ksh", "ash"});

// Programs whose words are another command, behind their own options.
struct Runner {
  std::string_view name;
  std::string_view with_value;  // one-letter options that take a value
  int words = 0;                // of its own, before the command: timeout 5
};
constexpr auto kRunners = std::to_array<Runner>({{"env", "uCS", 0},
                                                 {"nice", "n", 0},
                                                 {"nohup", "", 0},
                                                 {"timeout", "ks", 1},
                                                 {"command", "", 0},
                                                 {"builtin", "", 0},
                                                 {"exec", "a", 0},
                                                 {"stdbuf", "ioe", 0},
                                                 {"setsid", "", 0},
                                                 {"time", "fo", 0},
                                                 {"xargs", "aEILnPsd", 0},
                                                 {"ionice", "cnp", 0}});

// What runs something as another user, elsewhere, or later: nothing of it can be known here.
constexpr auto kElsewhere = std::to_array<std::string_view>(
    {"sudo",    "doas",   "su",     "pkexec",      "runuser", "ssh",    "chroot",  "nsenter",
     "unshare", "docker", "podman", "systemd-run", "at",      "batch",  "crontab", "parallel",
     "watch",   "script", "expect", "tmux",        "screen",  "source", ".",       "trap",
     "alias",   "entr",   "strace", "gdb",         "flock"});

std::string_view base_name(std::string_view program) {
  return program.substr(program.rfind('/') + 1);
}

std::string said(Words words) {
  std::string all;
  for (const ShellWord& word : words) all += (all.empty() ? "" : " ") + word.text;
  return all;
}

bool all_fixed(Words words) {
  return std::ranges::all_of(words, [](const ShellWord& word) { return word.is_fixed; });
}

bool is_assignment(std::string_view word) {
  const std::size_t sign = word.find('=');
  return sign != word.npos && sign != 0 && !word.starts_with('-');
}

// Past the options of a runner; the end: it has one that is not understood.
std::size_t past_options(const Runner& runner, Words words) {
  std::size_t i = 1;
  while (i < words.size() && words[i].text.size() > 1 && words[i].text.starts_with('-')) {
    const std::string_view option = words[i].text;
    ++i;
    if (option == "--") break;
    if (option.starts_with("--")) {
      if (!option.contains('=') && option != "--ignore-environment" && option != "--null" &&
          option != "--no-run-if-empty" && option != "--foreground" && option != "--verbose")
        return words.size();
      continue;
    }
    if (option.size() == 2 && runner.with_value.contains(option[1])) ++i;
  }
  return std::min(i, words.size());
}

WithinCommand within_runner(const Runner& runner, const SimpleCommand& command) {
  WithinCommand within{.is_runner = true};
  const Words words = command.words;
  const bool splits = runner.name == "env" && std::ranges::any_of(words, [](const ShellWord& word) {
                        return word.text.starts_with("-S") || word.text.starts_with("--split");
                      });
  std::size_t first = past_options(runner, words);
  SimpleCommand inner;
  while (runner.name == "env" && first < words.size() && is_assignment(words[first].text)) {
    inner.assignments.push_back(words[first].text.substr(0, words[first].text.find('=')));
    ++first;
  }
  first += static_cast<std::size_t>(runner.words);
  if (splits || first > words.size() ||
      (first == words.size() && words.size() > 1 + std::size_t(runner.words)) ||
      !all_fixed(words.first(std::min(first, words.size())))) {
    within.unsure = fmt::format("What `{}` runs cannot be said for sure.", said(words));
    return within;
  }
  if (first >= words.size()) {  // env alone prints; timeout alone fails
    within.is_runner = false;
    return within;
  }
  inner.words.assign(words.begin() + static_cast<std::ptrdiff_t>(first), words.end());
  inner.within = runner.name;
  inner.more_words = runner.name == "xargs";
  within.commands.push_back(std::move(inner));
  return within;
}

WithinCommand within_shell(const SimpleCommand& command) {
  WithinCommand within{.is_runner = true};
  const Words words = command.words;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string_view option = words[i].text;
    const bool is_short = option.size() > 1 && option.starts_with('-') && !option.starts_with("--");
    if (!is_short) break;
    if (!option.contains('c')) continue;
    if (i + 1 >= words.size() || !words[i + 1].is_fixed) break;
    within.texts.push_back(words[i + 1].text);
    return within;
  }
  within.is_runner = false;
  // A script of the lane is a command of its own; what comes by a pipe is not known.
  const bool is_script = words.size() > 1 && words[1].is_fixed && !words[1].text.starts_with('-');
  if (!is_script)
    within.unsure = fmt::format("What `{}` runs cannot be said for sure.", said(words));
  return within;
}

// find ... -exec COMMAND ;
WithinCommand within_find(const SimpleCommand& command) {
  WithinCommand within;
  const Words words = command.words;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string_view option = words[i].text;
    if (option != "-exec" && option != "-execdir" && option != "-ok" && option != "-okdir")
      continue;
    SimpleCommand inner;
    inner.within = "find";
    inner.more_words = true;
    for (++i; i < words.size() && words[i].text != ";" && words[i].text != "+"; ++i)
      inner.words.push_back(words[i]);
    if (inner.words.empty()) continue;
    within.commands.push_back(std::move(inner));
  }
  return within;
}

}  // namespace

WithinCommand commands_within(const SimpleCommand& command) {
  WithinCommand within;
  if (command.words.empty()) return within;
  const ShellWord& program = command.words.front();
  if (!program.is_fixed) {
    within.unsure = fmt::format("Which program `{}` is cannot be said for sure.", program.text);
    return within;
  }
  const std::string_view name = base_name(program.text);
  if (among(name, kElsewhere)) {
    within.unsure = fmt::format("`{}` runs commands in a way that cannot be looked into.", name);
    return within;
  }
  if (name == "eval") {
    const Words words = Words(command.words).subspan(1);
    within.is_runner = true;
    if (all_fixed(words)) {
      within.texts.push_back(said(words));
    } else {
      within.unsure = fmt::format("What `{}` runs cannot be said for sure.", command.text());
    }
    return within;
  }
  if (among(name, kShells)) return within_shell(command);
  if (name == "find") return within_find(command);
  const auto runner = std::ranges::find(kRunners, name, &Runner::name);
  if (runner != kRunners.end()) return within_runner(*runner, command);
  return within;
}

}  // namespace fm
