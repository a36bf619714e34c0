#include "app/commands/repinner.h"

#include <utility>

#include "team/pack/built_in.h"
#include "team/pack/team_snapshot.h"
#include "team/room/phase.h"
#include "team/room/room.h"

namespace fm {

std::optional<Repinned> Repinner::repin(const FlowStart& ended, const Fold& seen) {
  if (ended.name != "chat") return std::nullopt;
  const Project* project = static_cast<const RoomView&>(seen).projects.current();
  const bool under_way = project != nullptr && is_active(project->phase);
  const std::string pinned = ended.manifest.empty() ? manifest_of(ended.pins) : ended.manifest;
  const auto [known, fresh] = looked_.try_emplace({pinned, under_way});
  if (fresh) known->second = look(ended, under_way);
  return known->second;
}

// A store that cannot be read is found out by whoever needs it; here all stays as it is.
std::optional<Repinned> Repinner::look(const FlowStart& ended, bool under_way) {
  auto pins = pins_of(journal_, ended);
  if (!pins) return std::nullopt;
  const auto manifest = pins->find(std::string(kManifest));
  if (manifest == pins->end()) return std::nullopt;
  const auto text = journal_.blob(manifest->second);
  const auto value = text ? parse_json(*text) : std::unexpected(text.error());
  const Json* origins = value ? find_at(*value, "origins") : nullptr;
  if (origins == nullptr) return std::nullopt;
  Repinned fresh;
  for (auto& [path, hash] : *pins) {
    const bool at_once = path.starts_with("prompts/") || path.starts_with("screenplays/");
    const bool of_cast = path.starts_with("teams/") || path.starts_with("agents/");
    if (!at_once && (under_way || !of_cast)) continue;
    if (!text_at(*origins, path).starts_with(kBuiltInOrigin)) continue;
    const auto own = built_in_hashes().find(path);
    if (own == built_in_hashes().end() || own->second == hash) continue;
    hash = own->second;
    fresh.blobs.emplace_back(*built_in_file(path));
  }
  if (fresh.blobs.empty()) return std::nullopt;
  fresh.manifest = manifest_of(*pins);
  fresh.blobs.push_back(manifest_text(*pins));
  return fresh;
}

}  // namespace fm
