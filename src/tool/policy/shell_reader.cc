#include "tool/policy/shell_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.h"
#include "tool/policy/shell_within.h"

namespace fm {
namespace {

constexpr int kDeepest = 12;
constexpr std::size_t kMostCommands = 500;
constexpr std::size_t kLongestText = 64 * 1024;

// Words of the grammar where a command begins; what comes behind them is a command again.
constexpr auto kBefore = std::to_array<std::string_view>(
    {"if", "then", "elif", "else", "fi", "while", "until", "do", "done", "{", "}", "!", "time"});
constexpr auto kNotRead =
    std::to_array<std::string_view>({"case", "esac", "function", "select", "coproc", "[["});

bool is_name_start(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_blank(char c) { return c == ' ' || c == '\t'; }
bool is_operator(char c) { return std::string_view(";&|<>()\n").contains(c); }

// How long the name is that "NAME=" or "NAME+=" begins with; zero: it is no assignment.
std::size_t assigned_name(std::string_view word) {
  std::size_t end = 0;
  while (end < word.size() && (is_name_start(word[end]) || (end > 0 && is_digit(word[end])))) ++end;
  if (end == 0 || end == word.size()) return 0;
  if (word[end] == '=') return end;
  return word.substr(end).starts_with("+=") ? end : 0;
}

}  // namespace

void ShellReader::unsure(std::string words) {
  if (std::ranges::find(found_.unsure, words) == found_.unsure.end())
    found_.unsure.push_back(std::move(words));
}

void ShellReader::read(std::string_view text) {
  if (depth_ > kDeepest || text.size() > kLongestText) {
    unsure("It is too long, or too deep in itself, to be read.");
    return;
  }
  text_ = text;
  if (text.contains('\0') || (text.contains('\r') && !text.contains("\r\n")))
    unsure("It has a control character in it.");
  read_list();
}

void ShellReader::inner(std::string_view text) { ShellReader(found_, depth_ + 1).read(text); }

void ShellReader::read_list() {
  while (!is_end()) {
    const char c = peek();
    if (c == '\\' && peek(1) == '\n') {
      at_ += 2;
    } else if (is_blank(c) || c == '\r') {
      end_word();
      ++at_;
    } else if (c == '#' && !has_word_) {
      while (!is_end() && peek() != '\n') ++at_;
    } else if (is_operator(c)) {
      operators();
    } else {
      word();
    }
  }
  end_command();
  if (!heres_.empty()) unsure("A here-document has no end.");
}

// One more piece of a word.
void ShellReader::word() {
  if (!has_word_) word_begin_ = at_;
  has_word_ = true;
  switch (const char c = peek()) {
    case '\'':
      return single_quoted();
    case '"':
      return double_quoted();
    case '\\':
      return escape();
    case '$':
      return dollar(false);
    case '`':
      return backticks();
    case '*':
    case '?':
    case '[':
      word_.is_fixed = false;
      word_.text += c;
      break;
    case '{':
      // {a,b} and {1..3} become more words; a brace alone does not.
      if (const auto rest = text_.substr(at_, text_.find_first_of(" \t\n;&|<>", at_) - at_);
          rest.contains(',') || rest.contains(".."))
        word_.is_fixed = false;
      word_.text += c;
      break;
    case '~':
      if (word_.text.empty() || word_.text.ends_with('=') || word_.text.ends_with(':'))
        word_.is_fixed = false;
      word_.text += c;
      break;
    default:
      word_.text += c;
  }
  ++at_;
}

void ShellReader::single_quoted() {
  was_quoted_ = true;
  const std::size_t end = text_.find('\'', at_ + 1);
  if (end == text_.npos) {
    unsure("A quote is not closed.");
    at_ = text_.size();
    return;
  }
  word_.text += text_.substr(at_ + 1, end - at_ - 1);
  at_ = end + 1;
}

void ShellReader::double_quoted() {
  was_quoted_ = true;
  ++at_;
  while (!is_end() && peek() != '"') {
    const char c = peek();
    if (c == '\\' && std::string_view("$`\"\\\n").contains(peek(1)) && peek(1) != '\0') {
      if (peek(1) != '\n') word_.text += peek(1);
      at_ += 2;
    } else if (c == '$') {
      dollar(true);
    } else if (c == '`') {
      backticks();
    } else {
      word_.text += c;
      ++at_;
    }
  }
  if (is_end()) unsure("A quote is not closed.");
  ++at_;
}

void ShellReader::escape() {
  was_quoted_ = true;
  if (at_ + 1 >= text_.size()) {
    word_.text += '\\';
  } else if (peek(1) != '\n') {
    word_.text += peek(1);
  }
  at_ = std::min(at_ + 2, text_.size());
}

void ShellReader::dollar(bool is_quoted) {
  const char next = peek(1);
  if (next == '(') {
    ++at_;
    return parenthesis();
  }
  if (next == '{') return braces();
  if (next == '\'' && !is_quoted) {  // $'...': escapes of its own
    ++at_;
    const std::size_t begin = at_ + 1;
    std::size_t end = begin;
    while (end < text_.size() && text_[end] != '\'') end += text_[end] == '\\' ? 2 : 1;
    if (end >= text_.size()) unsure("A quote is not closed.");
    const auto body = text_.substr(begin, std::min(end, text_.size()) - begin);
    if (body.contains('\\')) word_.is_fixed = false;
    word_.text += body;
    was_quoted_ = true;
    at_ = std::min(end + 1, text_.size());
    return;
  }
  if (next == '"' && !is_quoted) {  // $"...": translated
    ++at_;
    word_.is_fixed = false;
    return double_quoted();
  }
  if (is_name_start(next) || is_digit(next) || std::string_view("@*#?$!-").contains(next)) {
    if (next != '\0') word_.is_fixed = false;
  }
  word_.text += '$';
  ++at_;
}

// ${NAME}, ${NAME:-words}: what stands in it is expanded too.
void ShellReader::braces() {
  word_.is_fixed = false;
  const std::size_t begin = at_;
  int open = 0;
  for (; !is_end(); ++at_) {
    const char c = peek();
    if (c == '\\') {
      ++at_;
    } else if (c == '{') {
      ++open;
    } else if (c == '}' && --open == 0) {
      break;
    }
  }
  if (is_end()) unsure("A brace is not closed.");
  const std::string_view body = text_.substr(begin, at_ - begin);
  word_.text += body;
  word_.text += '}';
  at_ = std::min(at_ + 1, text_.size());
  if (body.contains('@')) unsure("${...@...} may expand to anything.");
  expansions_in(body.substr(std::min<std::size_t>(2, body.size())));
}

// The substitutions in a text that is no command itself: of ${...}, a here-document, $((...)).
void ShellReader::expansions_in(std::string_view body) {
  if (!body.contains("$(") && !body.contains('`')) return;
  if (depth_ > kDeepest) return unsure("It is too deep in itself to be read.");
  ShellReader reader(found_, depth_ + 1);
  reader.text_ = body;
  while (!reader.is_end()) {
    if (reader.peek() == '\\') {
      reader.at_ += 2;
    } else if (reader.peek() == '$' && reader.peek(1) == '(') {
      ++reader.at_;
      reader.parenthesis();
    } else if (reader.peek() == '`') {
      reader.backticks();
    } else {
      ++reader.at_;
    }
  }
}

void ShellReader::backticks() {
  word_.is_fixed = false;
  word_.text += "``";
  std::string body;
  std::size_t end = at_ + 1;
  for (; end < text_.size() && text_[end] != '`'; ++end) {
    if (text_[end] == '\\' && end + 1 < text_.size() &&
        std::string_view("$`\\").contains(text_[end + 1]))
      ++end;
    body += text_[end];
  }
  if (end >= text_.size()) unsure("A backtick is not closed.");
  at_ = std::min(end + 1, text_.size());
  inner(body);
}

// What stands between the "(" at `at_` and its ")", which is passed.
std::string_view ShellReader::inside_parentheses() {
  const std::size_t begin = at_ + 1;
  int open = 0;
  char quote = 0;
  for (; !is_end(); ++at_) {
    const char c = peek();
    if (c == '\\' && quote != '\'') {
      ++at_;
    } else if (quote != 0) {
      if (c == quote) quote = 0;
      // A substitution in double quotes may have quotes of its own, so that is where this ends to
      // be sure; what is read wrongly there is not taken for something else.
      if (quote == '"' && c == '$' && peek(1) == '(')
        unsure("Substitutions are quoted in each other.");
    } else if (c == '\'' || c == '"') {
      quote = c;
    } else if (c == '#' && at_ > begin && (is_blank(text_[at_ - 1]) || text_[at_ - 1] == '\n')) {
      while (at_ + 1 < text_.size() && peek(1) != '\n') ++at_;
    } else if (c == '(') {
      ++open;
    } else if (c == ')' && --open == 0) {
      break;
    }
  }
  if (is_end()) unsure("A parenthesis is not closed.");
  const std::size_t end = std::min(at_, text_.size());
  at_ = std::min(at_ + 1, text_.size());
  return text_.substr(std::min(begin, end), end - std::min(begin, end));
}

void ShellReader::parenthesis() {
  word_.is_fixed = false;
  word_.text += "$()";
  const std::string_view body = inside_parentheses();
  if (body.starts_with('(')) return expansions_in(body);  // $((...)): a number
  if (body.contains("<<")) unsure("A substitution has a here-document in it.");
  inner(body);
}

void ShellReader::end_word() {
  if (!has_word_) return;
  ShellWord word = std::exchange(word_, {});
  const bool was_quoted = std::exchange(was_quoted_, false);
  has_word_ = false;
  if (target_of_ != nullptr) {
    ShellRedirection& redirection = *std::exchange(target_of_, nullptr);
    const bool is_stream =
        redirection.sign.ends_with('&') &&
        std::ranges::all_of(word.text, [](char c) { return is_digit(c) || c == '-'; });
    const bool is_out = redirection.sign.contains('>');
    redirection.writes = is_out && !is_stream && (word.text != "/dev/null" || !word.is_fixed);
    redirection.target = std::move(word);
    return;
  }
  if (for_words_ > 0) {  // for NAME in WORDS; the second one may be a command's beginning otherwise
    if (++for_words_ == 3 && word.text != "in") unsure("A `for` without `in` is not read.");
    return;
  }
  if (command_.words.empty()) {
    // Of a word in quotes or from an expansion nothing is grammar.
    const bool is_plain = !was_quoted;
    if (const std::size_t name = is_plain || assigned_name(text_.substr(word_begin_)) != 0
                                     ? assigned_name(word.text)
                                     : 0;
        name != 0 && assigned_name(text_.substr(word_begin_)) == name) {
      command_.assignments.push_back(word.text.substr(0, name));
      return;
    }
    if (is_plain && word.is_fixed && keyword(word)) return;
  }
  command_.words.push_back(std::move(word));
}

bool ShellReader::keyword(const ShellWord& word) {
  if (word.text == "for") {
    for_words_ = 1;  // up to the ; or the line's end: names and words, no command
    return true;
  }
  if (among(word.text, kNotRead)) {
    unsure(fmt::format("`{}` is not read.", word.text));
    return false;
  }
  return among(word.text, kBefore);
}

void ShellReader::end_command() {
  end_word();
  if (target_of_ != nullptr) {
    unsure("A redirection has no target.");
    target_of_ = nullptr;
  }
  for_words_ = 0;
  SimpleCommand command = std::exchange(command_, {});
  if (command.words.empty() && command.assignments.empty() && command.redirections.empty()) return;
  give(std::move(command));
}

void ShellReader::give(SimpleCommand command) {
  if (found_.commands.size() >= kMostCommands) return unsure("It runs too many commands.");
  WithinCommand within = commands_within(command);
  if (within.unsure) unsure(std::move(*within.unsure));
  if (within.is_runner && !within.commands.empty()) {
    SimpleCommand& first = within.commands.front();
    first.redirections = std::exchange(command.redirections, {});
    first.assignments.insert(first.assignments.end(), command.assignments.begin(),
                             command.assignments.end());
    command.assignments.clear();
  }
  for (SimpleCommand& each : within.commands) {
    if (depth_ < kDeepest) {
      ShellReader(found_, depth_ + 1).give(std::move(each));
    } else {
      unsure("It is too deep in itself to be read.");
    }
  }
  for (const std::string& text : within.texts) inner(text);
  if (within.is_runner) {  // its redirections and variables are still its own
    command.words.clear();
    if (command.redirections.empty() && command.assignments.empty()) return;
  }
  found_.commands.push_back(std::move(command));
}

void ShellReader::operators() {
  const char c = peek();
  if (c == '<' || c == '>') {
    if (has_word_ && !was_quoted_ && word_.is_fixed && std::ranges::all_of(word_.text, is_digit)) {
      word_ = {};  // 2>
      has_word_ = false;
    }
    return redirection();
  }
  if (c == '&' && peek(1) == '>') return redirection();
  if (c == '(') {
    const bool is_function = has_word_;
    end_word();
    if (is_function || !command_.words.empty()) unsure("A function or a list is not read.");
    const std::string_view body = inside_parentheses();
    if (body.starts_with('(')) return expansions_in(body);  // ((...)): a number
    if (body.contains("<<")) unsure("A subshell has a here-document in it.");
    return inner(body);
  }
  if (c == ')') unsure("A parenthesis is closed that is not open.");
  if (c == ';' && peek(1) == ';') unsure("`case` is not read.");
  end_command();
  ++at_;
  if (c == '\n') take_here_documents();
}

void ShellReader::redirection() {
  end_word();
  if (std::exchange(target_of_, nullptr) != nullptr) unsure("A redirection has no target.");
  const bool is_substitution = (peek() == '<' || peek() == '>') && peek(1) == '(';
  if (is_substitution) {  // <(...): a command, whose stream is a word
    ++at_;
    ShellWord stream{.text = "/dev/fd/", .is_fixed = false};
    inner(inside_parentheses());
    command_.words.push_back(std::move(stream));
    return;
  }
  static constexpr auto kSigns = std::to_array<std::string_view>(
      {"&>>", "<<<", "<<-", "&>", "<<", "<&", "<>", ">>", ">&", ">|", "<", ">"});
  const auto sign = std::ranges::find_if(
      kSigns, [&](std::string_view each) { return text_.substr(at_).starts_with(each); });
  at_ += sign->size();
  while (is_blank(peek())) ++at_;
  if (*sign == "<<" || *sign == "<<-") return here_document(*sign == "<<-");
  command_.redirections.push_back({.sign = std::string(*sign), .target = {}});
  target_of_ = &command_.redirections.back();
}

void ShellReader::here_document(bool strips_tabs) {
  Here here{.end = {}, .strips_tabs = strips_tabs};
  while (!is_end() && !is_blank(peek()) && !is_operator(peek())) {
    const char c = peek();
    if (c == '\'' || c == '"' || c == '\\') {
      here.is_quoted = true;
    } else {
      here.end += c;
    }
    ++at_;
  }
  if (here.end.empty()) unsure("A here-document has no word for its end.");
  heres_.push_back(std::move(here));
}

// Their lines, which begin here.
void ShellReader::take_here_documents() {
  for (const Here& here : std::exchange(heres_, {})) {
    const std::size_t begin = at_;
    std::size_t end = at_;
    bool is_closed = false;
    while (!is_end() && !is_closed) {
      const std::size_t feed = std::min(text_.find('\n', at_), text_.size());
      std::string_view line = text_.substr(at_, feed - at_);
      if (here.strips_tabs) line.remove_prefix(std::min(line.find_first_not_of('\t'), line.size()));
      end = at_;
      at_ = std::min(feed + 1, text_.size());
      is_closed = line == here.end;
    }
    if (!is_closed) unsure("A here-document has no end.");
    if (!here.is_quoted) expansions_in(text_.substr(begin, end - begin));
  }
}

}  // namespace fm
