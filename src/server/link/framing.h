// Framing: messages in a stream of bytes. Each is its length as four bytes, the highest first, then
// the message, which in this protocol is one line of JSON (server/wire/messages.h).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace fm::server {

void append_frame(std::string& out, std::string_view message);

class Deframer {
 public:
  void feed(std::string_view bytes);
  // The next whole message; it is valid until feed(). Errors: link_broken for one that is too long.
  Result<std::optional<std::string_view>> next();

 private:
  std::string bytes_;
  std::size_t at_ = 0;
};

}  // namespace fm::server
