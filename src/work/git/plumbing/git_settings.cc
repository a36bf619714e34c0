#include "work/git/plumbing/git_settings.h"

#include <algorithm>
#include <set>

namespace fm {
namespace {

struct Entry {
  std::string_view scope;
  std::string_view key;
  std::string_view value;
};

// SCOPE NUL KEY LF VALUE NUL, where a key without a value has no LF.
std::vector<Entry> read_listing(std::string_view listing) {
  std::vector<Entry> entries;
  const auto take = [&] {
    const std::size_t end = std::min(listing.find('\0'), listing.size());
    const std::string_view field = listing.substr(0, end);
    listing.remove_prefix(std::min(end + 1, listing.size()));
    return field;
  };
  while (!listing.empty()) {
    const std::string_view scope = take();
    const std::string_view pair = take();
    const std::size_t line = pair.find('\n');
    entries.push_back(
        {scope, pair.substr(0, line), line == std::string_view::npos ? "" : pair.substr(line + 1)});
  }
  return entries;
}

bool is_of_repository(std::string_view scope) { return scope == "local" || scope == "worktree"; }

// "filter.x.y" of filter.x.y.clean; empty for a key without a name in it, such as diff.renames.
std::string_view named(std::string_view key) {
  const std::size_t first = key.find('.');
  const std::size_t last = key.rfind('.');
  return first == last ? std::string_view() : key.substr(0, last);
}

void take_away(std::string_view name, GitSettings& settings) {
  const auto set = [&](std::string_view what, std::string_view value) {
    settings.emplace_back(std::string(name) + "." + std::string(what), value);
  };
  if (name.starts_with("filter.")) {
    for (const std::string_view what : {"clean", "smudge", "process"}) set(what, "");
    set("required", "false");
  } else if (name.starts_with("diff.")) {
    for (const std::string_view what : {"command", "textconv"}) set(what, "");
  } else if (name.starts_with("merge.")) {
    // An empty driver would count as "ours is right". This is what git does with text by itself.
    set("driver", "git merge-file --marker-size=%L %A %O %B");
  }
}

std::set<std::string_view> names_in(const std::vector<Entry>& entries) {
  std::set<std::string_view> names;
  for (const Entry& entry : entries)
    if (!named(entry.key).empty()) names.insert(named(entry.key));
  return names;
}

}  // namespace

GitSettings quiet_settings() {
  return {{"core.hooksPath", "/dev/null"},
          {"core.fsmonitor", "false"},
          {"core.untrackedCache", "false"},
          {"core.splitIndex", "false"},
          {"core.quotePath", "false"},
          {"core.checkStat", "default"},
          {"core.trustctime", "true"},
          {"core.pager", "cat"},
          {"core.commentChar", "#"},
          {"commit.gpgSign", "false"},
          {"tag.gpgSign", "false"},
          {"log.showSignature", "false"},
          {"submodule.recurse", "false"},
          {"diff.ignoreSubmodules", "all"},
          {"diff.noprefix", "false"},
          {"diff.mnemonicPrefix", "false"},
          {"status.submoduleSummary", "false"},
          {"merge.renormalize", "false"},
          {"merge.conflictStyle", "diff3"},
          {"gc.auto", "0"},
          {"maintenance.auto", "false"}};
}

GitSettings without_programs(std::string_view listing) {
  const std::vector<Entry> entries = read_listing(listing);
  GitSettings settings;
  for (const std::string_view name : names_in(entries)) take_away(name, settings);
  return settings;
}

GitSettings with_persons_filters(std::string_view listing) {
  const std::vector<Entry> entries = read_listing(listing);
  GitSettings settings;
  for (const std::string_view name : names_in(entries))
    if (!name.starts_with("filter.")) take_away(name, settings);
  // A key that only the person has stays as it is: to set "process" to nothing would switch off
  // "clean" and "smudge" too. One that the repository has gets the person's value, else none.
  for (const Entry& entry : entries) {
    if (!is_of_repository(entry.scope) || !named(entry.key).starts_with("filter.")) continue;
    std::string_view value = entry.key.ends_with(".required") ? "false" : "";
    for (const Entry& other : entries)
      if (other.key == entry.key && !is_of_repository(other.scope)) value = other.value;
    settings.emplace_back(entry.key, value);
  }
  return settings;
}

void add_settings(const GitSettings& settings, std::map<std::string, std::string>& environment) {
  std::size_t count = 0;
  for (const auto& [key, value] : settings) {
    const std::string number = std::to_string(count++);
    environment["GIT_CONFIG_KEY_" + number] = key;
    environment["GIT_CONFIG_VALUE_" + number] = value;
  }
  environment["GIT_CONFIG_COUNT"] = std::to_string(count);
}

}  // namespace fm
