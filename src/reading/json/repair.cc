#include "reading/json/repair.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "reading/json/token.h"

namespace fm {
namespace {

// One pass over the text. Containers that are open lie on a stack of our own.
class Parser {
 public:
  Parser(std::string_view text, std::size_t at, QuoteRule rule)
      : begin_(at), scan_(text, at, rule, out_) {}

  std::expected<ParsedJson, ParseFailure> run() {
    if (!open_container()) return std::unexpected(failure_);
    while (!stack_.empty()) {
      const Step step = stack_.back().inside == Inside::kObject ? step_object() : step_array();
      if (step == Step::kFailed) return std::unexpected(failure_);
      if (step == Step::kCut) close_all();
      if (values_ > kMaxValues) {
        failure_.too_large = true;
        fail("there are more than " + std::to_string(kMaxValues) + " values");
        return std::unexpected(failure_);
      }
    }
    out_.end = scan_.at();
    return std::move(out_);
  }

  std::size_t steps() const { return scan_.at() - begin_ + scan_.looked_ahead(); }
  // The rule for quotation marks can make a difference only where a string was closed.
  bool rule_matters() const { return scan_.closed_strings(); }

 private:
  enum class Step { kGoOn, kFailed, kCut };
  enum class Stand { kFirst, kAfterComma, kAfterValue };

  struct Frame {
    Inside inside = Inside::kObject;
    Stand stand = Stand::kFirst;
    JsonObject object;
    JsonArray array;
    std::string key;  // of the value that is being read
    std::size_t key_at = 0;
  };

  Step fail(std::string message) {
    failure_.offset = scan_.at();
    failure_.message = std::move(message);
    return Step::kFailed;
  }

  Step cut(Cut how) {
    out_.cut = how;
    out_.open_depth = stack_.size();
    return Step::kCut;
  }

  bool open_container() {
    const Mark mark = scan_.peek_mark();
    if (stack_.size() >= kMaxDepth) {
      failure_.too_large = true;
      fail("brackets are nested more than " + std::to_string(kMaxDepth) + " deep");
      return false;
    }
    if (mark.ascii != '{' && mark.ascii != '[') {
      fail("expected '{' or '['");
      return false;
    }
    if (!stack_.empty()) failure_.had_content = true;
    scan_.take(mark);
    stack_.emplace_back().inside = mark.ascii == '{' ? Inside::kObject : Inside::kArray;
    return true;
  }

  void close_container() {
    Frame frame = std::move(stack_.back());
    stack_.pop_back();
    Json value = frame.inside == Inside::kObject ? Json(std::move(frame.object))
                                                 : Json(std::move(frame.array));
    if (stack_.empty()) {
      out_.value = std::move(value);
    } else {
      attach(std::move(value));
    }
  }

  void close_all() {
    scan_.note(RepairKind::kMissingClose);
    while (!stack_.empty()) close_container();
  }

  void attach(Json value) {
    Frame& frame = stack_.back();
    frame.stand = Stand::kAfterValue;
    failure_.had_content = true;
    ++values_;
    if (frame.inside == Inside::kArray) {
      frame.array.push_back(std::move(value));
      return;
    }
    const auto member = frame.object.find(frame.key);
    if (member == frame.object.end()) {
      frame.object.emplace(frame.key, std::move(value));
      return;
    }
    if (member->value() == value) {
      scan_.note(RepairKind::kSameKeyTwice, frame.key_at);
      return;
    }
    if (out_.conflicts.empty()) out_.conflict_key = frame.key;
    if (out_.conflicts.size() < 100) {
      out_.conflicts.push_back({RepairKind::kSameKeyTwice, frame.key_at});
    }
    member->value() = std::move(value);
  }

  // A closing bracket of either kind: closes what it fits, with what is open inside; a bracket
  // that fits nothing is dropped.
  Step take_closer(const Mark& mark) {
    const Inside wanted = mark.ascii == '}' ? Inside::kObject : Inside::kArray;
    std::size_t depth = stack_.size();
    while (depth > 0 && stack_[depth - 1].inside != wanted) --depth;
    if (depth == 0) {
      scan_.note(RepairKind::kExtraClose);
      scan_.take(mark);
      return Step::kGoOn;
    }
    while (stack_.size() >= depth) {
      if (stack_.back().stand == Stand::kAfterComma) scan_.note(RepairKind::kTrailingComma);
      if (stack_.size() > depth) scan_.note(RepairKind::kMissingClose);
      close_container();
    }
    scan_.take(mark);
    return Step::kGoOn;
  }

  // What may stand before a key or an element. Nothing: one begins here.
  std::optional<Step> before_item() {
    scan_.skip_space();
    Frame& frame = stack_.back();
    if (scan_.at_end()) {
      return cut(frame.stand == Stand::kAfterValue ? Cut::kBetween : Cut::kInside);
    }
    const Mark mark = scan_.peek_mark();
    if (mark.ascii == ',') {
      if (frame.stand != Stand::kAfterValue) scan_.note(RepairKind::kExtraComma);
      frame.stand = Stand::kAfterComma;
      scan_.take(mark);
      return Step::kGoOn;
    }
    if (frame.stand == Stand::kAfterValue && scan_.take_word(";")) {
      scan_.note(RepairKind::kOtherSeparator);
      frame.stand = Stand::kAfterComma;
      return Step::kGoOn;
    }
    if (mark.ascii == '}' || mark.ascii == ']') return take_closer(mark);
    for (const std::string_view dots : {"...", "…"}) {
      if (!scan_.take_word(dots)) continue;
      scan_.note(RepairKind::kEllipsis);
      frame.stand = Stand::kAfterValue;
      return Step::kGoOn;
    }
    return std::nullopt;
  }

  Step step_object() {
    if (const auto step = before_item()) return *step;
    Frame& frame = stack_.back();
    const bool missing_comma = frame.stand == Stand::kAfterValue;
    if (missing_comma && !scan_.at_quote() && !scan_.line_break_before()) {
      return fail("expected ',' or '}' but found " + scan_.excerpt());
    }
    frame.key_at = scan_.at();
    std::optional<std::string> key;
    const bool quoted = scan_.at_quote();
    if (quoted) {
      key = scan_.read_string(Inside::kObject, /*is_key=*/true);
      if (!key) return cut(Cut::kInside);
    } else {
      key = scan_.read_bare_key();
      if (!key) return fail("expected a key in quotation marks but found " + scan_.excerpt());
    }
    if (missing_comma) scan_.note(RepairKind::kMissingComma, frame.key_at);
    scan_.skip_space();
    if (scan_.at_end()) return cut(Cut::kInside);
    const Mark colon = scan_.peek_mark();
    if (quoted && (scan_.take_word("=>") || scan_.take_word("="))) {
      scan_.note(RepairKind::kOtherSeparator);
    } else if (colon.ascii == ':') {
      scan_.take(colon);
    } else {
      return fail("expected ':' after the key \"" + *key + "\" but found " + scan_.excerpt());
    }
    scan_.skip_space();
    if (scan_.at_end()) return cut(Cut::kInside);
    frame.key = std::move(*key);
    const Mark mark = scan_.peek_mark();
    if (mark.ascii == ',' || mark.ascii == '}' || mark.ascii == ']') {
      scan_.note(RepairKind::kMissingValue);
      frame.stand = Stand::kAfterValue;
      return Step::kGoOn;
    }
    return read_value();
  }

  Step step_array() {
    if (const auto step = before_item()) return *step;
    Frame& frame = stack_.back();
    if (frame.stand == Stand::kAfterValue) {
      const bool container = scan_.peek_mark().ascii == '{' || scan_.peek_mark().ascii == '[';
      if (!container && !scan_.at_quote()) {
        return fail("expected ',' or ']' but found " + scan_.excerpt());
      }
      scan_.note(RepairKind::kMissingComma);
    }
    return read_value();
  }

  Step read_value() {
    const Inside inside = stack_.back().inside;
    const Mark mark = scan_.peek_mark();
    if (mark.ascii == '{' || mark.ascii == '[') {
      return open_container() ? Step::kGoOn : Step::kFailed;
    }
    if (scan_.at_quote()) {
      auto text = scan_.read_string(inside, /*is_key=*/false);
      if (!text) return cut(Cut::kInside);
      if (!join_strings(*text, inside)) return cut(Cut::kInside);
      attach(Json(std::string_view(*text)));
      return Step::kGoOn;
    }
    Json value;
    switch (scan_.read_scalar(inside, value)) {
      case Scanner::Scalar::kDone:
        attach(std::move(value));
        return Step::kGoOn;
      case Scanner::Scalar::kCut:
        return cut(Cut::kInside);
      case Scanner::Scalar::kNone:
        break;
    }
    return fail("expected a value but found " + scan_.excerpt());
  }

  // "a" + "b", as in program text. False when the text ends inside.
  bool join_strings(std::string& text, Inside inside) {
    while (true) {
      scan_.skip_space();
      if (!scan_.take_word("+")) return true;
      scan_.skip_space();
      if (!scan_.at_quote()) return !scan_.at_end();
      scan_.note(RepairKind::kJoinedStrings);
      const auto more = scan_.read_string(inside, /*is_key=*/false);
      if (!more) return false;
      text += *more;
    }
  }

  std::size_t begin_;
  ParsedJson out_;
  Scanner scan_;
  std::vector<Frame> stack_;
  std::size_t values_ = 0;
  ParseFailure failure_;
};

}  // namespace

std::string_view repair_name(RepairKind kind) {
  static constexpr std::array<std::string_view, 27> kNames = {
      "trailing_comma", "missing_comma",  "extra_comma",       "comment",        "other_quotes",
      "inner_quote",    "unquoted_key",   "bare_word",         "literal",        "number_form",
      "not_finite",     "big_number",     "control_character", "bad_escape",     "lone_surrogate",
      "bad_utf8",       "wide_mark",      "odd_space",         "joined_strings", "missing_value",
      "missing_close",  "extra_close",    "ellipsis",          "same_key_twice", "escaped_text",
      "html_entities",  "other_separator"};
  return kNames[static_cast<std::size_t>(kind)];
}

bool left_out(const ParsedJson& parsed) {
  if (parsed.repair_count > parsed.repairs.size()) return true;  // not known for sure
  return std::ranges::any_of(parsed.repairs, [](const Repair& repair) {
    return repair.kind == RepairKind::kMissingValue || repair.kind == RepairKind::kEllipsis;
  });
}

std::expected<ParsedJson, ParseFailure> parse_tolerant(std::string_view text, std::size_t at,
                                                       Steps& steps) {
  Parser strict(text, at, QuoteRule::kStrict);
  auto first = strict.run();
  steps.add(strict.steps());
  if (first && first->cut == Cut::kNone) return first;
  if (!first && first.error().too_large) return first;
  if (!strict.rule_matters()) return first;
  // Unescaped quotation marks inside strings make a failure or a false cut. The other rule finds
  // them, but it reads a long key after a comma wrongly, so it comes second.
  Parser lenient(text, at, QuoteRule::kByNeighbours);
  auto second = lenient.run();
  steps.add(lenient.steps());
  // Where the first rule failed and this one reports a cut, the cut only means that some mark was
  // never matched.
  if (second && second->cut == Cut::kNone) return second;
  return first;
}

}  // namespace fm
