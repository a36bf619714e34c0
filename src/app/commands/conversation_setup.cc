#include "app/commands/conversation_setup.h"

#include <algorithm>
#include <filesystem>

#include "app/config/agent_models.h"
#include "base/redact.h"
#include "base/sha256.h"
#include "coding/launch.h"
#include "flows/ideation/ideation.h"
#include "team/conversation/relevance.h"
#include "team/folder/folder_sources.h"
#include "team/pack/coding_library.h"
#include "team/pack/screenplays.h"
#include "team/room/phase.h"
#include "team/turn/digest.h"

namespace fm {
namespace {

// A rehearsal of a conversation plays the conversation's screenplay, unless another is named.
std::string in_conversation(const std::string& name) {
  return name == "rehearsal" ? "rehearsal:conversation" : name;
}

// An ideation that is called from a conversation: its roles by agents that are pinned (C-21a).
Result<IdeationPlan> ideation_of(const TeamSnapshot& snapshot, const ConversationPlan& plan) {
  IdeationPlan ideation;
  ideation.team = plan.team;
  ideation.team_file = snapshot.team.path;
  ideation.preset = "standard";
  const Preset preset = TRY(snapshot.preset(ideation.preset));
  ideation.max_rounds = preset.max_rounds;
  ideation.min_ideas = preset.min_ideas;
  ideation.deep_dive = preset.deep_dive;
  ideation.min_score = preset.min_score_hundredths;
  ideation.weights = snapshot.team.weights;
  for (const std::string_view role : kIdeationRoles) {
    if (role == "ui-creator") continue;  // nobody asked for a page
    std::string agent = snapshot.agent(role);
    if (agent.empty() && snapshot.profiles.contains(role)) agent = role;
    if (agent.empty() || !plan.models.contains(agent)) continue;
    ideation.roles[std::string(role)] = agent;
    ideation.models[agent] = plan.models.at(agent);
    if (const auto more = plan.fallbacks.find(agent); more != plan.fallbacks.end())
      ideation.fallbacks[agent] = more->second;
  }
  return ideation;
}

// Coding agents that are installed; a folder's own are named by its team or card, or not used.
std::map<std::string, std::string> coders_here(const Library& library,
                                               const Variables& environment) {
  std::map<std::string, std::string> here;
  if (environment.empty()) return here;
  for (const auto& [id, profile] : coding_library(library).profiles)
    if (!profile.from_folder && !find_program(profile, environment).empty())
      here[id] = profile.title;
  return here;
}

// Demo mode builds only what its demonstrations begin with: what is scripted fits nothing else.
bool holds_a_demonstration(const std::string& folder) {
  std::error_code unseen;
  if (folder.empty() || !std::filesystem::exists(folder + "/.git", unseen)) return false;
  return std::ranges::any_of(built_in_demonstrations(), [&](const OfferedDemonstration& one) {
    const auto start = built_in_demonstration_start(one.name);
    return start && std::ranges::all_of(start->files, [&](const auto& file) {
             std::error_code wrong;
             return std::filesystem::exists(folder + "/" + file.first, wrong);
           });
  });
}

Result<void> give_models(ConversationSetup& ready, const ConversationRequest& request,
                         const std::string& usual, ModelCatalog& models) {
  bool rehearsed = false;
  for (const auto& [agent, profile] : ready.snapshot.profiles) {
    std::vector<std::string> names = models_for(profile, request.model, ready.snapshot.team, usual);
    std::ranges::transform(names, names.begin(), in_conversation);
    const auto chain = TRY(usable_models(names, models, ready.endpoints, ready.notices));
    ready.plan.models[agent] = chain.front();
    if (chain.size() > 1) ready.plan.fallbacks[agent] = {chain.begin() + 1, chain.end()};
    for (const std::string& model : chain) {
      const ModelName name = TRY(parse_model_name(model));
      if (name.provider != "rehearsal") continue;
      TRY(check_screenplay(name, ready.files));
      rehearsed = true;
    }
  }
  if (rehearsed) return {};
  std::erase_if(ready.files,
                [](const auto& file) { return file.first.starts_with("screenplays/"); });
  ready.snapshot.screenplays.clear();
  return {};
}

}  // namespace

Result<ConversationSetup> prepare_conversation(const ConversationRequest& request,
                                               const Config& config, const PackPlaces& places,
                                               std::string_view memory,
                                               const Variables& environment) {
  ConversationSetup ready;
  const Redactor secrets(config.secrets());
  const Library library = Library::load(places);
  TeamRequest wish;
  wish.team = request.team.empty() ? config.value("council") : request.team;
  wish.prompts = {"conversation", "ideation"};
  wish.guests = {"orchestrator", "ideation", "implementer", "moderator"};
  wish.screenplays = true;
  const FolderDigest digest = digest_folder(places.folder);
  wish.folder_digest = secrets.redact(digest.text);
  wish.folder_sources = secrets.redact(folder_sources(places.folder, digest.whole));
  wish.memory = secrets.redact(memory);
  ready.files = TRY(library.team_files(wish));
  ready.snapshot = library.snapshot(ready.files);
  const TeamSnapshot& snapshot = ready.snapshot;

  ConversationPlan& plan = ready.plan;
  plan.team = wish.team;
  plan.leader = TRY(snapshot.leader());
  const auto called = [&](std::string_view name) {
    return agent_called(name, snapshot.team, snapshot.profiles);
  };
  plan.adversary = called("adversary");
  plan.researcher = called("researcher");
  if (snapshot.profiles.contains("orchestrator")) plan.orchestrator = "orchestrator";
  plan.members = snapshot.team.agents;
  plan.execution = snapshot.team.execution;
  plan.thorough = snapshot.team.thorough;
  CodingChoices coders;
  if (!snapshot.team.builder.profile.empty()) coders[kEveryBuilder] = snapshot.team.builder;
  for (const auto& [id, profile] : snapshot.profiles)
    if (!profile.coding.profile.empty()) coders[id] = profile.coding;
  // Better now than when the plan is approved.
  for (const auto& [agent, choice] : coders) TRY(coding_profile(library, choice.profile));
  plan.coders = to_json(coders);
  plan.coders_here = coders_here(library, environment);
  return ready;
}

Result<void> add_models(ConversationSetup& ready, const ConversationRequest& request,
                        const Config& config, ModelCatalog& models) {
  const std::string usual = config.value("model").empty() ? "rehearsal" : config.value("model");
  TRY(give_models(ready, request, usual, models));
  ConversationPlan& plan = ready.plan;
  plan.by_model = !plan.models.at(plan.leader).starts_with("rehearsal");
  plan.understands = plan.by_model;
  if (!plan.by_model && !holds_a_demonstration(request.folder)) plan.execution = "documents";
  const IdeationPlan ideation = TRY(ideation_of(ready.snapshot, plan));
  if (ideation.roles.contains("ideation")) plan.ideation = to_args(ideation);
  return {};
}

bool is_pinned_to(const Pins& pins, const TeamFiles& files, ModelsNamed named) {
  const auto counts = [&](std::string_view path) {
    return named == ModelsNamed::kYes || !path.starts_with("screenplays/");
  };
  const auto same = [&](const auto& file) {
    const auto pin = pins.find(file.first);
    return pin != pins.end() && pin->second == to_hex(sha256(file.second));
  };
  const auto those = [&](const auto& file) { return counts(file.first); };
  return std::ranges::count_if(files, those) == std::ranges::count_if(pins, those) &&
         std::ranges::all_of(files, [&](const auto& file) { return !those(file) || same(file); });
}

RoomSeq heard_up_to(const RoomView& room, const FlowRecord& flow) {
  RoomSeq heard{int_at(flow.args, "heard")};
  if (find_at(flow.args, "heard") != nullptr) return heard;
  for (const Message& message : room.messages)
    if (message.at < flow.started_at) heard = message.room_seq;
  return heard;
}

bool keeps_team(const RoomView& seen, const FlowRecord& flow, const ConversationRequest& request,
                const JsonObject& args, const TeamFiles& files, const Pins& pins) {
  const Project* project = seen.projects.current();
  const bool under_way = project != nullptr && is_active(project->phase);
  if (under_way || !seen.gates.empty()) return true;
  if (!is_pinned_to(pins, files, request.model_is_chosen ? ModelsNamed::kNo : ModelsNamed::kYes))
    return false;
  JsonObject now = args;
  JsonObject then = flow.args.is_object() ? flow.args.get_object() : JsonObject();
  for (const std::string_view field :
       {"heard", "decided", "allowed", "origin", "care", "refused", "judged", "built_with"})
    then.erase(field);
  leave_out_own(then);
  if (request.model_is_chosen)
    for (const std::string_view field :
         {"models", "fallbacks", "ideation", "by_model", "understands"}) {
      now.erase(field);
      then.erase(field);
    }
  return canonical(now) == canonical(then);
}

}  // namespace fm
