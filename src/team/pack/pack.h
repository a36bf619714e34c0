// Library: the agents, teams, prompts, screenplays and languages that there are here (P-50 to
// P-52).
//
// Layers, later wins, always whole files: the binary's own packs; `.claude/agents` of the folder
// (never over a built-in id; its agents join only where a team names them); the user's
// configuration folder; `.folkmoot/` of the folder. A file with a fault hides the one it was meant
// to replace, because running with the other would surprise, and stops only what needs it; every
// fault is in faults(). Links in a folder are not followed. load() blocks and never fails; a
// Library is immutable afterwards and owns all its texts.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "people/language/vocabulary.h"
#include "team/pack/embedded.h"
#include "team/pack/parsed_files.h"
#include "team/pack/team.h"
#include "team/pack/team_snapshot.h"

namespace fm {

enum class Origin { kBuiltIn, kClaude, kUser, kFolder };
std::string_view to_string(Origin origin);

struct PackPlaces {
  std::span<const EmbeddedFile> built_in;
  std::filesystem::path user;                // $XDG_CONFIG_HOME/folkmoot, or empty
  std::filesystem::path folder;              // the room's folder, or empty
  std::shared_ptr<ParsedFiles> parsed = {};  // null: everything is parsed anew
};

struct PackFile {
  std::string path;  // for people: where it is
  Origin origin = Origin::kBuiltIn;
  std::string text;
};

struct TeamRequest {
  std::string team = "ideation";
  std::vector<std::string> prompts = {"ideation"};  // files of prompts that the flow uses
  std::vector<std::string> guests = {};             // agents beyond the team, where there are such
  bool screenplays = false;                         // pin them too, for the rehearsal
  std::string folder_digest;                        // FolderDigest::text
  std::string memory = {};                          // of earlier projects (C-52)
  std::string folder_sources = {};                  // folder_sources() (P-24)
};

class Library {
 public:
  static Library load(const PackPlaces& places);

  const AgentProfiles& profiles() const { return profiles_; }
  const std::map<std::string, Team, std::less<>>& teams() const { return teams_; }

  // The file in use under a name within its layer: "agents/leader.md" (by id),
  // "teams/ideation.yaml", "prompts/ideation.yaml", "screenplays/kinds/place.yaml",
  // "language/en.yaml", "coding/codex.yaml". Null when there is none.
  const PackFile* file(std::string_view name) const;

  // All files in use whose names begin so: "coding/".
  std::vector<std::pair<std::string, const PackFile*>> files_in(std::string_view folder) const;

  const std::vector<Error>& faults() const { return faults_; }  // what is wrong
  // What is wrong in screenplays that are not built in: only who plays or checks them needs to
  // know.
  std::vector<Error> screenplay_faults() const;
  const std::vector<Error>& notes() const { return notes_; }  // what is worth knowing

  // The files that a flow with this team is pinned to. A missing leader is no error here: the flow
  // itself must say so (I-1). Errors: team_unknown, and the fault of any file that is needed.
  Result<TeamFiles> team_files(const TeamRequest& wish) const;

  // The words by which people are understood here: the image that is built in, with the folder's
  // and the user's own languages in place of its. Errors: the fault of any language.
  Result<Vocabulary> vocabulary() const;

  // What load_team_snapshot() makes of team_files(), from what is read here already.
  TeamSnapshot snapshot(const TeamFiles& files) const;

 private:
  struct Layer;
  void add(Layer& layer, std::string name, PackFile file);
  void add_agent(Layer& layer, std::string name, PackFile file);
  void add_team(Layer& layer, std::string name, PackFile file);
  void add_prompts(std::string name, PackFile file);
  void add_language(std::string name, PackFile file);
  void break_file(std::string name, std::vector<Error> faults);
  void check_teams();
  Result<const PackFile*> needed(const std::string& name) const;

  AgentProfiles profiles_;
  std::map<std::string, Team, std::less<>> teams_;
  std::shared_ptr<ParsedFiles> parsed_;
  std::map<std::string, Prompts, std::less<>> prompts_;  // by name
  std::map<std::string, PackFile, std::less<>> files_;   // by name
  std::map<std::string, Error, std::less<>> broken_;     // by name: its first fault
  std::vector<Error> faults_;
  std::vector<Error> notes_;
  bool has_all_languages_ = false;  // of the program's own packs, whose image is built in
};

}  // namespace fm
