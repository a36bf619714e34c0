// How a coding agent is started, and whether it is there: a profile made a command (S-20, S-22).
//
// Its environment is built from nothing: what its profile names, and no more. A prompt never begins
// an argument that could be taken for an option. Pure but for look_for(), which runs the program's
// own version command.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "coding/profile.h"
#include "work/process/command.h"
#include "work/process/environment.h"

namespace fm {

struct CodingRun {
  std::string prompt;
  std::string session;  // empty: a new one
  CodingPermission permission = CodingPermission::kEdit;
  std::string folder;
};

// Errors: coding_agent_prompt (it is too long for an argument), coding_permission_none (the profile
// has no such mode), coding_profile_invalid (it cannot go on with a session).
Result<CommandSpec> coding_command(const CodingProfile& profile, const CodingRun& run,
                                   const Variables& ours);

// The mode to run it in: the wished one, else one that it has. Without a mode that asks, whoever
// calls has to see to it that something else holds it. Errors: coding_permission_none.
Result<CodingPermission> permission_for(const CodingProfile& profile, CodingPermission wished);

// Values of variables that it is given and that are secrets by their name: to be blotted out of
// what it says.
std::vector<std::string> coding_secrets(const CodingProfile& profile, const Variables& ours);

// Where it keeps its login, settings and sessions: absolute, of its variable or below the home.
struct CodingFolders {
  std::vector<std::string> writable;
  std::vector<std::string> read_only;
};
CodingFolders coding_folders(const CodingProfile& profile, const Variables& ours);

// The folders that its program needs to be seen, wherever it is installed. Blocking.
std::vector<std::string> program_folders(const CodingProfile& profile, const Variables& ours);

// What is known of a program on this machine.
struct FoundAgent {
  std::string path;     // empty: it is not installed
  std::string version;  // "0.171.0"; empty: it does not tell
  bool tried = false;   // with this version
};

// Where the program is; blocking, looks at PATH only.
std::string find_program(const CodingProfile& profile, const Variables& ours);
Task<FoundAgent> look_for(CommandRunner& commands, CodingProfile profile, Variables ours);

enum class LoginState { kLoggedIn, kLoggedOut, kUnknown };
// By the profile's free check; kUnknown where there is none.
Task<LoginState> look_at_login(CommandRunner& commands, CodingProfile profile, Variables ours);

// What the words that it failed with mean, and what to do. Codes: coding_agent_logged_out,
// coding_agent_limit, coding_agent_failed.
Error coding_trouble(const CodingProfile& profile, std::string_view words);
Error coding_missing(const CodingProfile& profile);  // coding_agent_missing

}  // namespace fm
