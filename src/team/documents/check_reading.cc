#include "team/documents/check_reading.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "base/text.h"
#include "reading/brief/brief_fields.h"
#include "reading/json/chars.h"
#include "reading/json/fields.h"
#include "reading/json/find.h"
#include "reading/json/names.h"
#include "team/documents/document_reading.h"

namespace fm {
namespace {

using Name = std::string_view;
using Words = std::vector<std::string>;

constexpr std::size_t kLongest = 64 << 10;  // no check needs more words

constexpr auto kPass = std::to_array<Name>({"pass", "passed", "passes", "ok"});
constexpr auto kFail = std::to_array<Name>({"fail", "failed", "fails"});
constexpr auto kNone = std::to_array<Name>(
    {"not", "no", "never", "without", "nothing", "none", "neither", "nor", "t", "0", "zero"});
constexpr auto kCase = std::to_array<Name>({"if", "when", "whenever", "whether", "until"});
// May stand before the verdict, and behind it without changing it.
constexpr auto kBefore = std::to_array<Name>({"it", "the", "work", "check", "my", "all"});
constexpr auto kAfter = std::to_array<Name>({"because", "since", "overall", "all", "everything"});
constexpr auto kLabels = std::to_array<Name>({"check", "verdict", "result"});
constexpr auto kVerdictFields = std::to_array<Name>(
    {"check", "verdict", "result", "status", "outcome", "passed", "pass", "passes", "ok"});
constexpr auto kWhyFields =
    std::to_array<Name>({"why", "reason", "reasons", "rationale", "fault", "faults", "issues",
                         "problems", "comment", "details", "feedback", "explanation"});

enum class Says { kNothing, kPass, kFail, kBoth };

Says together(Says one, Says other) {
  if (one == Says::kNothing || one == other) return other;
  return other == Says::kNothing ? one : Says::kBoth;
}

// Up to the first mark: "fail" of "fail - too slow".
std::string_view head_of(std::string_view phrase) {
  std::size_t end = std::min(phrase.find_first_of(".,;:(!"), phrase.size());
  for (const Name dash : {" - ", " – ", " — ", "—"}) end = std::min(end, phrase.find(dash));
  return phrase.substr(0, end);
}

// A phrase that opens with the verdict, and says no more: "passes if", "does not pass" and "tests
// pass" are none.
Says phrase_says(std::string_view phrase) {
  if (phrase.contains('?') || phrase.contains('|') || phrase.contains('/')) return Says::kNothing;
  const Words words = name_words(head_of(phrase));
  std::size_t at = 0;
  while (at < words.size() && among(Name(words[at]), kBefore)) ++at;
  if (at == words.size()) return Says::kNothing;
  const bool pass = among(Name(words[at]), kPass);
  if (!pass && !among(Name(words[at]), kFail)) return Says::kNothing;
  const bool ends = at + 1 == words.size() || among(Name(words[at + 1]), kAfter);
  if (!ends && pass) return Says::kNothing;
  return pass ? Says::kPass : Says::kFail;
}

// "It fails on small screens", but not "nothing fails", and not "a message when a payment fails":
// that is what happens then. Behind a comma it is told: "when it is dark, it fails".
bool phrase_tells_of_failure(std::string_view phrase) {
  constexpr std::size_t kNear = 3;
  const Words words = name_words(phrase);
  bool is_case = false;
  for (std::size_t at = 0; at < words.size(); ++at) {
    is_case = is_case || among(Name(words[at]), kCase);
    if (!among(Name(words[at]), kFail)) continue;
    bool negated = is_case;
    for (std::size_t back = 1; back <= std::min(at, kNear); ++back)
      negated = negated || among(Name(words[at - back]), kNone);
    if (!negated) return true;
  }
  return false;
}

bool tells_of_failure(std::string_view line) {
  for (std::size_t begin = 0; begin < line.size();) {
    std::size_t end = line.find_first_of(",;.!?", begin);
    if (end == std::string_view::npos) end = line.size();
    if (phrase_tells_of_failure(line.substr(begin, end - begin))) return true;
    begin = end + 1;
  }
  return false;
}

std::string without_marks(std::string_view line) {
  std::string out;
  for (const char character : line) {
    if (character != '*' && character != '`' && character != '#' && character != '>')
      out += character;
  }
  return std::string(trim(out));
}

bool is_check_label(std::string_view label) {
  constexpr std::size_t kLongestLabel = 40;
  static constexpr auto kAround = std::to_array<Name>({"my", "final", "overall", "of", "work"});
  if (label.size() > kLongestLabel) return false;
  Words words = name_words(label);
  std::erase_if(words, [](const std::string& word) { return among(Name(word), kAround); });
  return words.size() == 1 && among(Name(words.front()), kLabels);
}

// "- result: ..." below a verdict tells of a fault, and is none itself.
bool is_item(std::string_view line) { return without_list_mark(line) != trim(line); }

struct Verdict {
  Says says = Says::kNothing;
  std::string why;   // as it was written, with its marks and lines
  Json faults = {};  // of JSON
};

// A line that the verdict may stand in; quotations and the marks of fences only belong to the why.
struct SpokenLine {
  std::string bare;
  std::size_t at = 0;  // among all lines
  bool code = false;   // in a fence: it may hold the verdict, and tells nothing else
};

// Where the words behind the verdict begin in `said`, found without the marks around them.
std::size_t behind_verdict(std::string_view said) {
  std::string bare;
  std::vector<std::size_t> places;
  for (std::size_t at = 0; at < said.size(); ++at) {
    if (Name("*`#>").contains(said[at])) continue;
    bare += said[at];
    places.push_back(at);
  }
  std::size_t end = bare.size(), length = 0;
  for (const Name mark : {" - ", " – ", " — ", ": ", "; ", ", ", ". ", " because ", " ("}) {
    const std::size_t at = bare.find(mark);
    if (at < end) end = at, length = mark == " (" || mark == " because " ? 1 : mark.size();
  }
  const std::size_t begin = end + length;
  if (begin >= places.size()) return said.size();
  // The marks right in front of the first word are its own: "`date.weekday()` is wrong".
  std::size_t at = places[begin];
  while (at > 0 && Name("*`").contains(said[at - 1]) && (begin == 0 || at - 1 > places[begin - 1]))
    --at;
  return at;
}

class CheckReader {
 public:
  explicit CheckReader(std::string_view text) : text_(text) {}

  Verdict run() {
    if (text_.size() > kLongest) return {};
    if (Verdict json = in_json(); json.says != Says::kNothing) return json;
    collect();
    Verdict verdict = by_label();
    if (verdict.says == Says::kNothing && !lines_.empty()) verdict = by_first_line();
    // "Check: pass" and then "It fails on small screens."
    if (verdict.says == Says::kPass && std::ranges::any_of(lines_, [](const SpokenLine& line) {
          return !line.code && tells_of_failure(line.bare);
        }))
      verdict.says = Says::kBoth;
    return verdict;
  }

 private:
  Verdict in_json() const {
    Verdict verdict;
    for (const Candidate& candidate : find_json(text_).candidates) {
      const Json& value = candidate.parsed.value;
      if (!value.is_object()) continue;
      const Json* said = find_field(value.get_object(), kVerdictFields);
      if (said == nullptr) continue;
      const Says says = said->is_bool() ? (said->get_bool() ? Says::kPass : Says::kFail)
                                        : phrase_says(brief_text(*said));
      verdict.says = together(verdict.says, says);
      const Json* why = find_field(value.get_object(), kWhyFields);
      if (why != nullptr) verdict.why = brief_text(*why), verdict.faults = *why;
    }
    return verdict;
  }

  void collect() {
    const std::vector<Region> regions = find_regions(text_);
    auto region = regions.begin();
    all_ = split_lines(text_);
    for (std::size_t i = 0; i < all_.size(); ++i) {
      const auto at = static_cast<std::size_t>(all_[i].data() - text_.data());
      while (region != regions.end() && region->end <= at) ++region;
      const bool inside = region != regions.end() && region->begin <= at;
      if (!inside || region->container == Container::kReasoning ||
          region->container == Container::kQuote)
        continue;
      std::string bare = without_marks(all_[i]);
      if (!bare.empty())
        lines_.push_back({std::move(bare), i, region->container == Container::kFence});
    }
  }

  Verdict by_label() {
    Verdict verdict;
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      const std::string& line = lines_[i].bare;
      const Labelled parts = split_label(line);
      std::string_view said = parts.text;
      std::string written = split_label(all_[lines_[i].at]).text;
      const bool heading =
          is_check_label(line.ends_with(':') ? line.substr(0, line.size() - 1) : line);
      std::size_t last = i;
      if (heading && i + 1 < lines_.size()) {
        said = lines_[i + 1].bare;
        last = i + 1;
        written = all_[lines_[last].at];
      } else if (parts.label.empty() || !is_check_label(parts.label) ||
                 (verdict.says != Says::kNothing && is_item(all_[lines_[i].at]))) {
        continue;
      }
      const Says says = phrase_says(said);
      if (says == Says::kNothing) continue;
      if (verdict.says == Says::kNothing)
        verdict.why = why_of(written, lines_[i].at, lines_[last].at + 1);
      verdict.says = together(verdict.says, says);
      i = last;
    }
    return verdict;
  }

  Verdict by_first_line() const {
    const SpokenLine& first = lines_.front();
    const Says says = phrase_says(without_list_mark(first.bare));
    if (says == Says::kNothing) return {};
    return {says, why_of(all_[first.at], first.at, first.at + 1)};
  }

  // What is said behind the verdict and below it; where that is nothing, above it.
  std::string why_of(std::string_view said, std::size_t begin, std::size_t end) const {
    const std::string behind(trim(said.substr(behind_verdict(said))));
    std::string why = behind;
    append_lines(why, end, all_.size());
    if (why.empty()) append_lines(why, 0, begin);
    return why;
  }

  void append_lines(std::string& why, std::size_t begin, std::size_t end) const {
    for (std::size_t i = begin; i < end; ++i) {
      const Labelled parts = split_label(all_[i]);
      if (!why.empty()) why += '\n';
      why += is_one_of(parts.label, kWhyFields) ? parts.text : std::string(all_[i]);
    }
    while (!why.empty() && is_ascii_space(why.back())) why.pop_back();
  }

  std::string_view text_;
  std::vector<std::string_view> all_;
  std::vector<SpokenLine> lines_;
};

}  // namespace

CheckRead read_check(std::string_view text) {
  Verdict verdict = CheckReader(text).run();
  CheckRead read;
  if (verdict.says == Says::kPass || verdict.says == Says::kFail)
    read.passed = verdict.says == Says::kPass;
  read.why = std::move(verdict.why);
  read.faults = std::move(verdict.faults);
  return read;
}

}  // namespace fm
