#include "work/sandbox/sandbox_paths.h"

#include <algorithm>
#include <array>
#include <ranges>

namespace fm {
namespace {

// Folders of a home that are a toolchain as a whole; a program of one may need all of it.
constexpr std::array<std::string_view, 16> kToolchains{
    ".nvm",    ".fnm", ".volta",    ".nodenv",    ".pyenv",     ".rbenv", ".rustup", ".asdf",
    ".sdkman", ".bun", ".deno/bin", ".cargo/bin", "miniconda3", "go/bin", ".dotnet", ".ghcup"};

// Beside ~/.local/bin, where links to these stand.
constexpr std::array<std::string_view, 6> kLocal{".local/bin",        ".local/lib",
                                                 ".local/share/pipx", ".local/share/uv",
                                                 ".local/share/mise", ".local/share/pnpm"};

constexpr std::array<std::string_view, 12> kCaches{
    ".npm/_cacache", ".cargo/registry", ".cargo/git",      ".cache/pip",
    ".cache/uv",     ".cache/yarn",     ".cache/go-build", "go/pkg/mod",
    ".cache/pnpm",   ".m2/repository",  ".gradle/caches",  ".nuget/packages"};

bool is_within(std::string_view path, std::string_view folder) {
  return path == folder || (path.starts_with(folder) && path[folder.size()] == '/');
}

void add(std::vector<std::string>& all, const std::string& home, std::string_view below) {
  std::string path = home + "/" + std::string(below);
  if (std::ranges::find(all, path) == all.end()) all.push_back(std::move(path));
}

}  // namespace

std::vector<std::string> toolchain_folders(std::string_view path, const std::string& home) {
  std::vector<std::string> folders;
  for (const auto part : std::views::split(path, ':')) {
    const std::string_view folder(part.begin(), part.end());
    if (home.empty() || folder == home || !is_within(folder, home)) continue;
    const std::string_view below = folder.substr(home.size() + 1);
    const auto known =
        std::ranges::find_if(kToolchains, [&](auto one) { return is_within(below, one); });
    if (known != kToolchains.end()) {
      add(folders, home, *known);
      if (*known == ".cargo/bin") add(folders, home, ".rustup");
    } else if (is_within(below, ".local")) {
      for (const std::string_view one : kLocal) add(folders, home, one);
    } else {
      add(folders, home, below);
    }
  }
  return folders;
}

std::vector<std::string> cache_folders(const std::string& home) {
  std::vector<std::string> folders;
  for (const std::string_view one : kCaches) add(folders, home, one);
  return folders;
}

}  // namespace fm
