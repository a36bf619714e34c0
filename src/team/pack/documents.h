// The screenplays of the program's own packs, parsed when it was built.
//
// They are a third of a megabyte of YAML, which every rehearsal would parse anew at its start.
#pragma once

#include <optional>
#include <string_view>

#include "base/yaml/yaml.h"

namespace fm {

// Constant data of the binary; generated (cmake/embed.cmake), laid out by documents_main.cc.
std::string_view embedded_documents();

// What parse_yaml(text, path) gives, if `text` is that of the built-in file of this name
// ("screenplays/ideation.yaml"); else nothing.
std::optional<YamlDocument> built_in_document(std::string_view name, std::string_view text,
                                              std::string_view path);

}  // namespace fm
