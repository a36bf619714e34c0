#include "tool/policy/command_pattern.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.h"

namespace fm {
namespace {

// Variables that change how a program speaks, not what it does.
constexpr auto kHarmless = std::to_array<std::string_view>(
    {"LANG", "LC_ALL", "TZ", "CI", "NO_COLOR", "FORCE_COLOR", "COLUMNS", "TERM",
     "PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED", "RUST_BACKTRACE"});

bool fits_word(std::string_view pattern, std::string_view word) {
  std::size_t p = 0, w = 0, star = pattern.npos, from = 0;
  while (w < word.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      from = w;
    } else if (p < pattern.size() && pattern[p] == word[w]) {
      ++p, ++w;
    } else if (star != pattern.npos) {
      p = star + 1;
      w = ++from;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

std::vector<std::string_view> words_of(std::string_view pattern) {
  std::vector<std::string_view> words;
  while (!(pattern = trim(pattern)).empty()) {
    const std::size_t end = std::min(pattern.find_first_of(" \t"), pattern.size());
    words.push_back(pattern.substr(0, end));
    pattern.remove_prefix(end);
  }
  return words;
}

// A word of which only the names of files are not known.
bool is_glob(const ShellWord& word) {
  return !word.is_fixed && word.text.find_first_of("$`{~") == std::string::npos &&
         !word.text.starts_with("/dev/fd/") && word.text.find_first_of("*?[") != std::string::npos;
}

// git -C x --no-pager push: without what stands before what it is to do.
std::vector<ShellWord> without_git_options(std::vector<ShellWord> words) {
  static constexpr auto kWithValue = std::to_array<std::string_view>(
      {"-C", "-c", "--git-dir", "--work-tree", "--namespace", "--exec-path", "--config-env"});
  while (words.size() > 1 && words[1].text.starts_with('-')) {
    const std::size_t count = among(words[1].text, kWithValue) && words.size() > 2 ? 2 : 1;
    words.erase(words.begin() + 1, words.begin() + 1 + static_cast<std::ptrdiff_t>(count));
  }
  return words;
}

}  // namespace

bool fits_command(std::string_view pattern, const SimpleCommand& command) {
  const auto wanted = words_of(pattern);
  if (wanted.empty()) return false;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const bool is_rest = i + 1 == wanted.size() && wanted[i] == "*";
    if (is_rest) return true;
    if (i >= command.words.size() || !fits_word(wanted[i], command.words[i].text)) return false;
    if (i == 0 && !command.words[i].is_fixed) return false;
  }
  return true;
}

DenyFit fits_denied(std::string_view pattern, const SimpleCommand& command) {
  if (command.words.empty()) return DenyFit::kNo;
  std::vector<ShellWord> words = command.words;
  std::string& program = words.front().text;
  const auto wanted = words_of(pattern);
  if (wanted.empty()) return DenyFit::kNo;
  if (!wanted.front().contains('/')) program.erase(0, program.rfind('/') + 1);
  if (program == "git") words = without_git_options(std::move(words));
  bool is_sure = true;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (i + 1 == wanted.size() && wanted[i] == "*") break;
    if (i >= words.size()) return command.more_words ? DenyFit::kMaybe : DenyFit::kNo;
    if (!words[i].is_fixed) {
      is_sure = false;
    } else if (!fits_word(wanted[i], words[i].text)) {
      return DenyFit::kNo;
    }
  }
  return is_sure ? DenyFit::kYes : DenyFit::kMaybe;
}

bool leaves_lane(std::string_view word, std::string_view lane) {
  if (const std::size_t sign = word.find('='); word.starts_with('-') && sign != word.npos)
    word.remove_prefix(sign + 1);
  if (word == "/dev/null") return false;
  if (word.starts_with('/')) {
    if (lane.empty() || !word.starts_with(lane)) return true;
    const std::string_view rest = word.substr(lane.size());
    if (!rest.empty() && !rest.starts_with('/')) return true;
  }
  for (std::string_view rest = word; !rest.empty();) {
    const std::size_t slash = std::min(rest.find('/'), rest.size());
    if (rest.substr(0, slash) == "..") return true;
    rest.remove_prefix(std::min(slash + 1, rest.size()));
  }
  return word.starts_with('~');
}

std::optional<std::string> beyond_words(const SimpleCommand& command, std::string_view lane,
                                        const std::vector<CarefulProgram>& careful) {
  for (const std::string& name : command.assignments)
    if (!among(name, kHarmless)) return fmt::format("it sets {}", name);
  if (command.more_words) return fmt::format("{} gives it more words", command.within);
  for (std::size_t i = 0; i < command.words.size(); ++i) {
    const ShellWord& word = command.words[i];
    if (!word.is_fixed && !is_glob(word))
      return fmt::format("what `{}` is there is not known", word.text);
    if (i > 0 && leaves_lane(word.text, lane))
      return fmt::format("{} is outside of the lane", word.text);
  }
  const std::string_view program =
      command.words.empty() ? std::string_view() : command.words.front().text;
  for (const CarefulProgram& each : careful) {
    if (each.program != program) continue;
    for (const ShellWord& word : command.words)
      for (const std::string& option : each.options)
        if (word.text == option || word.text.starts_with(option + "="))
          return fmt::format("with {} it does more than look", option);
  }
  return std::nullopt;
}

}  // namespace fm
