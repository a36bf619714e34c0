// Which models speak for an agent, of those that are named and can be asked here (P-32).
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/model.h"
#include "team/pack/team_snapshot.h"

namespace fm {

// The model to ask and those to fall back to, as the nearest place that names any has them: what
// was asked for, the card, the team, what is usual here.
std::vector<std::string> models_for(const AgentProfile& profile, const std::string& asked_for,
                                    const Team& team, const std::string& usual);

// Of the models that are named for an agent those that can be asked here; what cannot is a notice,
// unless nothing is left. Their hosts go into `endpoints`. Errors: model_name_invalid, and why the
// first cannot be asked.
Result<std::vector<std::string>> usable_models(const std::vector<std::string>& names,
                                               ModelCatalog& models,
                                               std::map<std::string, std::string>& endpoints,
                                               std::vector<Error>& notices);

// Errors: screenplay_unknown, which names those that there are.
Result<void> check_screenplay(const ModelName& name, const TeamFiles& files);

// The host that a model speaks to now. Errors: model_unknown, model_key_missing.
Result<std::string> endpoint_of(const std::string& model, ModelCatalog& models);

}  // namespace fm
