// LearnedFile: what was learned of models, kept for the next process (P-25).
//
// A cache beside the store and no part of it: mode 0600, written whole or not at all in the pool,
// some time after something was learned and once more at the end. A file that cannot be read or
// written, or is damaged, is as good as none and no error. On the loop.
#pragma once

#include <memory>
#include <string>

#include "loop/loop.h"
#include "loop/pool_scope.h"
#include "model/learned/learned_models.h"

namespace fm {

class LearnedFile {
 public:
  // Reads what is there. `path` empty: it is kept in memory only. The loop outlives it.
  LearnedFile(Loop& loop, std::string path);
  ~LearnedFile();
  LearnedFile(const LearnedFile&) = delete;

  const std::shared_ptr<LearnedModels>& models() const { return models_; }

 private:
  void write_soon();

  Loop& loop_;
  const std::string path_;
  std::shared_ptr<LearnedModels> models_;
  bool has_news_ = false;
  std::unique_ptr<Timer> timer_;
  PoolScope pool_;
};

}  // namespace fm
