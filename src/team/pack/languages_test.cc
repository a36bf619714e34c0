#include "team/pack/languages.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/yaml/fields.h"
#include "team/pack/pack.h"
#include "test/support/scratch_folder.h"

namespace fm {
namespace {

// What people say in the corpora.
std::vector<std::string> messages() {
  const char* source = std::getenv("FM_SOURCE_DIR");
  const auto tests = std::filesystem::path(source != nullptr ? source : ".") / "test";
  std::vector<std::string> texts;
  for (const auto& entry : std::filesystem::directory_iterator(tests)) {
    std::ifstream lines(entry.path() / "user_messages.jsonl");
    for (std::string line; std::getline(lines, line);) {
      const auto message = parse_json(line);
      if (message) texts.emplace_back(text_at(*message, "text"));
    }
  }
  return texts;
}

void check_same(const Vocabulary& one, const Vocabulary& other) {
  const std::vector<std::string> texts = messages();
  REQUIRE(texts.size() > 300);
  for (const std::string& text : texts) {
    CAPTURE(text);
    const std::vector<Word> words = split_words(text);
    CHECK(one.phrases(words) == other.phrases(words));
    CHECK(one.languages(words) == other.languages(words));
  }
}

TEST_CASE("C-12 the image in the binary is what the reader makes of the files") {
  const auto read = Vocabulary::open(language_files(embedded_files()));
  REQUIRE(read.has_value());
  CHECK(read->image() == vocabulary_image());
  CHECK(built_in_vocabulary().names().size() == language_files(embedded_files()).size());
}

TEST_CASE("C-12 with a person's own languages it is as if all files had been read") {
  const LanguageFile spanish{"mine/es.yaml",
                             "common: [el]\nwords: {yes: [simon, 'simón que sí'], stop: [nel]}\n"};
  const LanguageFile added{"mine/eo.yaml",
                           "common: [la]\nwords: {yes: [jes], go: ['ek al laboro']}\n"};
  auto files = language_files(embedded_files());
  std::erase_if(files, [](const LanguageFile& file) { return language_of(file) == "es"; });
  files.push_back(spanish);
  files.push_back(added);
  std::ranges::sort(files, {}, language_of);
  const auto all = Vocabulary::open(files);
  const std::vector<LanguageFile> mine = {spanish, added};
  const auto with = built_in_vocabulary().with(mine);
  REQUIRE(all.has_value());
  REQUIRE(with.has_value());
  CHECK(with->names() == all->names());
  check_same(*with, *all);
  CHECK(with->phrases(split_words("simón que sí")).front().senses.has(Sense::kYes));
  CHECK(with->phrases(split_words("ek al laboro")).front().senses.has(Sense::kGo));
}

TEST_CASE("P-50 a folder's language replaces the built-in one, and no other") {
  const ScratchFolder folder;
  folder.write(".folkmoot/language/fr.yaml", "words: {yes: [carrément]}\n");
  const auto words = Library::load({embedded_files(), {}, folder.path()}).vocabulary();
  REQUIRE(words.has_value());
  const auto says = [&](std::string_view text, Sense sense) {
    return words->phrases(split_words(text)).front().senses.has(sense);
  };
  CHECK(says("carrément", Sense::kYes));
  CHECK_FALSE(says("d'accord", Sense::kYes));
  CHECK(built_in_vocabulary().phrases(split_words("d'accord")).front().known);
  CHECK(says("einverstanden", Sense::kApprove));
}

}  // namespace
}  // namespace fm
