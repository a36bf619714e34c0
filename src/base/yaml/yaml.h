// YAML text to a JSON value that remembers where in the file every part of it stands.
//
// Scalars follow the core schema of YAML 1.2, with one rule of our own: an integer that fits 64
// bits is an integer, and every other number (7.5, 1e3, .inf) stays the text that was written,
// because no double may enter a decision; parse_decimal() reads such a text exactly. yes, no, on
// and off are text. Refused: duplicate and non-scalar keys, merge keys, tags other than YAML's own,
// a second document, invalid UTF-8, and what is too large, too deep or grows by aliases (kYaml...).
// yaml-cpp and its exceptions stay inside the source. Pure; from any thread.
// Errors: yaml_invalid, yaml_too_large; their message begins with "path:line:column: ".
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "base/json.h"
#include "base/result.h"

namespace fm {

inline constexpr std::size_t kYamlBytes = std::size_t{1} << 20;  // of the text
inline constexpr std::size_t kYamlWeight = 4 * kYamlBytes;  // nodes and text, aliases written out
inline constexpr std::size_t kYamlDepth = 48;

struct YamlMark {
  int line = 1;  // from 1, as editors count
  int column = 1;

  bool operator==(const YamlMark&) const = default;
};

struct YamlDocument {
  std::string path;                                    // as given; for messages only
  Json value;                                          // null for an empty text
  std::map<std::string, YamlMark, std::less<>> marks;  // of values, by JSON pointer ("" is the top)
  std::map<std::string, YamlMark, std::less<>> keys;   // of the keys that hold them

  // Where a value, or its key, stands; of the nearest part around it when it is not in the file.
  YamlMark mark(std::string_view pointer) const;
  YamlMark key_mark(std::string_view pointer) const;
};

Result<YamlDocument> parse_yaml(std::string_view text, std::string_view path);

// One step of a JSON pointer: '~' and '/' escaped (RFC 6901).
std::string pointer_step(std::string_view key);

// "agents/leader.md:3:7: " and the words, as every fault in a file is told.
std::string at_mark(std::string_view path, YamlMark mark, std::string_view words);

// A plain decimal number as an integer scaled by 10^digits: ("7.5", 2) is 750. Nothing when it is
// none, has more decimals than that, or does not fit.
std::optional<std::int64_t> parse_decimal(std::string_view text, int digits);

}  // namespace fm
