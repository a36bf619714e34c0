// AgentProfile: what one agent is, from a Markdown file with YAML front matter (P-50).
//
// Front matter: name, description, tools, model (as in Claude Code's agents, whose files load
// unchanged) and role, aliases, models, backend, profile, permissions, color, avatar, temperature,
// actions_allowed. Other keys are kept in `extra` and noted, never a fault. Claude Code's
// descriptions are often prose that is not valid YAML ("Examples: <example> user: ..."); then the
// description alone is read as it stands, and noted. The text below the front matter is the agent's
// instructions. A value; pure. Errors: card_invalid, yaml_invalid, yaml_too_large, with
// "path:line:column: " and a cure.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "coding/choice.h"

namespace fm {

inline constexpr std::size_t kProfileBytes = 128 * 1024;

struct AgentProfile {
  std::string id;    // `name`; of an agent of Claude Code's with another one, its file's name
  std::string name;  // as written; the id when there is none
  std::string description;
  std::string role;                               // empty: none but its id
  std::vector<std::string> aliases;               // other names people and models use (P-42)
  std::optional<std::vector<std::string>> tools;  // nothing: all that its role may use
  std::vector<std::string> models;                // best first, the rest fallbacks (P-32)
  std::string backend = "native";                 // native, tmux, acp or exec (S-21)
  CodingChoice coding;                            // of `backend: exec`: which program (S-20)
  std::string color;                              // a colour's name or #rrggbb
  std::string avatar;
  std::optional<int> temperature_hundredths;
  std::optional<std::vector<std::string>> actions_allowed;  // nothing: its role's defaults (S-2)
  std::string body;
  JsonObject extra;
  std::string path;          // where it was read, for messages
  std::vector<Error> notes;  // worth knowing, nothing is wrong: code card_note

  // Whether this agent is meant where a team needs `wanted`: by role, or by id if it has no role.
  bool plays(std::string_view wanted) const;
  std::string line() const;  // the description's first sentence, at most 160 bytes, for the roster
};

// The first fault, where there is any.
Result<AgentProfile> parse_profile(std::string_view text, std::string_view path);

// All of them: nothing is returned exactly when a fault was added.
std::optional<AgentProfile> read_profile(std::string_view text, std::string_view path,
                                         std::vector<Error>& faults);

}  // namespace fm
