#include "reading/json/fault.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.h"
#include "reading/json/find.h"

namespace fm {
namespace {

struct CodeText {
  std::string_view name;
  std::string_view advice;  // to the model
};

constexpr std::array<CodeText, 20> kCodes = {{
    {"no_json", "Answer with the JSON itself, outside of reasoning and quotations."},
    {"empty", "Fill it in; an empty answer cannot be used."},
    {"truncated", "Send the whole answer again, shorter, so that it is not cut off."},
    {"ambiguous", "Send exactly one answer, without drafts or alternatives."},
    {"invalid_type", "Keep to the types that were asked for."},
    {"invalid_value", "Use one of the values that were asked for."},
    {"missing_field", "Give every field that was asked for."},
    {"unknown_agent", "Name an agent of the team by its id."},
    {"forbidden_agent", "Choose an agent that may act now."},
    {"placeholder", "Replace the placeholders of the format by real values."},
    {"duplicate_key_conflict", "Give every key once."},
    {"out_of_range", "Keep to the range that was asked for."},
    {"task_mismatch", "Report on the task that you were given, with its id."},
    {"unknown_tool", "Use only the tools that were offered, by their exact names."},
    {"bad_arguments", "Send the arguments as one JSON object with the tool's parameters."},
    {"leaked_markup", "Do not write tool calls as text; use the tool interface."},
    {"cycle", "No task may wait for itself, directly or through others."},
    {"unknown_dependency", "A task can only depend on ids of tasks in the same list."},
    {"duplicate_id", "Give every task an id of its own."},
    {"nothing_changed", "Name at least one entry by its id, and give it another text."},
}};

const CodeText& text_of(FaultCode code) { return kCodes[static_cast<std::size_t>(code)]; }

}  // namespace

std::string_view fault_name(FaultCode code) { return text_of(code).name; }

std::unexpected<Fault> fault(FaultCode code, std::string message, std::size_t offset) {
  return std::unexpected(Fault{code, std::move(message), offset, {}});
}

std::string excerpt_at(std::string_view text, std::size_t offset) {
  constexpr std::size_t kBefore = 20;
  constexpr std::size_t kLength = 60;
  if (offset >= text.size()) offset = text.size();
  std::size_t begin = offset < kBefore ? 0 : offset - kBefore;
  // Not in the middle of a character, and not before this line.
  while (begin < offset && (static_cast<unsigned char>(text[begin]) & 0xC0) == 0x80) ++begin;
  std::string_view part = text.substr(begin, kLength + 4);
  const std::size_t line = part.substr(0, offset - begin).rfind('\n');
  if (line != std::string_view::npos) part.remove_prefix(line + 1);
  part = part.substr(0, part.find('\n'));
  return clean(to_utf8(trim(cut_bytes(part, kLength)))).text;
}

std::unexpected<Fault> located(std::string_view text, std::unexpected<Fault> problem) {
  problem.error().excerpt = excerpt_at(text, problem.error().offset);
  return problem;
}

Fault fault_of_search(const Found& found, std::string_view text) {
  Fault out{FaultCode::kNoJson, {}, 0, {}};
  if (found.blank && !found.open_reasoning && text.find("</") == std::string_view::npos) {
    out.code = FaultCode::kEmpty;
    out.message = "The answer is empty.";
  } else if (found.blank) {
    out.message = found.open_reasoning
                      ? "The answer holds only reasoning, and its closing tag is missing."
                      : "The answer holds only reasoning.";
  } else if (found.truncated) {
    out.code = FaultCode::kTruncated;
    out.message = "The JSON breaks off before anything in it is complete.";
    out.offset = text.size();
  } else if (found.failure && found.failure->had_content) {
    out.message = "The JSON is broken at byte " + std::to_string(found.failure->offset) + ": " +
                  found.failure->message + ".";
    out.offset = found.failure->offset;
  } else if (found.failure && found.failure->too_large) {
    out.message =
        "At byte " + std::to_string(found.failure->offset) + " " + found.failure->message + ".";
    out.offset = found.failure->offset;
  } else {
    out.message = "The answer holds no JSON that could be read.";
  }
  if (found.budget_spent) out.message += " It is too tangled to be searched to its end.";
  if (out.offset != 0) out.excerpt = excerpt_at(text, out.offset);
  return out;
}

std::vector<Note> notes_of_repairs(const ParsedJson& parsed) {
  std::vector<Note> notes;
  for (const Repair& repair : parsed.repairs) {
    std::string words(repair_name(repair.kind));
    std::ranges::replace(words, '_', ' ');
    notes.push_back(
        {std::string(repair_name(repair.kind)), "Repaired: " + words + ".", repair.offset});
  }
  return notes;
}

std::string repair_prompt(const Fault& fault, std::string_view wanted) {
  std::string out = "Your last answer could not be used. " + fault.message;
  if (!fault.excerpt.empty()) out += " It stands here: " + fault.excerpt;
  out += "\n" + std::string(text_of(fault.code).advice);
  if (!wanted.empty()) {
    out += "\nWanted is " + std::string(wanted) + ". Send it again, complete, and nothing else.";
  }
  return out;
}

Error to_error(const Fault& fault) {
  return Error{"reading_" + std::string(fault_name(fault.code)), fault.message,
               fault.excerpt.empty() ? "" : "The place: " + fault.excerpt,
               std::string(text_of(fault.code).advice)};
}

}  // namespace fm
