#include "team/room/contradictions.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "reading/brief/brief_patch.h"
#include "reading/json/chars.h"
#include "team/room/persons_words.h"

namespace fm {
namespace {

using Name = std::string_view;

constexpr std::size_t kMostMessages = 500;
constexpr std::size_t kMostFound = 20;

// "no more than 900", "no later than May": a bound, and no denial.
bool says_more(const TextPiece& piece) {
  return std::ranges::any_of(piece.words, [](const TextWord& word) {
    return word.plain == "more" || word.plain == "later";
  });
}

// The brief's entries that say what is to be made, piece by piece.
struct EntryPieces {
  BriefEntry entry;
  std::vector<TextPiece> pieces;
};

bool is_to_be_made(const BriefEntry& entry) {
  static constexpr auto kOthers =
      std::to_array<Name>({"title", "out", "unknown", "o1", "budget", "timeline"});
  if (entry.part.starts_with("objection")) return false;
  return std::ranges::none_of(kOthers, [&](Name one) {
    return entry.id == one || (entry.id.starts_with(one) && entry.id.size() > one.size() &&
                               is_ascii_digit(entry.id[one.size()]));
  });
}

class BriefCheck {
 public:
  explicit BriefCheck(const Brief& brief) {
    for (BriefEntry& entry : entries_of(brief)) {
      std::vector<TextPiece> pieces = pieces_of(entry.text);
      entries_.push_back({std::move(entry), std::move(pieces)});
    }
  }

  std::vector<Contradiction> run(const PersonsWords& person) {
    if (person.money()) amount(*person.money(), "budget");
    if (person.span()) amount(*person.span(), "timeline");
    if (person.date()) amount(*person.date(), "timeline");
    if (person.platform()) platform(*person.platform());
    for (const RuledOut& one : person.ruled_out()) ruled_out(one);
    for (const SaidCount& one : person.counts()) count(one);
    return std::move(found_);
  }

 private:
  const EntryPieces* entry(Name id) const {
    const auto at =
        std::ranges::find_if(entries_, [&](const EntryPieces& one) { return one.entry.id == id; });
    return at == entries_.end() ? nullptr : &*at;
  }

  void add(const std::string& said, const BriefEntry& entry) {
    Contradiction one{said, entry.text, entry.id};
    if (found_.size() < kMostFound && std::ranges::find(found_, one) == found_.end())
      found_.push_back(std::move(one));
  }

  // In the constraint of that name; where there is none, in one that is nothing but such an amount.
  void amount(const SaidQuantity& person, Name name) {
    if (const EntryPieces* own = entry(name)) return compare(person, *own);
    for (const EntryPieces& one : entries_) {
      const bool constraint = one.entry.id.starts_with("rule");
      if (constraint && one.pieces.size() == 1) compare(person, one);
    }
  }

  void compare(const SaidQuantity& person, const EntryPieces& entry) {
    std::vector<Quantity> others;
    bool odd = false;  // another unit or currency: no comparing
    for (const TextPiece& piece : entry.pieces) {
      if (has_negator(piece) && !says_more(piece)) continue;
      for (Quantity& one : quantities_of(piece)) {
        if (one.kind != person.quantity.kind) continue;
        if (one.unit != person.quantity.unit) odd = true;
        if (one.unit == person.quantity.unit) others.push_back(std::move(one));
      }
    }
    if (others.empty() || (odd && person.quantity.kind == QuantityKind::kMoney)) return;
    if (!fits(person.quantity, others)) add(person.said, entry.entry);
  }

  static bool fits(const Quantity& person, const std::vector<Quantity>& others) {
    if (person.kind == QuantityKind::kDate) return fits_date(person, others);
    // Weeks and months are no whole number of each other, and "about" is about.
    const bool span = person.kind == QuantityKind::kSpan;
    const std::int64_t percent = person.about ? 40 : span ? 15 : 1;
    const std::int64_t low = person.low * (100 - percent) / 100;
    const std::int64_t high = person.high * (100 + percent) / 100;
    std::int64_t sum = 0;
    for (const Quantity& one : others) {
      const std::int64_t slack = one.about ? one.high * 40 / 100 : 0;
      sum += one.high;
      if (one.high + slack >= low && one.low - slack <= high) return true;
      // What is done sooner contradicts nobody, unless it is far from what was said.
      constexpr std::int64_t kFar = 3;
      if (one.high <= high && (person.at_most || (span && one.high * kFar >= person.low)))
        return true;
      if (one.low >= low && person.at_least) return true;
    }
    return sum >= low && sum <= high;
  }

  // Months and days; without a day only the month counts. Sooner is no contradiction to "by".
  static bool fits_date(const Quantity& person, const std::vector<Quantity>& others) {
    return std::ranges::any_of(others, [&](const Quantity& one) {
      const bool days = person.low % 100 != 0 && one.low % 100 != 0;
      const std::int64_t mine = days ? person.low : person.low / 100;
      const std::int64_t its = days ? one.low : one.low / 100;
      return mine == its || (person.at_most && its < mine) || (person.at_least && its > mine);
    });
  }

  void platform(const SaidPlatform& person) {
    const auto any_agrees = [&](const Platforms& kinds) {
      return std::ranges::any_of(kinds, [&](Name kind) {
        return std::ranges::any_of(person.kinds,
                                   [&](Name own) { return same_platform(own, kind); });
      });
    };
    Platforms everywhere;
    const EntryPieces* first = nullptr;
    for (const EntryPieces& one : entries_) {
      const bool own = one.entry.id == "platform";
      if (!own && !is_to_be_made(one.entry) && one.entry.id != "title") continue;
      Platforms kinds;
      for (const TextPiece& piece : one.pieces)
        if (!has_negator(piece) && !is_put_off(piece)) kinds.merge(platforms_in(piece));
      if (own && !kinds.empty()) {
        if (!any_agrees(kinds)) add(person.said, one.entry);
        return;
      }
      if (!kinds.empty() && first == nullptr && one.entry.id != "title") first = &one;
      everywhere.merge(kinds);
    }
    if (first != nullptr && !any_agrees(everywhere)) add(person.said, first->entry);
  }

  void ruled_out(const RuledOut& person) {
    for (const EntryPieces& one : entries_) {
      if (!is_to_be_made(one.entry)) continue;
      for (const TextPiece& piece : one.pieces) {
        if (has_negator(piece) || is_put_off(piece) || piece.asked) continue;
        const std::vector<std::string> stems = stems_of(piece);
        const bool there =
            person.where.empty() || std::ranges::any_of(person.where, [&](const std::string& stem) {
              return std::ranges::find(stems, stem) != stems.end();
            });
        if (there && mentions(stems, person.stems)) {
          add(person.said, one.entry);
          break;
        }
      }
    }
  }

  // Only where the brief has the thing with other numbers alone.
  void count(const SaidCount& person) {
    const EntryPieces* other = nullptr;
    for (const EntryPieces& one : entries_) {
      if (!is_to_be_made(one.entry)) continue;
      for (const TextPiece& piece : one.pieces) {
        const auto found = count_in(piece);
        if (!found || found->stem != person.stem) continue;
        if (found->high >= person.low && found->low <= person.high) return;
        if (other == nullptr) other = &one;
      }
    }
    if (other != nullptr) add(person.said, other->entry);
  }

  std::vector<EntryPieces> entries_;
  std::vector<Contradiction> found_;
};

}  // namespace

std::vector<Contradiction> contradictions_of(const Vocabulary& vocabulary, const Brief& brief,
                                             const std::vector<std::string>& said) {
  PersonsWords person(vocabulary);
  const std::size_t first = said.size() > kMostMessages ? said.size() - kMostMessages : 0;
  for (std::size_t i = first; i < said.size(); ++i) person.hear(said[i]);
  return BriefCheck(brief).run(person);
}

}  // namespace fm
