#include "work/git/staging.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <utility>

#include "base/text.h"
#include "engine/flow/task_scope.h"
#include "reading/secrets/secret_looking.h"
#include "work/git/plumbing/fields.h"

namespace fm {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLookedThrough = std::size_t{256} << 10;

std::string beginning_of(const fs::path& file) {
  std::string text(kLookedThrough, '\0');
  std::ifstream stream(file, std::ios::binary);
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(stream.gcount()));
  return text;
}

std::string megabytes(std::int64_t bytes) { return std::to_string(bytes >> 20) + " MiB"; }

struct Changes {
  std::vector<std::string> removed;
  std::vector<std::string> changed;
};

Task<Result<Changes>> tracked_changes(Git& git, GitPlace place) {
  GitCall call;
  call.arguments = {"diff-files", "-z", "--raw", "--ignore-submodules=all"};
  const GitAnswer answer = CO_TRY(co_await git.run(std::move(place), std::move(call)));
  Changes changes;
  for (NulFields fields(answer.output); !fields.at_end();) {
    const std::string_view about = fields.next();  // :MODE MODE HASH HASH LETTER
    const std::string path(fields.next());
    (about.ends_with('D') ? changes.removed : changes.changed).push_back(path);
  }
  co_return changes;
}

Task<Result<std::vector<std::string>>> untracked(Git& git, GitPlace place,
                                                 std::string exclude_file) {
  GitCall call;
  call.arguments = {"ls-files", "-z", "--others", "--exclude-standard"};
  const bool has_more = co_await in_pool(git.pool(), [exclude_file] {
    std::error_code ignored;
    return !exclude_file.empty() && fs::is_regular_file(exclude_file, ignored);
  });
  if (has_more) call.arguments.push_back("--exclude-from=" + exclude_file);
  const GitAnswer answer = CO_TRY(co_await git.run(std::move(place), std::move(call)));
  std::vector<std::string> paths;
  for (NulFields fields(answer.output); !fields.at_end();) paths.emplace_back(fields.next());
  co_return paths;
}

Task<Result<void>> update_index(Git& git, GitPlace place, std::vector<std::string> options,
                                std::vector<std::string> paths) {
  if (paths.empty()) co_return Result<void>();
  GitCall call;
  call.arguments = {"update-index", "-z"};
  call.arguments.insert(call.arguments.end(), options.begin(), options.end());
  call.arguments.emplace_back("--stdin");
  for (const std::string& path : paths) call.input += path + '\0';
  CO_TRY(co_await git.run(std::move(place), std::move(call)));
  co_return Result<void>();
}

}  // namespace

std::string why_left_out(const std::string& folder, const std::string& path,
                         const StagingRules& rules) {
  if (path.ends_with('/')) return "it is a repository of its own";
  if (std::ranges::find(rules.take_anyway, path) != rules.take_anyway.end()) return {};
  const fs::path file = fs::path(folder) / path;
  std::error_code error;
  const fs::file_status status = fs::symlink_status(file, error);
  if (!fs::is_regular_file(status)) return {};  // a link is its own few bytes
  const std::uintmax_t bytes = fs::file_size(file, error);
  if (error) return {};  // it went away; git will see
  if (std::cmp_greater(bytes, rules.largest_file))
    return "it is larger than " + megabytes(rules.largest_file);
  if (!rules.no_secrets) return {};
  const std::string name = file.filename().string();
  if (name_looks_secret(name)) return "its name is one that secrets have";
  if (text_looks_secret(clean(to_utf8(beginning_of(file))).text, name))
    return "it seems to hold a secret";
  return {};
}

namespace {

struct Sorted {
  std::vector<std::string> taken;
  std::vector<LeftOut> left_out;
};

Sorted sort_out(const std::string& folder, const StagingRules& rules,
                const std::vector<std::string>& changed, const std::vector<std::string>& fresh) {
  Sorted sorted;
  const auto sort = [&](const std::vector<std::string>& paths, const StagingRules& by) {
    for (const std::string& path : paths) {
      std::string why = why_left_out(folder, path, by);
      if (why.empty())
        sorted.taken.push_back(path);
      else
        sorted.left_out.push_back({path, std::move(why)});
    }
  };
  // What is in the repository already is no new secret.
  StagingRules of_tracked = rules;
  of_tracked.no_secrets = false;
  of_tracked.largest_file = std::max(rules.largest_file, StagingRules().largest_file);
  sort(changed, of_tracked);
  sort(fresh, rules);
  return sorted;
}

}  // namespace

Task<Result<StagedTree>> stage_all(Git& git, GitPlace place, StagingRules rules) {
  Changes changes = CO_TRY(co_await tracked_changes(git, place));
  std::vector<std::string> fresh = CO_TRY(co_await untracked(git, place, rules.exclude_file));
  // By value: the pool may be at it still when this task is gone.
  Sorted sorted = co_await in_pool(
      git.pool(), [place, rules, changed = std::move(changes.changed), fresh = std::move(fresh)] {
        std::error_code ignored;  // of one of ours that was killed: nobody else uses this index
        fs::remove(place.index_file + ".lock", ignored);
        return sort_out(place.folder, rules, changed, fresh);
      });
  StagedTree staged;
  staged.left_out = std::move(sorted.left_out);
  // First what went: a folder may have taken a file's place, or a link a folder's.
  CO_TRY(co_await update_index(git, place, {"--force-remove"}, std::move(changes.removed)));
  CO_TRY(co_await update_index(git, place, {"--add", "--remove", "--replace"},
                               std::move(sorted.taken)));
  staged.tree = CO_TRY(co_await git.line(place, {"write-tree"}));
  co_return staged;
}

}  // namespace fm
