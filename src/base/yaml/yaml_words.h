// What the YAML parser finds wrong, in words that a person can act on (P-82). Pure.
#pragma once

#include <string>
#include <string_view>

namespace fm {

struct YamlWords {
  std::string what;
  std::string cure;
};

YamlWords yaml_words(std::string_view parser_message);

}  // namespace fm
