#include "team/pack/team_snapshot.h"

#include <fmt/format.h>

#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "base/json.h"
#include "base/text.h"
#include "base/yaml/fields.h"
#include "team/pack/built_in.h"
#include "team/pack/parsed_files.h"

namespace fm {
namespace {

constexpr int kManifestVersion = 1;

std::unexpected<Error> broken(std::string message) {
  return fail(
      "cast_invalid", std::move(message),
      "The files that this discussion was started with are incomplete or of a later version.",
      "Start it again with --new.");
}

struct Manifest {
  std::string team;
  std::map<std::string, Preset, std::less<>> presets;
  JsonObject origins;

  std::string origin(const std::string& path) const {
    const Json* known = origins.if_contains(path);
    return known && known->is_string() ? std::string(known->get_string()) : path;
  }
};

Result<Manifest> read_manifest(const Json& value) {
  if (int_at(value, "v") != kManifestVersion)
    return broken("The cast's manifest is of another version.");
  Manifest manifest;
  manifest.team = text_at(value, "team");
  const Json* origins = find_at(value, "origins");
  const Json* presets = find_at(value, "presets");
  if (!origins || !origins->is_object() || !presets || !presets->is_object())
    return broken("The cast's manifest is not complete.");
  manifest.origins = origins->get_object();
  for (const auto& entry : presets->get_object())
    manifest.presets[std::string(entry.key())] = {
        static_cast<int>(int_at(entry.value(), "max_rounds", 1)),
        static_cast<int>(int_at(entry.value(), "min_ideas", 3)),
        bool_at(entry.value(), "deep_dive"),
        static_cast<int>(int_at(entry.value(), "min_score_hundredths", 600)),
        static_cast<int>(int_at(entry.value(), "panel"))};
  return manifest;
}

// "screenplays/kinds/place.yaml" in "screenplays/" is "kinds/place"; empty for another folder.
std::string name_in(std::string_view path, std::string_view folder) {
  if (!path.starts_with(folder)) return {};
  path.remove_prefix(folder.size());
  return std::string(path.substr(0, path.rfind('.')));
}

}  // namespace

std::string TeamSnapshot::agent(std::string_view role) const {
  return agent_for(role, team, profiles);
}

Result<std::string> TeamSnapshot::leader() const {
  std::string id = agent("leader");
  if (id.empty()) return std::unexpected(no_leader(team));
  return id;
}

Result<Preset> TeamSnapshot::preset(std::string_view name) const {
  const auto found = team.presets.find(name);
  if (found != team.presets.end()) return found->second;
  std::vector<std::string> names;
  for (const auto& entry : team.presets) names.push_back(entry.first);
  return fail("preset_unknown", fmt::format("The team `{}` has no preset `{}`.", team.id, name), {},
              suggest(name, names));
}

Result<TaskText> TeamSnapshot::task(std::string_view file, std::string_view name,
                                    const PromptValues& values) const {
  const auto found = prompts.find(file);
  if (found != prompts.end()) return found->second.render(name, values);
  if (const Prompts* built_in = built_in_prompts(file)) return built_in->render(name, values);
  return broken(fmt::format("The cast holds no file prompts/{}.yaml.", file));
}

Preamble TeamSnapshot::preamble(std::string_view prompts_file, std::string topic) const {
  Preamble preamble;
  preamble.team = team.id;
  preamble.topic = std::move(topic);
  preamble.charter = team.charter;
  for (const std::string& id : team.agents) {
    const auto profile = profiles.find(id);
    if (profile != profiles.end()) preamble.roster.push_back({id, profile->second.line()});
  }
  for (const std::string& id : team.on_call)
    if (profiles.contains(id)) preamble.on_call.push_back(id);
  const auto found = prompts.find(prompts_file);
  if (found != prompts.end()) preamble.how_we_work = found->second.preamble();
  preamble.folder_digest = folder_digest;
  preamble.folder_sources = folder_sources;
  preamble.memory = memory;
  return preamble;
}

namespace {

// Another release's list of a cast is read as far as it can be: what it does not tell, the files
// do.
Manifest manifest_of(const TeamFiles& files) {
  Manifest manifest;
  if (const auto text = files.find(kManifest); text != files.end())
    if (const auto value = parse_json(text->second))
      if (auto read = read_manifest(*value)) manifest = std::move(*read);
  if (manifest.team.empty() || !files.contains(manifest.team)) {
    const auto team = files.lower_bound("teams/");
    if (team != files.end() && team->first.starts_with("teams/")) manifest.team = team->first;
  }
  return manifest;
}

Result<Team> pinned_team(const TeamFiles& files, const Manifest& manifest, ParsedFiles& parsed) {
  std::vector<Error> faults;
  if (const auto pinned = files.find(manifest.team); pinned != files.end())
    if (auto team = parsed.team(pinned->second, manifest.origin(pinned->first), faults))
      return std::move(*team);
  if (const auto text = built_in_file(manifest.team))
    if (auto team = parsed.team(*text, manifest.team, faults)) return std::move(*team);
  if (!faults.empty()) return std::unexpected(std::move(faults.front()));
  return broken(fmt::format("The cast lacks its team's file `{}`.", manifest.team));
}

Result<AgentProfile> pinned_profile(const TeamFiles& files, const std::string& id,
                                    const Manifest& manifest, ParsedFiles& parsed) {
  const std::string path = fmt::format("agents/{}.md", id);
  std::vector<Error> faults;
  if (const auto pinned = files.find(path); pinned != files.end())
    if (auto profile = parsed.profile(pinned->second, manifest.origin(path), faults))
      return std::move(*profile);
  if (const auto text = built_in_file(path))
    if (auto profile = parsed.profile(*text, path, faults)) return std::move(*profile);
  if (!faults.empty()) return std::unexpected(std::move(faults.front()));
  return broken(fmt::format("The cast lacks agents/{}.md.", id));
}

// One that fits this program is read once a process; only another release's needs mending.
Prompts prompts_of(const std::string& name, const std::string& text, const std::string& origin,
                   ParsedFiles& parsed) {
  std::vector<Error> faults;
  if (auto prompts = parsed.prompts(text, origin, faults)) return std::move(*prompts);
  return pinned_prompts(text, origin, built_in_prompts(name));
}

}  // namespace

Result<TeamSnapshot> load_team_snapshot(const TeamFiles& files) {
  ParsedFiles parsed;
  return load_team_snapshot(files, parsed);
}

Result<TeamSnapshot> load_team_snapshot(const TeamFiles& files, ParsedFiles& parsed) {
  Manifest manifest = manifest_of(files);
  TeamSnapshot snapshot;
  snapshot.team = TRY(pinned_team(files, manifest, parsed));
  for (auto& [name, preset] : manifest.presets) snapshot.team.presets[name] = preset;
  std::set<std::string> agents;
  for (const std::string& id : snapshot.team.everyone()) agents.insert(id);
  for (const auto& [path, bytes] : files) {
    if (path.starts_with("agents/")) {
      agents.insert(name_in(path, "agents/"));
    } else if (path.starts_with("prompts/")) {
      const std::string name = name_in(path, "prompts/");
      snapshot.prompts.insert_or_assign(name,
                                        prompts_of(name, bytes, manifest.origin(path), parsed));
    } else if (path.starts_with("screenplays/")) {
      snapshot.screenplays.insert_or_assign(name_in(path, "screenplays/"), bytes);
    } else if (path == kDigestFile) {
      snapshot.folder_digest = bytes;
    } else if (path == kSourcesFile) {
      snapshot.folder_sources = bytes;
    } else if (path == kMemoryFile) {
      snapshot.memory = bytes;
    }
  }
  for (const std::string& id : agents) {
    AgentProfile profile = TRY(pinned_profile(files, id, manifest, parsed));
    profile.id = id;  // the key is what the flow was pinned to
    snapshot.profiles.insert_or_assign(id, std::move(profile));
  }
  return snapshot;
}

std::string team_manifest(const Team& team,
                          const std::map<std::string, std::string, std::less<>>& origins) {
  JsonObject presets;
  for (const auto& [name, preset] : team.presets) {
    JsonObject values{{"max_rounds", preset.max_rounds},
                      {"min_ideas", preset.min_ideas},
                      {"deep_dive", preset.deep_dive},
                      {"min_score_hundredths", preset.min_score_hundredths}};
    if (preset.panel > 0) values["panel"] = preset.panel;
    presets[name] = std::move(values);
  }
  JsonObject places;
  for (const auto& [path, origin] : origins) places[path] = origin;
  return canonical(JsonObject{{"v", kManifestVersion},
                              {"team", fmt::format("teams/{}.yaml", team.id)},
                              {"presets", std::move(presets)},
                              {"origins", std::move(places)}});
}

}  // namespace fm
