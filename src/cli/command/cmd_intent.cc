// folkmoot intent TEXT
#include "app/message_limits.h"
#include "cli/command/commands.h"
#include "cli/context/given_text.h"
#include "cli/context/report_error.h"
#include "cli/listing/library.h"
#include "cli/listing/understanding.h"

namespace fm::cli {

int run(const IntentArgs& args, Context& context) {
  std::string text = args.text;
  if (text == "-") {
    auto given = read_standard_input("message", kMessageLimit);
    if (!given) return report(given.error(), context);
    text = std::move(*given);
  }
  if (const auto said = check_message(text); !said) return report(said.error(), context);
  const auto vocabulary = load_words();
  if (!vocabulary) return report(vocabulary.error(), context);
  const IntentReading intent = read_intent(Utterance::of(*vocabulary, text));
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
