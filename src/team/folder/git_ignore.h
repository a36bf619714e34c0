// Which files of a folder git ignores (P-24): by the .gitignore files of the folder, of the folders
// below it that are entered, and of those above it up to the repository's top, and by
// .git/info/exclude. A person's own core.excludesFile is not read. Patterns come from anywhere, so
// they are matched in time that grows with pattern times path. Blocking; for the pool.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace fm {

// "*.log" against "a.log"; "*", "?", "[a-z]", "**" and "\" as git has them. `path` with "/".
bool matches_ignore_pattern(std::string_view pattern, std::string_view path);

class GitIgnore {
 public:
  explicit GitIgnore(const std::filesystem::path& folder);

  // Takes the rules of a folder below in; "" is the folder itself, which is in already.
  void enter(std::string_view below);
  // Whether this path below the folder is ignored by itself; whoever walks asks for folders too.
  bool ignores(std::string_view path, bool is_folder) const;
  // Whether it, or any folder that it lies in, is ignored. Enters those folders.
  bool ignores_within(std::string_view file);

 private:
  struct Rule {
    std::string
        base;  // the folder whose rule it is, from the repository's top, with "/" at its end
    std::string pattern;
    bool negated = false;
    bool folders_only = false;
    bool anchored = false;
  };
  void read(const std::filesystem::path& file, const std::string& base);

  std::filesystem::path folder_;
  std::string prefix_;  // of the folder, from the repository's top
  std::vector<Rule> rules_;
  std::vector<std::string> entered_;
};

}  // namespace fm
