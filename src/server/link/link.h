// Link: a connection between two processes on one machine, message by message.
//
// A message is any bytes; it arrives whole, in order, or not at all. A link never blocks: what the
// other side has not taken yet waits in memory, and whoever sends looks at how much that is. Loop
// thread. Destroying it closes it, also inside a call of whoever hears it.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace fm::server {

// More than any message may have; what says that it is longer ends the link.
inline constexpr std::size_t kLongestMessage = std::size_t{64} << 20;

class LinkEnd {
 public:
  virtual ~LinkEnd() = default;
  virtual void received(std::string_view message) = 0;
  virtual void drained() = 0;  // all that was sent is taken
  virtual void closed() = 0;   // the other side is gone; nothing is heard after it
};

class Link {
 public:
  virtual ~Link() = default;
  // From now on `end`, which outlives the link, hears it; never inside this call.
  virtual void listen(LinkEnd& end) = 0;
  virtual void send(std::string message) = 0;
  virtual std::size_t waiting() const = 0;  // bytes that the other side has not taken
};

}  // namespace fm::server
