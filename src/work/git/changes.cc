#include "work/git/changes.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <utility>

#include "base/text.h"
#include "work/git/plumbing/fields.h"
#include "work/git/refs.h"

namespace fm {
namespace {

constexpr std::string_view kSubmodule = "160000";
constexpr std::string_view kLink = "120000";

FileChange::Kind kind_of(char letter) {
  switch (letter) {
    case 'A':
      return FileChange::Kind::kAdded;
    case 'D':
      return FileChange::Kind::kDeleted;
    case 'R':
      return FileChange::Kind::kRenamed;
    case 'T':
      return FileChange::Kind::kTypeChanged;
    default:
      return FileChange::Kind::kModified;
  }
}

// ":MODE MODE HASH HASH LETTER" NUL PATH NUL, of a rename two paths.
FileChange read_change(std::string_view about, NulFields& fields) {
  FileChange change;
  about.remove_prefix(1);
  const std::string_view before = take_word(about);
  const std::string_view after = take_word(about);
  take_word(about);
  take_word(about);
  change.kind = kind_of(about.empty() ? 'M' : about.front());
  change.link = after == kLink;
  change.submodule = before == kSubmodule || after == kSubmodule;
  if (change.kind == FileChange::Kind::kRenamed) change.old_path = fields.next();
  change.path = fields.next();
  return change;
}

std::int64_t number(std::string_view digits) {
  std::int64_t value = 0;  // "-": a binary file has no lines
  std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return value;
}

// "ADDED TAB DELETED TAB PATH" NUL; of a rename the path is empty, and two follow.
void read_counts(std::string_view line, NulFields& fields,
                 std::map<std::string, FileChange>& by_path) {
  const std::size_t first = line.find('\t');
  const std::size_t second = line.find('\t', first + 1);
  if (second == std::string_view::npos) return;
  std::string_view path = line.substr(second + 1);
  if (path.empty()) {
    fields.next();
    path = fields.next();
  }
  const auto found = by_path.find(std::string(path));
  if (found == by_path.end()) return;
  found->second.added = number(line.substr(0, first));
  found->second.deleted = number(line.substr(first + 1, second - first - 1));
  found->second.binary = line.starts_with('-');
}

GitCall diff_call(std::vector<std::string> options, std::string from, std::string to) {
  GitCall call;
  call.arguments = {"diff-tree", "-r", "-M", "--no-ext-diff", "--no-textconv", "--no-color"};
  call.arguments.insert(call.arguments.end(), options.begin(), options.end());
  call.arguments.insert(call.arguments.end(), {"--end-of-options", std::move(from), std::move(to)});
  return call;
}

}  // namespace

std::string_view to_string(FileChange::Kind kind) {
  constexpr auto kNames =
      std::to_array<std::string_view>({"added", "deleted", "modified", "renamed", "type changed"});
  return kNames.at(static_cast<std::size_t>(kind));
}

DiffStat stat_of(const std::vector<FileChange>& changes) {
  DiffStat stat{.files = static_cast<std::int64_t>(changes.size())};
  for (const FileChange& change : changes) {
    stat.added += change.added;
    stat.deleted += change.deleted;
  }
  return stat;
}

Task<Result<std::vector<FileChange>>> changes_between(Git& git, Repository repository,
                                                      std::string from, std::string to) {
  if (from == to) co_return std::vector<FileChange>();
  const GitAnswer answer =
      CO_TRY(co_await git.run(place_of(repository), diff_call({"-z", "--raw", "--numstat"},
                                                              std::move(from), std::move(to))));
  std::map<std::string, FileChange> by_path;
  for (NulFields fields(answer.output); !fields.at_end();) {
    const std::string_view field = fields.next();
    if (field.starts_with(':')) {
      FileChange change = read_change(field, fields);
      by_path.insert_or_assign(change.path, std::move(change));
    } else {
      read_counts(field, fields, by_path);
    }
  }
  std::vector<FileChange> changes;
  for (auto& entry : by_path) changes.push_back(std::move(entry.second));
  co_return changes;
}

Task<Result<Diff>> diff_between(Git& git, Repository repository, std::string from, std::string to,
                                DiffRequest request) {
  Diff diff;
  diff.files = CO_TRY(co_await changes_between(git, repository, from, to));
  if (diff.files.empty()) co_return diff;
  GitCall call = diff_call({"-p", "-U" + std::to_string(std::max(0, request.context))},
                           std::move(from), std::move(to));
  if (!request.paths.empty()) {
    call.arguments.emplace_back("--");
    call.arguments.insert(call.arguments.end(), request.paths.begin(), request.paths.end());
  }
  call.output_limit = request.limit;
  call.may_be_cut = true;
  const GitAnswer answer = CO_TRY(co_await git.run(place_of(repository), std::move(call)));
  diff.text = to_utf8(answer.output);
  diff.cut = answer.cut;
  co_return diff;
}

}  // namespace fm
