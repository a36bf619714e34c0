#include "team/pack/languages.h"

#include <utility>

namespace fm {
namespace {

constexpr std::string_view kLanguages = "default/language/";
constexpr std::string_view kPack = "default/";

}  // namespace

std::vector<LanguageFile> language_files(std::span<const EmbeddedFile> files) {
  std::vector<LanguageFile> languages;
  for (const EmbeddedFile& file : files) {
    if (file.path.starts_with(kLanguages) && file.path.ends_with(".yaml"))
      languages.push_back({file.path.substr(kPack.size()), file.bytes});
  }
  return languages;
}

Vocabulary built_in_vocabulary() { return Vocabulary::of_image(vocabulary_image()); }

std::optional<Error> language_fault(const LanguageFile& file) {
  auto alone = Vocabulary::open({&file, 1});
  // English is what every vocabulary needs, but not every file.
  if (alone || alone.error().code == "language_missing") return std::nullopt;
  return std::move(alone.error());
}

}  // namespace fm
