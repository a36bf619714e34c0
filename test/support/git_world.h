// A repository for a test, in a folder whose name is a trap for whoever builds command lines, and
// Git on the real loop to work on it.
//
// Its home is its own: nothing of whoever runs the tests counts. For tests only.
#pragma once

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "base/clock.h"
#include "engine/flow/task.h"
#include "loop/loop.h"
#include "test/support/scratch_folder.h"
#include "work/git/git.h"
#include "work/git/repository.h"
#include "work/git/worktree.h"
#include "work/process/command.h"

namespace fm {

class GitWorld {
 public:
  GitWorld() {
    scratch_.write("home/.gitconfig",
                   "[user]\n  name = Ada Person\n  email = ada@example.org\n"
                   "[init]\n  defaultBranch = main\n");
    std::filesystem::create_directories(repository_path());
    reopen();
  }

  // `bin` comes first on the PATH that git is looked up in.
  void reopen(const std::string& bin = {}) {
    git_.reset();
    GitOptions options;
    options.environment = environment();
    if (!bin.empty()) options.environment["PATH"] = bin + ":" + options.environment["PATH"];
    options.lock_patience = Millis{30'000};
    git_.emplace(*loop_, *commands_, options);
  }

  // From now on only that many git commands that change something run, and those after them fail,
  // as they would have never been begun by a process that was killed. CommandRunner that only look
  // leave no other state behind, so they are not counted.
  void crash_after(int commands) {
    const std::filesystem::path bin = scratch_.path() / "bin";
    const std::string count = (scratch_.path() / "count").string();
    std::filesystem::remove(count);
    scratch_.write("bin/git",
                   "#!/bin/sh\nPATH=${PATH#*:}\ncase $1 in\n"
                   "update-ref|update-index|read-tree|worktree|write-tree|commit-tree|mktree|"
                   "merge-tree|init)\n  echo >> '" +
                       count + "'\n  [ $(wc -l < '" + count + "') -le " + std::to_string(commands) +
                       " ] || exit 99\nesac\n" + "exec git \"$@\"\n");
    std::filesystem::permissions(bin / "git", std::filesystem::perms::owner_all);
    reopen(bin.string());
  }

  // A repository with one commit: a.txt of ten lines, b.txt, folder/c.txt.
  void begin() {
    std::string text;
    for (int line = 1; line <= 10; ++line) text += "line " + std::to_string(line) + "\n";
    write("a.txt", text);
    write("b.txt", "b\n");
    write("folder/c.txt", "c\n");
    shell("git init -q && git add -A && git commit -q -m first");
  }

  Git& git() { return *git_; }
  Loop& loop() { return *loop_; }
  CommandRunner& commands() { return *commands_; }
  const std::filesystem::path& root() const { return scratch_.path(); }
  std::string repository_path() const {
    return (std::filesystem::canonical(scratch_.path()) / "a b" / "\xC3\xBC'q\"$(touch pwn)")
        .string();
  }
  std::string lanes() const { return (scratch_.path() / "lanes $(touch pwn)").string(); }

  template <class T>
  T await(Task<T> task) {
    std::optional<T> value;
    const RunningTask running = start(std::move(task), [&](auto outcome) {
      value.emplace(std::move(outcome).value());
      loop_->stop();
    });
    while (!value) loop_->run();  // a stop() of a task that ended at once may be left over
    return std::move(*value);
  }

  // The value, or the test fails with the error's words.
  template <class T>
  T good(Task<Result<T>> task) {
    Result<T> result = await(std::move(task));
    if (!result) {
      INFO(result.error().code, ": ", result.error().message, " ", result.error().cause);
      REQUIRE(result.has_value());
    }
    if constexpr (!std::is_void_v<T>) return std::move(*result);
  }

  template <class T>
  std::string code_of(Task<Result<T>> task) {
    const Result<T> result = await(std::move(task));
    return result ? "" : result.error().code;
  }

  // What a script prints, in the repository or where it is told; it must not fail.
  std::string shell(const std::string& script, const std::string& folder = {}) {
    CommandSpec spec;
    spec.argv = {"/bin/sh", "-c", script};
    spec.folder = folder.empty() ? repository_path() : folder;
    spec.environment = environment();
    Result<CommandEnd> end = await(commands_->run(std::move(spec), CancelToken()));
    REQUIRE(end.has_value());
    INFO(script, ": ", end->output);
    REQUIRE(end->ok());
    while (end->output.ends_with('\n')) end->output.pop_back();
    return end->output;
  }

  void write(const std::string& name, std::string_view text) const {
    write_to(repository_path(), name, text);
  }
  static void write_to(const std::filesystem::path& folder, const std::string& name,
                       std::string_view text) {
    std::filesystem::create_directories((folder / name).parent_path());
    std::ofstream(folder / name, std::ios::binary) << text;
  }
  static std::string read(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  }
  std::string file(const std::string& name) const {
    return read(std::filesystem::path(repository_path()) / name);
  }

  Repository repository() { return good(find_repository(*git_, repository_path())); }
  std::string head() { return shell("git rev-parse HEAD"); }
  Lane lane(const std::string& task) {
    return good(make_lane(*git_, repository(), lanes(), {"shop", task}, head()));
  }

  std::map<std::string, std::string> environment() const {
    const char* const path = std::getenv("PATH");
    return {{"PATH", path == nullptr ? "/usr/bin:/bin" : path},
            {"HOME", (scratch_.path() / "home").string()},
            {"LC_ALL", "C"}};
  }

 private:
  ScratchFolder scratch_;
  SystemClock clock_;
  std::unique_ptr<Loop> loop_ = make_loop(clock_);
  std::unique_ptr<CommandRunner> commands_ = std::make_unique<CommandRunner>(*loop_);
  std::optional<Git> git_;
};

}  // namespace fm
