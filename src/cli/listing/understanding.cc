#include "cli/listing/understanding.h"

#include <fmt/format.h>

#include <string>
#include <vector>

#include "cli/listing/library.h"

namespace fm::cli {
namespace {

class Facts {
 public:
  explicit Facts(const Context& context) : context_(context) {}
  void add(std::string_view name, std::string_view value) {
    append(lines_, fact_lines(name, value, context_));
  }
  Lines take() { return std::move(lines_); }

 private:
  const Context& context_;
  Lines lines_;
};

}  // namespace

Lines intent_lines(const IntentReading& reading, const Context& context) {
  const IntentPlan plan = plan_for(reading.intent);
  Facts facts(context);
  facts.add("intent",
            fmt::format("{}, {} % sure{}", to_string(reading.intent), reading.confidence,
                        reading.runner_up ? fmt::format(", then {}", to_string(*reading.runner_up))
                                          : std::string()));
  facts.add("because of", join(reading.words, ", "));
  facts.add("interests", join(reading.interests, ", ") + (reading.combined ? " (together)" : ""));
  facts.add("people", join(reading.people, ", "));
  facts.add("agents", join(agents_called_by(reading.intent), ", "));
  facts.add("depth, flow", fmt::format("{}, {}", plan.depth, plan.flow));
  return facts.take();
}

Lines answer_lines(const Answer& answer, const Context& context) {
  Facts facts(context);
  facts.add("starts", answer.starts ? "yes" : "no");
  facts.add("cancels", answer.cancels ? "yes" : "no");
  facts.add("approval", to_string(answer.approval));
  facts.add("command", answer.command ? to_string(*answer.command) : std::string_view());
  facts.add("because of", join(answer.words, ", "));
  facts.add("language", join(answer.languages, ", "));
  return facts.take();
}

}  // namespace fm::cli
