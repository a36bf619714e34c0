// The agents and teams that count in the folder, for the commands that show them.
#pragma once

#include "cli/context/context.h"
#include "team/pack/pack.h"

namespace fm::cli {

Library load_library(const Context& context);

// The words by which the program understands people: its own and the person's, never a folder's
// (C-12). Errors: those of the language files.
Result<Vocabulary> load_words();

// Prints what is wrong with the files, each with its place and cure; the exit status.
int report_check(const Library& library, Context& context);

// "name   value", the value hanging below itself. Nothing for an empty value.
Lines fact_lines(std::string_view name, std::string_view value, const Context& context);

}  // namespace fm::cli
