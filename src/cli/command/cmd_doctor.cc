// folkmoot doctor
#include <fmt/format.h>
#include <sqlite3.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <filesystem>

#include "app/queries/model_list.h"
#include "app/store.h"
#include "base/text.h"
#include "cli/command/commands.h"
#include "cli/context/report_error.h"
#include "cli/listing/coding_listing.h"
#include "cli/listing/doctor.h"
#include "cli/listing/library.h"

namespace fm::cli {
namespace {

struct Program {
  std::string_view what;
  std::string_view name;
  const char* ask;  // the shell command that tells its version
  std::string_view needed_for;
  std::string_view package;
};

constexpr std::array<Program, 3> kPrograms{{
    {"git", "git", "git --version 2>/dev/null", "worktrees and merges", "git"},
    {"tmux", "tmux", "tmux -V 2>/dev/null", "coding agents in terminals", "tmux"},
    {"bubblewrap", "bwrap", "bwrap --version 2>/dev/null", "running commands in a sandbox",
     "bubblewrap"},
}};

// The first line that a program of the system prints.
std::string first_line(const char* command) {
  std::FILE* pipe = ::popen(command, "r");
  if (pipe == nullptr) return {};
  std::array<char, 256> buffer{};
  const bool any = std::fgets(buffer.data(), buffer.size(), pipe) != nullptr;
  ::pclose(pipe);
  return any ? std::string(trim(buffer.data())) : std::string();
}

Finding look_for(const Program& program) {
  std::string version = first_line(program.ask);
  if (!version.empty()) return {std::string(program.what), Health::kOk, std::move(version)};
  return {std::string(program.what), Health::kMissing,
          fmt::format("Not found; needed for {}.", program.needed_for),
          fmt::format("Install it: sudo apt-get install {}", program.package)};
}

Finding terminal_finding(const Terminal& terminal) {
  std::string found = fmt::format("{}x{}, {}, {}", terminal.size.columns, terminal.size.rows,
                                  terminal.charset == Charset::kUtf8 ? "UTF-8" : "ASCII",
                                  terminal.colour ? "colours" : "no colours");
  if (!terminal.on.stdout_tty)
    return {"terminal", Health::kNote, "Standard output is not a terminal."};
  if (terminal.charset == Charset::kAscii)
    return {"terminal", Health::kNote, std::move(found),
            "For better marks set a UTF-8 locale, for example LANG=C.UTF-8."};
  return {"terminal", Health::kOk, std::move(found)};
}

Finding store_finding(const Result<Config>& config) {
  const auto folder = store_folder(config ? config->value("store") : "");
  if (!folder) return {"store", Health::kFault, folder.error().message, folder.error().cure};
  std::filesystem::path there(*folder);
  std::error_code error;
  while (!std::filesystem::exists(there, error) && there.has_relative_path())
    there = there.parent_path();
  if (::access(there.c_str(), W_OK | X_OK) != 0)
    return {"store", Health::kFault, *folder + " cannot be written.",
            "Give another folder with --store, or make it yours."};
  return {"store", Health::kOk,
          *folder + (there == std::filesystem::path(*folder) ? "" : " (made when first needed)")};
}

Finding sqlite_finding() {
  std::string version = sqlite3_libversion();
  if (has_wal_reset_fix(sqlite3_libversion_number()))
    return {"SQLite", Health::kOk, std::move(version)};
  return {"SQLite", Health::kNote, version + ", without the fix of the WAL-reset fault.",
          "Nothing to do: Folkmoot writes and checkpoints on one connection, which the fault does "
          "not touch. Do not let other programs write to the store."};
}

Finding provider_finding(const Provider& provider) {
  const std::string what = "model " + provider.name;
  const std::string at = provider.base_url.empty() ? "" : " at " + shown_address(provider);
  if (!provider.api_key.empty())
    return {what, Health::kOk, fmt::format("{} is set{}.", provider.key_variable, at)};
  if (provider.key_variable.empty()) return {what, Health::kOk, fmt::format("Needs no key{}.", at)};
  return {what, Health::kNote, fmt::format("{} is not set.", provider.key_variable),
          fmt::format("To ask its models: export {}=...", provider.key_variable)};
}

std::vector<Finding> examine(const Context& context) {
  std::vector<Finding> findings;
  for (const Program& program : kPrograms) findings.push_back(look_for(program));
  findings.push_back(terminal_finding(context.terminal));
  const auto config = context.backend.config(context.globals, context.folder);
  findings.push_back(store_finding(config));
  findings.push_back(sqlite_finding());
  if (!config) {
    findings.push_back({"configuration", Health::kFault, config.error().message,
                        config.error().cause + " " + config.error().cure});
    return findings;
  }
  findings.push_back(
      {"configuration", Health::kOk,
       fmt::format("model {}, team {}",
                   config->value("model").empty() ? "the first that works" : config->value("model"),
                   config->value("team"))});
  std::size_t set_up = 0;
  for (const Provider& provider : config->providers())
    if (is_set_up(provider) && ++set_up > 0) findings.push_back(provider_finding(provider));
  if (set_up == 0)
    findings.push_back({"models", Health::kNote, "No provider has a key.",
                        "See what there is with `folkmoot models`; or export ANTHROPIC_API_KEY=... "
                        "or OPENAI_API_KEY=..."});
  findings.push_back({"model rehearsal", Health::kOk, "Plays a screenplay; needs no network."});
  const Library library = load_library(context);
  const std::size_t faults = library.faults().size();
  findings.push_back(
      faults == 0 ? Finding{"agents, teams", Health::kOk,
                            fmt::format("{} agents, {} teams", library.profiles().size(),
                                        library.teams().size())}
                  : Finding{"agents, teams", Health::kFault,
                            fmt::format("{} file{} with faults.", faults, faults == 1 ? "" : "s"),
                            "See them with: folkmoot agents check"});
  for (const CodingAgentRow& row : load_coding_agents(library, LookAtLogin::kYes))
    if (!row.program.empty()) findings.push_back(coding_finding(row));
  return findings;
}

}  // namespace

int run(const DoctorArgs&, Context& context) {
  int status = kDone;
  for (const Finding& finding : examine(context)) {
    if (finding.health == Health::kFault) status = kFailed;
    if (context.json())
      print_json({{"what", finding.what},
                  {"health", to_string(finding.health)},
                  {"found", finding.found},
                  {"what_to_do", finding.what_to_do}},
                 context);
    else if (!context.globals.quiet || finding.health != Health::kOk)
      print(finding_lines(finding, context.columns(), context.terminal.charset), context);
  }
  if (status == kDone) return kDone;
  return report({"doctor_found", "Something here keeps folkmoot from working.",
                 "Standard output says what it is and what to do.",
                 "See to it, then look again: folkmoot doctor"},
                context);
}

}  // namespace fm::cli
