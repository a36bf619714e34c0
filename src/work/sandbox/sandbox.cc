#include "work/sandbox/sandbox.h"

#include <filesystem>

#include "base/text.h"
#include "work/process/control_group.h"
#include "work/process/program_path.h"
#include "work/sandbox/sandbox_mounts.h"

namespace fm {
namespace {

constexpr Millis kProbeLimit{10'000};

std::vector<std::string> own_namespaces(Network network, NestedSandbox nested) {
  std::vector<std::string> flags{"--unshare-all", "--unshare-user",    "--cap-drop",
                                 "ALL",           "--die-with-parent", "--new-session"};
  if (nested == NestedSandbox::kRefused) flags.emplace_back("--disable-userns");
  if (network == Network::kAllowed) flags.emplace_back("--share-net");
  return flags;
}

void append(std::vector<std::string>& all, std::vector<std::string> more) {
  all.insert(all.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

std::int64_t stricter(std::int64_t a, std::int64_t b) {
  return a == 0 || b == 0 ? std::max(a, b) : std::min(a, b);
}

Error not_working(const CommandEnd& end) {
  const std::string said(trim(end.output));
  if (said.contains("nknown option"))
    return {"sandbox_too_old", "CommandRunner cannot be run in a sandbox: bubblewrap is too old.",
            said, "Install bubblewrap 0.8 or later."};
  if (said.contains("ermission denied") || said.contains("not permitted") ||
      said.contains("No permissions") || said.contains("No space left"))
    return {"sandbox_refused",
            "CommandRunner cannot be run in a sandbox: the system does not let us make one.", said,
            "Allow user namespaces: sysctl user.max_user_namespaces must not be 0, "
            "kernel.unprivileged_userns_clone must be 1 and "
            "kernel.apparmor_restrict_unprivileged_userns must be 0, where they exist. In a "
            "container, its own settings decide."};
  return {"sandbox_failed", "CommandRunner cannot be run in a sandbox: bubblewrap fails.",
          said.empty() ? "It says nothing." : said, "Try it: bwrap --ro-bind / / true"};
}

}  // namespace

Task<SandboxState> probe_sandbox(CommandRunner& commands, Variables environment) {
  CommandSpec spec{.argv = {"bwrap"},
                   .folder = "/",
                   .environment = std::move(environment),
                   .time_limit = kProbeLimit};
  const auto program = program_path(spec);
  if (!program)
    co_return SandboxState{
        .why_not = {
            "sandbox_missing", "CommandRunner cannot be run in a sandbox.",
            "There is no bubblewrap on this machine.",
            "Install the package bubblewrap; it is called so on all systems that have it."}};
  spec.argv = {*program};
  append(spec.argv, own_namespaces(Network::kNone, NestedSandbox::kRefused));
  append(spec.argv, {"--ro-bind", "/", "/", "--proc", "/proc", "--dev", "/dev", "--size", "4096",
                     "--tmpfs", "/tmp", "--", "true"});
  const auto end = co_await commands.run(std::move(spec), {});
  if (!end) co_return SandboxState{.why_not = end.error()};
  if (!end->ok()) co_return SandboxState{.why_not = not_working(*end)};
  ControlGroup::remove_old();
  co_return SandboxState{
      .works = true, .program = *program, .holds_processes = can_hold_processes()};
}

Result<CommandSpec> in_sandbox(CommandSpec spec, const SandboxPlan& plan,
                               const SandboxState& state) {
  if (!state.works)
    return fail("sandbox_unusable", "A command cannot be run in a sandbox here.",
                state.why_not.message + " " + state.why_not.cause, state.why_not.cure);
  TRY(program_path(spec));  // bubblewrap would say it in words of its own
  std::error_code error;
  const std::string folder = std::filesystem::canonical(spec.folder, error);
  if (error)
    return fail("command_folder_missing",
                "The folder of a command cannot be entered: " + spec.folder + ".", error.message());
  std::vector<std::string> argv{state.program};
  append(argv, own_namespaces(plan.network, plan.nested));
  append(argv, TRY(sandbox_mounts(plan)));
  append(argv, {"--chdir", folder, "--"});
  append(argv, std::move(spec.argv));
  spec.argv = std::move(argv);
  spec.folder = "/";
  spec.environment["HOME"] = plan.home;
  spec.environment["TMPDIR"] = "/tmp";
  return within_limits(std::move(spec), plan);
}

CommandSpec within_limits(CommandSpec spec, const SandboxPlan& plan) {
  ProcessLimits& limits = spec.limits;
  limits = {.file_bytes = stricter(limits.file_bytes, plan.limits.file_bytes),
            .data_bytes = stricter(limits.data_bytes, plan.limits.data_bytes),
            .open_files = stricter(limits.open_files, plan.limits.open_files),
            .processes = stricter(limits.processes, plan.limits.processes),
            .memory_bytes = stricter(limits.memory_bytes, plan.limits.memory_bytes)};
  spec.time_limit = Millis(stricter(spec.time_limit.count(), plan.time_limit.count()));
  return spec;
}

}  // namespace fm
