#include "team/pack/team.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "base/ids.h"
#include "base/text.h"
#include "base/yaml/fields.h"
#include "team/pack/criteria.h"
#include "team/pack/documents.h"

namespace fm {
namespace {

constexpr std::string_view kCode = "team_invalid";
constexpr auto kExecutions = std::to_array<std::string_view>({"agency", "lifecycle", "stages"});

struct Reader {
  const YamlDocument& document;
  std::vector<Error>& faults;
  Team team;

  Fields fields(std::string pointer) {
    return Fields(document, std::move(pointer), std::string(kCode), faults);
  }

  void members(Fields& top, std::string_view key, std::vector<std::string>& into) {
    const std::vector<std::string> names = top.texts(key);
    for (std::size_t i = 0; i < names.size(); ++i) {
      const YamlMark mark = document.mark(fmt::format("/{}/{}", key, i));
      const auto refuse = [&](std::string what, std::string cure) {
        faults.push_back(
            {std::string(kCode), at_mark(document.path, mark, what), {}, std::move(cure)});
      };
      if (!check_id(names[i])) {
        refuse(fmt::format("`{}` is no agent's id.", names[i]),
               "Use the id: small letters, digits and hyphens.");
      } else if (!team.marks.emplace(names[i], mark).second) {
        refuse(fmt::format("The agent `{}` is named a second time.", names[i]), "Remove one.");
      } else {
        into.push_back(names[i]);
      }
    }
  }

  void leader(Fields& top) {
    const std::vector<std::string> leaders = top.texts("leader");
    team.leader_mark = document.key_mark("/leader");
    if (leaders.empty()) return;
    const auto refuse = [&](std::string code, std::string what, std::string cure) {
      faults.push_back({std::move(code),
                        at_mark(document.path, document.mark("/leader"), what),
                        {},
                        std::move(cure)});
    };
    if (leaders.size() > 1)
      return refuse(
          "team_two_leaders",
          fmt::format("The team names {} leaders: {}.", leaders.size(), join(leaders, ", ")),
          fmt::format("Keep one: `leader: {}`.", leaders.front()));
    team.leader = leaders.front();
    if (std::ranges::find(team.agents, team.leader) != team.agents.end()) return;
    refuse(std::string(kCode),
           fmt::format("The leader `{}` is not among the team's agents.", team.leader),
           fmt::format("Add it to `agents`. {}", suggest(team.leader, team.agents)));
  }

  void defaults(Fields& top) {
    Fields fields = this->fields(top.child("defaults"));
    team.default_models = fields.texts("models");
    if (const std::string model = fields.text("model"); !model.empty())
      team.default_models.insert(team.default_models.begin(), model);
    if (const std::string preset = fields.text("preset"); !preset.empty()) {
      team.default_preset = preset;
      if (!team.presets.contains(preset))
        fields.fault("preset", fmt::format("There is no preset `{}`.", preset),
                     suggest(preset, preset_names()));
    }
    if (const std::string care = fields.text("care"); !care.empty()) {
      team.thorough = care == "thorough";
      if (!team.thorough && care != "usual")
        fields.fault("care", fmt::format("`{}` is no care that can be taken.", care),
                     suggest(care, {"usual", "thorough"}));
    }
    if (const std::string execution = fields.text("execution"); !execution.empty()) {
      team.execution = execution;
      if (std::ranges::find(kExecutions, execution) == kExecutions.end())
        fields.fault("execution", fmt::format("`{}` is no way to execute.", execution),
                     suggest(execution, {kExecutions.begin(), kExecutions.end()}));
    }
    fields.refuse_unknown();
  }

  std::vector<std::string> preset_names() const {
    std::vector<std::string> names;
    for (const auto& [name, preset] : team.presets) names.push_back(name);
    return names;
  }

  void presets(Fields& top) {
    for (const NamedPreset& built_in : kPresets)
      team.presets.emplace(built_in.name, built_in.preset);
    Fields all = fields(top.child("presets"));
    for (const auto& entry : all.object()) {
      const std::string name(entry.key());
      const std::vector<std::string> near = nearest_words(name, preset_names());
      if (!team.presets.contains(name) && (!near.empty() || !check_id(name)))
        all.fault_key(name, fmt::format("`{}` is no preset's name.", name),
                      near.empty() ? "Use small letters, digits and hyphens."
                                   : fmt::format("Did you mean `{}`?", near.front()));
      Fields one = fields(all.child(name));
      Preset& preset = team.presets[name];
      preset.max_rounds = one.integer("max_rounds", 1, kMaxRounds).value_or(preset.max_rounds);
      preset.min_ideas = one.integer("min_ideas", 1, kMaxIdeas).value_or(preset.min_ideas);
      preset.deep_dive = one.flag("deep_dive").value_or(preset.deep_dive);
      if (const auto score = one.decimal("min_score_threshold", {2, 0, kMaxScore}))
        preset.min_score_hundredths = static_cast<int>(*score);
      preset.panel = one.integer("panel", 1, kMaxPanel).value_or(preset.panel);
      one.refuse_unknown();
    }
  }

  void budget(Fields& top) {
    Fields fields = this->fields(top.child("budgets"));
    team.budget = read_budget(fields);
  }

  void weights(Fields& top) {
    Fields fields = this->fields(top.child("weights"));
    for (std::size_t i = 0; i < kCriteria.size(); ++i)
      team.weights[i] = fields.integer(kCriteria[i], 0, 100).value_or(team.weights[i]);
    if (std::ranges::all_of(team.weights, [](int weight) { return weight == 0; }))
      fields.fault("", "Every weight is 0.", "Give at least one criterion a weight of 1 or more.");
    fields.refuse_unknown();
  }

  void builder(Fields& top) {
    Fields fields = this->fields(top.child("builder"));
    const std::string backend = fields.text("backend");
    team.builder = read_coding_choice(fields, backend == "exec");
    if (!backend.empty() && backend != "exec" && backend != "native")
      fields.fault("backend", fmt::format("Nothing can be built by `{}`.", backend),
                   suggest(backend, {"native", "exec"}));
    fields.refuse_unknown();
  }

  void actions(Fields& top) {
    Fields fields = this->fields(top.child("actions_allowed"));
    for (const auto& entry : fields.object()) {
      const std::string agent(entry.key());
      team.actions_allowed[agent] = fields.texts(agent);
      if (!team.marks.contains(agent))
        fields.fault_key(agent, fmt::format("`{}` is not in this team.", agent),
                         suggest(agent, team.everyone()));
    }
  }
};

}  // namespace

std::vector<std::string> Team::everyone() const {
  std::vector<std::string> all = agents;
  all.insert(all.end(), on_call.begin(), on_call.end());
  return all;
}

Result<Team> parse_team(std::string_view text, std::string_view path) {
  return first_fault_or(read_team, text, path);
}

std::optional<Team> read_team(std::string_view text, std::string_view path,
                              std::vector<Error>& faults) {
  const auto document = read_pack_document(text, path, faults);
  if (!document) return std::nullopt;
  const std::size_t faults_before = faults.size();
  Reader reader{*document, faults, {}};
  Team& team = reader.team;
  team.path = path;
  team.id = file_stem(path);
  Fields top = reader.fields("");
  if (const std::string name = top.identifier("name"); !name.empty()) team.id = name;
  team.description = top.text("description");
  team.charter = top.text("charter");
  reader.members(top, "agents", team.agents);
  reader.members(top, "on_call", team.on_call);
  if (team.agents.empty() && faults.size() == faults_before)
    top.fault("agents", "The team has no agents.", "Write `agents: [leader, researcher]`.");
  reader.leader(top);
  reader.presets(top);
  reader.defaults(top);
  reader.budget(top);
  reader.weights(top);
  reader.builder(top);
  reader.actions(top);
  team.gates = top.texts("gates");
  top.refuse_unknown();
  if (faults.size() > faults_before) return std::nullopt;
  return std::move(team);
}

std::vector<Error> check_team(const Team& team, const AgentProfiles& profiles) {
  std::vector<Error> faults;
  std::vector<std::string> known;
  for (const auto& [id, profile] : profiles) known.push_back(id);
  for (const std::string& agent : team.everyone()) {
    if (profiles.contains(agent)) continue;
    faults.push_back(
        {"team_unknown_agent",
         at_mark(team.path, team.marks.at(agent), fmt::format("There is no agent `{}`.", agent)),
         "No file agents/" + agent + ".md was found, or it has a fault of its own.",
         suggest(agent, known)});
  }
  if (!team.leader.empty()) return faults;
  const std::vector<std::string> leaders = agents_for("leader", team, profiles);
  if (leaders.empty()) faults.push_back(no_leader(team));
  if (leaders.size() > 1)
    faults.push_back({"team_two_leaders",
                      at_mark(team.path, team.marks.at(leaders[1]),
                              fmt::format("Several agents could lead: {}.", join(leaders, ", "))),
                      {},
                      fmt::format("Say which one: `leader: {}`.", leaders.front())});
  return faults;
}

std::string agent_for(std::string_view role, const Team& team, const AgentProfiles& profiles) {
  if (role == "leader" && !team.leader.empty()) return team.leader;
  const std::vector<std::string> agents = agents_for(role, team, profiles);
  return agents.empty() ? std::string() : agents.front();
}

std::vector<std::string> agents_for(std::string_view role, const Team& team,
                                    const AgentProfiles& profiles) {
  std::vector<std::string> agents;
  for (const std::string& agent : team.agents) {
    const auto profile = profiles.find(agent);
    if (profile != profiles.end() && profile->second.plays(role)) agents.push_back(agent);
  }
  return agents;
}

Error no_leader(const Team& team) {
  return {"team_no_leader",
          fmt::format("{}: The team `{}` has no agent for the role `leader`.", team.path, team.id),
          "A discussion is opened, summed up and decided by its leader.",
          "Add `leader` to `agents` in that file, or name one of them with `leader: NAME`."};
}

}  // namespace fm
