#include "cli/listing/policy_lines.h"

#include <string>
#include <string_view>
#include <utility>

#include "cli/text/marks.h"

namespace fm::cli {
namespace {

constexpr std::size_t kOutcome = 7;  // columns: "allow"
constexpr std::size_t kIndent = kOutcome;

TextStyle style_of(std::string_view outcome) {
  if (outcome == "allow") return kGood;
  return outcome == "ask" ? kAsk : kDanger;
}

void add_below(Lines& lines, const std::string& text, std::size_t columns, TextStyle style) {
  if (text.empty()) return;
  for (const std::string& row : wrap(text, columns - kIndent))
    lines.push_back(Line(std::string(kIndent, ' ')).add(row, style));
}

Line headed(std::string_view outcome, const std::string& what, const std::string& rest,
            std::size_t columns, Charset charset) {
  Line line(column(std::string(outcome), kOutcome, charset), style_of(outcome));
  line.add(one_line(what, charset), kStrong);
  if (!rest.empty()) line.add("  " + one_line(rest, charset), kQuiet);
  return cut(line, columns, charset);
}

}  // namespace

Lines policy_rule_lines(const std::vector<PolicyRow>& rows, std::size_t columns, Charset charset) {
  Lines lines;
  for (const PolicyRow& row : rows) {
    lines.push_back(headed(row.outcome, row.rule, row.origin, columns, charset));
    add_below(lines, row.what, columns, kPlain);
    add_below(lines, row.who.empty() ? "for every agent" : "for " + row.who, columns, kQuiet);
    add_below(lines, row.when, columns, kQuiet);
  }
  return lines;
}

Lines policy_why_lines(const PolicyAnswer& answer, std::size_t columns, Charset charset) {
  const PolicyVerdict& verdict = answer.explained.verdict;
  Lines lines;
  lines.push_back(
      headed(to_string(verdict.outcome),
             answer.question.tool + (answer.about.empty() ? "" : " " + answer.about),
             "by " + answer.question.agent +
                 (answer.question.sandboxed ? ", in the sandbox" : ", without a sandbox"),
             columns, charset));
  add_below(lines, verdict.why, columns, kPlain);
  add_below(lines, verdict.rule.empty() ? "No rule speaks of it." : "Rule: " + verdict.rule,
            columns, kPlain);
  add_below(lines, verdict.hint, columns, kQuiet);
  if (answer.explained.steps.size() < 2) return lines;
  lines.emplace_back();
  lines.emplace_back("Its parts:", kQuiet);
  for (const PolicyStep& step : answer.explained.steps)
    lines.push_back(
        headed(step.outcome, step.part,
               step.rule.empty() ? step.why : step.rule + (step.why.empty() ? "" : ": " + step.why),
               columns, charset));
  return lines;
}

}  // namespace fm::cli
