// OwnerService: the service of a store that this process owns, for doors of other processes too.
//
// Whoever comes from another process is admitted with its own configuration, keys and environment.
// These are kept in memory, for its rooms only, while it is there; a room whose key left waits and
// says so (model_key_left). Loop thread.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "app/config/config.h"
#include "app/service.h"
#include "base/result.h"

namespace fm {

// What a client works with.
struct ClientOptions {
  Config config;
  std::string user_folder = {};  // of its settings, agents and teams, or empty
  std::string fingerprint = {};  // clients with the same one share what they work with
  int rehearsal_words_per_second = 0;
  std::string record = {};  // a file that keeps every exchange with models, or empty (P-35)
  std::string replay = {};  // a file that models are played from, or empty
};

class OwnerService : public Service {
 public:
  // The service as a client of another process has it. It ends with what is returned, which does
  // not outlive this. Errors: those of opening what the client works with.
  virtual Result<std::unique_ptr<OwnerService>> admit(ClientOptions options) = 0;

  // The process that worked in this room is gone: goes on with what is unfinished there and answers
  // no question, as somebody would who says that it shall go on. `rests` is called where nothing
  // does, or where it would ask a model at another place than before.
  virtual void take_up(RoomId room, std::function<void()> rests) = 0;

  // Begins nothing new, in no room; `done` when what is under way in rooms that `count` is over and
  // durable.
  virtual void finish(std::function<bool(const RoomId&)> counts, std::function<void()> done) = 0;
};

}  // namespace fm
