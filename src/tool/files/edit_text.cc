#include "tool/files/edit_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/text.h"
#include "tool/files/find_stretch.h"
#include "tool/files/model_marks.h"
#include "tool/files/nearest_text.h"
#include "tool/files/text_lines.h"

namespace fm {
namespace {

constexpr std::size_t kShownPlaces = 12;

struct Variant {
  TextEdit edit;
  std::string note;
};

std::unexpected<Error> refuse(std::string code, std::string message, std::string cause,
                              std::string cure) {
  return fail(std::move(code), std::move(message), std::move(cause), std::move(cure));
}

// A line of `given` that stands for lines that were left out, and is no line of the file.
std::optional<std::string_view> placeholder(std::string_view given, std::string_view known,
                                            std::string_view text, std::string_view name) {
  const TextLines lines(given);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string_view line = without_ends(lines[i]);
    if (is_placeholder(line, name) && !known.contains(line) && !text.contains(line)) return line;
  }
  return std::nullopt;
}

std::unexpected<Error> refuse_placeholder(std::string_view field, std::string_view line) {
  return refuse("edit_placeholder",
                fmt::format("`{}` has a placeholder for text that was left out: {}", field, line),
                "It would be taken word for word.",
                "Give every line in full; make several small edits instead of one large one.");
}

Result<void> check(std::string_view text, const TextEdit& edit, std::string_view name) {
  if (edit.old_text.empty())
    return refuse("edit_empty", "`old` is empty, and the file exists.",
                  "There is no place in the file that it could mean.",
                  "Give the lines that are to change, or beside which new ones shall stand.");
  if (!is_utf8(edit.old_text) || !is_utf8(edit.new_text))  // part of a character could be replaced
    return refuse("edit_unclear", "`old` or `new` is no UTF-8.", {}, "Give whole characters.");
  if (edit.old_text == edit.new_text)
    return refuse("edit_same", "`old` and `new` are the same.", "Nothing would change.",
                  "Check what you wanted to change.");
  if (const auto line = placeholder(edit.new_text, edit.old_text, text, name))
    return refuse_placeholder("new", *line);
  const auto is_numbered = [](std::string_view part) {
    return std::ranges::count(part, '\n') > 0 && numbered(part) == Numbered::kAll;
  };
  if (is_numbered(edit.new_text) && numbered(edit.old_text) == Numbered::kNo &&
      numbered(text) == Numbered::kNo)
    return refuse("edit_numbered", "The lines of `new` begin with line numbers.",
                  "The numbers of read_file are not in the file.", "Give `new` without them.");
  return {};
}

// The edit without a mark that models put around texts, for each mark that `old` has.
Result<std::vector<Variant>> variants(const TextEdit& edit) {
  std::vector<Variant> others;
  const auto add = [&](std::string old_text, std::string new_text, std::string note) {
    if (old_text.empty() || old_text == new_text) return;
    others.push_back({{std::move(old_text), std::move(new_text), edit.all}, std::move(note)});
  };
  TextEdit bare = edit;
  if (const auto inside = out_of_fence(edit.old_text)) {
    bare.old_text = *inside;
    bare.new_text = out_of_fence(edit.new_text).value_or(edit.new_text);
    add(bare.old_text, bare.new_text, "The fence around `old` was taken off.");
  }
  if (numbered(bare.old_text) == Numbered::kAll) {
    const Numbered news = numbered(bare.new_text);
    if (news == Numbered::kSome)
      return refuse("edit_numbered", "Some lines of `new` begin with line numbers, others do not.",
                    "The numbers of read_file are not in the file.",
                    "Give `old` and `new` without them.");
    add(without_numbers(bare.old_text),
        news == Numbered::kAll ? without_numbers(bare.new_text) : bare.new_text,
        "The line numbers in `old` were taken off.");
  }
  if (const auto old_text = unescaped(bare.old_text)) {
    auto new_text = unescaped(bare.new_text);
    if (!new_text && !bare.new_text.contains('\n')) new_text = bare.new_text;
    if (new_text) add(*old_text, *new_text, "\\n was read as a line's end.");
  }
  return others;
}

std::unexpected<Error> not_found(std::string_view text, const TextEdit& edit,
                                 std::string_view name) {
  if (const auto line = placeholder(edit.old_text, {}, text, name))
    return refuse_placeholder("old", *line);
  std::string cause = nearest_text(text, edit.old_text);
  constexpr std::size_t kTelling = 12;
  if (const std::string_view wanted = trim(edit.new_text); wanted.size() >= kTelling)
    if (const std::size_t at = text.find(wanted); at != text.npos)
      cause = fmt::format(
          "`new` stands in the file already, at line {}: this edit may have been "
          "made before.{}{}",
          TextLines(text).line_of(at) + 1, cause.empty() ? "" : "\n", cause);
  if (cause.empty()) cause = "Nothing in the file is like it.";
  return refuse("edit_not_found", "`old` is not in the file.", std::move(cause),
                "Copy the lines from what read_file shows now, without their numbers.");
}

std::unexpected<Error> ambiguous(std::string_view text, const FoundStretches& found) {
  const TextLines lines(text);
  std::vector<std::string> places;
  for (const FoundStretch& place : found.places) {
    if (places.size() == kShownPlaces) {
      places.emplace_back("...");
      break;
    }
    places.push_back(std::to_string(lines.line_of(place.begin) + 1));
  }
  return refuse(
      "edit_ambiguous",
      fmt::format("`old` is in the file {} times: at lines {}.", found.times, join(places, ", ")),
      "It is not sure which one is meant.",
      "Give more of the lines around the one that is meant, or all: true for each.");
}

bool is_inside_character(std::string_view text, std::size_t at) {
  return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80;
}

// Leaves out what stays as it is at both ends.
Replacement shrunk(std::string_view text, Replacement part) {
  const std::string_view old_text = text.substr(part.begin, part.end - part.begin);
  const std::string_view new_text = part.text;
  const std::size_t most = std::min(old_text.size(), new_text.size());
  std::size_t head = 0;
  while (head < most && old_text[head] == new_text[head]) ++head;
  while (head > 0 && (is_inside_character(old_text, head) || is_inside_character(new_text, head)))
    --head;
  std::size_t tail = 0;
  while (tail < most - head &&
         old_text[old_text.size() - 1 - tail] == new_text[new_text.size() - 1 - tail])
    ++tail;
  while (tail > 0 && (is_inside_character(old_text, old_text.size() - tail) ||
                      is_inside_character(new_text, new_text.size() - tail)))
    --tail;
  return {part.begin + head, part.end - tail,
          std::string(new_text.substr(head, new_text.size() - head - tail))};
}

EditPlan plan_of(std::string_view text, FoundStretches found, std::string note) {
  EditPlan plan;
  for (FoundStretch& place : found.places)
    for (Replacement& part : place.replacements) {
      Replacement least = shrunk(text, std::move(part));
      if (least.begin != least.end || !least.text.empty())
        plan.replacements.push_back(std::move(least));
    }
  if (!note.empty()) plan.notes.push_back(std::move(note));
  if (!found.note.empty()) plan.notes.push_back(std::move(found.note));
  return plan;
}

}  // namespace

Result<EditPlan> plan_edit(std::string_view text, const TextEdit& edit, std::string_view name) {
  Variant first{edit, {}};
  if (const auto inside = out_of_fence(edit.new_text);
      inside && !is_prose(name) && !edit.old_text.contains("```")) {
    first.edit.new_text = *inside + (edit.old_text.ends_with('\n') ? "\n" : "");
    first.note = "The fence around `new` was taken off.";
  }
  TRY(check(text, first.edit, name));
  std::vector<Variant> tried{first};
  bool has_variants = false;
  for (std::size_t i = 0; i < tried.size(); ++i) {
    FoundStretches found = TRY(find_stretches(text, tried[i].edit));
    if (found.times > 1 && !edit.all) return ambiguous(text, found);
    if (!found.places.empty()) {
      EditPlan plan = plan_of(text, std::move(found), tried[i].note);
      if (plan.replacements.empty())
        return refuse("edit_same", "The file has this already.", "Nothing would change.",
                      "Check what you wanted to change.");
      return plan;
    }
    if (!std::exchange(has_variants, true))
      for (Variant& other : TRY(variants(first.edit))) tried.push_back(std::move(other));
  }
  return not_found(text, edit, name);
}

}  // namespace fm
