#include "reading/ideas/score_words.h"

#include <array>
#include <span>
#include <utility>

#include "reading/json/chars.h"

namespace fm {
namespace {

using Word = std::string_view;

constexpr std::array<Word, 17> kAbout = {
    "~",        "≈",         "about ", "approx. ", "approx ", "approximately ",
    "around ",  "roughly ",  "ca. ",   "ca ",      "circa ",  "etwa ",
    "environ ", "cerca de ", "около ", "约",       "約"};
constexpr std::array<Word, 10> kOutOf = {"/",   "out of ", "of ",  "von ", "sur ",
                                         "de ", "su ",     "van ", "из ",  "av "};
constexpr std::array<Word, 18> kUnits = {"points",  "point",  "pts.",  "pts",    "pt.",   "pt",
                                         "punkten", "punkte", "punkt", "puntos", "punto", "punti",
                                         "pontos",  "баллов", "балла", "балл",   "分",    "点"};
constexpr std::array<std::pair<Word, int>, 68> kNumbers = {
    {{"zero", 0},  {"one", 1},   {"two", 2},    {"three", 3},   {"four", 4},    {"five", 5},
     {"six", 6},   {"seven", 7}, {"eight", 8},  {"nine", 9},    {"ten", 10},    {"eins", 1},
     {"zwei", 2},  {"drei", 3},  {"vier", 4},   {"fünf", 5},    {"sechs", 6},   {"sieben", 7},
     {"acht", 8},  {"neun", 9},  {"zehn", 10},  {"deux", 2},    {"trois", 3},   {"quatre", 4},
     {"cinq", 5},  {"sept", 7},  {"huit", 8},   {"neuf", 9},    {"dix", 10},    {"uno", 1},
     {"dos", 2},   {"tres", 3},  {"cuatro", 4}, {"cinco", 5},   {"seis", 6},    {"siete", 7},
     {"ocho", 8},  {"nueve", 9}, {"diez", 10},  {"quattro", 4}, {"cinque", 5},  {"sette", 7},
     {"otto", 8},  {"nove", 9},  {"dieci", 10}, {"dois", 2},    {"três", 3},    {"quatro", 4},
     {"sete", 7},  {"oito", 8},  {"dez", 10},   {"три", 3},     {"четыре", 4},  {"пять", 5},
     {"шесть", 6}, {"семь", 7},  {"восемь", 8}, {"девять", 9},  {"десять", 10}, {"五", 5},
     {"六", 6},    {"七", 7},    {"八", 8},     {"九", 9},      {"十", 10},     {"三", 3},
     {"四", 4},    {"二", 2}}};
constexpr std::array<Word, 4> kFullStars = {"★", "⭐", "🌟", "✭"};
constexpr std::array<Word, 2> kEmptyStars = {"☆", "✩"};
constexpr Word kVariation = "\xEF\xB8\x8F";  // U+FE0F after an emoji

bool ends_word(Word text, std::size_t at) {
  if (at >= text.size()) return true;
  return !is_ascii_letter(text[at]) && static_cast<unsigned char>(text[at]) < 0x80;
}

std::size_t one_of(Word text, std::span<const Word> words) {
  for (const Word word : words) {
    if (!text.starts_with(word)) continue;
    // A word of letters ends where its letters end; the signs have their length in the table.
    const bool letters = is_ascii_letter(word.back()) && !is_ascii_space(word.back());
    if (letters && !ends_word(text, word.size())) continue;
    return word.size();
  }
  return 0;
}

}  // namespace

std::size_t about_at(std::string_view text) { return one_of(text, kAbout); }
std::size_t out_of_at(std::string_view text) { return one_of(text, kOutOf); }
std::size_t unit_at(std::string_view text) { return one_of(text, kUnits); }

std::optional<NumberWord> number_word_at(std::string_view text) {
  for (const auto& [word, value] : kNumbers) {
    if (!text.starts_with(word)) continue;
    if (!ends_word(text, word.size()) && unit_at(text.substr(word.size())) == 0) continue;
    return NumberWord{value, word.size()};
  }
  return std::nullopt;
}

std::optional<Fraction> fraction_at(std::string_view text) {
  static constexpr std::array<std::pair<Word, int>, 3> kFractions = {
      {{"½", 500'000}, {"¼", 250'000}, {"¾", 750'000}}};
  for (const auto& [sign, millionths] : kFractions) {
    if (text.starts_with(sign)) return Fraction{millionths, sign.size()};
  }
  return std::nullopt;
}

Stars stars_at(std::string_view text) {
  Stars out;
  while (out.full + out.empty < 20) {
    const Word rest = text.substr(out.length);
    const std::size_t full = one_of(rest, kFullStars);
    const std::size_t empty = full == 0 ? one_of(rest, kEmptyStars) : 0;
    if (full + empty == 0) break;
    ++(full != 0 ? out.full : out.empty);
    out.length += full + empty;
    if (text.substr(out.length).starts_with(kVariation)) out.length += kVariation.size();
  }
  return out;
}

}  // namespace fm
