// A YAML document as bytes that are read again without parsing YAML, which is slow.
//
// For files that a program is built with: made by documents_main.cc when it is built, so the layout
// is this build's own. What is read is equal to what parse_yaml() gives, marks included. Pure; from
// any thread.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "base/yaml/yaml.h"

namespace fm {

std::string yaml_image(const YamlDocument& document);

// Errors: json_invalid, of an image that was cut.
Result<YamlDocument> read_yaml_image(std::string_view image, std::string_view path);

}  // namespace fm
