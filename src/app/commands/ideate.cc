#include "app/commands/ideate.h"

#include <algorithm>
#include <filesystem>

#include "app/config/agent_models.h"
#include "app/files/file_output.h"
#include "app/files/idea_files.h"
#include "app/message_limits.h"
#include "base/redact.h"
#include "base/text.h"
#include "team/folder/folder_sources.h"
#include "team/turn/digest.h"

namespace fm {
namespace {

constexpr std::size_t kTitleColumns = 72;

Result<std::string> clean_topic(const std::string& given, std::vector<Error>& notices) {
  TRY(check_topic(given));
  Cleaned cleaned = clean(given);
  if (cleaned.removed > 0)
    notices.push_back({"topic_cleaned", "Control characters were taken out of the topic.",
                       std::to_string(cleaned.removed) + " of them.", ""});
  return std::string(trim(cleaned.text));
}

// A file that cannot be written is better known now than after the last round.
Result<void> check_output(const std::string& path) {
  if (path.empty()) return {};
  const std::filesystem::path target(path);
  std::error_code error;
  if (std::filesystem::is_directory(target, error))
    return fail("file_write_failed", "The file " + path + " cannot be written.", "It is a folder.",
                "Name a file.");
  const std::filesystem::path folder = target.parent_path();
  if (!std::filesystem::is_directory(folder, error))
    return fail("file_write_failed", "The file " + path + " cannot be written.",
                "There is no folder " + folder.string() + ".",
                "Make the folder first, or name another file.");
  return check_file(path);
}

}  // namespace

Result<void> check_outputs(const IdeateRequest& request) {
  TRY(check_output(request.out));
  TRY(check_output(request.ideas_out));
  if (!request.ideas_out.empty()) TRY(idea_format(request.ideas_out));
  return {};
}

Result<std::vector<std::string>> panel_of(const TeamSnapshot& snapshot, std::optional<int> asked,
                                          int preset) {
  const std::vector<std::string> moderators =
      agents_for("moderator", snapshot.team, snapshot.profiles);
  if (moderators.empty() && asked.value_or(1) > 1)
    return fail("panel_no_moderator", "A panel is not possible: nobody in this team scores.",
                "The team " + snapshot.team.id + " has no moderator.",
                "Choose a team that has one, or leave out --panel.");
  std::vector<std::string> panel;
  if (moderators.empty()) return panel;
  const auto seats = static_cast<std::size_t>(
      asked.value_or(preset > 0 ? preset : static_cast<int>(moderators.size())));
  for (std::size_t i = 0; i < seats; ++i) panel.push_back(moderators[i % moderators.size()]);
  return panel;
}

std::vector<std::string> speakers_of(const IdeationPlan& plan) {
  std::vector<std::string> speakers;
  const auto add = [&](const std::string& agent) {
    if (std::ranges::find(speakers, agent) == speakers.end()) speakers.push_back(agent);
  };
  for (const std::string_view role : kIdeationRoles)
    if (const auto found = plan.roles.find(std::string(role)); found != plan.roles.end())
      add(found->second);
  std::ranges::for_each(plan.panel, add);
  return speakers;
}

Result<void> give_models(IdeationSetup& ready, const std::string& agent,
                         const std::vector<std::string>& names, ModelCatalog& models) {
  const auto chain = TRY(usable_models(names, models, ready.endpoints, ready.notices));
  ready.plan.models[agent] = chain.front();
  if (chain.size() > 1) ready.plan.fallbacks[agent] = {chain.begin() + 1, chain.end()};
  for (const std::string& model : chain) {
    const ModelName name = TRY(parse_model_name(model));
    if (name.provider == "rehearsal") TRY(check_screenplay(name, ready.files));
  }
  return {};
}

void leave_out_own(JsonObject& args) {
  std::vector<std::string> own;
  for (const auto& arg : args)
    if (arg.key().starts_with('$')) own.emplace_back(arg.key());
  for (const std::string& key : own) args.erase(key);
}

bool same_discussion(const JsonObject& one, const JsonObject& other, ModelsNamed named) {
  JsonObject a = one;
  JsonObject b = other;
  const auto leave_out = [&](std::string_view field) {
    a.erase(field);
    b.erase(field);
  };
  for (const std::string_view field : {"out", "ideas_out"}) leave_out(field);
  leave_out_own(a);
  leave_out_own(b);
  if (named == ModelsNamed::kNo)
    for (const std::string_view field : {"models", "fallbacks"}) leave_out(field);
  return canonical(a) == canonical(b);
}

Result<IdeationSetup> prepare_ideate(const IdeateRequest& request, const Config& config,
                                     const PackPlaces& places) {
  IdeationSetup ready;
  const Redactor secrets(config.secrets());
  ready.plan.topic = TRY(clean_topic(request.topic, ready.notices));
  if (std::string public_topic = secrets.redact(ready.plan.topic);
      public_topic != ready.plan.topic) {
    ready.plan.topic = std::move(public_topic);
    ready.notices.push_back({"secret_removed", "A key was taken out of the topic.",
                             "It is one of those that are configured.", ""});
  }
  ready.title = fit(split_lines(ready.plan.topic).front(), kTitleColumns);
  TRY(check_outputs(request));

  const Library library = Library::load(places);
  TeamRequest wish;
  wish.team = request.team.empty() ? config.value("team") : request.team;
  wish.screenplays = true;
  const FolderDigest digest = digest_folder(places.folder);
  wish.folder_digest = secrets.redact(digest.text);
  wish.folder_sources = secrets.redact(folder_sources(places.folder, digest.whole));
  ready.files = TRY(library.team_files(wish));
  ready.snapshot = library.snapshot(ready.files);
  const TeamSnapshot& snapshot = ready.snapshot;

  IdeationPlan& plan = ready.plan;
  plan.team = wish.team;
  plan.team_file = snapshot.team.path;
  plan.preset = request.preset.empty() ? config.value("preset") : request.preset;
  if (plan.preset.empty()) plan.preset = snapshot.team.default_preset;
  const Preset preset = TRY(snapshot.preset(plan.preset));
  plan.max_rounds = request.max_rounds.value_or(preset.max_rounds);
  plan.min_ideas = request.min_ideas.value_or(preset.min_ideas);
  plan.deep_dive = request.deep_dive.value_or(preset.deep_dive);
  plan.min_score = request.min_score_hundredths.value_or(preset.min_score_hundredths);
  plan.weights = snapshot.team.weights;
  plan.out = request.out;
  plan.ideas_out = request.ideas_out;

  plan.panel = TRY(panel_of(snapshot, request.panel, preset.panel));
  for (const std::string_view role : kIdeationRoles)
    if (std::string agent = snapshot.agent(role); !agent.empty())
      plan.roles[std::string(role)] = std::move(agent);
  return ready;
}

Result<void> add_models(IdeationSetup& ready, const IdeateRequest& request, const Config& config,
                        ModelCatalog& models) {
  const std::string usual = config.value("model").empty() ? "rehearsal" : config.value("model");
  const TeamSnapshot& snapshot = ready.snapshot;
  for (const std::string& agent : speakers_of(ready.plan))
    TRY(give_models(ready, agent,
                    models_for(snapshot.profiles.at(agent), request.model, snapshot.team, usual),
                    models));
  // A real discussion has no use for them, and they are the largest part of what is pinned.
  const bool rehearsed = std::ranges::any_of(ready.endpoints, [](const auto& endpoint) {
    const auto name = parse_model_name(endpoint.first);
    return name && name->provider == "rehearsal";
  });
  if (!rehearsed) {
    std::erase_if(ready.files,
                  [](const auto& file) { return file.first.starts_with("screenplays/"); });
    ready.snapshot.screenplays.clear();
  }
  return {};
}

}  // namespace fm
