#include "team/pack/agent_profile.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/ids.h"
#include "base/text.h"
#include "base/yaml/fields.h"
#include "team/pack/team.h"
#include "team/text/front_matter.h"

namespace fm {
namespace {

constexpr std::size_t kLineBytes = 160;
constexpr int kMaxTemperature = 200;  // hundredths
// What headers of a transcript call those that are no agents (fence.h).
constexpr auto kReserved = std::to_array<std::string_view>(
    {"person", "user", "system", "team", "all", "someone", "folkmoot"});
constexpr auto kBackends = std::to_array<std::string_view>({"native", "tmux", "acp", "exec"});

// Keys that can begin a line of front matter: ours, and Claude Code's that we keep but do not use.
const std::vector<std::string>& known_keys() {
  static const std::vector<std::string> keys = {
      "name",        "description",     "tools",           "model",          "models",
      "role",        "aliases",         "backend",         "color",          "avatar",
      "temperature", "actions_allowed", "disallowedTools", "permissionMode", "maxTurns",
      "profile",     "permissions",     "skills",          "mcpServers",     "hooks",
      "memory",      "background",      "effort",          "isolation",      "initialPrompt"};
  return keys;
}

void note(AgentProfile& profile, std::string message, std::string cure) {
  profile.notes.push_back({"card_note", std::move(message), {}, std::move(cure)});
}

// Agents of Claude Code may be called anything: their file's name serves then.
void read_name(Fields& fields, std::string_view path, AgentProfile& profile) {
  if (profile.name == profile.id) return;
  const std::string better = slug(profile.name, 64);
  const std::string what = fmt::format("`{}` is no agent's name.", profile.name);
  const std::string cure =
      fmt::format("Write `name: {}`: small letters, digits and hyphens, as others call it.",
                  better.empty() ? profile.id : better);
  if (path.contains(".claude/"))
    note(profile, fmt::format("{}: {} It is called `{}` here.", path, what, profile.id), cure);
  else
    fields.fault("name", what, cure);
}

// A role that is nearly one that somebody waits for was meant to be that.
void read_role(Fields& fields, AgentProfile& profile) {
  profile.role = fields.text("role");
  if (profile.role.empty()) return;
  const std::vector<std::string> roles(kIdeationRoles.begin(), kIdeationRoles.end());
  if (std::ranges::find(roles, profile.role) != roles.end()) return;
  const std::vector<std::string> near = nearest_words(profile.role, roles);
  const bool misspelt = std::ranges::any_of(near, [&](const std::string& role) {
    const std::size_t most = std::max(role.size(), profile.role.size());
    return most - std::min(role.size(), profile.role.size()) <= 2;
  });
  if (misspelt && profile.role != profile.id) {
    fields.fault("role", fmt::format("The role `{}` is none that a discussion has.", profile.role),
                 suggest(profile.role, roles));
  } else {
    profile.role = fields.identifier("role");
  }
}

void read_id(Fields& fields, std::string_view path, AgentProfile& profile,
             std::vector<Error>& faults) {
  const std::string stem = file_stem(path);
  profile.name = fields.text("name");
  if (profile.name.empty()) profile.name = stem;
  profile.id = check_id(profile.name) ? profile.name : stem;
  read_name(fields, path, profile);
  if (std::ranges::find(kReserved, profile.id) != kReserved.end())
    return fields.fault("name", fmt::format("No agent can be called `{}`.", profile.id),
                        fmt::format("Write for example `name: my-{}`.", profile.id));
  if (check_id(profile.id)) return;
  faults.push_back(
      {"card_invalid", at_mark(path, {}, "Neither `name` nor the file's name can be an id."),
       "An id has 1 to 64 small letters, digits and hyphens.",
       fmt::format("Write `name: {}`.",
                   slug(profile.name, 64).empty() ? "my-agent" : slug(profile.name, 64))});
}

// `model: inherit` and Claude Code's short names mean no model of ours: the team's is used.
void read_models(Fields& fields, AgentProfile& profile) {
  std::vector<std::string> names = fields.texts("models");
  if (const std::string single = fields.text("model"); !single.empty())
    names.insert(names.begin(), single);
  for (std::string& name : names) {
    if (name.contains(':') || name == "rehearsal") {
      if (std::ranges::find(profile.models, name) == profile.models.end())
        profile.models.push_back(std::move(name));
    } else if (name != "inherit") {
      note(profile,
           fmt::format("{}: The model `{}` names no provider, so the team's model is used.",
                       profile.path, name),
           "Write `model: provider:name`, for example `model: openai:gpt-5`.");
    }
  }
}

void read_looks(Fields& fields, AgentProfile& profile) {
  profile.color = fields.text("color");
  profile.avatar = fields.text("avatar");
  const auto is_word = [](char c) { return (c >= 'a' && c <= 'z') || c == '-'; };
  const auto is_hex = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
  };
  const std::string_view color = profile.color;
  const bool named = color.size() <= 24 && std::ranges::all_of(color, is_word);
  const bool hex = color.starts_with('#') && (color.size() == 4 || color.size() == 7) &&
                   std::ranges::all_of(color.substr(1), is_hex);
  if (!named && !hex)
    fields.fault("color", "`color` must be a colour's name or #rrggbb.", "Write `color: teal`.");
  if (profile.avatar.size() > 64)
    fields.fault("avatar", "`avatar` is longer than 64 bytes.", "Write one emoji.");
}

void read_backend(Fields& fields, AgentProfile& profile) {
  const std::string backend = fields.text("backend");
  profile.coding = read_coding_choice(fields, backend == "exec");
  if (backend.empty()) return;
  profile.backend = backend;
  if (std::ranges::find(kBackends, backend) != kBackends.end()) return;
  fields.fault("backend", fmt::format("`{}` is no backend.", backend),
               suggest(backend, {kBackends.begin(), kBackends.end()}));
}

void keep_extra(const Fields& fields, const YamlDocument& document, AgentProfile& profile) {
  for (const std::string& key : fields.unknown_keys()) {
    profile.extra[key] = fields.object().at(key);
    const YamlMark mark = document.key_mark(pointer_step(key));
    const bool foreign = std::ranges::find(known_keys(), key) != known_keys().end();
    note(profile,
         at_mark(profile.path, mark,
                 foreign ? fmt::format("`{}` is kept but has no effect here.", key)
                         : fmt::format("The key `{}` is not known; it has no effect.", key)),
         foreign ? std::string{} : suggest(key, known_keys()));
  }
}

}  // namespace

bool AgentProfile::plays(std::string_view wanted) const {
  return role.empty() ? id == wanted : role == wanted;
}

std::string AgentProfile::line() const {
  std::string flat;
  for (const char c : description) {
    const bool space = c == '\n' || c == '\t' || c == ' ';
    if (!space) flat += c;
    if (space && !flat.empty() && !flat.ends_with(' ')) flat += ' ';
  }
  const std::size_t sentence = flat.find(". ");
  if (sentence != std::string::npos) flat.resize(sentence + 1);
  return std::string(trim(cut_bytes(flat, kLineBytes)));
}

Result<AgentProfile> parse_profile(std::string_view text, std::string_view path) {
  return first_fault_or(read_profile, text, path);
}

std::optional<AgentProfile> read_profile(std::string_view text, std::string_view path,
                                         std::vector<Error>& faults) {
  if (text.size() > kProfileBytes) {
    faults.push_back(
        {"card_invalid",
         at_mark(
             path, {},
             fmt::format("The file has {} bytes; {} are the limit.", text.size(), kProfileBytes)),
         {},
         "Shorten it: what every agent of the team needs belongs into the team's file."});
    return std::nullopt;
  }
  auto front = split_front_matter(text, path, known_keys());
  if (!front) {
    faults.push_back(std::move(front.error()));
    return std::nullopt;
  }
  const std::size_t faults_before = faults.size();
  AgentProfile profile;
  profile.path = path;
  profile.body = std::move(front->body);
  if (front->yaml_fault)
    note(profile, front->yaml_fault->message + " The description was read as plain text.",
         "Put the description in quotes, or indent it below `description: |`.");

  Fields fields(front->document, "", "card_invalid", faults);
  read_id(fields, path, profile, faults);
  profile.description = fields.text("description");
  if (profile.description.empty())
    fields.fault("description", "The card has no description.",
                 "Write `description:` and one sentence: the others go by it.");
  read_role(fields, profile);
  profile.aliases = fields.texts("aliases");
  if (fields.has("tools")) profile.tools = fields.texts("tools");  // `tools:` alone is no list
  if (profile.tools == std::vector<std::string>{"*"}) profile.tools.reset();
  if (fields.object().contains("actions_allowed"))
    profile.actions_allowed = fields.texts("actions_allowed");
  read_models(fields, profile);
  read_backend(fields, profile);
  read_looks(fields, profile);
  if (const auto value = fields.decimal("temperature", {2, 0, kMaxTemperature}))
    profile.temperature_hundredths = static_cast<int>(*value);
  keep_extra(fields, front->document, profile);
  if (profile.body.empty())
    note(profile, fmt::format("{}: The card has no instructions below its front matter.", path),
         "Write there who this agent is and how it works.");
  if (faults.size() > faults_before) return std::nullopt;
  return profile;
}

}  // namespace fm
