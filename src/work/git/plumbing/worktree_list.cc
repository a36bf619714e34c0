#include "work/git/plumbing/worktree_list.h"

#include <algorithm>
#include <utility>

#include "work/git/plumbing/fields.h"
#include "work/git/refs.h"

namespace fm {

Task<Result<std::vector<WorktreeEntry>>> list_worktrees(Git& git, Repository repository) {
  GitCall call;
  call.arguments = {"worktree", "list", "--porcelain", "-z"};
  const GitAnswer answer = CO_TRY(co_await git.run(place_of(repository), std::move(call)));
  std::vector<WorktreeEntry> worktrees;
  for (NulFields fields(answer.output); !fields.at_end();) {
    std::string_view line = fields.next();
    const std::string_view word = take_word(line);
    if (word == "worktree") worktrees.push_back({.path = std::string(line)});
    if (worktrees.empty()) continue;
    WorktreeEntry& entry = worktrees.back();
    if (word == "HEAD")
      entry.head = line.find_first_not_of('0') == std::string_view::npos ? "" : line;
    if (word == "branch") entry.branch = line;
    if (word == "bare") entry.bare = true;
  }
  co_return worktrees;
}

}  // namespace fm
