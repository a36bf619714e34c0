// Front matter: the YAML between two `---` lines at the top of a Markdown file, and the rest.
//
// The document's marks are lines of the file itself. Where the only thing wrong with the YAML is
// that `description` is prose, that one key is read as the text that stands there (P-50). Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/yaml/yaml.h"

namespace fm {

struct FrontMatter {
  YamlDocument document;
  std::string body;                 // without white space at its ends, lines ended by \n
  std::optional<Error> yaml_fault;  // what was passed over by reading `description` as prose
};

// `keys` are those that can begin a line after a description. Errors: card_invalid (there is no
// front matter, or no end of it), yaml_invalid, yaml_too_large.
Result<FrontMatter> split_front_matter(std::string_view text, std::string_view path,
                                       const std::vector<std::string>& keys);

}  // namespace fm
