#include "app/queries/coding_agents.h"

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <utility>

#include "base/text.h"
#include "coding/launch.h"
#include "team/pack/coding_library.h"

namespace fm {
namespace {

CodingAgentRow row_of(const CodingProfile& profile, const Library& library) {
  CodingAgentRow row{.id = profile.id,
                     .title = profile.title,
                     .file = profile.path,
                     .origin = "",
                     .program = "",
                     .version = "",
                     .tried = profile.tried,
                     .is_tried = false,
                     .login = "",
                     .permissions = {},
                     .needs_network = profile.needs_network,
                     .to_install = profile.install,
                     .to_log_in = profile.login};
  if (const PackFile* file = library.file("coding/" + profile.id + ".yaml"))
    row.origin = to_string(file->origin);
  for (const auto& [permission, words] : profile.permissions)
    row.permissions.emplace_back(to_string(permission));
  return row;
}

Task<std::vector<CodingAgentRow>> look_at_all(CommandRunner& commands, const Library& library,
                                              std::map<std::string, std::string> ours,
                                              LookAtLogin login) {
  std::vector<CodingAgentRow> rows;
  const CodingLibrary all = coding_library(library);
  for (const auto& [id, profile] : all.profiles) {
    CodingAgentRow row = row_of(profile, library);
    // A folder's file names what to run, and looking asks nobody.
    if (profile.from_folder) {
      row.program = find_program(profile, ours);
    } else {
      const FoundAgent found = co_await look_for(commands, profile, ours);
      row.program = found.path;
      row.version = found.version;
      row.is_tried = found.tried;
    }
    if (login == LookAtLogin::kYes && !profile.from_folder && !row.program.empty()) {
      const LoginState state = co_await look_at_login(commands, profile, ours);
      if (state != LoginState::kUnknown) row.login = state == LoginState::kLoggedIn ? "in" : "out";
    }
    rows.push_back(std::move(row));
  }
  co_return rows;
}

}  // namespace

std::vector<CodingAgentRow> coding_agents(const Library& library,
                                          const std::map<std::string, std::string>& ours,
                                          LookAtLogin login) {
  SystemClock clock;
  const std::unique_ptr<Loop> loop = make_loop(clock);
  CommandRunner commands(*loop);
  std::optional<std::vector<CodingAgentRow>> rows;
  const RunningTask looking = start(look_at_all(commands, library, ours, login), [&](auto found) {
    rows.emplace(std::move(found.value()));
    loop->stop();
  });
  while (!rows) loop->run();
  return std::move(*rows);
}

std::vector<Error> coding_faults(const Library& library) { return coding_library(library).faults; }

std::string version_text(const CodingAgentRow& row) {
  if (row.program.empty()) return "not installed";
  const std::string version = row.version.empty() ? "installed" : row.version;
  if (row.is_tried) return version + " (tried)";
  if (row.tried.empty()) return version + " (not tried)";
  return fmt::format("{} (not tried; {} was)", version, join(row.tried, ", "));
}

}  // namespace fm
