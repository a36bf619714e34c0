// Making ready for an ideation: from what a person asked to a plan that can be pinned.
//
// Reads the packs and the folder, resolves the team, its preset and models, and checks all that can
// be checked before anything is begun, so that a mistake costs one clear message and no money.
// Blocks on files. Errors: topic_empty, topic_too_long, team_unknown, preset_unknown, model_*,
// ideas_format_unknown, file_write_failed, and the faults of the files that are needed.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "app/config.h"
#include "app/service.h"
#include "flows/ideation.h"
#include "model/model.h"
#include "team/pack.h"

namespace fm {

inline constexpr std::size_t kTopicLimit = 64 * 1024;  // bytes

struct IdeateReady {
  IdeationPlan plan;
  CastFiles files;                               // to be pinned
  Cast cast;                                     // what they say
  std::map<std::string, std::string> endpoints;  // model -> host
  std::vector<Error> notices;                    // e.g. topic_cleaned
  std::string title;                             // of the room
};

Result<IdeateReady> prepare_ideate(const IdeateRequest& request, const Config& config,
                                   const PackPlaces& places, ModelCatalog& models);

// Whether an unfinished discussion is the one that is asked for again (I-15): everything but the
// output paths is equal. Models that nobody named do not count: whoever answered then goes on.
enum class ModelsNamed { kNo, kYes };
bool same_discussion(const JsonObject& one, const JsonObject& other,
                     ModelsNamed named = ModelsNamed::kYes);

}  // namespace fm
