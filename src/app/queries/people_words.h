// PeopleWords: the words by which people are understood, loaded once, in the pool.
//
// The user's own, or those that are built in. Loop thread; owned by the service.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "base/result.h"
#include "engine/flow/task.h"
#include "loop/pool_scope.h"
#include "people/language/vocabulary.h"
#include "team/pack/pack.h"

namespace fm {

using VocabularyPtr = std::shared_ptr<const Vocabulary>;

class PeopleWords {
 public:
  PeopleWords(Loop& loop, PackPlaces places) : places_(std::move(places)), pool_(loop) {}

  Task<Result<VocabularyPtr>> get();

 private:
  const PackPlaces places_;
  VocabularyPtr words_;
  std::vector<Later<Result<VocabularyPtr>>> waiting_;
  PoolScope pool_;
};

}  // namespace fm
