#include "work/git/dependencies.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>
#include <utility>

#include "work/git/plumbing/fields.h"

namespace fm {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 4> kNames{"node_modules", ".venv", "venv", "vendor"};

bool is_empty_place(const fs::path& place) {
  std::error_code error;
  const fs::file_status there = fs::symlink_status(place, error);
  if (!fs::exists(there)) return fs::is_directory(fs::symlink_status(place.parent_path(), error));
  return fs::is_directory(there) && fs::is_empty(place, error);
}

// Folders of a scope (@types) hold packages as the folder itself does.
void link_all(const fs::path& from, const fs::path& to) {
  fs::create_directory(to);
  for (const auto& inside : fs::directory_iterator(from)) {
    const fs::path name = inside.path().filename();
    if (inside.is_symlink())
      fs::copy_symlink(inside.path(), to / name);
    else if (inside.is_directory() && name.string().starts_with('@'))
      link_all(inside.path(), to / name);
    else
      fs::create_symlink(inside.path(), to / name);
  }
}

bool has_dependency_folder(std::string_view path) {
  while (!path.empty()) {
    const std::string_view name = path.substr(0, path.find('/'));
    if (std::ranges::find(kNames, name) != kNames.end()) return true;
    path.remove_prefix(std::min(name.size() + 1, path.size()));
  }
  return false;
}

}  // namespace

Task<Result<std::vector<std::string>>> dependency_folders(Git& git, Repository repository) {
  std::vector<std::string> folders;
  if (repository.toplevel.empty()) co_return folders;
  GitPlace place;
  place.folder = repository.toplevel;
  GitCall call;
  call.arguments = {"ls-files", "-z", "--others", "--directory", "--no-empty-directory"};
  const GitAnswer answer = CO_TRY(co_await git.run(std::move(place), std::move(call)));
  for (NulFields fields(answer.output); !fields.at_end();) {
    std::string path(fields.next());
    if (!path.ends_with('/')) continue;
    path.pop_back();
    if (has_dependency_folder(path)) folders.push_back(std::move(path));
  }
  co_return folders;
}

bool link_dependencies(const std::string& from, const std::string& to) {
  if (!is_empty_place(to)) return false;
  try {
    link_all(from, to);
    return true;
  } catch (const fs::filesystem_error&) {
    return false;
  }
}

}  // namespace fm
