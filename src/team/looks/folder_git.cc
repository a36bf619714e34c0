#include "team/looks/folder_git.h"

#include <fmt/format.h>

#include <string_view>
#include <vector>

#include "engine/flow/task_scope.h"
#include "team/looks/kept_back.h"
#include "tool/tool_result.h"

namespace fm {
namespace {

constexpr std::size_t kMostFiles = 100;
constexpr std::size_t kMostBytes = 4 * 1024 * 1024;
constexpr std::string_view kFileBegins = "diff --git ";

struct Changed {
  std::vector<std::string> shown;
  std::size_t kept_back = 0;
  std::size_t more = 0;
};

// `names` end with NUL each.
Changed changed_files(const std::filesystem::path& folder, std::string_view names) {
  Changed changed;
  const auto kept = kept_back_in(folder);
  while (!names.empty()) {
    const std::size_t end = std::min(names.find('\0'), names.size());
    const std::string name(names.substr(0, end));
    names.remove_prefix(std::min(end + 1, names.size()));
    if (!kept->by_path(name, KeptBack::What::kFile).empty())
      ++changed.kept_back;
    else if (changed.shown.size() == kMostFiles)
      ++changed.more;
    else
      changed.shown.push_back(name);
  }
  return changed;
}

// The diff without the files in which something looks like a secret.
std::string without_secrets(const std::filesystem::path& folder, std::string_view diff,
                            std::size_t& kept_back) {
  const auto kept = kept_back_in(folder);
  std::string shown;
  for (std::size_t begin = 0; begin < diff.size();) {
    const std::size_t next = diff.find(fmt::format("\n{}", kFileBegins), begin);
    const std::size_t end = next == diff.npos ? diff.size() : next + 1;
    const std::string_view one = diff.substr(begin, end - begin);
    const std::string_view head = one.substr(0, one.find('\n'));
    if (kept->by_text(head, one).empty())
      shown += one;
    else
      ++kept_back;
    begin = end;
  }
  return shown;
}

}  // namespace

GitCall FolderGit::call(std::vector<std::string> arguments) const {
  return {.arguments = std::move(arguments),
          .output_limit = kMostBytes,
          .environment = {{"GIT_LITERAL_PATHSPECS", "1"}, {"GIT_OPTIONAL_LOCKS", "0"}},
          .may_be_cut = true};
}

Task<Result<CommandResult>> FolderGit::run(CommandRequest, CancelToken) {
  co_return fail("tool_not_here", "Commands are not run here.", {},
                 "Go on with the other tools, or say what you would do.");
}

Task<Result<std::string>> FolderGit::diff(std::string path, CancelToken) {
  const GitPlace place{.folder = folder_.string()};
  const std::string below = path.empty() ? "." : path;
  GitAnswer names = CO_TRY(co_await git_.run(
      place,
      call({"diff", "--relative", "--name-only", "--no-renames", "-z", "HEAD", "--", below})));
  Changed changed = co_await in_pool(pool_, [folder = folder_, text = std::move(names.output)] {
    return changed_files(folder, text);
  });
  std::string text;
  if (!changed.shown.empty()) {
    std::vector<std::string> arguments{"diff",
                                       "--relative",
                                       "--no-ext-diff",
                                       "--no-textconv",
                                       "--no-renames",
                                       "--no-color",
                                       "--submodule=short",
                                       "HEAD",
                                       "--"};
    arguments.insert(arguments.end(), changed.shown.begin(), changed.shown.end());
    GitAnswer answer = CO_TRY(co_await git_.run(place, call(std::move(arguments))));
    struct Shown {
      std::string text;
      std::size_t kept_back = 0;
    };
    Shown shown = co_await in_pool(pool_, [folder = folder_, all = std::move(answer.output)] {
      Shown one;
      one.text = without_secrets(folder, all, one.kept_back);
      return one;
    });
    text = std::move(shown.text);
    changed.kept_back += shown.kept_back;
  }
  if (text.empty()) text = "Nothing that is shown has changed since the last commit.\n";
  if (changed.kept_back > 0)
    text += fmt::format("[the changes of {} are not shown to agents]\n",
                        amount_text(changed.kept_back, "file", "files"));
  if (changed.more > 0)
    text += fmt::format("[and {}; take a path]\n",
                        amount_text(changed.more, "more file", "more files"));
  co_return text;
}

Task<Result<std::string>> FolderGit::log(std::string path, int count, CancelToken) {
  const GitPlace place{.folder = folder_.string()};
  GitAnswer answer = CO_TRY(
      co_await git_.run(place, call({"log", "-n", std::to_string(count), "--format=%h %ad %s",
                                     "--date=short", "--", path.empty() ? "." : path})));
  co_return std::move(answer.output);
}

}  // namespace fm
