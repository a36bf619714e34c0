// Replacing a stretch of a text by another: exactly, or tolerant of white space, never of meaning.
//
// The stretch is looked for in these ways, and the first that finds it decides:
//   1. as it is
//   2. lines may end in \n or \r\n
//   3. and in spaces or tabs
//   4. indented otherwise, all lines by the same shift (tabs for spaces too); the new text is
//      shifted alike
// and if none does, once more without what models put around a text: the line numbers of read_file,
// a fence of backticks, \n written for a line's end. These are taken off only where the file has no
// such text. Found more than once it is refused with the places, unless all are meant; not found,
// with the stretch of the file that is most like it. Placeholders for text that was left out
// ("... existing code ...") are refused. Pure; time is bounded by the sizes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace fm {

struct TextEdit {
  std::string old_text;
  std::string new_text;
  bool all = false;
};

// A stretch of the text, and what comes in its place.
struct Replacement {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string text;
};

struct EditPlan {
  std::vector<Replacement> replacements;  // in order, apart from each other
  std::vector<std::string> notes;         // what was tolerated, in words for the model
};

// `name` is the file's: of Markdown and Python some marks are text. Errors: edit_empty, edit_same,
// edit_not_found, edit_ambiguous, edit_placeholder, edit_numbered, edit_unclear.
Result<EditPlan> plan_edit(std::string_view text, const TextEdit& edit, std::string_view name);

}  // namespace fm
