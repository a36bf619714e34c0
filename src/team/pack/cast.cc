#include "team/pack/cast.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "base/fields.h"
#include "base/json.h"
#include "base/text.h"
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
  const JsonObject* origins = nullptr;

  std::string origin(const std::string& path) const {
    const Json* known = origins->if_contains(path);
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
  manifest.origins = &origins->get_object();
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

std::string Cast::agent(std::string_view role) const { return agent_for(role, team, cards); }

Result<std::string> Cast::leader() const {
  std::string id = agent("leader");
  if (id.empty()) return std::unexpected(no_leader(team));
  return id;
}

Result<Preset> Cast::preset(std::string_view name) const {
  const auto found = team.presets.find(name);
  if (found != team.presets.end()) return found->second;
  std::vector<std::string> names;
  for (const auto& entry : team.presets) names.push_back(entry.first);
  return fail("preset_unknown", fmt::format("The team `{}` has no preset `{}`.", team.id, name), {},
              suggest(name, names));
}

Result<TaskText> Cast::task(std::string_view file, std::string_view name,
                            const PromptValues& values) const {
  const auto found = prompts.find(file);
  if (found == prompts.end())
    return broken(fmt::format("The cast holds no file prompts/{}.yaml.", file));
  return found->second.render(name, values);
}

Preamble Cast::preamble(std::string_view prompts_file, std::string topic) const {
  Preamble preamble;
  preamble.team = team.id;
  preamble.topic = std::move(topic);
  preamble.charter = team.charter;
  for (const std::string& id : team.everyone()) {
    const auto card = cards.find(id);
    if (card != cards.end()) preamble.roster.push_back({id, card->second.line()});
  }
  const auto found = prompts.find(prompts_file);
  if (found != prompts.end()) preamble.how_we_work = found->second.preamble();
  preamble.folder_digest = folder_digest;
  preamble.memory = memory;
  return preamble;
}

Result<Cast> load_cast(const CastFiles& files) {
  ParsedFiles parsed;
  return load_cast(files, parsed);
}

Result<Cast> load_cast(const CastFiles& files, ParsedFiles& parsed) {
  const auto text = files.find(kManifest);
  if (text == files.end()) return broken("The cast has no manifest.");
  const Json value = TRY(parse_json(text->second));
  Manifest manifest = TRY(read_manifest(value));
  const auto team = files.find(manifest.team);
  if (team == files.end())
    return broken(fmt::format("The cast lacks its team's file `{}`.", manifest.team));

  Cast cast;
  std::vector<Error> faults;
  auto read_team = parsed.team(team->second, manifest.origin(team->first), faults);
  if (!read_team) return std::unexpected(faults.front());
  cast.team = std::move(*read_team);
  cast.team.presets = std::move(manifest.presets);
  for (const auto& [path, bytes] : files) {
    const std::string origin = manifest.origin(path);
    if (path.starts_with("agents/")) {
      auto card = parsed.card(bytes, origin, faults);
      if (!card) return std::unexpected(faults.front());
      std::string id = name_in(path, "agents/");
      card->id = id;  // the key is what the flow was pinned to
      cast.cards.insert_or_assign(std::move(id), std::move(*card));
    } else if (path.starts_with("prompts/")) {
      auto prompts = parsed.prompts(bytes, origin, faults);
      if (!prompts) return std::unexpected(faults.front());
      cast.prompts.insert_or_assign(name_in(path, "prompts/"), std::move(*prompts));
    } else if (path.starts_with("screenplays/")) {
      cast.screenplays.insert_or_assign(name_in(path, "screenplays/"), bytes);
    } else if (path == kDigestFile) {
      cast.folder_digest = bytes;
    } else if (path == kMemoryFile) {
      cast.memory = bytes;
    }
  }
  for (const std::string& id : cast.team.everyone())
    if (!cast.cards.contains(id)) return broken(fmt::format("The cast lacks agents/{}.md.", id));
  return cast;
}

std::string cast_manifest(const Team& team,
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
