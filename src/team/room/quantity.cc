#include "team/room/quantity.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.h"
#include "people/language/place_words.h"
#include "people/language/words.h"
#include "reading/json/chars.h"

namespace fm {
namespace {

using Name = std::string_view;

constexpr auto kParts = std::to_array<Name>(
    {"and", "but", "or",   "so", "because", "then", "while", "und", "oder", "aber",
     "et",  "ou",  "mais", "y",  "o",       "pero", "e",     "ma",  "en",   "maar"});

struct UnitRow {
  Name unit;
  std::int64_t factor;  // hundredths of the unit for one
  Name words;           // separated by spaces
};
constexpr auto kUnits = std::to_array<UnitRow>({
    {"day", 100, "day days tag tage tagen jour jours dia dias giorno giorni dag dagen"},
    {"day", 700,
     "week weeks wk wks woche wochen semaine semaines semana semanas settimana settimane weken"},
    {"day", 3000, "month months monat monate monaten mois mes meses mese mesi mois maand maanden"},
    {"day", 36500,
     "year years yr yrs jahr jahre jahren an ans annee annees ano anos anno anni jaar jaren"},
    {"eur", 100, "euro euros eur € euronen"},
    {"usd", 100, "dollar dollars usd $ bucks"},
    {"gbp", 100, "pound pounds gbp £ quid"},
    {"chf", 100, "franc francs chf franken"},
    {"jpy", 100, "yen jpy ¥"},
    {"sek", 100, "krona kronor sek"},
    {"pln", 100, "zloty zlotych pln"},
    {"inr", 100, "rupee rupees inr ₹"},
});

constexpr auto kNumbers = std::to_array<std::pair<Name, int>>({
    {"nine", 9},     {"ten", 10},    {"eleven", 11},   {"twelve", 12}, {"dozen", 12},
    {"fifteen", 15}, {"twenty", 20}, {"thirty", 30},   {"forty", 40},  {"fifty", 50},
    {"sixty", 60},   {"ninety", 90}, {"hundred", 100}, {"neun", 9},    {"zehn", 10},
    {"zwolf", 12},   {"neuf", 9},    {"dix", 10},      {"nueve", 9},   {"diez", 10},
    {"negen", 9},    {"tien", 10},   {"nove", 9},      {"dieci", 10},  {"dez", 10},
});

constexpr auto kMonths = std::to_array<Name>(
    {"january jan januar janvier enero gennaio janeiro januari",
     "february feb februar fevrier febrero febbraio fevereiro februari",
     "march mar marz maerz mars marzo marco maart", "april apr avril abril aprile",
     "may mai mayo maggio maio mei", "june jun juni juin junio giugno junho",
     "july jul juli juillet julio luglio julho", "august aug aout agosto augustus",
     "september sep sept septembre septiembre settembre setembro",
     "october oct oktober octobre octubre ottobre outubro",
     "november nov novembre noviembre novembro",
     "december dec dezember decembre diciembre dicembre dezembro"});

constexpr auto kAbout = std::to_array<Name>({"about", "around", "roughly", "approximately",
                                             "approx", "circa", "ca", "~", "couple", "ungefahr",
                                             "etwa", "environ", "unos", "circa", "some", "almost"});
constexpr auto kAtMost = std::to_array<Name>(
    {"most", "max", "maximum", "under", "below", "within", "until", "latest", "up", "less", "limit",
     "hochstens", "maximal", "maxi", "maximo", "massimo", "tops", "cap", "ceiling"});
constexpr auto kAtLeast = std::to_array<Name>(
    {"least", "min", "minimum", "over", "above", "mindestens", "minstens", "moins", "menos"});
constexpr auto kEach =
    std::to_array<Name>({"a", "per", "each", "every", "/", "pro", "par", "por", "al"});

bool holds(Name words, Name word) {
  std::size_t begin = 0;
  while (begin < words.size()) {
    const std::size_t end = std::min(words.find(' ', begin), words.size());
    if (words.substr(begin, end - begin) == word) return true;
    begin = end + 1;
  }
  return false;
}

const UnitRow* unit_of(Name word) {
  const auto found =
      std::ranges::find_if(kUnits, [&](const UnitRow& row) { return holds(row.words, word); });
  return found == kUnits.end() ? nullptr : &*found;
}

int month_of(Name word) {
  for (std::size_t i = 0; i < kMonths.size(); ++i)
    if (holds(kMonths[i], word)) return static_cast<int>(i) + 1;
  return 0;
}

// "1,200", "1.200", "1 200", "0.5", "5k": hundredths; 0 for what is none or too long.
std::int64_t hundredths_of(Name text) {
  constexpr std::size_t kLongest = 12;
  std::int64_t factor = 1;
  if (text.ends_with('k') && text.size() > 1) factor = 1000, text.remove_suffix(1);
  if (text.empty() || text.size() > kLongest || !is_ascii_digit(text.front())) return 0;
  std::int64_t whole = 0, part = 0;
  std::size_t last = text.find_last_of(".,");
  // Three digits behind the last mark: it parts thousands.
  const bool fraction = last != Name::npos && text.size() - last - 1 != 3;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (is_ascii_digit(text[i])) {
      const int digit = text[i] - '0';
      const std::size_t behind = fraction && i > last ? i - last : 0;
      if (behind == 0) whole = whole * 10 + digit;
      if (behind == 1) part += digit * 10;
      if (behind == 2) part += digit;
    } else if (text[i] != '.' && text[i] != ',') {
      return 0;
    }
  }
  return (whole * 100 + part) * factor;
}

std::int64_t number_in_words(const Word& word) {
  if (const auto place = read_place_word(word); place && place->kind == PlaceKind::kCardinal)
    return static_cast<std::int64_t>(place->number) * 100;
  const auto found =
      std::ranges::find(kNumbers, Name(word.plain), [](const auto& one) { return one.first; });
  return found == kNumbers.end() ? 0 : found->second * 100;
}

class PieceReader {
 public:
  explicit PieceReader(const TextPiece& piece) : words_(piece.words) {}

  std::vector<Quantity> run() {
    for (std::size_t at = 0; at < words_.size();) {
      if (!date(at) && !amount(at)) ++at;
    }
    return std::move(out_);
  }

 private:
  Name word(std::size_t at) const { return at < words_.size() ? Name(words_[at].plain) : Name(); }
  std::int64_t number(std::size_t at) const {
    return at < words_.size() ? words_[at].hundredths : 0;
  }

  // "5 May", "May 5th", "in May"; "may" alone is a verb.
  bool date(std::size_t& at) {
    const auto day_of = [&](std::size_t place) -> std::int64_t {
      const Name text = word(place);
      std::size_t digits = 0;
      while (digits < text.size() && is_ascii_digit(text[digits])) ++digits;
      const Name ending = text.substr(digits);
      const bool fits =
          digits > 0 && digits < 3 && (ending.empty() || holds("st nd rd th", ending));
      return fits ? hundredths_of(text.substr(0, digits)) / 100 : 0;
    };
    const auto add = [&](std::size_t end, int month, std::int64_t day) {
      if (day > 31) return false;
      Quantity date{.kind = QuantityKind::kDate, .unit = {}};
      date.low = date.high = month * 100 + day;
      date.first = at;
      date.last = end;
      date.at_most = at > 0 && holds("by until before latest bis avant antes", word(at - 1));
      for (const TextWord& beside : words_)
        date.at_most = date.at_most || holds("deadline latest due frist", beside.plain);
      date.at_least = at > 0 && holds("from after since ab starting", word(at - 1));
      out_.push_back(std::move(date));
      at = end;
      return true;
    };
    if (const int month = month_of(word(at))) {
      const std::int64_t day = day_of(at + 1);
      if (day > 0) return add(at + 2, month, day);
      const bool said = word(at) != "may" && word(at) != "mar" && word(at) != "mars";
      const bool in = at > 0 && holds("in by until im en early late mid", word(at - 1));
      return (said || in) && in ? add(at + 1, month, 0) : false;
    }
    const std::int64_t day = day_of(at);
    const std::size_t next = word(at + 1) == "of" ? at + 2 : at + 1;
    const int month = day > 0 ? month_of(word(next)) : 0;
    return month > 0 && add(next + 1, month, day);
  }

  bool amount(std::size_t& at) {
    const std::size_t begin = at;
    std::size_t place = at;
    const UnitRow* unit = nullptr;
    // "$900", "a week", "half a year".
    if (const UnitRow* before = unit_of(word(place)); before != nullptr && number(place + 1) > 0) {
      if (before->unit == "day") return false;
      unit = before;
      ++place;
    }
    std::int64_t low = number(place);
    const bool article = low == 0 && is_a(word(place)) && unit_of(word(place + 1)) != nullptr;
    bool about = false;
    if (article) low = 100;
    if (low == 0 && word(place) == "couple") low = 200, about = true;
    if (low == 0) return false;
    // An article before a unit of time that follows money is "per".
    ++place;
    std::int64_t high = low;
    const bool range = holds("- – — to bis a", word(place)) && number(place + 1) > low;
    if (range && !article) {
      high = number(place + 1);
      place += 2;
    }
    if (holds("thousand k tausend mille mil", word(place))) {
      low *= 1000;
      high *= 1000;
      ++place;
    }
    bool working = false;
    while (holds("- of working business full more whole calendar", word(place))) {
      working = working || holds("working business", word(place));
      ++place;
    }
    if (unit == nullptr) {
      unit = unit_of(word(place));
      if (unit == nullptr) return false;
      ++place;
    }
    Quantity out{.kind = unit->unit == "day" ? QuantityKind::kSpan : QuantityKind::kMoney,
                 .unit = std::string(unit->unit)};
    const bool odd = working && unit->factor == 100;  // five of seven days
    out.low = low * unit->factor / 100 * (odd ? 7 : 5) / 5;
    out.high = high * unit->factor / 100 * (odd ? 7 : 5) / 5;
    // "20 euros a month"
    if (out.kind == QuantityKind::kMoney && among(word(place), kEach)) {
      if (const UnitRow* per = unit_of(word(place + 1)); per != nullptr && per->unit == "day") {
        out.unit += "/" + std::to_string(per->factor);
        place += 2;
      }
    }
    out.about = about;
    out.first = begin;
    out.last = place;
    bounds(out);
    at = place;
    out_.push_back(std::move(out));
    return true;
  }

  // What stands in front, and "max" or "or so" behind.
  void bounds(Quantity& out) const {
    constexpr std::size_t kNear = 4;
    const std::size_t from = out.first > kNear ? out.first - kNear : 0;
    for (std::size_t at = from; at < out.first; ++at) {
      out.about = out.about || among(word(at), kAbout);
      // "no more than" is at most, "more than" at least.
      const bool no = at > from && word(at - 1) == "no";
      if (among(word(at), kAtMost)) (no && word(at) == "less" ? out.at_least : out.at_most) = true;
      if (among(word(at), kAtLeast)) out.at_least = true;
      if (word(at) == "more") (no ? out.at_most : out.at_least) = true;
    }
    for (std::size_t at = out.last; at < std::min(out.last + 2, words_.size()); ++at) {
      if (among(word(at), kAtMost)) out.at_most = true;
      if (among(word(at), kAtLeast)) out.at_least = true;
    }
  }

  const std::vector<TextWord>& words_;
  std::vector<Quantity> out_;
};

}  // namespace

std::vector<TextPiece> pieces_of(std::string_view text) {
  constexpr std::size_t kLongest = 64 << 10;
  text = text.substr(0, kLongest);
  std::vector<TextPiece> pieces;
  TextPiece open;
  std::size_t sentence = 0;  // the first piece of it
  const auto close = [&] {
    if (open.words.empty()) return;
    open.begin = open.words.front().begin;
    open.end = open.words.back().end;
    pieces.push_back(std::exchange(open, {}));
  };
  for (const Word& word : split_words(text)) {
    switch (word.kind) {
      case WordKind::kQuotation:
      case WordKind::kCode:
      case WordKind::kLink:
      case WordKind::kMention:
        close();  // what stands on both sides of it is no phrase
        break;
      case WordKind::kLineEnd:
        close();
        sentence = pieces.size();
        break;
      case WordKind::kMark: {
        const bool inner = word.plain == "-" || word.plain == "~" || word.plain == "/" ||
                           word.plain == "–" || word.plain == "$" || word.plain == "€";
        if (inner && !(word.spaced && word.plain == "–")) {
          open.words.push_back({word.plain, false, false, 0, word.begin, word.end});
          break;
        }
        close();
        if (word.plain == "?")
          for (std::size_t i = sentence; i < pieces.size(); ++i) pieces[i].asked = true;
        if (Name(".!?;").contains(word.plain)) sentence = pieces.size();
        break;
      }
      case WordKind::kWord:
      case WordKind::kNumber:
      case WordKind::kSymbol: {
        if (among(Name(word.plain), kParts) && word.kind == WordKind::kWord) {
          close();
          break;
        }
        TextWord one{
            word.plain, word.kind == WordKind::kWord, word.kind == WordKind::kNumber, 0, word.begin,
            word.end};
        one.hundredths = hundredths_of(word.plain);
        if (one.hundredths == 0) one.hundredths = number_in_words(word);
        open.words.push_back(std::move(one));
        break;
      }
    }
  }
  close();
  return pieces;
}

std::vector<Quantity> quantities_of(const TextPiece& piece) { return PieceReader(piece).run(); }

bool is_unit_word(std::string_view plain) {
  return unit_of(plain) != nullptr || month_of(plain) > 0;
}

std::string word_stem(std::string_view plain) {
  if (plain.size() > 4 && plain.ends_with("ies"))
    return std::string(plain.substr(0, plain.size() - 3)) + "y";
  for (const Name ending : {"sses", "shes", "ches", "xes"})
    if (plain.ends_with(ending)) return std::string(plain.substr(0, plain.size() - 2));
  if (plain.size() > 3 && plain.ends_with('s') && !plain.ends_with("ss") && !plain.ends_with("us"))
    return std::string(plain.substr(0, plain.size() - 1));
  return std::string(plain);
}

}  // namespace fm
