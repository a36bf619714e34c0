#include "work/git/hand_over.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>
#include <vector>

#include "base/text.h"
#include "engine/flow/task_scope.h"
#include "work/git/plumbing/fields.h"
#include "work/git/refs.h"

namespace fm {
namespace {

std::string quoted(std::string_view word) {
  const bool is_plain = !word.empty() && std::ranges::all_of(word, [](unsigned char c) {
    return std::isalnum(c) != 0 || std::string_view("-_./:@").contains(static_cast<char>(c));
  });
  if (is_plain) return std::string(word);
  std::string out = "'";
  for (const char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

Result<void> write_new(const std::string& file, std::string_view text) {
  const int fd = ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
  if (fd < 0 && errno == EEXIST)
    return fail("file_exists", file + " is there already.", "", "Name another file.");
  const auto failed = [&] {
    return fail("patch_not_written", "The patch could not be written to " + file + ".",
                std::strerror(errno), "Name another file.");
  };
  if (fd < 0) return failed();
  while (!text.empty()) {
    const ssize_t written = ::write(fd, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) {
      auto error = failed();
      ::close(fd);
      ::unlink(file.c_str());
      return error;
    }
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  if (::close(fd) != 0) return failed();
  return {};
}

Task<Result<std::string>> only_line(Git& git, Repository repository,
                                    std::vector<std::string> arguments) {
  GitCall call;
  call.arguments = std::move(arguments);
  call.also_good = {1};
  const GitAnswer answer = CO_TRY(co_await git.run(worktree_place(repository), std::move(call)));
  const auto lines = split_lines(answer.output);
  co_return lines.empty() ? std::string() : std::string(lines.front());
}

}  // namespace

Task<Result<void>> write_patch(Git& git, Repository repository, std::string project,
                               std::string file) {
  const auto base = CO_TRY(co_await read_ref(git, repository, project_ref(project, "_began")));
  const auto tip = CO_TRY(co_await read_ref(git, repository, integration_ref(project)));
  if (!base || !tip)
    co_return fail("branch_unknown", "There is no branch " + integration_ref(project) + ".", "",
                   "Nothing was merged in this project yet.");
  GitCall call;
  call.arguments = {
      "diff-tree",     "-r",         "-p",  "--binary", "--full-index", "--no-ext-diff",
      "--no-textconv", "--no-color", *base, *tip};
  GitAnswer answer = CO_TRY(co_await git.run(place_of(repository), std::move(call)));
  co_return co_await in_pool(
      git.pool(), [file, text = std::move(answer.output)] { return write_new(file, text); });
}

Task<Result<PushLines>> push_lines(Git& git, Repository repository, std::string project,
                                   std::string title) {
  std::string remote =
      CO_TRY(co_await only_line(git, repository, {"config", "--get", "remote.pushDefault"}));
  if (remote.empty())
    remote =
        CO_TRY(co_await only_line(git, repository, {"config", "--get", "checkout.defaultRemote"}));
  if (remote.empty()) {
    GitCall call;
    call.arguments = {"config", "-z", "--name-only", "--get-regexp", R"(^remote\..*\.url$)"};
    call.also_good = {1};
    const GitAnswer answer = CO_TRY(co_await git.run(place_of(repository), std::move(call)));
    for (NulFields fields(answer.output); !fields.at_end();) {
      std::string_view key = fields.next();
      key.remove_prefix(std::string_view("remote.").size());
      key = key.substr(0, key.rfind('.'));
      if (remote.empty() || key == "origin") remote = key;
    }
  }
  if (remote.empty()) co_return PushLines();
  const std::string branch =
      integration_ref(project).substr(std::string_view("refs/heads/").size());
  PushLines lines;
  lines.push = "git push -u " + quoted(remote) + " " + quoted(branch);
  const std::string url =
      CO_TRY(co_await only_line(git, repository, {"config", "--get", "remote." + remote + ".url"}));
  if (url.contains("github.com"))
    lines.pull_request =
        "gh pr create --head " + quoted(branch) + " --title " + quoted(clean(title).text);
  co_return lines;
}

}  // namespace fm
