// TeamSnapshot: all files that one flow is pinned to, and what they say (design idea 3).
//
// The files are path -> text, kept as blobs by hash; load_team_snapshot() makes the same cast from
// them after a crash, an edit of the originals or an upgrade of the program. What the program
// itself would add (the built-in presets) is written into the manifest `cast.json` for that reason.
//
//   cast.json   teams/ID.yaml   agents/ID.md   prompts/NAME.yaml   screenplays/NAME.yaml
//   folder/digest.md   folder/files.md   folder/memory.md
//
// Values; pure. Errors: cast_invalid, and those of the files' own readers.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "base/result.h"
#include "team/pack/preamble.h"
#include "team/pack/prompts.h"
#include "team/pack/team.h"

namespace fm {

class ParsedFiles;

using TeamFiles = std::map<std::string, std::string, std::less<>>;

// How the origin of a file begins that came with the program.
inline constexpr std::string_view kBuiltInOrigin = "built-in/";
inline constexpr std::string_view kManifest = "cast.json";
inline constexpr std::string_view kDigestFile = "folder/digest.md";
inline constexpr std::string_view kSourcesFile = "folder/files.md";
inline constexpr std::string_view kMemoryFile = "folder/memory.md";

struct TeamSnapshot {
  Team team;
  AgentProfiles profiles;                                       // of the team's agents, by id
  std::map<std::string, Prompts, std::less<>> prompts;          // by the file's name: "ideation"
  std::map<std::string, std::string, std::less<>> screenplays;  // texts: "ideation", "kinds/x"
  std::string folder_digest;
  std::string folder_sources;  // files of a small folder, whole (P-24)
  std::string memory;          // of the folder's finished projects (C-52)

  // The id of the agent that plays a role (agent_for), or empty.
  std::string agent(std::string_view role) const;
  // I-1. Errors: team_no_leader, which names the team's file and the role.
  Result<std::string> leader() const;
  Result<Preset> preset(std::string_view name) const;  // errors: preset_unknown
  // Text of a task. Errors: prompt_unknown_task, prompt_value_missing.
  Result<TaskText> task(std::string_view file, std::string_view name,
                        const PromptValues& values) const;
  Preamble preamble(std::string_view prompts_file, std::string topic) const;
};

Result<TeamSnapshot> load_team_snapshot(const TeamFiles& files, ParsedFiles& parsed);
Result<TeamSnapshot> load_team_snapshot(const TeamFiles& files);  // parses all of them

// The manifest's text: the team's file, its presets with all values, and where each file came from.
std::string team_manifest(const Team& team,
                          const std::map<std::string, std::string, std::less<>>& origins);

}  // namespace fm
