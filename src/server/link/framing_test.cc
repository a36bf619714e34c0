#include "server/link/framing.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "server/link/link.h"

namespace fm::server {
namespace {

TEST_CASE("G-44 messages arrive whole, wherever the stream of bytes is cut") {
  const std::vector<std::string> sent{"one", "", std::string(70'000, 'x'), "h\xc3\xa9!"};
  std::string bytes;
  for (const std::string& message : sent) append_frame(bytes, message);
  for (const std::size_t step : {std::size_t{1}, std::size_t{3}, std::size_t{4096}, bytes.size()}) {
    Deframer deframer;
    std::vector<std::string> read;
    for (std::size_t at = 0; at < bytes.size(); at += step) {
      deframer.feed(std::string_view(bytes).substr(at, step));
      for (;;) {
        const auto message = deframer.next();
        REQUIRE(message);
        if (!*message) break;
        read.emplace_back(**message);
      }
    }
    CHECK(read == sent);
  }
}

TEST_CASE("G-44 a length that no message has is refused before it is waited for") {
  Deframer deframer;
  deframer.feed("GET / HTTP/1.1\r\n\r\n");
  const auto message = deframer.next();
  REQUIRE(!message);
  CHECK(message.error().code == "link_broken");
}

}  // namespace
}  // namespace fm::server
