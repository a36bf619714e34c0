// The YAML files of the program's own packs, parsed when it was built.
//
// They are half a megabyte, of which every start would parse a good part anew. Those of languages
// are in the vocabulary (languages.h).
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "base/yaml/yaml.h"

namespace fm {

// Constant data of the binary; generated (cmake/embed.cmake), laid out by documents_main.cc.
std::string_view embedded_documents();

// What parse_yaml(text, path) gives, if `text` is that of a built-in file; else nothing.
std::optional<YamlDocument> built_in_document(std::string_view text, std::string_view path);

// A file of a pack, built in or not. Errors: those of parse_yaml().
Result<YamlDocument> pack_document(std::string_view text, std::string_view path);

// The same, with its error among the faults.
std::optional<YamlDocument> read_pack_document(std::string_view text, std::string_view path,
                                               std::vector<Error>& faults);

}  // namespace fm
