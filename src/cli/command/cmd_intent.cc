// folkmoot intent TEXT
#include "base/text.h"
#include "cli/command/commands.h"
#include "cli/context/given_text.h"
#include "cli/context/report_error.h"
#include "cli/listing/library.h"
#include "cli/listing/understanding.h"

namespace fm::cli {
namespace {

constexpr std::size_t kLongestMessage = std::size_t{1} << 20;

}  // namespace

int run(const IntentArgs& args, Context& context) {
  std::string text = args.text;
  if (text == "-") {
    auto given = read_standard_input("message", kLongestMessage);
    if (!given) return report(given.error(), context);
    text = std::move(*given);
  }
  if (trim(clean(text).text).empty()) {
    return report({.code = "message_empty",
                   .message = "There is no message.",
                   .cause = "Nothing in it can be seen.",
                   .cure = "Give a sentence in quotes: folkmoot intent \"a recipe app, please\""},
                  context);
  }
  const auto vocabulary = load_words();
  if (!vocabulary) return report(vocabulary.error(), context);
  const IntentReading intent = read_intent(*vocabulary, text);
  const Answer answer = read_answer(*vocabulary, text);
  if (context.json()) {
    JsonObject value = intent_value(intent);
    value["answer"] = answer_value(answer);
    print_json(value, context);
    return kDone;
  }
  Lines lines = intent_lines(intent, context);
  lines.emplace_back();
  lines.emplace_back("As an answer:", kStrong);
  append(lines, answer_lines(answer, context));
  print(lines, context);
  return kDone;
}

}  // namespace fm::cli
