#include "people/language/place_words.h"

#include <algorithm>
#include <iterator>
#include <span>

namespace fm {
namespace {

struct Row {
  PlaceKind kind;
  std::size_t number;
  std::string_view words;  // separated by spaces; "*" stands for an ending of up to two letters
};

constexpr Row kRows[] = {
    {PlaceKind::kCardinal, 1, "one eins un une uno una um uma een 一"},
    {PlaceKind::kCardinal, 2, "two zwei deux dos due dois duas twee 二"},
    {PlaceKind::kCardinal, 3, "three drei trois tres tre drie 三"},
    {PlaceKind::kCardinal, 4, "four vier quatre cuatro quattro quatro 四"},
    {PlaceKind::kCardinal, 5, "five funf fuenf cinq cinco cinque vijf 五"},
    {PlaceKind::kCardinal, 6, "six sechs seis sei zes 六"},
    {PlaceKind::kCardinal, 7, "seven sieben sept siete sette sete zeven"},
    {PlaceKind::kCardinal, 8, "eight acht huit ocho otto oito"},
    {PlaceKind::kOrdinal, 1,
     "first erste* premier premiere primer primera primero primo prima primeira primeiro eerste"},
    {PlaceKind::kOrdinal, 2,
     "second zweite* deuxieme seconde segunda segundo seconda secondo tweede"},
    {PlaceKind::kOrdinal, 3,
     "third dritte* troisieme tercer tercera tercero terza terzo terceira terceiro derde"},
    {PlaceKind::kOrdinal, 4, "fourth vierte* quatrieme cuarta cuarto quarta quarto vierde"},
    {PlaceKind::kOrdinal, 5, "fifth funfte* fuenfte* cinquieme quinta quinto vijfde"},
    {PlaceKind::kOrdinal, 6, "sixth sechste* sixieme sexta sexto sesta sesto zesde"},
    {PlaceKind::kOrdinal, 7, "seventh siebte* septieme septima septimo settima settimo zevende"},
    {PlaceKind::kOrdinal, 8, "eighth achte* huitieme octava octavo ottava ottavo oitava oitavo"},
    {PlaceKind::kFromEnd, 1, "last letzte* dernier derniere ultima ultimo laatste"},
    {PlaceKind::kFromEnd, 2, "penultimate vorletzte* penultima penultimo voorlaatste"},
    {PlaceKind::kMiddle, 1, "middle mittlere* milieu central middelste"},
    {PlaceKind::kOfTwo, 1, "former erstere*"},
    {PlaceKind::kOfTwo, 2, "latter letztere*"},
};

constexpr std::string_view kCounters[] = {"k",    "am", "pm",  "of",  "more",  "x",   "h",
                                          "m",    "cm", "km",  "kg",  "mio",   "uhr", "mal",
                                          "fois", "de", "von", "van", "times", "di",  "mehr"};
constexpr std::string_view kArticles[] = {"a",   "an",  "one", "ein", "eine", "einen", "un",
                                          "une", "una", "uno", "um",  "uma",  "een"};
constexpr std::string_view kThe[] = {"the", "der", "die", "das", "le", "la", "les", "el", "los",
                                     "las", "il",  "lo",  "o",   "os", "as", "het", "de"};
constexpr std::string_view kThan[] = {"than", "als", "che", "dan"};

constexpr std::string_view kSayings[] = {"said", "says", "told", "sagte", "sagt",
                                         "dit",  "dijo", "dice", "disse", "zei"};
constexpr std::string_view kUnspacedCounters[] = {"番", "号", "個", "个", "项", "種",
                                                  "种", "つ", "目", "번", "째"};

bool is_one_of(std::string_view word, std::span<const std::string_view> list) {
  return std::ranges::find(list, word) != list.end();
}

bool matches(std::string_view entry, std::string_view word) {
  if (!entry.ends_with('*')) return entry == word;
  constexpr std::size_t kLongestEnding = 2;
  entry.remove_suffix(1);
  return word.starts_with(entry) && word.size() <= entry.size() + kLongestEnding;
}

bool has_word(std::string_view list, std::string_view word) {
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(' '), list.size());
    if (matches(list.substr(0, end), word)) return true;
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return false;
}

// "2nd", "4th", "3e"
std::optional<PlaceWord> read_digits(std::string_view word) {
  const std::size_t digits = std::min(word.find_first_not_of("0123456789"), word.size());
  if (digits == 0 || digits > 2) return std::nullopt;
  constexpr std::string_view kEndings[] = {"st", "nd", "rd", "th", "e", "er", "eme", "ste", "de"};
  if (!is_one_of(word.substr(digits), kEndings)) return std::nullopt;
  std::size_t number = 0;
  for (const char digit : word.substr(0, digits))
    number = number * 10 + static_cast<std::size_t>(digit - '0');
  return PlaceWord{PlaceKind::kOrdinal, number};
}

}  // namespace

std::optional<PlaceWord> read_place_word(const Word& word) {
  if (word.kind != WordKind::kWord) return std::nullopt;
  for (const Row& row : kRows) {
    // The longer "erstere" is no form of "erste".
    const bool ends_in_two = row.kind == PlaceKind::kOrdinal || row.kind == PlaceKind::kFromEnd;
    if (ends_in_two && (word.plain.starts_with("erstere") || word.plain.starts_with("letztere")))
      continue;
    if (has_word(row.words, word.plain)) return PlaceWord{row.kind, row.number};
  }
  return read_digits(word.plain);
}

std::optional<std::size_t> place_among(const PlaceWord& place, std::size_t count) {
  if (place.number == 0 || place.number > count) return std::nullopt;
  switch (place.kind) {
    case PlaceKind::kFromEnd:
      return count - place.number;
    case PlaceKind::kMiddle:
      if (count % 2 == 0) return std::nullopt;
      return count / 2;
    case PlaceKind::kOfTwo:
      if (count != 2) return std::nullopt;
      return place.number - 1;
    default:
      return place.number - 1;
  }
}

bool is_counter(std::string_view plain) { return is_one_of(plain, kCounters); }
bool is_a(std::string_view plain) { return is_one_of(plain, kArticles); }
bool is_the(std::string_view plain) { return is_one_of(plain, kThe); }
bool is_than(std::string_view plain) { return is_one_of(plain, kThan); }
bool is_saying(std::string_view plain) { return is_one_of(plain, kSayings); }
bool is_unspaced_counter(std::string_view plain) { return is_one_of(plain, kUnspacedCounters); }

}  // namespace fm
