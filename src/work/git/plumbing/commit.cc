#include "work/git/plumbing/commit.h"

#include <utility>

#include "base/text.h"
#include "work/git/refs.h"

namespace fm {

Task<Result<std::string>> make_commit(Git& git, Repository repository, NewCommit commit) {
  const GitIdentity by = CO_TRY(co_await identity(git, repository));
  GitCall call;
  call.arguments = {"commit-tree", std::move(commit.tree)};
  for (std::string& parent : commit.parents) {
    call.arguments.emplace_back("-p");
    call.arguments.push_back(std::move(parent));
  }
  call.arguments.insert(call.arguments.end(), {"-F", "-"});
  call.input = clean(commit.message).text;
  if (!call.input.ends_with('\n')) call.input += '\n';
  call.environment = {{"GIT_AUTHOR_NAME", by.name},
                      {"GIT_AUTHOR_EMAIL", by.mail},
                      {"GIT_COMMITTER_NAME", by.name},
                      {"GIT_COMMITTER_EMAIL", by.mail}};
  const GitAnswer answer = CO_TRY(co_await git.run(place_of(repository), std::move(call)));
  co_return std::string(trim(answer.output));
}

Task<Result<std::string>> empty_tree(Git& git, Repository repository) {
  co_return co_await git.line(place_of(repository), {"mktree"});
}

Task<Result<std::string>> tree_of_commit(Git& git, Repository repository, std::string commit) {
  co_return co_await git.line(place_of(repository), {"rev-parse", "--verify", commit + "^{tree}"});
}

Task<Result<bool>> is_ancestor(Git& git, Repository repository, std::string old_one,
                               std::string new_one) {
  GitCall call;
  call.arguments = {"merge-base", "--is-ancestor", std::move(old_one), std::move(new_one)};
  call.also_good = {1};  // it is not
  const GitAnswer answer = CO_TRY(co_await git.run(place_of(repository), std::move(call)));
  co_return answer.status == 0;
}

}  // namespace fm
