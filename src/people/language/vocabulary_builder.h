// Makes a vocabulary's image from the files of languages, or from another image's languages.
//
// By itself when the program is built, and at a start where a person's own file stands for a
// language: then that file is parsed, and the others are taken from the image that is built in.
// Lives while a vocabulary is made; what it takes from an image it copies.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "base/yaml/yaml.h"
#include "people/language/meaning.h"
#include "people/language/phrase_template.h"
#include "people/language/vocabulary_image.h"
#include "people/language/vocabulary_layout.h"

namespace fm {

struct LanguageFile {
  std::string_view path;  // for messages; its stem is the language: "language/en.yaml"
  std::string_view text;
};

std::string language_of(const LanguageFile& file);

class VocabularyBuilder {
 public:
  // The languages in the order of their bits, at most kMostLanguages.
  explicit VocabularyBuilder(std::vector<std::string> names);

  // Reads a language that is named. Errors: language_invalid, yaml_invalid, with the place.
  Result<void> read(const LanguageFile& file);
  // Takes the languages that both have and `but` does not name.
  void take(const VocabularyImage& image, const std::vector<std::string>& but);

  std::string image() const { return lay_out(parts_); }

 private:
  struct Entry {
    std::vector<std::string> words;
    Meaning meaning;
  };
  enum class Place { kAlways, kIfFree };  // kIfFree: where the language says nothing by it yet

  std::size_t index_of(std::string_view name) const;
  WordToken number(std::string_view word);
  void add(const std::vector<std::string>& words, const Meaning& meaning, Place place);
  // A file while it is read.
  struct Reading {
    const YamlDocument& file;
    LanguageSet language = 0;
    PhraseTemplates templates = {};
    std::vector<Entry> entries = {};
  };
  static Result<void> define_parts(Reading& reading, const Json& content);
  Result<void> add_common(Reading& reading, const Json& content);
  Result<void> add_section(Reading& reading, const std::string& section, const JsonObject& content);
  Result<void> add_entries(Reading& reading, const std::string& pointer, const Json& list,
                           const Meaning& meaning);
  Result<void> add_entry(Reading& reading, const std::string& place, std::string_view entry,
                         const Meaning& meaning);
  void add_variants(const std::vector<Entry>& entries);
  void forgive(std::size_t language, std::string_view word);

  VocabularyParts parts_;
  std::unordered_map<std::string, WordToken> numbers_;
};

}  // namespace fm
