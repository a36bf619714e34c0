#include "team/tasks/worktree_settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <ranges>

#include "base/sha256.h"
#include "base/text.h"
#include "base/yaml/fields.h"
#include "team/tasks/task_work_fields.h"

namespace fm {
namespace {

// First names of a home that no command of an agent is ever given.
constexpr std::array<std::string_view, 14> kSecret{
    ".ssh",   ".gnupg", ".aws",     ".azure",          ".config",      ".docker", ".kube",
    ".netrc", ".pki",   ".mozilla", ".password-store", ".thunderbird", ".local",  ".folkmoot"};

std::vector<std::string> commands(Fields& section, std::string_view key) {
  std::vector<std::string> all;
  for (FieldText& one : section.whole_texts(key)) {
    if (trim(one.text).empty()) continue;
    all.emplace_back(trim(one.text));
  }
  return all;
}

bool leaves(std::string_view path) {
  return path.starts_with('/') || path.starts_with('~') ||
         std::ranges::any_of(std::views::split(path, '/'), [](const auto part) {
           return std::string_view(part.begin(), part.end()) == "..";
         });
}

}  // namespace

std::string WorktreeSettings::digest() const {
  return empty() ? std::string() : to_base32(sha256(canonical(to_json(*this))), 16);
}

JsonObject to_json(const WorktreeSettings& settings) { return fields_to_json(settings); }

WorktreeSettings worktree_from_json(const Json& json) {
  return json.is_object() ? fields_from_json<WorktreeSettings>(json) : WorktreeSettings();
}

std::optional<CacheFolder> cache_folder(std::string_view entry) {
  CacheFolder cache;
  if (entry.ends_with(":ro")) {
    cache.writable = false;
    entry.remove_suffix(3);
  }
  if (!entry.starts_with("~/")) return std::nullopt;
  entry.remove_prefix(2);
  while (entry.ends_with('/')) entry.remove_suffix(1);
  if (entry.empty() || leaves(entry)) return std::nullopt;
  const std::string_view first = entry.substr(0, entry.find('/'));
  if (first.empty() || first == "." || std::ranges::find(kSecret, first) != kSecret.end())
    return std::nullopt;
  cache.below = entry;
  return cache;
}

WorktreeSettings read_worktree(Fields& top) {
  WorktreeSettings settings;
  Fields section = top.section("worktree");
  settings.setup = commands(section, "setup");
  settings.copy = commands(section, "copy");
  settings.caches = commands(section, "caches");
  settings.cleanup = commands(section, "cleanup");
  for (const std::string& path : settings.copy)
    if (path.starts_with('/') || path.starts_with('~'))
      section.fault("copy", fmt::format("{} is no file of this folder.", path),
                    "Write it as it is from this folder: .env");
  for (const std::string& entry : settings.caches)
    if (!cache_folder(entry))
      section.fault("caches", fmt::format("{} cannot be given to commands.", entry),
                    "Name a folder of packages below your home, as in ~/.npm, or ~/.npm:ro to "
                    "have it only read.");
  section.refuse_unknown();
  return settings;
}

std::string worktree_lines(const WorktreeSettings& settings) {
  std::string text;
  for (const std::string& command : settings.setup)
    text += fmt::format("- runs first, with the network: `{}`\n", command);
  if (!settings.copy.empty())
    text += fmt::format("- gets a copy of {}\n", join(settings.copy, ", "));
  for (const std::string& entry : settings.caches)
    if (const auto cache = cache_folder(entry))
      text += fmt::format("- {} ~/{}\n", cache->writable ? "may write" : "reads", cache->below);
  for (const std::string& command : settings.cleanup)
    text += fmt::format("- runs last: `{}`\n", command);
  return text;
}

}  // namespace fm
