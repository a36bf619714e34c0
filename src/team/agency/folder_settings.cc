#include "team/agency/folder_settings.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <vector>

#include "base/yaml/fields.h"
#include "team/pack/below_folder.h"

namespace fm {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kFile = ".folkmoot/config.yaml";
constexpr std::size_t kMostBytes = std::size_t{1} << 20;

// A kind of project: the file that pins what it depends on, what fetches that, and where it then
// lies: in the folder, or below the home.
struct Kind {
  std::string_view pinned;
  std::string_view setup;
  std::vector<std::string_view> in_folder;
  std::vector<std::string_view> in_home;
};

const std::array<Kind, 8>& kinds() {
  static const std::array<Kind, 8> all = {{
      {"pnpm-lock.yaml", "pnpm install --frozen-lockfile", {"node_modules"}, {}},
      {"yarn.lock", "yarn install --frozen-lockfile", {"node_modules"}, {}},
      {"package-lock.json", "npm ci", {"node_modules"}, {}},
      {"requirements.txt",
       "python3 -m venv .venv && .venv/bin/pip install -r requirements.txt",
       {".venv", "venv"},
       {}},
      {"composer.lock", "composer install", {"vendor"}, {}},
      {"Gemfile.lock", "bundle install --path vendor/bundle", {"vendor/bundle"}, {}},
      {"Cargo.lock", "cargo fetch --locked", {"vendor"}, {".cargo/registry"}},
      {"go.sum", "go mod download", {"vendor"}, {"go/pkg/mod"}},
  }};
  return all;
}

bool is_there(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(fs::symlink_status(path, ignored));
}

bool has_dependencies(const Kind& kind, const fs::path& folder, const fs::path& home) {
  for (const std::string_view one : kind.in_folder)
    if (is_there(folder / one)) return true;
  for (const std::string_view one : kind.in_home)
    if (!home.empty() && is_there(home / one)) return true;
  return false;
}

}  // namespace

Result<FolderSettings> read_folder_settings(const std::string& folder) {
  const auto head = read_head_below(folder, kFile, kMostBytes);
  if (!head && (head.error() == ENOENT || head.error() == ENOTDIR)) return FolderSettings();
  const std::string path = folder + "/" + std::string(kFile);
  if (!head)
    return fail("config_invalid", "The file " + path + " cannot be read.",
                std::string(std::strerror(head.error())) + ".",
                "Make it a plain file that you can read; links are not followed.");
  const YamlDocument document = TRY(parse_yaml(head->text, path));
  std::vector<Error> faults;
  Fields top(document, "", "config_invalid", faults);
  FolderSettings settings;
  settings.worktree = read_worktree(top);
  settings.limits = read_limits(top);
  if (!faults.empty()) return std::unexpected(std::move(faults.front()));
  return settings;
}

WorktreeSettings suggested_setup(const std::string& folder, const std::string& home) {
  WorktreeSettings suggested;
  for (const Kind& kind : kinds()) {
    if (!is_there(fs::path(folder) / kind.pinned)) continue;
    if (has_dependencies(kind, folder, home)) continue;
    suggested.setup.emplace_back(kind.setup);
    for (const std::string_view cache : kind.in_home)
      suggested.caches.push_back("~/" + std::string(cache));
    break;  // one question, about what most of the project surely is
  }
  return suggested;
}

}  // namespace fm
