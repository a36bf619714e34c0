#include "app/message_limits.h"

#include <doctest/doctest.h>

#include <string>

namespace fm {
namespace {

TEST_CASE("P-53 a text is blank when nothing of it can be seen") {
  for (const char* blank :
       {"", " \t\r\n", "\u00a0", "\u3000\u2003", "\u200b\u2060\ufeff", "\u00ad", "\u3164\u115f",
        "\u2800", "\ufe0f", "\u202e\u202c", "\u180e", "\x1b[1m\x07", "\U000e0041"}) {
    CAPTURE(blank);
    CHECK(is_blank(blank));
    CHECK(check_message(blank).error().code == "message_empty");
  }
  for (const char* seen : {"a", ".", " \u00b7 ", "\u200bx\u200b", "\U0001f44d", "\xff", "\u2801"}) {
    CAPTURE(seen);
    CHECK_FALSE(is_blank(seen));
    CHECK(check_message(seen).has_value());
  }
}

TEST_CASE("P-82 a message of one byte too many is refused, one less is not") {
  CHECK(check_message(std::string(kMessageLimit, 'x')).has_value());
  CHECK(check_message(std::string(kMessageLimit + 1, 'x')).error().code == "text_too_large");
}

}  // namespace
}  // namespace fm
