#include "team/folder/git_ignore.h"

#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <bitset>
#include <cctype>
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <optional>
#include <utility>

#include "base/text.h"
#include "team/pack/below_folder.h"
#include "team/pack/files.h"

namespace fm {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostBytes = 64 * 1024;  // of one file of rules
constexpr std::size_t kMostRules = 2'000;
constexpr std::size_t kLongestPattern = 400;
constexpr std::size_t kLongestPath = 4 * 1024;  // in a .git that is a file
constexpr std::size_t kBytes = 256;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

using Set = std::bitset<kBytes>;

std::size_t code(char c) { return static_cast<unsigned char>(c); }

struct CharacterClass {
  std::string_view name;
  int (*holds)(int);
};
constexpr auto kClasses = std::to_array<CharacterClass>({{"alnum", std::isalnum},
                                                         {"alpha", std::isalpha},
                                                         {"blank", std::isblank},
                                                         {"cntrl", std::iscntrl},
                                                         {"digit", std::isdigit},
                                                         {"graph", std::isgraph},
                                                         {"lower", std::islower},
                                                         {"print", std::isprint},
                                                         {"punct", std::ispunct},
                                                         {"space", std::isspace},
                                                         {"upper", std::isupper},
                                                         {"xdigit", std::isxdigit}});

// "[:alpha:]" at `at`: takes it in and gives where it ends, or `at` where there is none.
std::size_t add_class(Set& set, std::string_view pattern, std::size_t at) {
  if (!pattern.substr(at).starts_with("[:")) return at;
  const std::size_t end = pattern.find(":]", at + 2);
  if (end == pattern.npos) return at;
  for (const CharacterClass& one : kClasses)
    if (one.name == pattern.substr(at + 2, end - at - 2))
      for (std::size_t c = 0; c < kBytes; ++c)
        if (one.holds(static_cast<int>(c)) != 0) set.set(c);
  return end + 2;
}

// "[a-z]", "[!x]", behind its "["; moves `at` behind the "]". Nothing where it is not closed.
std::optional<Set> bracket(std::string_view pattern, std::size_t& at) {
  std::size_t next = at;
  Set set;
  const bool negated = next < pattern.size() && (pattern[next] == '!' || pattern[next] == '^');
  if (negated) ++next;
  for (bool first = true; next < pattern.size() && (first || pattern[next] != ']'); first = false) {
    if (const std::size_t end = add_class(set, pattern, next); end != next) {
      next = end;
      continue;
    }
    if (pattern[next] == '\\' && next + 1 < pattern.size()) ++next;
    const std::size_t from = code(pattern[next]);
    std::size_t to = from;
    if (next + 2 < pattern.size() && pattern[next + 1] == '-' && pattern[next + 2] != ']') {
      next += 2;
      if (pattern[next] == '\\' && next + 1 < pattern.size()) ++next;
      to = code(pattern[next]);
    }
    for (std::size_t c = from; c <= to; ++c) set.set(c);
    ++next;
  }
  if (next >= pattern.size()) return std::nullopt;
  at = next + 1;
  if (negated) set.flip();
  set.reset(code('/'));
  return set;
}

std::string regex_of(const Set& set) {
  std::string out;
  for (std::size_t from = 0; from < kBytes; ++from) {
    if (!set.test(from)) continue;
    std::size_t to = from;
    while (to + 1 < kBytes && set.test(to + 1)) ++to;
    out += fmt::format("\\x{{{:02x}}}-\\x{{{:02x}}}", from, to);
    from = to;
  }
  return out.empty() ? "[^\\x{00}-\\x{ff}]" : "[" + out + "]";
}

// "*", "?", "[a-z]", "**" and "\" as git has them, as a regular expression over bytes.
std::string regex_of(std::string_view pattern) {
  std::string out;
  for (std::size_t at = 0; at < pattern.size();) {
    const std::string_view rest = pattern.substr(at);
    const bool begins = at == 0 || pattern[at - 1] == '/';
    const char c = pattern[at++];
    if (begins && rest.starts_with("**/")) {
      out += "(?:.*/)?";
      at += 2;
    } else if (begins && rest == "**") {
      out += ".*";
      ++at;
    } else if (c == '*') {
      while (at < pattern.size() && pattern[at] == '*') ++at;
      out += "[^/]*";
    } else if (c == '?') {
      out += "[^/]";
    } else if (c == '[') {
      const std::optional<Set> set = bracket(pattern, at);
      out += set ? regex_of(*set) : "\\[";
    } else {
      const char literal = c == '\\' && at < pattern.size() ? pattern[at++] : c;
      out += re2::RE2::QuoteMeta(re2::StringPiece(&literal, 1));
    }
  }
  return out;
}

std::unique_ptr<re2::RE2> compiled(std::string_view pattern) {
  re2::RE2::Options options(re2::RE2::Latin1);
  options.set_dot_nl(true);
  options.set_log_errors(false);
  return std::make_unique<re2::RE2>(regex_of(pattern), options);
}

// The path that a small file of git's holds, behind `lead`; empty where there is none.
fs::path path_in(const fs::path& file, std::string_view lead, const fs::path& base) {
  const auto text = read_head(file, kLongestPath, Links::kRefuse);
  if (!text || !text->starts_with(lead)) return {};
  const std::string_view path = trim(std::string_view(*text).substr(lead.size()));
  return path.empty() ? fs::path() : base / path;
}

// What a repository and its worktrees share; of a worktree or a submodule, .git says where.
fs::path shared_git_folder(const fs::path& top) {
  const fs::path git = top / ".git";
  std::error_code failure;
  if (fs::is_directory(git, failure)) return git;
  const fs::path own = path_in(git, "gitdir:", top);
  if (own.empty()) return {};
  const fs::path common = path_in(own / "commondir", "", own);
  return common.empty() ? own : common;
}

// The folder and those above it up to the repository's top, that one first; without a repository
// the folder alone, whose rules are what there is.
std::vector<fs::path> from_top(const fs::path& folder, bool& in_repository) {
  std::error_code failure;
  fs::path top = fs::absolute(folder, failure).lexically_normal();
  if (!top.has_filename()) top = top.parent_path();
  std::vector<fs::path> above = {top};
  while (!fs::exists(top / ".git", failure) && top != top.parent_path()) {
    top = top.parent_path();
    above.push_back(top);
  }
  in_repository = fs::exists(top / ".git", failure);
  if (!in_repository) above.resize(1);
  std::ranges::reverse(above);
  return above;
}

}  // namespace

fs::path persons_git_ignore() {
  if (const char* config = std::getenv("XDG_CONFIG_HOME"); config && *config == '/')
    return fs::path(config) / "git" / "ignore";
  if (const char* home = std::getenv("HOME"); home && *home == '/')
    return fs::path(home) / ".config" / "git" / "ignore";
  return {};
}

// What is read later counts more, as in git.
GitIgnore::GitIgnore(const fs::path& folder, const fs::path& persons) : folder_(folder) {
  bool in_repository = false;
  const std::vector<fs::path> above = from_top(folder, in_repository);
  if (!persons.empty())
    if (const auto text = read_head(persons, kMostBytes + 1, Links::kFollow)) read(*text, "");
  if (in_repository)
    if (const fs::path git = shared_git_folder(above.front()); !git.empty())
      if (const auto text = read_head(git / "info" / "exclude", kMostBytes + 1, Links::kRefuse))
        read(*text, "");
  std::string base;
  for (const fs::path& one : above) {
    if (&one != &above.front()) base += one.filename().string() + "/";
    read_rules_of(one, "", base);
  }
  prefix_ = base;
}

GitIgnore::~GitIgnore() = default;

void GitIgnore::read_rules_of(const fs::path& root, std::string_view below,
                              const std::string& base) {
  const std::string file = (below.empty() ? "" : std::string(below) + "/") + ".gitignore";
  const auto head = read_head_below(root, file, kMostBytes + 1);
  if (head) return read(head->text, base);
  // There is one, and what it says is not known. A link is none, as for git.
  if (head.error() == EACCES || head.error() == EIO) unknown_.push_back(base);
}

void GitIgnore::read(std::string_view text, const std::string& base) {
  bool is_all = text.size() <= kMostBytes;
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  if (is_all)
    for (const std::string_view line : split_lines(text)) is_all = add(line, base) && is_all;
  if (!is_all) unknown_.push_back(base);
}

bool GitIgnore::add(std::string_view line, const std::string& base) {
  while (line.ends_with('\r') || (line.ends_with(' ') && !line.ends_with("\\ ")))
    line.remove_suffix(1);
  if (line.empty() || line.starts_with('#')) return true;
  if (line.size() > kLongestPattern || rules_.size() >= kMostRules) return false;
  Rule rule;
  rule.base = base;
  rule.negated = line.starts_with('!');
  if (rule.negated) line.remove_prefix(1);
  rule.folders_only = line.ends_with('/');
  if (rule.folders_only) line.remove_suffix(1);
  rule.anchored = line.contains('/');
  if (line.starts_with('/')) line.remove_prefix(1);
  if (line.empty()) return true;
  rule.pattern = compiled(line);
  if (!rule.pattern->ok()) return false;
  rules_.push_back(std::move(rule));
  return true;
}

void GitIgnore::enter(std::string_view below) {
  if (below.empty() || std::ranges::find(entered_, below) != entered_.end()) return;
  entered_.emplace_back(below);
  read_rules_of(folder_, below, prefix_ + std::string(below) + "/");
}

bool GitIgnore::ignores(std::string_view path, bool is_folder) const {
  const std::string whole = prefix_ + std::string(path);
  if (std::ranges::any_of(unknown_,
                          [&](const std::string& base) { return whole.starts_with(base); }))
    return true;
  const std::string_view name = std::string_view(whole).substr(whole.rfind('/') + 1);
  bool ignored = false;  // the last rule that fits counts
  for (const Rule& rule : rules_) {
    if (rule.negated != ignored || (rule.folders_only && !is_folder)) continue;
    if (!whole.starts_with(rule.base)) continue;
    const std::string_view rest = std::string_view(whole).substr(rule.base.size());
    const std::string_view matched = rule.anchored ? rest : name;
    if (re2::RE2::FullMatch(re2::StringPiece(matched.data(), matched.size()), *rule.pattern))
      ignored = !rule.negated;
  }
  return ignored;
}

bool GitIgnore::ignores_within(std::string_view file) {
  for (std::size_t at = file.find('/'); at != file.npos; at = file.find('/', at + 1)) {
    if (ignores(file.substr(0, at), true)) return true;
    enter(file.substr(0, at));
  }
  return ignores(file, false);
}

}  // namespace fm
