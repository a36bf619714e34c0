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
#include <type_traits>
#include <utility>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "base/yaml/yaml.h"

namespace fm {

struct DecimalRange {
  int digits = 2;  // how many decimals are allowed; the value is scaled by 10^digits
  std::int64_t min = 0;
  std::int64_t max = 0;
};

struct FieldText {
  std::string text;
  std::string where;  // "file:line:column: ", where a message of a later moment begins
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
  // Texts as they are written, of a list or one alone: neither trimmed nor split at commas.
  std::vector<FieldText> whole_texts(std::string_view key);
  std::vector<std::string> keys();  // all of the mapping; none of them is unknown then

  std::string child(std::string_view key);             // the pointer of a nested mapping
  Fields section(std::string_view key);                // a nested mapping; empty when absent
  std::vector<Fields> sections(std::string_view key);  // a list of mappings, or one alone
  bool is_absent() const { return is_absent_; }        // it stands nowhere in the file
  std::string where() const;  // "file:line", for messages of a later moment
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
  bool is_absent_ = false;
  std::set<std::string, std::less<>> known_;
};

// What `read(text, path, faults)` gives, or the first of the faults.
template <class Read>
auto first_fault_or(Read read, std::string_view text, std::string_view path)
    -> Result<typename std::invoke_result_t<Read, std::string_view, std::string_view,
                                            std::vector<Error>&>::value_type> {
  std::vector<Error> faults;
  auto made = read(text, path, faults);
  if (!made) return std::unexpected(std::move(faults.front()));
  return std::move(*made);
}

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
