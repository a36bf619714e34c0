#include "work/git/refs.h"

#include <algorithm>
#include <utility>

#include "base/ids.h"
#include "base/sha256.h"
#include "base/text.h"
#include "work/git/plumbing/fields.h"
#include "work/git/plumbing/worktree_list.h"

namespace fm {
namespace {

constexpr std::size_t kLongestPart = 48;
constexpr std::size_t kHashCharacters = 10;
constexpr std::string_view kHidden = "refs/folkmoot/";
constexpr std::string_view kBranches = "refs/heads/";

std::string zeros(std::size_t size) { return std::string(size, '0'); }

std::string order_of(const RefMove& move) {
  using std::string_literals::operator""s;
  const std::size_t size = std::max(move.to.size(), move.from.value_or("").size());
  const std::string from = !move.from ? ""s : (move.from->empty() ? zeros(size) : *move.from);
  if (move.to.empty()) return "delete " + move.ref + '\0' + from + '\0';
  return "update " + move.ref + '\0' + move.to + '\0' + from + '\0';
}

std::unexpected<Error> understood(Error error, const std::string& ref) {
  const std::string& said = error.cause;
  if (said.contains("cannot create") || said.contains("there are still refs under"))
    return fail("ref_in_the_way", "The name " + ref + " cannot be used in this repository.", said,
                "Rename the branch that takes its place: git branch -m OLD NEW.");
  if (said.contains("but expected") || said.contains("already exists") ||
      said.contains("unable to resolve reference"))
    return fail("ref_moved", ref + " is not where it was any more; it was left as it is.", said,
                "Look at it with git log, and try again.");
  return std::unexpected(std::move(error));
}

}  // namespace

std::string name_part(std::string_view text) {
  if (text.size() <= kLongestPart && text != "rescue" && !text.empty() &&
      slug(text, kLongestPart) == text)
    return std::string(text);
  std::string part = slug(text, kLongestPart - kHashCharacters - 1);
  if (part.empty()) part = "x";
  return part + "_" + to_base32(sha256(text), kHashCharacters);
}

std::string integration_ref(std::string_view project) {
  return std::string(kBranches) + "folkmoot/" + name_part(project);
}

std::string project_ref(std::string_view project, std::string_view what) {
  return std::string(kHidden) + name_part(project) + "/" + std::string(what);
}

std::string task_ref(std::string_view project, std::string_view task, std::string_view what) {
  return project_ref(project, name_part(task) + "/" + std::string(what));
}

std::string rescue_ref(std::string_view project, std::string_view task, std::string_view commit) {
  constexpr std::size_t kShort = 12;
  return std::string(kHidden) + "rescue/" + name_part(project) + "/" + name_part(task) + "/" +
         std::string(commit.substr(0, kShort));
}

GitPlace place_of(const Repository& repository) {
  return {.folder = repository.common_dir, .git_dir = repository.common_dir};
}

Task<Result<std::optional<std::string>>> read_ref(Git& git, Repository repository,
                                                  std::string ref) {
  GitCall call;
  call.arguments = {"rev-parse", "--verify", "--quiet", "--end-of-options", ref + "^{commit}"};
  call.also_good = {1};  // there is none
  const GitAnswer answer = CO_TRY(co_await git.run(place_of(repository), std::move(call)));
  if (answer.status == 1) co_return std::nullopt;
  co_return std::string(trim(answer.output));
}

Task<Result<std::vector<NamedRef>>> list_refs(Git& git, Repository repository, std::string prefix) {
  GitCall call;
  call.arguments = {"for-each-ref", "--format=%(objectname) %(refname)", "--", std::move(prefix)};
  const GitAnswer answer = CO_TRY(co_await git.run(place_of(repository), std::move(call)));
  std::vector<NamedRef> refs;
  for (const std::string_view line : split_lines(answer.output)) {  // no ref has a line's end in it
    const std::size_t space = line.find(' ');
    if (space == std::string_view::npos) continue;
    refs.push_back({std::string(line.substr(space + 1)), std::string(line.substr(0, space))});
  }
  co_return refs;
}

Task<Result<void>> move_refs_held(Git& git, Repository repository, std::vector<RefMove> moves) {
  if (moves.empty()) co_return Result<void>();
  const bool has_branch = std::ranges::any_of(moves, [](const RefMove& move) {
    return move.ref.starts_with(kBranches) && !move.checked_out_too;
  });
  if (has_branch) {
    const auto worktrees = CO_TRY(co_await list_worktrees(git, repository));
    for (const RefMove& move : moves)
      for (const WorktreeEntry& worktree : worktrees)
        if (!move.checked_out_too && worktree.branch == move.ref)
          co_return fail("branch_checked_out",
                         move.ref + " is checked out, so it is not moved under your hands.",
                         "It is checked out in " + worktree.path + ".",
                         "git switch to another branch there, then try again.");
  }
  GitCall call;
  call.arguments = {"update-ref", "--no-deref"};
  if (!moves.front().why.empty()) {
    call.arguments.emplace_back("-m");
    call.arguments.push_back(moves.front().why);
  }
  call.arguments.insert(call.arguments.end(), {"--stdin", "-z"});
  for (const RefMove& move : moves) call.input += order_of(move);
  auto answer = co_await git.run(place_of(repository), std::move(call));
  if (!answer) co_return understood(std::move(answer.error()), moves.front().ref);
  co_return Result<void>();
}

Task<Result<void>> move_refs(Git& git, Repository repository, std::vector<RefMove> moves) {
  const GitLocks::Hold hold = co_await git.locks().take(repository.common_dir);
  co_return co_await move_refs_held(git, std::move(repository), std::move(moves));
}

Task<Result<void>> forget_refs(Git& git, Repository repository, std::string project,
                               std::string task) {
  const std::string prefix = task.empty() ? project_ref(project, "") : task_ref(project, task, "");
  const auto refs = CO_TRY(co_await list_refs(git, repository, prefix));
  std::vector<RefMove> moves;
  for (const NamedRef& ref : refs) moves.push_back({.ref = ref.ref, .to = "", .from = ref.commit});
  co_return co_await move_refs(git, std::move(repository), std::move(moves));
}

}  // namespace fm
