// Store: the folder that holds one person's log, and who owns it.
//
// `$XDG_STATE_HOME/folkmoot/` unless --store or FOLKMOOT_STORE say otherwise, mode 0700. One
// process owns it for doing: a lock on the folder itself and on `owner` in it, both closed on exec,
// so that a child we start does not keep them. The folder's lock holds even when somebody deletes
// the file; the file's is the one that older programs take. Its text (pid and command) is only for
// the message to others. The lock goes with the object, and with the process, however it ends.
#pragma once

#include <string>

#include "base/result.h"

namespace fm {

// Where the store is: `given` (from --store or the environment) or the usual place.
// Errors: store_no_home.
Result<std::string> store_folder(const std::string& given);

std::string store_database(const std::string& folder);
std::string store_learned(const std::string& folder);     // model/learned/learned_file.h
std::string store_high_water(const std::string& folder);  // engine/log/high_water.h
// Errors: store_empty where nothing was begun yet, store_damaged where its file is gone.
Result<void> check_store_is_there(const std::string& folder);

class StoreLock {
 public:
  // Makes the folder where needed. Errors: store_in_use (who, and what to do), store_unreadable.
  static Result<StoreLock> take(const std::string& folder, const std::string& command);

  StoreLock(StoreLock&& other) noexcept;
  StoreLock& operator=(StoreLock&& other) noexcept;
  ~StoreLock();

 private:
  StoreLock(int folder, int owner) : folder_(folder), owner_(owner) {}
  int folder_ = -1;
  int owner_ = -1;
};

}  // namespace fm
