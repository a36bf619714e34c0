#include "people/language/vocabulary.h"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

namespace fm {
namespace {

constexpr std::string_view kEnglish = R"(
common: [the, and, were]
words:
  go: ["set sail", "don't wait", harbour]
  stop: [anchor]
  negator: [not, "we're"]
cues:
  build: {4: [boat]}
)";
constexpr std::string_view kSpanish = R"(
common: [el, la, y]
words:
  "yes": ["sí"]
  condition: [si]
  stop: [ancla, "fonde*"]
  go: [anchor]
)";

Vocabulary open() {
  const std::vector<LanguageFile> files = {{"language/en.yaml", kEnglish},
                                           {"language/es.yaml", kSpanish}};
  auto made = Vocabulary::open(files);
  REQUIRE(made);
  return std::move(*made);
}

// "set sail/now": phrases by slashes, unknown words with a question mark.
std::string cut(std::string_view text) {
  const Vocabulary vocabulary = open();
  const std::vector<Word> words = split_words(text);
  std::string out;
  for (const Phrase& phrase : vocabulary.phrases(words)) {
    if (!out.empty()) out += '/';
    for (std::size_t at = phrase.first; at < phrase.last; ++at)
      out += (at > phrase.first ? " " : "") + words[at].exact;
    if (!phrase.known) out += '?';
  }
  return out;
}

Senses first_senses(std::string_view text) {
  return open().phrases(split_words(text)).front().senses;
}

Error error_of(std::string_view text) {
  const std::vector<LanguageFile> files = {{"language/en.yaml", text}};
  const auto made = Vocabulary::open(files);
  REQUIRE_FALSE(made);
  return made.error();
}

TEST_CASE("the longest phrase at a place counts, whole words only") {
  CHECK(cut("Set sail and set a sail") == "set sail/and?/set?/a?/sail?");
  CHECK(cut("anchorage") == "anchorage?");
}

TEST_CASE("apostrophes and accents may be left out, unless that is another word") {
  CHECK(cut("dont wait") == "dont wait");
  CHECK(cut("we’re") == "we're");
  CHECK(cut("were") == "were?");
  CHECK(first_senses("sí").has(Sense::kYes));
  CHECK_FALSE(first_senses("si").has(Sense::kYes));
  CHECK(first_senses("si").has(Sense::kCondition));
}

TEST_CASE("a stem stands for every word that begins so") {
  CHECK(cut("la fondeamos") == "la?/fondeamos");
  CHECK(cut("la fond") == "la?/fond?");
}

TEST_CASE("slips are mended in words that matter: a letter missing, doubled or swapped") {
  CHECK(first_senses("harbuor").has(Sense::kGo));
  CHECK(first_senses("harbor").has(Sense::kGo));
  CHECK(first_senses("harrbour").has(Sense::kGo));
  CHECK(first_senses("harbours") == Senses());
  CHECK(first_senses("arbour") == Senses());
}

TEST_CASE("what a word means is asked of the message's own language first") {
  CHECK(first_senses("anchor").has(Sense::kStop));
  CHECK(first_senses("anchor la ancla y el").has(Sense::kGo));
  const Vocabulary vocabulary = open();
  CHECK(vocabulary.languages(split_words("la ancla")) == std::vector<std::string>{"es"});
  CHECK(vocabulary.languages(split_words("zorg")) == std::vector<std::string>{"en"});
}

TEST_CASE("cues are found apart from what a word does") {
  const Vocabulary vocabulary = open();
  const auto phrases = vocabulary.phrases(split_words("not a boat"));
  CHECK(phrases.back().cues.at(static_cast<std::size_t>(Cue::kBuild)) == 4);
  CHECK_FALSE(phrases.back().known);
}

TEST_CASE("C-12 a template in a language file stands for its phrases, and parts may be shared") {
  const std::vector<LanguageFile> files = {{"language/en.yaml", R"yaml(
words:
  go: ["(hoist|set) {sails}"]
  stop: ["(drop|let go) the anchor(s|)"]
parts:
  sails: ["(the|all) sails", "sail"]
)yaml"}};
  const auto made = Vocabulary::open(files);
  REQUIRE(made);
  const auto is_one_phrase = [&](std::string_view text, Sense sense) {
    const auto phrases = made->phrases(split_words(text));
    return phrases.size() == 1 && phrases.front().senses == Senses{sense};
  };
  CHECK(is_one_phrase("hoist all sails", Sense::kGo));
  CHECK(is_one_phrase("set sail", Sense::kGo));
  CHECK(is_one_phrase("let go the anchors", Sense::kStop));
  CHECK_FALSE(is_one_phrase("hoist the anchor", Sense::kGo));
}

TEST_CASE("a fault in a language file is told with its place") {
  CHECK(error_of("words:\n  goo: [x]\n").message.starts_with("language/en.yaml:2:"));
  CHECK(error_of("words:\n  go: [true]\n").message.starts_with("language/en.yaml:2:8: "));
  CHECK(error_of("cues:\n  build: {12: [x]}\n").message.starts_with("language/en.yaml:2:"));
  CHECK(error_of("- a\n").code == "language_invalid");
  CHECK(error_of("wrods: {}\n").code == "language_invalid");
  const Error open = error_of("words:\n  go:\n    - sail\n    - (set|hoist sail\n");
  CHECK(open.message.starts_with("language/en.yaml:4:7: "));
  CHECK(open.message.contains("not closed"));
  CHECK_FALSE(open.cure.empty());
  CHECK(error_of("words:\n  go: ['{we} sail']\n").message.contains("`{we}`"));
  CHECK(error_of("words:\n  go: ['(a|)(b|)']\n").message.contains("1 to 16 words"));
  CHECK(error_of("parts:\n  we: i\n").message.starts_with("language/en.yaml:2:"));
  CHECK(error_of("parts:\n  we: ['(i|']\n").message.starts_with("language/en.yaml:2:"));
  CHECK(error_of("a: [\n").code == "yaml_invalid");
}

TEST_CASE("without English there is nothing to understand people by") {
  const std::vector<LanguageFile> files = {{"language/es.yaml", kSpanish}};
  const auto made = Vocabulary::open(files);
  REQUIRE_FALSE(made);
  CHECK(made.error().code == "language_missing");
}

}  // namespace
}  // namespace fm
