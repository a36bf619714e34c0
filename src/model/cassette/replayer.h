// Replayer: the models of a cassette, without a network (P-35).
//
// A call is answered by the first unused exchange whose canonical request is equal; so parallel
// calls may come in any order, and equal ones are answered in the order in which they were
// recorded. The answer comes at once, in the recorded pieces, each from the loop; a call that is
// cancelled between them gives its exchange back. Errors are replayed too, and what retries them
// does so again; where that happened in the recording, it does not have to wait.
//
// The first call that nothing answers is the first difference. on_difference hears of it once, from
// the loop; that call and all that follow stay open until they are cancelled, so that a room gets
// no answer that was not recorded. The loop outlives the replayer; its models may outlive it.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "loop/loop.h"
#include "model/cassette/cassette.h"
#include "model/model.h"

namespace fm {

struct ReplayerOptions {
  std::vector<std::string> secrets = {};  // as when it was recorded; removed before comparing
  bool skip_waits = true;
  // replay_differs, with the difference as its cause, or replay_ended.
  std::function<void(const Error&)> on_difference = {};
};

class Replayer final : public ModelCatalog {
 public:
  // Errors: cassette_unreadable, cassette_invalid, cassette_version.
  static Result<std::unique_ptr<Replayer>> open(Loop& loop, const std::string& path,
                                                ReplayerOptions options = {});
  Replayer(Loop& loop, Cassette cassette, std::string path, ReplayerOptions options = {});

  // Errors: model_unknown, or the error that was recorded.
  Result<std::shared_ptr<Model>> find(const ModelName& name) override;
  Result<std::shared_ptr<Model>> rehearsal(const ModelName& name, std::shared_ptr<Model>) override {
    return model(to_string(name));
  }
  Result<std::shared_ptr<Model>> model(const std::string& full_name);
  std::string first_model() const;  // that was asked in the recording; empty: none was

  std::size_t unused() const;          // exchanges that nothing has asked for
  std::vector<Error> notices() const;  // cassette_torn

 private:
  class Player;
  class ReplayedModel;
  std::shared_ptr<Player> player_;
};

}  // namespace fm
