// Why a text could not be read, for the program (a code), the person (words) and the model (the
// repair turn of P-41).
//
// The codes are those of test/corpus/README.md, and nothing_changed of a change that is none. A
// reader gives std::expected<T, Fault>: a fault is expected, it is not a bug.
#pragma once

#include <cstddef>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "reading/json/repair.h"

namespace fm {

struct Found;

enum class FaultCode {
  kNoJson,
  kEmpty,
  kTruncated,
  kAmbiguous,
  kInvalidType,
  kInvalidValue,
  kMissingField,
  kUnknownAgent,
  kForbiddenAgent,
  kPlaceholder,
  kDuplicateKeyConflict,
  kOutOfRange,
  kTaskMismatch,
  kUnknownTool,
  kBadArguments,
  kLeakedMarkup,
  kCycle,
  kUnknownDependency,
  kDuplicateId,
  kNothingChanged,
};

std::string_view fault_name(FaultCode code);  // "no_json"

struct Fault {
  FaultCode code;
  std::string message;     // a whole sentence: what is wrong
  std::size_t offset = 0;  // where in the text, in bytes
  std::string excerpt;     // what stands there, at most a line; may be empty
};

template <class T>
using Read = std::expected<T, Fault>;

[[nodiscard]] std::unexpected<Fault> fault(FaultCode code, std::string message,
                                           std::size_t offset = 0);

// Something that did not stop the reading: a repair, or an oddity that the room should show.
struct Note {
  std::string code;
  std::string message;
  std::size_t offset = 0;

  bool operator==(const Note&) const = default;
};

// Why there was no value to read: blank, only reasoning, cut off, or broken with its place.
Fault fault_of_search(const Found& found, std::string_view text);

std::vector<Note> notes_of_repairs(const ParsedJson& parsed);

// Up to a line of `text` at `offset`, cleaned.
std::string excerpt_at(std::string_view text, std::size_t offset);

// The fault with what stands at its offset.
std::unexpected<Fault> located(std::string_view text, std::unexpected<Fault> problem);

// What is said to the model for one repair turn. `wanted` says what the answer should be, as a
// phrase: "a JSON object {\"ideas\": [...]} with at least 3 ideas".
std::string repair_prompt(const Fault& fault, std::string_view wanted);

Error to_error(const Fault& fault);  // code "reading_no_json" and so on

}  // namespace fm
