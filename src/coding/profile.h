// CodingProfile: a coding agent that the person has, and how it is run without a screen (S-20).
//
// What is known of a program stands in its file in packs/default/coding, and nowhere in code: a new
// version of it is a changed file. A file of the same name in the person's settings, or in
// .folkmoot/coding/ of a folder, replaces it. A value; pure.
//
// Arguments may hold {prompt}, {session} and {permissions}; the last one stands for all words of
// the chosen mode. Errors: coding_profile_invalid, with "path:line:column: " and a cure.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/json.h"
#include "base/result.h"
#include "base/yaml/yaml.h"
#include "coding/stream/coding_event.h"

namespace fm {

// What it may do without being asked: only look, change files, anything.
enum class CodingPermission { kLook, kEdit, kAll };
std::string_view to_string(CodingPermission permission);
std::optional<CodingPermission> coding_permission(std::string_view name);

struct CodingProfile {
  std::string id;     // the file's name
  std::string title;  // for people
  std::string program;
  StreamFamily stream = StreamFamily::kPlain;
  std::vector<std::string> arguments;
  std::vector<std::string> resume;  // with the session of a run before; empty: it cannot
  bool prompt_as_input = false;     // else as an argument
  std::map<CodingPermission, std::vector<std::string>> permissions;  // words of each mode it has

  std::vector<std::string> environment;      // names that are passed on, and no others (S-22)
  std::map<std::string, std::string> fixed;  // variables with a value of the file's own
  std::vector<std::string> folders;          // below the home: its login, its sessions; it writes
  std::vector<std::string> read_only;        // below the home: its settings
  std::string home_variable;  // one of `environment`: moves the first of the folders elsewhere
  bool needs_network = true;
  bool has_own_sandbox = false;  // so that ours must let it make one

  std::vector<std::string> version = {"--version"};
  std::vector<std::string> login_check;  // ends with status 0 when logged in; empty: none is free
  std::vector<std::string> tried;        // versions
  std::string install;                   // a command for people
  std::string login;
  std::vector<std::string> says_logged_out;  // small letters; found in what it says as it fails
  std::vector<std::string> says_limit;

  Millis time_limit{45 * 60'000};
  Millis quiet_limit{15 * 60'000};
  std::string path;          // where it was read
  bool from_folder = false;  // of the folder that is worked in: somebody else may have written it

  // The modes it has, the most careful first.
  bool can(CodingPermission permission) const { return permissions.contains(permission); }
};

using CodingProfiles = std::map<std::string, CodingProfile, std::less<>>;  // by id

// All faults of the file: nothing is returned exactly when one was added.
std::optional<CodingProfile> read_coding_profile(const YamlDocument& document,
                                                 std::vector<Error>& faults);

// What a person has to agree to before a profile is used that a folder brought: all that is run.
JsonObject coding_subject(const CodingProfile& profile);

}  // namespace fm
