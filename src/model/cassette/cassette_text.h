// The texts of prompts in a cassette: each part once, in a line of its own, then by its number
// (P-35).
//
// Every prompt of a room repeats what the one before it said and adds something; written out whole,
// sixty calls would take thirty times what they talk about. So a longer text is cut at its empty
// lines. A part is written before the exchange that first needs it; a text is then a list of
// numbers and of ranges [from, to], between which texts may stand. Pure.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/sha256.h"

namespace fm {

// The fault of one line in words; file and line are added by whoever knows them.
std::unexpected<Error> cassette_invalid(std::string message);

// A text of several lines is written as an array of them; both forms are read.
Json lines_to_json(std::string_view text);
Result<std::string> lines_from_json(const Json& value);

// The part's number and what it says.
using TextParts = std::map<std::int64_t, std::string>;

class TextPacker {
 public:
  // A plain text, or a list of numbers. Parts that are new are added to `fresh`.
  Json pack(std::string_view text, TextParts& fresh);

 private:
  std::map<Sha256, std::int64_t> known_;
  std::int64_t last_ = 0;
};

// The whole text again. Errors: cassette_invalid (a part that is not there, or more than 64 MiB).
Result<std::string> unpack_text(const Json& packed, const TextParts& parts);

// All texts of a request's messages. Errors: as unpack_text.
void pack_messages(Json& request, TextPacker& packer, TextParts& fresh);
Result<Json> unpack_messages(Json request, const TextParts& parts);

}  // namespace fm
