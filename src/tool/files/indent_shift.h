// How the indentation of a stretch differs from that of the same lines in a file, if it does so by
// one rule, and new lines indented by that rule.
//
// The rules: the file has more in front of every line, or less; or tabs where the stretch has
// spaces, or spaces where it has tabs. Nothing is guessed: a new line whose indentation the rule
// does not reach has none. Pure.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fm {

class IndentShift {
 public:
  using Pairs = std::vector<std::pair<std::string_view, std::string_view>>;  // given, in the file

  // Nothing: there is no one rule. `unit` is how many spaces a step is where that is open.
  static std::optional<IndentShift> of(const Pairs& pairs, std::size_t unit);

  bool is_none() const;  // all lines are indented as they are in the file
  std::optional<std::string> applied(std::string_view line) const;

 private:
  enum class Kind { kOnlyKnown, kAdds, kTakes, kToTabs, kToSpaces };
  std::map<std::string, std::string, std::less<>> known_;
  Kind kind_ = Kind::kOnlyKnown;
  std::string prefix_;       // of kAdds and kTakes
  std::size_t unit_ = 4;     // spaces that are one tab
  std::ptrdiff_t more_ = 0;  // steps that the file has more
};

// The spaces of one step in a text's indentation: their greatest common divisor, if it is a usual
// one, else 4.
std::size_t indent_unit(std::string_view text);

}  // namespace fm
