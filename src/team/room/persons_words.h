// What counts of all that a person said of their project, for contradictions.h: the newest budget,
// span of time, date and platform, what they ruled out, and how many of a thing there are.
//
// A piece of a sentence counts only where all of its words belong to such a thing, so that "a
// haircut costs 25 euros" is no budget. What is asked, supposed, quoted or told of others does not
// count, nor what was taken back or said otherwise since. Word lists at the top of the source.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "people/language/vocabulary.h"
#include "team/room/quantity.h"

namespace fm {

// What a thing runs on: "web", "ios".
using Platforms = std::set<std::string_view>;

// Each with the words that say it.
struct SaidQuantity {
  Quantity quantity;
  std::string said;
};

struct RuledOut {
  std::vector<std::string> stems;
  std::vector<std::string> where = {};  // "to customers": only there; empty: everywhere
  std::string said = {};
};

struct SaidPlatform {
  Platforms kinds;
  std::string said;
  std::size_t message = 0;
};

struct SaidCount {
  std::string stem;
  std::int64_t low = 0, high = 0;
  std::string said;
};

Platforms platforms_in(const TextPiece& piece);
bool same_platform(std::string_view one, std::string_view other);  // a mobile app is iOS or Android

// "three pages" at the end of a piece: several of a thing, and nothing more said of it.
std::optional<SaidCount> count_in(const TextPiece& piece);

std::vector<std::string> stems_of(const TextPiece& piece);

// Whether the words come in the piece, beside each other; of two also turned: "payments by card".
// A single word must be a whole phrase: "app" is in "an iOS app" and not in "app icons".
bool mentions(const std::vector<std::string>& piece, const std::vector<std::string>& stems);

// "no", "without", "instead of".
bool has_negator(const TextPiece& piece);

// In a brief: later, perhaps, to be asked.
bool is_put_off(const TextPiece& piece);

// Borrows the vocabulary.
class PersonsWords {
 public:
  explicit PersonsWords(const Vocabulary& vocabulary) : vocabulary_(vocabulary) {}

  void hear(const std::string& message);  // in their order

  const std::optional<SaidQuantity>& money() const { return money_; }
  const std::optional<SaidQuantity>& span() const { return span_; }
  const std::optional<SaidQuantity>& date() const { return date_; }
  const std::optional<SaidPlatform>& platform() const { return platform_; }
  const std::vector<RuledOut>& ruled_out() const { return ruled_out_; }
  const std::vector<SaidCount>& counts() const { return counts_; }

 private:
  void hear_quantity(const TextPiece& piece, const std::string& said);
  void hear_no(const TextPiece& piece, const std::string& said);
  void hear_platform(const TextPiece& piece, const std::string& said);
  void hear_count(const TextPiece& piece, const std::string& said);

  const Vocabulary& vocabulary_;
  std::size_t message_ = 0;
  std::optional<SaidQuantity> money_, span_, date_;
  std::optional<SaidPlatform> platform_;
  std::vector<RuledOut> ruled_out_;
  std::vector<SaidCount> counts_;  // the newest of each thing
};

}  // namespace fm
