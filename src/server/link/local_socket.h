// The socket beside a store, on which its owner listens (G-44).
//
// Only processes of the same user get in: the socket has mode 0600 in a folder of mode 0700, and
// both sides ask the system whose process the other one is before anything is said.
#pragma once

#include <sys/types.h>

#include <functional>
#include <memory>
#include <string>

#include "base/result.h"
#include "loop/loop.h"
#include "server/link/link.h"

namespace fm::server {

// `store`/socket; where that is longer than the system allows (107 bytes), a name by hash in
// `runtime_folder`, which is $XDG_RUNTIME_DIR. Errors: socket_path_long where that is not set.
Result<std::string> socket_path(const std::string& store, const std::string& runtime_folder);

// Connects at once or not at all. Errors: owner_absent where nobody listens, owner_foreign where a
// process of another user does.
Result<std::unique_ptr<Link>> connect_socket(Loop& loop, const std::string& path);

class ListeningSocket {
 public:
  // Takes the place of whatever lay at `path`: only the owner of the store's lock may call it.
  // `came` is given each connection of the same user, and the process that made it. Errors:
  // socket_failed.
  using Came = std::function<void(std::unique_ptr<Link>, pid_t)>;
  static Result<std::unique_ptr<ListeningSocket>> open(Loop& loop, const std::string& path,
                                                       Came came);
  ~ListeningSocket();  // nobody else may connect; the name is removed
  ListeningSocket(const ListeningSocket&) = delete;

 private:
  ListeningSocket(Loop& loop, std::string path, int fd, Came came);
  void accept_some();

  Loop& loop_;
  const std::string path_;
  const int fd_;
  const Came came_;
  std::unique_ptr<FdWatch> watch_;
};

}  // namespace fm::server
