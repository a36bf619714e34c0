#include "people/questions/reply_markers.h"

#include <algorithm>
#include <array>
#include <optional>

namespace fm {
namespace {

constexpr std::array kOrdinals = {Sense::kNth1, Sense::kNth2, Sense::kNth3,
                                  Sense::kNth4, Sense::kNth5, Sense::kNth6};

class MarkerFinder {
 public:
  MarkerFinder(const Utterance& reply, std::span<const int> numbers)
      : of_(reply), phrases_(reply.phrases()), numbers_(numbers), questions_(numbers.size()) {}

  std::vector<ReplyMarker> find() {
    for (std::size_t at = 0; at < phrases_.size();) {
      auto marker = numbered(at);
      if (!marker) marker = ordinal(at);
      if (marker) found_.push_back(*marker);
      at = marker ? marker->last : at + 1;
    }
    if (found_.empty()) find_bare_numbers();
    return std::move(found_);
  }

 private:
  const Word& word(std::size_t at) const { return of_.words()[phrases_[at].first]; }
  bool is_mark(std::size_t at, std::string_view marks) const {
    return at < phrases_.size() && word(at).kind == WordKind::kMark &&
           marks.find(word(at).exact) != marks.npos && !word(at).exact.empty();
  }
  bool begins(std::size_t at) const {
    if (at == 0) return true;
    const WordKind before = word(at - 1).kind;
    if (before == WordKind::kLineEnd) return true;
    if (before == WordKind::kMark) return word(at).spaced || is_mark(at - 1, "([#*");
    return phrases_[at - 1].senses.has(Sense::kAnd);
  }

  std::optional<std::size_t> number(std::size_t at) const {
    if (at >= phrases_.size() || word(at).kind != WordKind::kNumber) return std::nullopt;
    return value(word(at).exact);
  }
  std::optional<std::size_t> value(std::string_view digits) const {
    if (digits.empty() || digits.size() > 2) return std::nullopt;
    int number = 0;
    for (const char digit : digits) {
      if (digit < '0' || digit > '9') return std::nullopt;
      number = number * 10 + (digit - '0');
    }
    const auto found = std::ranges::find(numbers_, number);
    if (number == 0 || found == numbers_.end()) return std::nullopt;
    return static_cast<std::size_t>(found - numbers_.begin());
  }
  static ReplyMarker lasting(std::size_t first, std::size_t last, std::size_t from,
                             std::size_t to) {
    return {.first = first, .last = last, .from = from, .to = to, .begins = true, .lasts = true};
  }

  std::optional<ReplyMarker> numbered(std::size_t at) const {
    const std::string& typed = word(at).plain;
    // "a)", "q2", "question 2", "re 2:", "#2"
    if (typed.size() == 1 && typed[0] >= 'a' && typed[0] <= 'z' && is_mark(at + 1, ")")) {
      const auto place = static_cast<std::size_t>(typed[0] - 'a');
      if (place < questions_) return lasting(at, at + 2, place, place);
    }
    if (typed.size() > 1 && typed[0] == 'q') {
      // "the end of Q2" is a time.
      const auto place = value(std::string_view(typed).substr(1));
      if (place && begins_clause(at)) return pointing(at, at + 1, *place);
    }
    const bool named = phrases_[at].senses.has(Sense::kOne) || typed == "#";
    if (const auto place = named ? number(at + 1) : std::nullopt)
      return pointing(at, at + 2, *place);
    const auto place = number(at);
    if (!place) return std::nullopt;
    if (is_mark(at + 1, ")")) return lasting(at, at + 2, *place, *place);
    if (!begins(at) && !goes_on_list(at, *place)) return std::nullopt;
    if (is_mark(at + 1, "-–") && !word(at + 1).spaced) {
      const auto to = number(at + 2);
      const bool range = to && *to > *place && !is_mark(at + 3, ",");
      if (range) return lasting(at, at + 3, *place, *to);
      return std::nullopt;
    }
    const bool next_apart = at + 2 < phrases_.size() &&
                            (word(at + 2).spaced || word(at + 2).kind == WordKind::kLineEnd);
    if (is_mark(at + 1, ".:=-–") && next_apart && !ends_line(at + 2))
      return lasting(at, at + 2, *place, *place);
    return std::nullopt;
  }
  // A list that the message begins with, in one line: "1. by phone 2. 900 euros".
  bool goes_on_list(std::size_t at, std::size_t place) const {
    return !found_.empty() && found_.front().first == 0 && found_.back().lasts &&
           found_.back().to + 1 == place && word(at).spaced;
  }
  // "We are only 3." at the end of a line is an amount.
  bool ends_line(std::size_t at) const {
    return at >= phrases_.size() || word(at).kind == WordKind::kLineEnd;
  }

  ReplyMarker pointing(std::size_t first, std::size_t last, std::size_t place) const {
    ReplyMarker marker{.first = first, .last = last, .from = place, .to = place};
    marker.begins = begins_clause(first);
    marker.lasts = marker.begins;
    return marker;
  }
  // After words like "and", "for the".
  bool begins_clause(std::size_t at) const {
    for (; !begins(at); --at) {
      if (!phrases_[at - 1].senses.any({Sense::kSmall, Sense::kFiller, Sense::kPlain, Sense::kAnd,
                                        Sense::kBut, Sense::kOne}) ||
          phrases_[at - 1].senses.any({Sense::kYes, Sense::kNo, Sense::kSubject}))
        return false;
    }
    return true;
  }

  // "first: yes", "the second one 12", "no to the first"; not "the first half of June".
  std::optional<ReplyMarker> ordinal(std::size_t at) const {
    const Senses senses = phrases_[at].senses;
    std::optional<std::size_t> place;
    for (std::size_t nth = 0; nth < kOrdinals.size(); ++nth) {
      if (senses.has(kOrdinals.at(nth)) && nth < questions_) place = nth;
    }
    const bool last = senses.has(Sense::kNthLast);
    if (last) place = questions_ - 1;
    if (!place) return std::nullopt;
    std::size_t end = at + 1;
    const bool one = end < phrases_.size() && phrases_[end].senses.has(Sense::kOne);
    if (one) ++end;
    const bool closes = end >= phrases_.size() || word(end).kind == WordKind::kMark ||
                        word(end).kind == WordKind::kLineEnd;
    const bool the = phrases_[at].last - phrases_[at].first > 1 ||
                     (at > 0 && phrases_[at - 1].senses.has(Sense::kPlain) && !begins(at));
    const bool answers =
        end < phrases_.size() &&
        (phrases_[end].senses.any({Sense::kYes, Sense::kNo, Sense::kSubject, Sense::kAuxiliary,
                                   Sense::kDecide, Sense::kNoAnswer, Sense::kMine}) ||
         word(end).kind == WordKind::kNumber);
    const bool clear = one || (closes && (the || is_mark(end, ":"))) || (answers && the && !last);
    if (!clear) return std::nullopt;
    ReplyMarker marker = pointing(at, end, *place);
    marker.lasts = false;
    return marker;
  }

  // Each line begins with the number of a question, in order, and no mark behind it.
  void find_bare_numbers() {
    std::vector<ReplyMarker> markers;
    for (std::size_t at = 0; at < phrases_.size(); ++at) {
      const WordKind kind = word(at).kind;
      if (kind == WordKind::kMark || kind == WordKind::kLineEnd || !begins(at) ||
          (at > 0 && phrases_[at - 1].senses.has(Sense::kAnd)))
        continue;
      // "2 boats, 4 people" are amounts.
      if (at > 0 && word(at - 1).kind != WordKind::kLineEnd) return;
      const auto place = number(at);
      const bool amount =
          at + 1 < phrases_.size() && phrases_[at + 1].senses.any({Sense::kMoney, Sense::kTime});
      if (!place || amount || at + 1 >= phrases_.size() || is_mark(at + 1, ",.;") ||
          word(at + 1).kind == WordKind::kLineEnd)
        return;
      if (!markers.empty() && *place <= markers.back().to) return;
      markers.push_back(lasting(at, at + 1, *place, *place));
    }
    if (markers.size() > 1) found_ = std::move(markers);
  }

  const Utterance& of_;
  const std::vector<Phrase>& phrases_;
  std::span<const int> numbers_;
  std::size_t questions_;
  std::vector<ReplyMarker> found_;
};

}  // namespace

std::vector<ReplyMarker> find_reply_markers(const Utterance& reply, std::span<const int> numbers) {
  if (numbers.empty()) return {};
  return MarkerFinder(reply, numbers).find();
}

}  // namespace fm
