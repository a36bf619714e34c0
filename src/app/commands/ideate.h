// Making ready for an ideation: from what a person asked to a plan that can be pinned.
//
// Reads the packs and the folder, resolves the team, its preset and models, and checks all that can
// be checked before anything is begun, so that a mistake costs one clear message and no money.
// prepare_ideate() blocks on files. Errors: topic_empty, topic_too_long, team_unknown,
// preset_unknown, model_*, ideas_format_unknown, file_write_failed, panel_no_moderator, and the
// faults of the files that are needed.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/config/config.h"
#include "app/service_requests.h"
#include "flows/ideation/ideation.h"
#include "model/model.h"
#include "team/pack/pack.h"

namespace fm {

struct IdeationSetup {
  IdeationPlan plan;
  TeamFiles files;                               // to be pinned
  TeamSnapshot snapshot;                         // what they say
  std::map<std::string, std::string> endpoints;  // model -> host
  std::vector<Error> notices;                    // e.g. topic_cleaned
  std::string title;                             // of the room
};

// All but the models.
Result<IdeationSetup> prepare_ideate(const IdeateRequest& request, const Config& config,
                                     const PackPlaces& places);

// Gives everybody their models. On the loop.
Result<void> add_models(IdeationSetup& ready, const IdeateRequest& request, const Config& config,
                        ModelCatalog& models);

// Who scores, one for each seat: the team's moderators in turn. `asked` comes before the preset's
// number; without both each moderator has one seat. Errors: panel_no_moderator.
Result<std::vector<std::string>> panel_of(const TeamSnapshot& snapshot, std::optional<int> asked,
                                          int preset);

// All who speak by a plan, each once.
std::vector<std::string> speakers_of(const IdeationPlan& plan);

// Gives an agent those of the named models that can be asked; what cannot is a notice, unless
// nothing is left. Errors: as usable_models() and check_screenplay() (agent_models.h).
Result<void> give_models(IdeationSetup& ready, const std::string& agent,
                         const std::vector<std::string>& names, ModelCatalog& models);

// Whether the files that were asked for can be written. Errors: file_write_failed,
// ideas_format_unknown.
Result<void> check_outputs(const IdeateRequest& request);

// What the engine notes in the arguments of a later run, such as how far it has heard: no part of
// what a person asked for.
void leave_out_own(JsonObject& args);

// Whether an unfinished discussion is the one that is asked for again (I-15): everything but the
// output paths is equal. Models that nobody named do not count: whoever answered then goes on.
enum class ModelsNamed { kNo, kYes };
bool same_discussion(const JsonObject& one, const JsonObject& other,
                     ModelsNamed named = ModelsNamed::kYes);

}  // namespace fm
