// folkmoot read WHAT [FILE]
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "app/queries/model_reader.h"
#include "app/reading/answer_context.h"
#include "app/reading/answer_kinds.h"
#include "app/reading/understanding.h"
#include "base/text.h"
#include "cli/command/commands.h"
#include "cli/context/given_text.h"
#include "cli/context/report_error.h"
#include "cli/listing/library.h"
#include "cli/listing/understanding.h"
#include "team/conversation/understanding_json.h"

namespace fm::cli {
namespace {

constexpr std::size_t kLongestAnswer = std::size_t{32} << 20;

struct TextPlace {
  std::int64_t line = 1;
  std::int64_t column = 1;  // in bytes
};

TextPlace place_of(std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, std::min(offset, text.size()));
  const std::size_t line = before.rfind('\n');
  return {.line = 1 + std::ranges::count(before, '\n'),
          .column = static_cast<std::int64_t>(before.size() -
                                              (line == std::string_view::npos ? 0 : line + 1) + 1)};
}

Result<std::string> given_answer(const ReadArgs& args, const Context& context) {
  if (args.file.empty() || args.file == "-") return read_standard_input("answer", kLongestAnswer);
  return read_given_file(args.file, context.folder);
}

// An option that this kind cannot do without.
std::unexpected<Error> lacking(const ReadArgs& args, std::string_view option,
                               std::string_view why) {
  return fail("usage_invalid", fmt::format("folkmoot read {} needs {}.", args.what, option),
              std::string(why), "See folkmoot read --help.");
}

Result<AnswerContext> context_for(const ReadArgs& args, const Context& context) {
  AnswerContext known;
  known.task = args.task;
  known.form = message_form_of(args.form);
  known.cut_off = args.cut_off;
  if (!args.ideas.empty()) {
    const std::string text = TRY(read_given_file(args.ideas, context.folder));
    known.ideas = TRY(known_ideas_in(text, args.ideas));
  } else if (args.what == "choice") {
    return lacking(args, "--ideas FILE", "A choice is one of the ideas that there are.");
  }
  if (!args.tools.empty()) {
    const std::string text = TRY(read_given_file(args.tools, context.folder));
    known.tools = TRY(tools_in(text, args.tools));
  } else if (args.what == "tool-call") {
    return lacking(args, "--tools FILE", "Only calls of tools that there are count.");
  }
  if (!args.roster.empty()) {
    const std::string text = TRY(read_given_file(args.roster, context.folder));
    known.agents = TRY(roster_in(text, args.roster));
  } else if (args.what == "routing" || args.what == "plan") {
    known.agents = roster_of(load_library(context).profiles());
  }
  return known;
}

// In words on standard error; a program gets one object more, in place of the result.
int tell_fault(const Fault& fault, std::string_view text, std::string_view wanted,
               Context& context) {
  const TextPlace place = place_of(text, fault.offset);
  const std::string prompt = repair_prompt(fault, wanted);
  const Error error{
      .code = fmt::format("reading_{}", fault_name(fault.code)),
      .message = fault.message,
      .cause = fmt::format("{} in line {}, column {}{}", fault_name(fault.code), place.line,
                           place.column, fault.excerpt.empty() ? "." : ": " + fault.excerpt),
      .cure = context.json() ? "Ask the model again, with the fault's prompt."
                             : "Ask the model again, with the words that follow."};
  if (context.json()) {
    print_json({{"fault", JsonObject{{"code", fault_name(fault.code)},
                                     {"message", fault.message},
                                     {"offset", static_cast<std::int64_t>(fault.offset)},
                                     {"line", place.line},
                                     {"column", place.column},
                                     {"excerpt", fault.excerpt},
                                     {"prompt", prompt}}}},
               context);
    return report(error, context);
  }
  const int status = report(error, context);
  context.err.write("\n" + shown(prompt, context.terminal.charset) + "\n");
  return status;
}

void tell_notes(const std::vector<Note>& notes, std::string_view text, Context& context) {
  if (context.globals.quiet) return;
  for (const Note& note : notes) {
    const TextPlace place = place_of(text, note.offset);
    report_notice(
        {.code = note.code,
         .message = note.message,
         .cause = note.offset == 0 ? std::string()
                                   : fmt::format("Line {}, column {}.", place.line, place.column),
         .cure = ""},
        context);
  }
}

int read_person(std::string_view what, std::string_view text, Context& context) {
  if (what == kMentions) {
    print_json(mentions_value(text), context);
    return kDone;
  }
  const auto vocabulary = load_words();
  if (!vocabulary) return report(vocabulary.error(), context);
  print_json(what == kQuestions ? questions_value(find_questions(*vocabulary, text))
                                : answer_value(read_answer(*vocabulary, text)),
             context);
  return kDone;
}

// A message in its context, as the flows understand it (C-12).
int read_in_context(const ReadArgs& args, Context& context) {
  const auto bytes = args.context.empty() || args.context == "-"
                         ? read_standard_input("context", kLongestAnswer)
                         : read_given_file(args.context, context.folder);
  if (!bytes) return report(bytes.error(), context);
  const auto given = message_in_context(*bytes, args.context);
  if (!given) return report(given.error(), context);
  std::optional<ModelUnderstanding> model;
  if (args.by_model) {
    const auto config = context.backend.config(context.globals, context.folder);
    if (!config) return report(config.error(), context);
    auto read = read_by_model(context.loop, *config, args.model,
                              ask_understanding(given->context, given->text));
    if (!read) return report(read.error(), context);
    model = std::move(*read);
  }
  const auto vocabulary = load_words();
  if (!vocabulary) return report(vocabulary.error(), context);
  print_json(
      to_json(understand(*vocabulary, given->context, given->text, model ? &*model : nullptr)),
      context);
  return kDone;
}

}  // namespace

int run(const ReadArgs& args, Context& context) {
  if (args.what == kMessage) return read_in_context(args, context);
  const auto known = context_for(args, context);
  if (!known) return report(known.error(), context);
  const auto text = given_answer(args, context);
  if (!text) return report(text.error(), context);
  const AnswerKind* kind = answer_kind(args.what);
  if (kind == nullptr) return read_person(args.what, *text, context);
  const auto reading = kind->read(*text, *known);
  if (!reading) return tell_fault(reading.error(), *text, kind->wanted, context);
  tell_notes(reading->notes, *text, context);
  print_json(reading->value, context);
  return kDone;
}

}  // namespace fm::cli
