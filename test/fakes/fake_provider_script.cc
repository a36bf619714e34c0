#include <array>
#include <optional>
#include <string>
#include <utility>

#include "test/fakes/fake_provider.h"

namespace fm {
namespace {

struct FaultName {
  std::string_view name;
  FakeFault fault;
};
constexpr std::array kFaults{FaultName{"", FakeFault::kNone},
                             FaultName{"cut", FakeFault::kCut},
                             FaultName{"reset", FakeFault::kReset},
                             FaultName{"silence", FakeFault::kSilence},
                             FaultName{"no_end", FakeFault::kNoEnd},
                             FaultName{"broken_json", FakeFault::kBrokenJson},
                             FaultName{"error_frame", FakeFault::kErrorFrame},
                             FaultName{"error_event", FakeFault::kErrorEvent},
                             FaultName{"error_field", FakeFault::kErrorField}};

std::unexpected<Error> invalid(std::string what) {
  return fail("fake_script_invalid", "The fake server's script is wrong: " + what);
}

std::vector<std::string> one_or_more(const Json& rule, std::string_view key) {
  if (const std::string_view one = text_at(rule, key); !one.empty()) return {std::string(one)};
  return texts_at(rule, key);
}

std::string text_or_json(const Json& rule, std::string_view key) {
  const Json* value = find_at(rule, key);
  if (value == nullptr) return {};
  return value->is_string() ? std::string(text_at(rule, key)) : canonical(*value);
}

Result<FakeFault> fault_of(const Json& rule) {
  const std::string_view name = text_at(rule, "fault");
  for (const FaultName& known : kFaults)
    if (known.name == name) return known.fault;
  return invalid("no fault is called " + std::string(name));
}

Result<std::optional<ModelErrorKind>> failure_of(const Json& rule) {
  const std::string_view name = text_at(rule, "failure");
  if (name.empty()) return std::optional<ModelErrorKind>();
  for (int i = 0; i <= static_cast<int>(ModelErrorKind::kCancelled); ++i)
    if (const auto kind = static_cast<ModelErrorKind>(i); to_string(kind) == name) return kind;
  return invalid("no failure is called " + std::string(name));
}

std::optional<Usage> usage_of(const Json& rule) {
  const Json* usage = find_at(rule, "usage");
  if (usage == nullptr) return std::nullopt;
  return Usage{.input = int_at(*usage, "input"),
               .cached = int_at(*usage, "cached"),
               .output = int_at(*usage, "output"),
               .reasoning = int_at(*usage, "reasoning"),
               .cache_write = int_at(*usage, "cache_write")};
}

std::vector<ReasoningSignature> signatures_of(const Json& rule) {
  std::vector<ReasoningSignature> signatures;
  const Json* list = find_at(rule, "seals");
  if (list == nullptr || !list->is_array()) return signatures;
  for (const Json& signature : list->get_array())
    signatures.push_back(
        {bool_at(signature, "opaque") ? SignatureKind::kOpaque : SignatureKind::kSignature,
         std::string(text_at(signature, "value")), std::string(text_at(signature, "text")),
         std::string(text_at(signature, "of"))});
  return signatures;
}

Result<FakeRule> parse_rule(const Json& json) {
  if (!json.is_object()) return invalid("a rule is no object");
  FakeRule rule;
  rule.last_has = one_or_more(json, "last_has");
  rule.any_has = one_or_more(json, "any_has");
  rule.model = text_at(json, "model");
  rule.times = static_cast<int>(int_at(json, "times", -1));
  rule.text = text_at(json, "text");
  if (rule.text == "@everything") rule.text = everything_text();
  rule.reasoning = text_at(json, "reasoning");
  rule.refusal = text_at(json, "refusal");
  rule.signatures = signatures_of(json);
  rule.finish = text_at(json, "finish");
  rule.usage = usage_of(json);
  rule.repeat = static_cast<std::size_t>(int_at(json, "repeat", 1));
  if (const Json* calls = find_at(json, "tool_calls"); calls != nullptr && calls->is_array())
    for (const Json& call : calls->get_array())
      rule.tool_calls.push_back({std::string(text_at(call, "id")),
                                 std::string(text_at(call, "name")),
                                 text_or_json(call, "arguments")});
  rule.stream = bool_at(json, "stream", true);
  rule.chunk_bytes = static_cast<std::size_t>(int_at(json, "chunk_bytes", 24));
  rule.head_delay = Millis(int_at(json, "head_delay_ms"));
  rule.first_delay = Millis(int_at(json, "first_delay_ms"));
  rule.chunk_delay = Millis(int_at(json, "chunk_delay_ms"));
  rule.fault = TRY(fault_of(json));
  rule.fault_after = static_cast<std::size_t>(int_at(json, "fault_after"));
  rule.error = text_or_json(json, "error");
  rule.failure = TRY(failure_of(json));
  rule.failure_words = text_at(json, "failure_words");
  rule.status = static_cast<int>(int_at(json, "status", 200));
  rule.body = text_or_json(json, "body");
  if (const Json* headers = find_at(json, "headers"); headers != nullptr && headers->is_object())
    for (const auto& [name, value] : headers->get_object())
      if (value.is_string())
        rule.headers.push_back({std::string(name), std::string(value.get_string())});
  return rule;
}

}  // namespace

Result<FakeScript> parse_fake_script(std::string_view json) {
  const Json document = TRY(parse_json(json));
  const Json* rules = find_at(document, "rules");
  if (rules == nullptr || !rules->is_array()) return invalid("it has no list \"rules\"");
  FakeScript script;
  script.keep_bodies = bool_at(document, "keep_bodies", true);
  if (find_at(document, "models") != nullptr) script.models = texts_at(document, "models");
  for (const Json& rule : rules->get_array()) script.rules.push_back(TRY(parse_rule(rule)));
  return script;
}

std::string everything_text() {
  return R"(Here is where I would put the weight: people come back for what saves them time in the first
week, so each of these can be tried small. The riskiest assumption is that they will change a
habit; the second is that it can be paid for.

```json
{
  "ideas": [
    {"title": "First-week companion", "description": "A guide that notices where people stall in their first week and offers one next step.", "rationale": "Most give up before the first result.", "tags": ["onboarding"]},
    {"title": "Shared shelf", "description": "Neighbours lend each other what they rarely use, with a calendar and a small deposit.", "rationale": "Owning less is cheaper.", "tags": ["community"]},
    {"title": "Quiet digest", "description": "One message a day that replaces all notifications and says what can wait.", "rationale": "Attention is what is scarce.", "tags": ["focus"]},
    {"title": "Repair map", "description": "A map of who mends what nearby, with prices and waiting times.", "rationale": "Repair fails because it is hard to find.", "tags": ["local"]},
    {"title": "Practice partner", "description": "A partner that plays the other side of a hard conversation and says what it heard.", "rationale": "Nobody rehearses what they fear.", "tags": ["learning"]}
  ],
  "evaluations": [
    {"idea_id": "idea-1", "feasibility": 8, "innovation": 6, "impact": 8.5, "clarity": 9, "completeness": 7, "score": 7.8, "pros": ["small to try"], "cons": ["needs usage data"], "feedback": "Name the one next step."},
    {"idea_id": "idea-2", "feasibility": 7, "innovation": 5, "impact": 7, "clarity": 8, "completeness": 6.5, "score": 6.7, "pros": ["clear value"], "cons": ["trust between strangers"], "feedback": "Say who carries the risk."},
    {"idea_id": "idea-3", "feasibility": 8, "innovation": 6.5, "impact": 7.5, "clarity": 8, "completeness": 7, "score": 7.4, "pros": ["daily use"], "cons": ["platform limits"], "feedback": "Decide what is urgent, and who decides."},
    {"idea_id": "idea-4", "feasibility": 6.5, "innovation": 6, "impact": 7, "clarity": 8.5, "completeness": 6, "score": 6.9, "pros": ["useful at once"], "cons": ["data ages"], "feedback": "Plan how entries stay true."},
    {"idea_id": "idea-5", "feasibility": 7, "innovation": 8, "impact": 8, "clarity": 7.5, "completeness": 7, "score": 7.6, "pros": ["nobody does it well"], "cons": ["hard to measure"], "feedback": "Define what a good rehearsal is."}
  ]
}
```

I would begin with the First-week companion: it has the highest score and the shortest way to a
first test.)";
}

}  // namespace fm
