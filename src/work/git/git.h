// Git: runs git as a program, for every read and write of a repository.
//
// One object a process, on the loop's thread; it outlives the tasks that use it. git gets its
// arguments as a vector, paths end with NUL everywhere, and its environment is the one given here
// and what this class adds. The person's configuration counts (name, ignored files, line ends), but
// nothing that a repository says is ever run: no hook, no fsmonitor, no filter, no textconv, no
// merge driver (plumbing/git_settings.h). Where git finds a lock of somebody else it is asked again
// for a bounded time. What writes to a repository takes its lock first (GitLocks): one writer at a
// time for each common folder. Nothing newer than git 2.39 is used.
#pragma once

#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "engine/flow/task.h"
#include "loop/loop.h"
#include "loop/pool_scope.h"
#include "work/git/plumbing/git_locks.h"
#include "work/git/plumbing/git_settings.h"
#include "work/process/command.h"

namespace fm {

struct GitOptions {
  std::map<std::string, std::string> environment;  // PATH, HOME: of the person (environment.h)
  Millis time_limit{600'000};                      // of one git command
  Millis lock_patience{20'000};                    // how long another's lock is waited for
  std::uint64_t seed = 0;                          // of the pauses between two tries
};

// Where a git command looks. Empty `git_dir`: git finds the repository from `folder` by itself.
struct GitPlace {
  std::string folder = {};      // where it runs
  std::string git_dir = {};     // of the repository, or of one worktree
  std::string work_tree = {};   // the files; empty: `folder`
  std::string index_file = {};  // instead of the worktree's own
};

// Which programs that configuration names may run.
enum class GitPrograms {
  kNone,
  kPersonsFilters  // filters of the person's own configuration, where the person's files are
                   // written
};

struct GitCall {
  std::vector<std::string> arguments = {};  // behind "git"
  std::string input = {};
  std::size_t output_limit = std::size_t{64} << 20;
  std::map<std::string, std::string> environment = {};  // beside the usual one
  std::vector<int> also_good = {};                      // exit statuses that are answers, like 1
  GitSettings settings = {};                            // beside the usual ones
  GitPrograms programs = GitPrograms::kNone;
  bool may_be_cut = false;  // else output over the limit is an error
};

struct GitAnswer {
  std::string output;
  int status = 0;
  bool cut = false;
};

class Git {
 public:
  Git(Loop& loop, CommandRunner& commands, GitOptions options);  // loop and commands outlive it
  Git(const Git&) = delete;
  Git& operator=(const Git&) = delete;

  // Errors: git_missing, git_not_trusted (the folder is another user's), git_locked, git_timeout,
  // git_too_much, git_failed with what git said.
  Task<Result<GitAnswer>> run(GitPlace place, GitCall call);
  // The same; the answer without the line's end.
  Task<Result<std::string>> line(GitPlace place, std::vector<std::string> arguments);

  // The version of git that is there. Errors: git_missing, git_too_old (before 2.38).
  Task<Result<std::string>> version();

  GitLocks& locks() { return locks_; }
  PoolScope& pool() { return pool_; }
  const Clock& clock() const { return loop_.clock(); }
  void cancel() { cancel_.cancel(); }  // all that runs, for good

 private:
  Task<Result<CommandEnd>> once(GitPlace place, GitCall call, GitSettings settings);
  Task<Result<CommandEnd>> settings_and_run(GitPlace place, GitCall call);
  Task<Result<GitSettings>> settings_for(GitPlace place, GitCall call);
  Task<void> pause(Millis span);

  Loop& loop_;
  CommandRunner& commands_;
  const GitOptions options_;
  GitLocks locks_;
  std::mt19937_64 random_;
  CancelToken cancel_;
  PoolScope pool_;
};

}  // namespace fm
