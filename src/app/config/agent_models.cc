#include "app/config/agent_models.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "base/yaml/fields.h"
#include "rehearsal/rehearsal.h"
#include "team/pack/built_in.h"
#include "team/pack/screenplays.h"

namespace fm {
namespace {

// Those that are ours: "provider:model". AgentProfiles of other programs name models in ways that
// only they understand ("sonnet", "inherit"); those are passed over.
std::vector<std::string> our_models(std::vector<std::string> names) {
  std::erase_if(names, [](const std::string& name) { return !parse_model_name(name).has_value(); });
  return names;
}

}  // namespace

// The model to ask and those to fall back to, as the nearest place that names any has them.
std::vector<std::string> models_for(const AgentProfile& profile, const std::string& asked_for,
                                    const Team& team, const std::string& usual) {
  if (!asked_for.empty()) return split_list(asked_for);
  if (auto own = our_models(profile.models); !own.empty()) return own;
  if (auto of_team = our_models(team.default_models); !of_team.empty()) return of_team;
  return split_list(usual);
}

Result<void> check_screenplay(const ModelName& name, const TeamFiles& files) {
  const std::string wanted = screenplay_name(name);
  const auto source = [&files](std::string_view part) -> Result<ScreenplayText> {
    const std::string path = "screenplays/" + std::string(part) + ".yaml";
    const auto own = files.find(path);
    if (own == files.end() || own->second == built_in_file(path)) return built_in_screenplay(part);
    return ScreenplayText{own->second, path};
  };
  if (files.contains("screenplays/" + wanted + ".yaml")) {
    const ScreenplayText text = TRY(source(wanted));
    if (!text.document) TRY(Screenplay::parse(text, source));  // a person's own
    return {};
  }
  std::string known;
  for (const auto& [path, text] : files) {
    const std::filesystem::path file(path);
    if (file.parent_path() == "screenplays")
      known += (known.empty() ? "" : ", ") + file.stem().string();
  }
  return fail("screenplay_unknown", "There is no screenplay \"" + wanted + "\".",
              "There are: " + known + ".",
              "Use `--model rehearsal`, or put the file into .folkmoot/screenplays/.");
}

// Of the models that are named for an agent those that can be asked here; what cannot is a notice,
// unless nothing is left. Their hosts go into `ready`.
Result<std::vector<std::string>> usable_models(const std::vector<std::string>& names,
                                               ModelCatalog& models,
                                               std::map<std::string, std::string>& endpoints,
                                               std::vector<Error>& notices) {
  if (names.empty())
    return fail("model_name_invalid", "No model is named.", "There are commas, but no name.",
                "Write for example openai:gpt-5, or rehearsal to try without a model.");
  std::vector<std::string> usable;
  std::vector<Error> missing;
  for (const std::string& name : names) {
    if (endpoints.contains(name)) {
      usable.push_back(name);
    } else if (auto endpoint = endpoint_of(name, models)) {
      endpoints[name] = std::move(*endpoint);
      usable.push_back(name);
    } else {
      missing.push_back(endpoint.error());
    }
  }
  if (usable.empty()) return std::unexpected(missing.front());
  for (Error& error : missing)
    if (std::ranges::find(notices, error.message, &Error::message) == notices.end())
      notices.push_back(std::move(error));
  return usable;
}

Result<std::string> endpoint_of(const std::string& model, ModelCatalog& models) {
  const ModelName name = TRY(parse_model_name(model));
  if (name.provider == "rehearsal") return std::string("rehearsal");
  const auto found = TRY(models.find(name));
  return found->endpoint();
}

}  // namespace fm
