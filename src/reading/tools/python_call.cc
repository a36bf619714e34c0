#include "reading/tools/python_call.h"

#include <utility>

#include "reading/json/chars.h"
#include "reading/json/repair.h"

namespace fm {
namespace {

constexpr std::size_t kLongestCall = 1 << 20;
constexpr std::size_t kMaxCalls = 100;

bool is_name_part(char character) {
  return is_ascii_letter(character) || is_ascii_digit(character) || character == '_';
}

class Reader {
 public:
  Reader(std::string_view text, std::size_t at, Steps& steps)
      : text_(text), at_(at), steps_(steps) {}

  std::optional<PythonCalls> run() {
    const bool printed = take("print(");
    const bool list = !printed && take("[");
    PythonCalls out;
    while (out.calls.size() < kMaxCalls) {
      const std::size_t from = at_;
      skip_space();
      auto call = one();
      steps_.add(at_ - from);
      if (!call) return std::nullopt;
      out.calls.push_back(std::move(*call));
      skip_space();
      if (!list || !take(",")) break;
    }
    if ((printed && !take(")")) || (list && !take("]"))) return std::nullopt;
    out.end = at_;
    return out;
  }

 private:
  void skip_space() {
    while (at_ < text_.size() && is_ascii_space(text_[at_])) ++at_;
  }

  bool take(std::string_view word) {
    if (!starts_with_at(text_, at_, word)) return false;
    at_ += word.size();
    return true;
  }

  std::string_view name() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && (is_name_part(text_[at_]) || text_[at_] == '.')) ++at_;
    return text_.substr(begin, at_ - begin);
  }

  // The arguments are rewritten as a JSON object, a key for each `key=` at the outermost level, and
  // read by the tolerant parser, which knows Python's literals.
  std::optional<PythonCall> one() {
    PythonCall call;
    call.name = name();
    skip_space();
    if (call.name.empty() || !take("(")) return std::nullopt;
    std::string object = "{";
    int depth = 0;
    bool key_may_begin = true;
    const std::size_t begin = at_;
    while (true) {
      if (at_ >= text_.size() || at_ - begin > kLongestCall) return std::nullopt;
      const char next = text_[at_];
      if (next == '"' || next == '\'') {
        if (key_may_begin && depth == 0) return std::nullopt;  // no positional arguments
        if (!copy_string(object)) return std::nullopt;
        continue;
      }
      if (depth == 0 && next == ')') {
        ++at_;
        break;
      }
      if (key_may_begin && depth == 0 && is_name_part(next)) {
        const std::string_view key = name();
        skip_space();
        if (!take("=")) return std::nullopt;
        object += "\"" + std::string(key) + "\":";
        key_may_begin = false;
        continue;
      }
      if (next == '(' || next == '[' || next == '{') ++depth;
      if (next == ')' || next == ']' || next == '}') --depth;
      if (depth < 0) return std::nullopt;
      if (depth == 0 && next == ',') key_may_begin = true;
      object += next;
      ++at_;
    }
    object += '}';
    auto parsed = parse_tolerant(object, 0, steps_);
    if (!parsed || parsed->cut != Cut::kNone || parsed->end != object.size() ||
        !parsed->conflicts.empty()) {
      return std::nullopt;
    }
    call.arguments = std::move(parsed->value);
    return call;
  }

  bool copy_string(std::string& out) {
    const char quote = text_[at_];
    const std::string three(3, quote);
    const bool triple = starts_with_at(text_, at_, three);
    const std::string mark = triple ? three : std::string(1, quote);
    out += mark;
    at_ += mark.size();
    while (at_ < text_.size()) {
      if (starts_with_at(text_, at_, mark)) {
        out += mark;
        at_ += mark.size();
        return true;
      }
      if (text_[at_] == '\\' && at_ + 1 < text_.size()) out += text_[at_++];
      out += text_[at_++];
    }
    return false;
  }

  std::string_view text_;
  std::size_t at_;
  Steps& steps_;
};

}  // namespace

std::optional<PythonCalls> read_python_calls(std::string_view text, std::size_t at, Steps& steps) {
  return Reader(text, at, steps).run();
}

}  // namespace fm
