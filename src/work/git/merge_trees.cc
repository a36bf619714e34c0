#include "work/git/merge_trees.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <utility>

#include "base/text.h"
#include "engine/flow/task_scope.h"
#include "work/git/plumbing/fields.h"
#include "work/git/plumbing/scratch.h"
#include "work/git/refs.h"

namespace fm {
namespace {

constexpr std::size_t kMostTexts = 50;
constexpr std::size_t kMostOfText = std::size_t{64} << 10;
constexpr std::string_view kConflict = "CONFLICT (";

// TREE NUL, "MODE HASH STAGE TAB PATH" NUL each, NUL, then messages: COUNT NUL PATH NUL ... TYPE
// NUL TEXT NUL.
MergedTree read_merge(std::string_view output) {
  NulFields fields(output);
  MergedTree merged;
  merged.tree = fields.next();
  std::map<std::string, std::string> kinds;  // by path
  while (!fields.at_end()) {
    const std::string_view line = fields.next();
    if (line.empty()) break;
    kinds[std::string(line.substr(std::min(line.find('\t') + 1, line.size())))];
  }
  while (!fields.at_end()) {
    const std::string count(fields.next());
    std::vector<std::string> paths;
    for (int i = 0; i < std::atoi(count.c_str()) && !fields.at_end(); ++i)
      paths.emplace_back(fields.next());
    std::string_view type = fields.next();
    fields.next();
    if (!type.starts_with(kConflict)) continue;
    type.remove_prefix(kConflict.size());
    type = type.substr(0, type.find(')'));
    // Some conflicts are of no file alone, such as a renamed folder.
    for (const std::string& path : paths) kinds[path] = type;
  }
  for (auto& [path, kind] : kinds)
    merged.conflicts.push_back({path, kind.empty() ? "conflict" : kind, ""});
  return merged;
}

// The file with its markers, where there is one that is text.
Task<Result<std::string>> text_in(Git& git, Repository repository, std::string tree,
                                  std::string path) {
  GitCall call;
  call.arguments = {"cat-file", "blob", tree + ":" + path};
  call.output_limit = kMostOfText;
  call.may_be_cut = true;
  call.also_good = {128};  // deleted on one side, or no file
  const GitAnswer answer = CO_TRY(co_await git.run(place_of(repository), std::move(call)));
  if (answer.status != 0 || answer.output.contains('\0')) co_return std::string();
  co_return to_utf8(answer.output);
}

// Attributes are looked for in the work tree: an empty one, but for those of the top folder.
Task<Result<void>> write_attributes(Git& git, Repository repository, std::string commit,
                                    GitScratch scratch) {
  const std::string text =
      CO_TRY(co_await text_in(git, repository, std::move(commit), ".gitattributes"));
  if (!text.empty())
    co_await in_pool(git.pool(), [text, file = scratch.path(".gitattributes")] {
      std::ofstream(file, std::ios::binary) << text;
      return true;
    });
  co_return Result<void>();
}

Task<Result<GitAnswer>> merge(Git& git, Repository repository, std::string ours,
                              std::string theirs) {
  const GitScratch scratch = CO_TRY(co_await GitScratch::make(git));
  CO_TRY(co_await write_attributes(git, repository, ours, scratch));
  GitCall call;
  call.arguments = {"merge-tree", "--write-tree", "-z", std::move(ours), std::move(theirs)};
  call.also_good = {1};  // there are conflicts
  co_return co_await git.run({.folder = scratch.folder(), .git_dir = repository.common_dir},
                             std::move(call));
}

Task<Result<bool>> is_shallow(Git& git, Repository repository) {
  const std::string said =
      CO_TRY(co_await git.line(place_of(repository), {"rev-parse", "--is-shallow-repository"}));
  co_return said == "true";
}

}  // namespace

Task<Result<MergedTree>> merge_trees(Git& git, Repository repository, std::string ours,
                                     std::string theirs) {
  auto answer = co_await merge(git, repository, std::move(ours), std::move(theirs));
  if (!answer && answer.error().cause.contains("unrelated histories")) {
    const bool shallow = CO_TRY(co_await is_shallow(git, repository));
    if (shallow)
      co_return fail(
          "shallow_history", "The two cannot be merged: what they have in common is not here.",
          "This repository is a shallow clone.", "git fetch --unshallow, then try again.");
    co_return fail("unrelated_history", "The two cannot be merged: they have no commit in common.",
                   answer.error().cause, "Bring in the result as a patch.");
  }
  if (!answer) co_return std::unexpected(std::move(answer.error()));
  MergedTree merged = read_merge(answer->output);
  if (answer->status == 0) merged.conflicts.clear();
  for (std::size_t i = 0; i < merged.conflicts.size() && i < kMostTexts; ++i)
    merged.conflicts[i].text =
        CO_TRY(co_await text_in(git, repository, merged.tree, merged.conflicts[i].path));
  co_return merged;
}

}  // namespace fm
