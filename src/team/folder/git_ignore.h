// Which files of a folder git ignores (P-24): by the .gitignore files of the folder, of the folders
// below it that are entered, and of those above it up to the repository's top, by its info/exclude
// (also of a worktree and a submodule, whose .git is a file), and by the person's own
// $XDG_CONFIG_HOME/git/ignore or ~/.config/git/ignore. A core.excludesFile elsewhere is not read.
//
// Patterns come from anywhere: they are matched in time that grows with the path alone. Where there
// are more or longer ones than are read, everything that they could be about counts as ignored.
// Blocking; for the pool.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace re2 {
class RE2;
}

namespace fm {

// Where git looks for the person's own rules; empty without a home.
std::filesystem::path persons_git_ignore();

class GitIgnore {
 public:
  explicit GitIgnore(const std::filesystem::path& folder,
                     const std::filesystem::path& persons = persons_git_ignore());
  ~GitIgnore();

  // Takes the rules of a folder below in; "" is the folder itself, which is in already.
  void enter(std::string_view below);
  // Whether this path below the folder is ignored by itself; whoever walks asks for folders too.
  bool ignores(std::string_view path, bool is_folder) const;
  // Whether it, or any folder that it lies in, is ignored. Enters those folders.
  bool ignores_within(std::string_view file);

 private:
  struct Rule {
    std::string base;  // whose rule it is, from the repository's top, with "/" at its end
    std::unique_ptr<re2::RE2> pattern;
    bool negated = false;
    bool folders_only = false;
    bool anchored = false;
  };
  void read_rules_of(const std::filesystem::path& root, std::string_view below,
                     const std::string& base);
  void read(std::string_view text, const std::string& base);
  // False where it cannot be read as a rule.
  bool add(std::string_view line, const std::string& base);

  std::filesystem::path folder_;
  std::string prefix_;  // of the folder, from the repository's top
  std::vector<Rule> rules_;
  std::vector<std::string> unknown_;  // bases whose rules were not all read
  std::vector<std::string> entered_;
};

}  // namespace fm
