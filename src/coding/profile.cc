#include "coding/profile.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/yaml/fields.h"

namespace fm {
namespace {

constexpr std::string_view kCode = "coding_profile_invalid";
constexpr std::array<std::string_view, 3> kPermissionNames = {"look", "edit", "all"};
constexpr std::array<std::string_view, 3> kPlaceholders = {"{prompt}", "{session}",
                                                           "{permissions}"};

struct Reader {
  const YamlDocument& document;
  std::vector<Error>& faults;
  Fields fields;
  CodingProfile profile;

  Reader(const YamlDocument& file, std::vector<Error>& into)
      : document(file), faults(into), fields(file, "", std::string(kCode), into) {}

  std::vector<std::string> words(Fields& of, std::string_view key) {
    std::vector<std::string> all;
    for (FieldText& one : of.whole_texts(key)) all.push_back(std::move(one.text));
    return all;
  }

  void read_program() {
    profile.title = fields.text("title");
    if (profile.title.empty()) profile.title = profile.id;
    profile.program = fields.text("program");
    if (profile.program.empty())
      fields.fault("program", "The file names no program.", "Write `program: my-agent`.");
    const std::string stream = fields.text("stream");
    if (const auto family = stream_family(stream.empty() ? "plain" : stream))
      profile.stream = *family;
    else
      fields.fault(
          "stream", fmt::format("`{}` is no form of a stream.", stream),
          suggest(stream, {"plain", "codex", "claude", "gemini", "opencode", "pi", "cline"}));
    profile.prompt_as_input = fields.text("prompt") == "input";
    if (const std::string prompt = fields.text("prompt");
        !prompt.empty() && prompt != "input" && prompt != "argument")
      fields.fault("prompt", fmt::format("`{}` is no way to give a prompt.", prompt),
                   "Write `prompt: argument`, or `prompt: input` for standard input.");
    profile.arguments = words(fields, "arguments");
    profile.resume = words(fields, "resume");
    check_words("arguments", profile.arguments, false);
    if (!profile.resume.empty()) check_words("resume", profile.resume, true);
  }

  void check_words(std::string_view key, const std::vector<std::string>& all, bool resumes) {
    const auto has = [&](std::string_view placeholder) {
      return std::ranges::any_of(all, [&](const auto& word) { return word.contains(placeholder); });
    };
    if (!profile.prompt_as_input && !has("{prompt}"))
      fields.fault(key, "The prompt is given nowhere.",
                   "Add \"{prompt}\" as an argument, or write `prompt: input`.");
    if (resumes && !has("{session}"))
      fields.fault(key, "It does not say which session goes on.",
                   "Add \"{session}\" as an argument, or leave `resume` out.");
    for (const std::string& word : all) {
      const auto open = word.find('{');
      const auto close = word.find('}', open == word.npos ? 0 : open);
      if (open == word.npos || close == word.npos) continue;
      const std::string name = word.substr(open, close - open + 1);
      const bool is_name =
          name.size() > 2 && std::ranges::all_of(name.substr(1, name.size() - 2),
                                                 [](char c) { return c >= 'a' && c <= 'z'; });
      if (is_name && std::ranges::find(kPlaceholders, name) == kPlaceholders.end())
        fields.fault(key, fmt::format("Nothing is known that `{}` stands for.", name),
                     suggest(name, {kPlaceholders.begin(), kPlaceholders.end()}));
    }
  }

  void read_permissions() {
    Fields section = fields.section("permissions");
    for (const std::string& name : section.keys()) {
      if (const auto permission = coding_permission(name))
        profile.permissions[*permission] = words(section, name);
      else
        section.fault_key(name, fmt::format("`{}` is no permission.", name),
                          suggest(name, {kPermissionNames.begin(), kPermissionNames.end()}));
    }
    // One that never asks can do anything, and the sandbox alone holds it.
    if (profile.permissions.empty()) profile.permissions[CodingPermission::kAll] = {};
  }

  void read_surroundings() {
    profile.environment = fields.texts("environment");
    for (const std::string& name : profile.environment) check_variable("environment", name);
    Fields fixed = fields.section("set");
    for (const std::string& name : fixed.keys()) {
      check_variable("set", name);
      profile.fixed[name] = fixed.text(name);
    }
    profile.folders = below_home("folders");
    profile.read_only = below_home("read_only");
    profile.home_variable = fields.text("home_variable");
    profile.needs_network = fields.flag("network").value_or(true);
    profile.has_own_sandbox = fields.flag("own_sandbox").value_or(false);
  }

  void check_variable(std::string_view key, const std::string& name) {
    const bool is_name = !name.empty() && std::ranges::all_of(name, [](char c) {
      return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
    });
    // What changes how any program is loaded would reach more than this one.
    if (!is_name || name.starts_with("LD_"))
      fields.fault(key, fmt::format("`{}` is no variable that can be passed on.", name),
                   "Write the name alone, for example `environment: [OPENAI_API_KEY]`.");
  }

  std::vector<std::string> below_home(std::string_view key) {
    std::vector<std::string> paths = fields.texts(key);
    for (const std::string& path : paths)
      if (path.empty() || path == "." || path.starts_with('/') || path.starts_with('~') ||
          path.contains("..") || path.starts_with("./"))
        fields.fault(key, fmt::format("`{}` is no path below the home.", path),
                     "Write it without the home, for example `.codex`.");
    return paths;
  }

  void read_care() {
    if (fields.has("version")) profile.version = words(fields, "version");
    profile.login_check = words(fields, "login_check");
    profile.tried = fields.texts("tried");
    profile.install = fields.text("install");
    profile.login = fields.text("login");
    Fields says = fields.section("says");
    profile.says_logged_out = words(says, "logged_out");
    profile.says_limit = words(says, "limit");
    says.refuse_unknown();
    constexpr int kMostMinutes = 24 * 60;
    if (const auto minutes = fields.integer("minutes", 1, kMostMinutes))
      profile.time_limit = Millis(*minutes * 60'000);
    if (const auto minutes = fields.integer("quiet_minutes", 1, kMostMinutes))
      profile.quiet_limit = Millis(*minutes * 60'000);
  }
};

}  // namespace

std::string_view to_string(CodingPermission permission) {
  return kPermissionNames[static_cast<std::size_t>(permission)];
}

std::optional<CodingPermission> coding_permission(std::string_view name) {
  const auto found = std::ranges::find(kPermissionNames, name);
  if (found == kPermissionNames.end()) return std::nullopt;
  return static_cast<CodingPermission>(found - kPermissionNames.begin());
}

std::optional<CodingProfile> read_coding_profile(const YamlDocument& document,
                                                 std::vector<Error>& faults) {
  const std::size_t before = faults.size();
  Reader reader(document, faults);
  reader.profile.path = document.path;
  reader.profile.id = file_stem(document.path);
  reader.read_program();
  reader.read_permissions();
  reader.read_surroundings();
  reader.read_care();
  reader.fields.refuse_unknown();
  if (faults.size() > before) return std::nullopt;
  return std::move(reader.profile);
}

JsonObject coding_subject(const CodingProfile& profile) {
  JsonObject permissions;
  for (const auto& [permission, words] : profile.permissions)
    permissions[to_string(permission)] = to_json(words);
  JsonObject subject{{"program", profile.program},
                     {"arguments", to_json(profile.arguments)},
                     {"resume", to_json(profile.resume)},
                     {"permissions", std::move(permissions)},
                     {"environment", to_json(profile.environment)},
                     {"set", to_json(profile.fixed)},
                     {"folders", to_json(profile.folders)},
                     {"network", profile.needs_network},
                     {"file", profile.path}};
  return subject;
}

}  // namespace fm
