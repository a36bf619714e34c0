#include "test/house/sources.h"

#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <cctype>

namespace fm::house {
namespace {

// For tests as a whole, though their names do not say it. What the simulated loop calls counts as
// called: it shares its parts with the real one, so that both keep the same rules.
constexpr std::array<std::string_view, 2> kForTests = {"src/loop/sim_loop.", "src/base/test_seed."};

// Called by the compiler, for coroutines.
constexpr std::array<std::string_view, 7> kCompilers = {
    "await_transform", "final_suspend", "get_return_object",  "initial_suspend",
    "return_value",    "return_void",   "unhandled_exception"};

constexpr std::array<std::string_view, 12> kNoTypes = {"return", "co_return", "co_await", "else",
                                                       "throw",  "case",      "delete",   "new",
                                                       "using",  "if",        "for",      "while"};

// One line's worth of reading; tells code, comments and literals apart.
class Divider {
 public:
  explicit Divider(std::string_view text) : text_(text) {}

  Divided run() {
    while (at_ < text_.size()) step();
    return std::move(out_);
  }

 private:
  bool is(std::string_view what) const { return text_.substr(at_, what.size()) == what; }

  void skip(std::size_t end, std::string* into) {
    end = std::min(end, text_.size());
    for (; at_ < end; ++at_) {
      const bool line_end = text_[at_] == '\n';
      if (line_end) out_.code += '\n';
      if (line_end) out_.comments += '\n';
      if (!line_end && into != nullptr) *into += text_[at_];
    }
  }

  std::size_t after(std::string_view what, std::size_t from) const {
    const std::size_t found = text_.find(what, from);
    return found == std::string_view::npos ? text_.size() : found + what.size();
  }

  void literal(char quote) {
    std::size_t end = at_ + 1;
    while (end < text_.size() && text_[end] != quote && text_[end] != '\n')
      end += text_[end] == '\\' ? 2 : 1;
    out_.code += quote;
    skip(end + 1, nullptr);
    out_.code += quote;
  }

  void step() {
    const char last = out_.code.empty() ? '\n' : out_.code.back();
    if (is("//")) {
      at_ += 2;
      skip(text_.find('\n', at_), &out_.comments);
    } else if (is("/*")) {
      skip(after("*/", at_ + 2), nullptr);
    } else if (is("R\"")) {
      const std::size_t open = std::min(text_.find('(', at_), text_.size());
      const std::string close = ")" + std::string(text_.substr(at_ + 2, open - at_ - 2)) + "\"";
      skip(after(close, open), nullptr);
      out_.code += "\"\"";
    } else if (text_[at_] == '"') {
      literal('"');
    } else if (text_[at_] == '\'' && std::isalnum(static_cast<unsigned char>(last)) == 0) {
      literal('\'');
    } else if (text_[at_] == '#' && last == '\n') {
      skip(text_.find('\n', at_), nullptr);
    } else {
      skip(at_ + 1, &out_.code);
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
  Divided out_;
};

std::string first_word(std::string_view text) {
  const std::size_t begin = std::min(text.find_first_not_of(" \n"), text.size());
  return std::string(text.substr(begin, text.find_first_of(" \n(", begin) - begin));
}

// The names that stand before a parenthesis where something is declared, once for each place.
std::vector<std::string> declared(const std::string& code, const RE2& pattern) {
  std::vector<std::string> names;
  std::array<re2::StringPiece, 3> found;  // all, what stands before the name, the name
  for (std::size_t at = 0; pattern.Match(code, at, code.size(), RE2::UNANCHORED, found.data(), 3);
       at = static_cast<std::size_t>(found[0].end() - code.data())) {
    if (std::ranges::find(kNoTypes, first_word(std::string(found[1]))) == kNoTypes.end())
      names.emplace_back(found[2]);
  }
  return names;
}

const RE2& in_header() {
  static const RE2 pattern(
      R"re((?m)^( {0,4}(?:\[\[\w+\]\] )?(?:(?:static|virtual|inline|constexpr|explicit|friend) )*[A-Za-z_][\w:<>,&*\s\[\]]*?[\s&*>])([a-z_]\w*)\()re");
  return pattern;
}

const RE2& in_source() {
  static const RE2 pattern(R"re((?m)^([A-Za-z_][^\n=;(]*?\b)([a-z_]\w*)\()re");
  return pattern;
}

bool is_whole_for_tests(std::string_view path) {
  return std::ranges::any_of(kForTests, [&](auto begin) { return path.starts_with(begin); });
}

}  // namespace

Divided divide(std::string_view text) { return Divider(text).run(); }

bool is_for_tests(std::string_view path) {
  static const RE2 pattern(R"(.*(_test|_fuzz|_bench|testing|testing_cases)\.(cc|h))");
  return !path.starts_with("src/") || RE2::FullMatch(re2::StringPiece(path), pattern) ||
         is_whole_for_tests(path);
}

std::vector<std::string> includes_of(std::string_view text) {
  static const RE2 pattern(R"re((?m)^\s*#\s*include\s*"([^"]+)")re");
  std::vector<std::string> all;
  std::string one;
  for (re2::StringPiece rest(text); RE2::FindAndConsume(&rest, pattern, &one);) all.push_back(one);
  return all;
}

std::map<std::string, std::set<std::string>> unused_functions(
    const std::map<std::string, std::string>& sources) {
  static const RE2 word(R"(([A-Za-z_]\w*))");
  std::map<std::string, int> named;  // how often beyond being declared and defined
  std::map<std::string, std::set<std::string>> headers;
  for (const auto& [path, text] : sources) {
    const bool is_whole = is_whole_for_tests(path);
    if (is_for_tests(path) && !is_whole) continue;
    const std::string code = divide(text).code;
    std::string one;
    for (re2::StringPiece rest(code); RE2::FindAndConsume(&rest, word, &one);) ++named[one];
    const bool is_header = path.ends_with(".h");
    for (const std::string& name : declared(code, is_header ? in_header() : in_source())) {
      --named[name];
      if (is_header && !is_whole) headers[name].insert(path);
    }
  }
  std::erase_if(headers, [&](const auto& one) {
    return named[one.first] > 0 || std::ranges::find(kCompilers, one.first) != kCompilers.end();
  });
  return headers;
}

}  // namespace fm::house
