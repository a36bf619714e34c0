#include "work/git/repository.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <utility>

#include "base/text.h"
#include "engine/flow/task_scope.h"
#include "work/git/plumbing/fields.h"
#include "work/git/refs.h"

namespace fm {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostSubmodules = 64;
constexpr std::size_t kMostAttributeFiles = 64;
constexpr std::size_t kMostOfAttributes = std::size_t{64} << 10;

// Only the first is no repository; a .git file that points nowhere is a broken one.
bool is_no_repository(const Error& error) {
  return error.cause.contains("not a git repository (or any");
}

UnderWay under_way_in(const fs::path& git_dir) {
  std::error_code ignored;  // what cannot be looked at does not stand open
  const auto has = [&](const char* name) { return fs::exists(git_dir / name, ignored); };
  if (has("rebase-merge")) return UnderWay::kRebase;
  if (has("rebase-apply"))
    return has("rebase-apply/applying") ? UnderWay::kApply : UnderWay::kRebase;
  if (has("MERGE_HEAD")) return UnderWay::kMerge;
  if (has("CHERRY_PICK_HEAD")) return UnderWay::kCherryPick;
  if (has("REVERT_HEAD")) return UnderWay::kRevert;
  if (has("BISECT_LOG")) return UnderWay::kBisect;
  return UnderWay::kNothing;
}

bool names_lfs(const fs::path& top, const std::vector<std::string>& attributes) {
  return std::ranges::any_of(attributes, [&](const std::string& path) {
    std::error_code ignored;
    if (!fs::is_regular_file(fs::symlink_status(top / path, ignored))) return false;
    std::string text(kMostOfAttributes, '\0');
    std::ifstream file(top / path, std::ios::binary);
    file.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(file.gcount()));
    return text.contains("filter=lfs");
  });
}

void add(PathList& list, std::string_view path) {
  if (list.count++ < kMostListedPaths) list.paths.emplace_back(path);
}

// "1 XY SUB MODE MODE MODE HASH HASH PATH", "u XY SUB" and seven words more, "? PATH".
void read_status(std::string_view output, RepositoryState& state) {
  for (NulFields fields(output); !fields.at_end();) {
    std::string_view line = fields.next();
    const std::string_view kind = take_word(line);
    if (kind == "?") {
      add(state.untracked, line);
    } else if (kind == "1" || kind == "u") {
      const std::string_view xy = take_word(line);
      const int words = kind == "1" ? 6 : 8;
      for (int i = 0; i < words; ++i) take_word(line);
      if (kind == "u") {
        add(state.conflicted, line);
        continue;
      }
      if (xy.front() != '.') add(state.staged, line);
      if (xy.back() != '.') add(state.changed, line);
    }
  }
}

// The value of one setting; empty: it is not set.
Task<Result<std::string>> setting(Git& git, GitPlace place, std::string key, bool is_bool) {
  GitCall call;
  call.arguments = {"config", "-z"};
  if (is_bool) call.arguments.emplace_back("--type=bool");
  call.arguments.insert(call.arguments.end(), {"--get", std::move(key)});
  call.also_good = {1};
  const GitAnswer answer = CO_TRY(co_await git.run(std::move(place), std::move(call)));
  co_return std::string(NulFields(answer.output).next());
}

// Whether something lies in it that the commit on record does not have.
Task<Result<bool>> is_changed(Git& git, std::string folder, std::string recorded) {
  const GitPlace place{.folder = std::move(folder)};
  GitCall at;
  at.arguments = {"rev-parse", "--verify", "--quiet", "HEAD"};
  at.also_good = {1};  // it has no commit at all
  const GitAnswer head = CO_TRY(co_await git.run(place, std::move(at)));
  if (trim(head.output) != recorded) co_return true;
  GitCall call;
  call.arguments = {"status", "--porcelain=v2", "-z", "--ignore-submodules=all"};
  call.may_be_cut = true;
  const GitAnswer answer = CO_TRY(co_await git.run(place, std::move(call)));
  co_return !answer.output.empty();
}

Task<Result<std::vector<Submodule>>> submodules_of(Git& git, Repository repository) {
  GitCall call;
  call.arguments = {"ls-files", "--stage", "-z"};
  const GitAnswer answer = CO_TRY(co_await git.run(worktree_place(repository), std::move(call)));
  std::vector<Submodule> found;
  for (NulFields fields(answer.output); !fields.at_end();) {
    std::string_view line = fields.next();  // MODE HASH STAGE TAB PATH
    if (!line.starts_with("160000 ") || found.size() == kMostSubmodules) continue;
    take_word(line);
    const std::string recorded(take_word(line));
    Submodule submodule;
    submodule.path = line.substr(std::min(line.find('\t') + 1, line.size()));
    const std::string folder = repository.toplevel + "/" + submodule.path;
    submodule.present = co_await in_pool(git.pool(), [folder] {
      std::error_code ignored;
      return fs::exists(fs::path(folder) / ".git", ignored);
    });
    if (submodule.present) submodule.changed = CO_TRY(co_await is_changed(git, folder, recorded));
    found.push_back(std::move(submodule));
  }
  co_return found;
}

Task<Result<bool>> has_lfs(Git& git, Repository repository) {
  GitCall call;
  call.arguments = {"ls-files",
                    "-z",
                    "--cached",
                    "--others",
                    "--exclude-standard",
                    "--",
                    ":(glob)**/.gitattributes"};
  call.environment = {{"GIT_LITERAL_PATHSPECS", "0"}};
  const GitAnswer answer = CO_TRY(co_await git.run(worktree_place(repository), std::move(call)));
  std::vector<std::string> files;
  for (NulFields fields(answer.output); !fields.at_end() && files.size() < kMostAttributeFiles;)
    files.emplace_back(fields.next());
  co_return co_await in_pool(git.pool(),
                             [top = repository.toplevel, files] { return names_lfs(top, files); });
}

Task<Result<void>> look_at_files(Git& git, RepositoryState& state) {
  const GitPlace place = worktree_place(state.repository);
  GitCall call;
  call.arguments = {"status",       "--porcelain=v2",        "-z",
                    "--no-renames", "--untracked-files=all", "--ignore-submodules=all"};
  const GitAnswer answer = CO_TRY(co_await git.run(place, std::move(call)));
  read_status(answer.output, state);
  state.submodules = CO_TRY(co_await submodules_of(git, state.repository));
  state.lfs = CO_TRY(co_await has_lfs(git, state.repository));
  state.sparse = CO_TRY(co_await setting(git, place, "core.sparseCheckout", true)) == "true";
  co_return Result<void>();
}

}  // namespace

std::string_view to_string(UnderWay under_way) {
  constexpr auto kNames = std::to_array<std::string_view>(
      {"", "merge", "rebase", "cherry-pick", "revert", "bisect", "am"});
  return kNames.at(static_cast<std::size_t>(under_way));
}

GitPlace worktree_place(const Repository& repository) {
  if (repository.toplevel.empty()) return place_of(repository);
  return {.folder = repository.toplevel, .git_dir = repository.git_dir};
}

Task<Result<Repository>> find_repository(Git& git, std::string folder) {
  const GitPlace place{.folder = folder};
  auto inside = co_await git.line(place, {"rev-parse", "--is-inside-work-tree"});
  if (!inside && is_no_repository(inside.error()))
    co_return fail("repository_none", folder + " is in no git repository.", "",
                   "git init, or choose another folder.");
  if (!inside) co_return std::unexpected(std::move(inside.error()));
  Repository repository;
  repository.git_dir =
      CO_TRY(co_await git.line(place, {"rev-parse", "--path-format=absolute", "--git-dir"}));
  repository.common_dir =
      CO_TRY(co_await git.line(place, {"rev-parse", "--path-format=absolute", "--git-common-dir"}));
  if (*inside == "true")
    repository.toplevel = CO_TRY(co_await git.line(place, {"rev-parse", "--show-toplevel"}));
  co_return repository;
}

Task<Result<RepositoryState>> inspect(Git& git, std::string folder) {
  RepositoryState state;
  auto found = co_await find_repository(git, std::move(folder));
  if (!found && found.error().code == "repository_none") co_return state;
  if (!found) co_return std::unexpected(std::move(found.error()));
  state.repository = std::move(*found);
  const GitPlace place = worktree_place(state.repository);

  GitCall head;
  head.arguments = {"rev-parse", "--verify", "--quiet", "HEAD^{commit}"};
  head.also_good = {1};  // no commit yet
  state.head = trim(CO_TRY(co_await git.run(place, std::move(head))).output);
  GitCall branch;
  branch.arguments = {"symbolic-ref", "--quiet", "HEAD"};
  branch.also_good = {1};  // detached
  const GitAnswer on = CO_TRY(co_await git.run(place, std::move(branch)));
  constexpr std::string_view kBranches = "refs/heads/";
  const std::string_view name = trim(on.output);
  state.branch = name.starts_with(kBranches) ? name.substr(kBranches.size()) : name;

  const bool is_bare = state.repository.toplevel.empty();
  state.kind = is_bare              ? RepositoryKind::kBare
               : state.head.empty() ? RepositoryKind::kEmpty
                                    : RepositoryKind::kNormal;
  state.shallow =
      CO_TRY(co_await git.line(place, {"rev-parse", "--is-shallow-repository"})) == "true";
  state.under_way =
      co_await in_pool(git.pool(), [dir = state.repository.git_dir] { return under_way_in(dir); });
  if (!is_bare) CO_TRY(co_await look_at_files(git, state));
  co_return state;
}

Result<void> check_workable(const RepositoryState& state) {
  std::vector<std::string> changed;
  for (const Submodule& submodule : state.submodules)
    if (submodule.changed) changed.push_back(submodule.path);
  if (changed.empty()) return {};
  return fail(
      "submodules_changed",
      "Submodules hold changes that the repository has no record of: " + join(changed, ", ") + ".",
      "A worktree of the repository would not have them.",
      "Commit in the submodule, then in the repository (git add SUBMODULE), or undo them.");
}

Task<Result<GitIdentity>> identity(Git& git, Repository repository) {
  const GitPlace place = worktree_place(repository);
  GitIdentity identity{CO_TRY(co_await setting(git, place, "user.name", false)),
                       CO_TRY(co_await setting(git, place, "user.email", false))};
  if (trim(identity.name).empty() || trim(identity.mail).empty())
    identity = {"Folkmoot", "folkmoot@localhost"};
  co_return identity;
}

}  // namespace fm
