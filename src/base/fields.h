// Fields: the keys of one YAML mapping, read by type, every fault noted with its line and cure.
//
// A reader asks for the keys that it knows and then calls refuse_unknown() or unknown_keys(). A
// value that is missing or faulty reads as nothing; the fault is in the list, so that one pass over
// a file reports all that is wrong with it (P-52). Borrows the document and the list.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "base/yaml.h"

namespace fm {

struct DecimalRange {
  int digits = 2;  // how many decimals are allowed; the value is scaled by 10^digits
  std::int64_t min = 0;
  std::int64_t max = 0;
};

class Fields {
 public:
  // `pointer` names the mapping; another kind of value there is a fault and reads as empty.
  Fields(const YamlDocument& document, std::string pointer, std::string code,
         std::vector<Error>& faults);

  bool has(std::string_view key);                // present and not null
  std::string text(std::string_view key);        // any scalar, as text without outer white space
  std::string identifier(std::string_view key);  // 1 to 64 of [a-z0-9-]
  std::optional<int> integer(std::string_view key, int min, int max);
  std::optional<std::int64_t> decimal(std::string_view key, DecimalRange range);
  std::optional<bool> flag(std::string_view key);        // true, false, yes, no
  std::vector<std::string> texts(std::string_view key);  // a list, or a text with commas
  std::string child(std::string_view key);               // the pointer of a nested mapping
  const JsonObject& object() const { return *object_; }

  void fault(std::string_view key, std::string_view what, std::string cure);      // at the value
  void fault_key(std::string_view key, std::string_view what, std::string cure);  // at the key
  void refuse_unknown();
  std::vector<std::string> unknown_keys() const;  // those that were never asked for

 private:
  const Json* find(std::string_view key);

  const YamlDocument& document_;
  std::string pointer_;
  std::string code_;
  std::vector<Error>& faults_;
  const JsonObject* object_;
  std::set<std::string, std::less<>> known_;
};

// "agents/leader.md" is "leader".
std::string file_stem(std::string_view path);

// Splits at commas that stand in no brackets: "Read, Agent(a, b)" is two. Empty parts are dropped.
std::vector<std::string> split_list(std::string_view text);

// The known words that `word` was probably meant to be, nearest first, at most three.
std::vector<std::string> nearest_words(std::string_view word,
                                       const std::vector<std::string>& known);

// "Did you mean `a` or `b`?", or "One of these is meant: a, b, c.", or empty without words.
std::string suggest(std::string_view word, const std::vector<std::string>& known);

// A scaled decimal as people write it: (750, 2) is "7.5", (700, 2) is "7".
std::string decimal_text(std::int64_t value, int digits);

}  // namespace fm
