#include "coding/launch.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <utility>

#include "base/text.h"
#include "work/process/program_path.h"

namespace fm {
namespace {

namespace fs = std::filesystem;

// What one argument may hold (CommandRunner's own limit), with room for the rest.
constexpr std::size_t kMostPrompt = 96 * 1024;
constexpr Millis kLookLimit{15'000};

Variables environment_for(const CodingProfile& profile, const Variables& ours) {
  Variables built = command_environment(ours, "/tmp", profile.environment);
  for (const auto& [name, value] : profile.fixed) built[name] = value;
  return built;
}

std::string filled(std::string word, const CodingRun& run) {
  const auto replace = [&](std::string_view name, const std::string& value) {
    if (const auto at = word.find(name); at != word.npos) word.replace(at, name.size(), value);
  };
  // One after the other would fill in what stands in a prompt.
  if (word.contains("{prompt}"))
    replace("{prompt}", run.prompt);
  else
    replace("{session}", run.session);
  return word;
}

std::string lower(std::string_view text) {
  std::string low(text);
  std::ranges::transform(low, low.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return low;
}

// The first thing that looks like one: "codex-cli 0.171.0", "v1.18.33".
std::string version_in(std::string_view output) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  for (std::size_t at = 0; at < output.size(); ++at) {
    if (!is_digit(output[at]) || (at > 0 && (is_digit(output[at - 1]) || output[at - 1] == '.')))
      continue;
    std::size_t end = at;
    int points = 0;
    while (end < output.size() && (is_digit(output[end]) || output[end] == '.'))
      points += output[end++] == '.';
    if (points >= 1 && output[end - 1] != '.') return std::string(output.substr(at, end - at));
  }
  return {};
}

CommandSpec asking(const CodingProfile& profile, const std::vector<std::string>& arguments,
                   const Variables& ours) {
  CommandSpec spec{.argv = {profile.program},
                   .folder = "/",
                   .environment = environment_for(profile, ours),
                   .output_limit = 16 * 1024,
                   .time_limit = kLookLimit};
  spec.argv.insert(spec.argv.end(), arguments.begin(), arguments.end());
  return spec;
}

}  // namespace

Result<CommandSpec> coding_command(const CodingProfile& profile, const CodingRun& run,
                                   const Variables& ours) {
  if (!profile.prompt_as_input && run.prompt.size() > kMostPrompt)
    return fail("coding_agent_prompt", profile.title + " cannot be given so much at once.",
                "Its prompt is an argument of a command, and has more than 96 KiB.",
                "Make the task smaller, or have it built by another agent.");
  if (!run.session.empty() && profile.resume.empty())
    return fail("coding_profile_invalid", profile.title + " cannot go on with a session.");
  const auto mode = profile.permissions.find(run.permission);
  if (mode == profile.permissions.end())
    return fail("coding_permission_none",
                fmt::format("{} has no mode \"{}\".", profile.title, to_string(run.permission)));
  CommandSpec spec{.argv = {profile.program},
                   .folder = run.folder,
                   .environment = environment_for(profile, ours),
                   .input = profile.prompt_as_input ? run.prompt : std::string(),
                   .time_limit = profile.time_limit,
                   .quiet_limit = profile.quiet_limit,
                   .streams = OutputStreams::kApart};
  for (const std::string& word : run.session.empty() ? profile.arguments : profile.resume) {
    if (word == "{permissions}")
      spec.argv.insert(spec.argv.end(), mode->second.begin(), mode->second.end());
    else
      spec.argv.push_back(filled(word, run));
  }
  return spec;
}

Result<CodingPermission> permission_for(const CodingProfile& profile, CodingPermission wished) {
  for (const auto mode : {wished, CodingPermission::kEdit, CodingPermission::kAll})
    if (profile.can(mode)) return mode;
  return fail("coding_permission_none", profile.title + " cannot build anything.",
              profile.path + " names no permission in which it may change files.",
              "Add `edit:` or `all:` below `permissions:` there.");
}

std::vector<std::string> coding_secrets(const CodingProfile& profile, const Variables& ours) {
  constexpr std::array<std::string_view, 4> kMarks = {"KEY", "TOKEN", "SECRET", "PASSWORD"};
  std::vector<std::string> secrets;
  for (const std::string& name : profile.environment) {
    const auto value = ours.find(name);
    const bool is_one = std::ranges::any_of(kMarks, [&](auto mark) { return name.contains(mark); });
    if (is_one && value != ours.end() && !value->second.empty()) secrets.push_back(value->second);
  }
  return secrets;
}

CodingFolders coding_folders(const CodingProfile& profile, const Variables& ours) {
  CodingFolders found;
  const auto home = ours.find("HOME");
  if (home == ours.end() || home->second.empty()) return found;
  const auto moved = ours.find(profile.home_variable);
  const bool is_moved = !profile.home_variable.empty() && moved != ours.end() &&
                        moved->second.starts_with('/') && !profile.folders.empty();
  const auto place = [&](const std::string& below) {
    if (is_moved &&
        (below == profile.folders.front() || below.starts_with(profile.folders.front() + "/")))
      return moved->second + below.substr(profile.folders.front().size());
    return home->second + "/" + below;
  };
  for (const std::string& below : profile.folders) found.writable.push_back(place(below));
  for (const std::string& below : profile.read_only) found.read_only.push_back(place(below));
  return found;
}

std::string find_program(const CodingProfile& profile, const Variables& ours) {
  const auto path = program_path(asking(profile, {}, ours));
  return path ? *path : std::string();
}

std::vector<std::string> program_folders(const CodingProfile& profile, const Variables& ours) {
  const std::string path = find_program(profile, ours);
  if (path.empty()) return {};
  std::vector<std::string> folders{fs::path(path).parent_path().string()};
  std::error_code error;
  const fs::path real = fs::canonical(path, error);
  if (error) return folders;
  folders.push_back(real.parent_path().string());
  // A package of npm needs those beside it.
  fs::path above;
  for (const fs::path& part : real) {
    above /= part;
    if (part == "node_modules") {
      folders.push_back(above.string());
      break;
    }
  }
  return folders;
}

Task<FoundAgent> look_for(CommandRunner& commands, CodingProfile profile, Variables ours) {
  FoundAgent found;
  found.path = find_program(profile, ours);
  if (found.path.empty() || profile.version.empty()) co_return found;
  const auto end = co_await commands.run(asking(profile, profile.version, ours), {});
  if (!end || !end->ok()) co_return found;
  found.version = version_in(clean(end->output).text);
  found.tried = std::ranges::find(profile.tried, found.version) != profile.tried.end();
  co_return found;
}

Task<LoginState> look_at_login(CommandRunner& commands, CodingProfile profile, Variables ours) {
  if (profile.login_check.empty()) co_return LoginState::kUnknown;
  const auto end = co_await commands.run(asking(profile, profile.login_check, ours), {});
  if (!end || end->ending != CommandEnding::kExited) co_return LoginState::kUnknown;
  co_return end->ok() ? LoginState::kLoggedIn : LoginState::kLoggedOut;
}

Error coding_trouble(const CodingProfile& profile, std::string_view words) {
  const std::string low = lower(words);
  const auto says = [&](const std::vector<std::string>& signs) {
    return std::ranges::any_of(signs, [&](const std::string& sign) { return low.contains(sign); });
  };
  if (says(profile.says_logged_out))
    return {"coding_agent_logged_out", profile.title + " is not logged in.", std::string(words),
            profile.login.empty()
                ? "Log in to it in a terminal, then have the task tried again."
                : fmt::format("Log in: {}. Then have the task tried again.", profile.login)};
  if (says(profile.says_limit))
    return {"coding_agent_limit", profile.title + " has reached a limit of its account.",
            std::string(words),
            "Wait until it is over, then have the task tried again; or name another agent for it."};
  return {"coding_agent_failed", profile.title + " did not get to its end.", std::string(words),
          "Have the task tried again. What it has changed so far is in its lane."};
}

Error coding_missing(const CodingProfile& profile) {
  return {"coding_agent_missing", profile.title + " is not installed.",
          fmt::format("There is no program `{}` in PATH.", profile.program),
          profile.install.empty() ? std::string("Install it, then have the task tried again.")
                                  : fmt::format("Install it: {}", profile.install)};
}

}  // namespace fm
