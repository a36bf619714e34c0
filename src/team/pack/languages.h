// The vocabularies of the packs: by which words people are understood here (C-12, P-50).
//
// A language is one file, language/CODE.yaml of a pack, and a pack's file replaces the built-in
// one of that name whole, as all files of packs do. Library::vocabulary() is the one that counts
// in a folder; this is what the program itself brings. Pure.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "people/language/vocabulary.h"
#include "team/pack/embedded.h"

namespace fm {

// The image that was made of the pack's languages when the program was built (cmake/embed.cmake).
// Constant data of the binary.
std::string_view vocabulary_image();

// Takes no time: nothing is read before it is asked for.
Vocabulary built_in_vocabulary();

// The files of a pack's folder language/ among all that are embedded. Views into them.
std::vector<LanguageFile> language_files(std::span<const EmbeddedFile> files);

// What is wrong with one file, whatever the others are.
std::optional<Error> language_fault(const LanguageFile& file);

}  // namespace fm
