#include "app/queries/people_words.h"

#include <utility>

#include "team/pack/languages.h"

namespace fm {
namespace {

Result<VocabularyPtr> load(const PackPlaces& places) {
  const Library library = Library::load(places);
  if (auto words = library.vocabulary())
    return std::make_shared<const Vocabulary>(std::move(*words));
  // `folkmoot teams check` tells what is wrong with the file.
  return std::make_shared<const Vocabulary>(built_in_vocabulary());
}

}  // namespace

Task<Result<VocabularyPtr>> PeopleWords::get() {
  if (words_) co_return words_;
  const Later<Result<VocabularyPtr>> mine;
  waiting_.push_back(mine);
  if (waiting_.size() == 1) {
    const auto loaded = std::make_shared<Result<VocabularyPtr>>();
    pool_.run([places = places_, loaded] { *loaded = load(places); },
              [this, loaded] {
                if (*loaded) words_ = **loaded;
                for (const auto& one : std::exchange(waiting_, {})) one.resolve(*loaded);
              });
  }
  co_return co_await mine;
}

}  // namespace fm
