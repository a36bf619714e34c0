#include "team/folder/git_ignore.h"

#include <algorithm>
#include <bitset>
#include <cstddef>
#include <utility>

#include "base/text.h"
#include "team/pack/files.h"

namespace fm {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostBytes = 64 * 1024;  // of one file of rules
constexpr std::size_t kMostRules = 2'000;
constexpr std::size_t kLongestPattern = 400;
constexpr int kMostAbove = 24;  // folders above the one that is looked at

struct Token {
  enum class Kind {
    kSet,      // one character of a set
    kStar,     // any number of them, none a "/"
    kAll,      // any number of whatever there is
    kFolders,  // "**/": any number of folders, none too
  };
  Kind kind = Kind::kSet;
  std::bitset<256> set = {};
};

std::size_t code(char c) { return static_cast<unsigned char>(c); }

Token one_of_them(char c) {
  Token token;
  token.set.set(code(c));
  return token;
}

// "[a-z]", "[!x]", behind its "["; moves `at` behind the "]". Not closed: the bracket itself.
Token bracket(std::string_view pattern, std::size_t& at) {
  const std::size_t begin = at;
  Token token;
  const bool negated = at < pattern.size() && (pattern[at] == '!' || pattern[at] == '^');
  if (negated) ++at;
  for (bool first = true; at < pattern.size() && (first || pattern[at] != ']'); first = false) {
    if (pattern[at] == '\\' && at + 1 < pattern.size()) ++at;
    const std::size_t from = code(pattern[at]);
    std::size_t to = from;
    if (at + 2 < pattern.size() && pattern[at + 1] == '-' && pattern[at + 2] != ']') {
      to = code(pattern[at + 2]);
      at += 2;
    }
    for (std::size_t c = from; c <= to; ++c) token.set.set(c);
    ++at;
  }
  if (at >= pattern.size()) {
    at = begin;
    return one_of_them('[');
  }
  ++at;
  if (negated) token.set.flip();
  token.set.reset(code('/'));
  return token;
}

std::vector<Token> tokens_of(std::string_view pattern) {
  std::vector<Token> tokens;
  for (std::size_t at = 0; at < pattern.size();) {
    const std::string_view rest = pattern.substr(at);
    const bool begins = at == 0 || pattern[at - 1] == '/';
    const char c = pattern[at++];
    if (begins && rest.starts_with("**/")) {
      tokens.push_back({.kind = Token::Kind::kFolders});
      at += 2;
    } else if (begins && rest == "**") {
      tokens.push_back({.kind = Token::Kind::kAll});
      ++at;
    } else if (c == '*') {
      while (at < pattern.size() && pattern[at] == '*') ++at;
      tokens.push_back({.kind = Token::Kind::kStar});
    } else if (c == '?') {
      Token any;
      any.set.set().reset(code('/'));
      tokens.push_back(any);
    } else if (c == '[') {
      tokens.push_back(bracket(pattern, at));
    } else {
      tokens.push_back(one_of_them(c == '\\' && at < pattern.size() ? pattern[at++] : c));
    }
  }
  return tokens;
}

bool may_skip(const Token& token, bool at_folder) {
  return token.kind == Token::Kind::kStar || token.kind == Token::Kind::kAll ||
         (token.kind == Token::Kind::kFolders && at_folder);
}

bool goes_on(const Token& token, char c) {
  return token.kind == Token::Kind::kAll || token.kind == Token::Kind::kFolders ||
         (token.kind == Token::Kind::kStar && c != '/');
}

}  // namespace

// The tokens that may come next are followed all at once.
bool matches_ignore_pattern(std::string_view pattern, std::string_view path) {
  const std::vector<Token> tokens = tokens_of(pattern);
  std::vector<bool> now(tokens.size() + 1, false);
  now[0] = true;
  const auto skip = [&](std::vector<bool>& states, bool at_folder) {
    for (std::size_t i = 0; i < tokens.size(); ++i)
      if (states[i] && may_skip(tokens[i], at_folder)) states[i + 1] = true;
  };
  skip(now, true);
  for (const char c : path) {
    std::vector<bool> next(tokens.size() + 1, false);
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      if (!now[i]) continue;
      if (goes_on(tokens[i], c)) next[i] = true;
      if (tokens[i].kind == Token::Kind::kSet && tokens[i].set.test(code(c))) next[i + 1] = true;
    }
    skip(next, c == '/');
    now = std::move(next);
  }
  return now.back();
}

GitIgnore::GitIgnore(const fs::path& folder) : folder_(folder) {
  std::error_code failure;
  fs::path top = fs::absolute(folder, failure).lexically_normal();
  if (!top.has_filename()) top = top.parent_path();
  std::vector<fs::path> above = {top};
  for (int count = 0; count < kMostAbove && !fs::exists(top / ".git", failure); ++count) {
    if (top == top.parent_path()) break;
    top = top.parent_path();
    above.push_back(top);
  }
  // Without a repository, the folder's own rules are what there is.
  if (!fs::exists(top / ".git", failure)) above.resize(1);
  std::ranges::reverse(above);
  if (above.size() > 1 || fs::exists(top / ".git", failure))
    read(above.front() / ".git" / "info" / "exclude", "");
  std::string base;
  for (const fs::path& one : above) {
    if (&one != &above.front()) base += one.filename().string() + "/";
    read(one / ".gitignore", base);
  }
  prefix_ = base;
}

void GitIgnore::read(const fs::path& file, const std::string& base) {
  const auto text = read_head(file, kMostBytes, Links::kRefuse);
  if (!text) return;
  for (std::string_view line : split_lines(*text)) {
    while (line.ends_with('\r') || (line.ends_with(' ') && !line.ends_with("\\ ")))
      line.remove_suffix(1);
    if (line.empty() || line.starts_with('#') || line.size() > kLongestPattern) continue;
    if (rules_.size() >= kMostRules) return;
    Rule rule;
    rule.base = base;
    rule.negated = line.starts_with('!');
    if (rule.negated) line.remove_prefix(1);
    rule.folders_only = line.ends_with('/');
    if (rule.folders_only) line.remove_suffix(1);
    rule.anchored = line.contains('/');
    if (line.starts_with('/')) line.remove_prefix(1);
    rule.pattern = line;
    if (!rule.pattern.empty()) rules_.push_back(std::move(rule));
  }
}

void GitIgnore::enter(std::string_view below) {
  if (below.empty() || std::ranges::find(entered_, below) != entered_.end()) return;
  entered_.emplace_back(below);
  read(folder_ / below / ".gitignore", prefix_ + std::string(below) + "/");
}

bool GitIgnore::ignores(std::string_view path, bool is_folder) const {
  const std::string whole = prefix_ + std::string(path);
  const std::string_view name = std::string_view(whole).substr(whole.rfind('/') + 1);
  bool ignored = false;  // the last rule that fits counts
  for (const Rule& rule : rules_) {
    if (rule.negated != ignored || (rule.folders_only && !is_folder)) continue;
    if (!whole.starts_with(rule.base)) continue;
    const std::string_view rest = std::string_view(whole).substr(rule.base.size());
    if (matches_ignore_pattern(rule.pattern, rule.anchored ? rest : name)) ignored = !rule.negated;
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
