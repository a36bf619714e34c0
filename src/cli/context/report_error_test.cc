#include "cli/context/report_error.h"

#include <doctest/doctest.h>

#include "base/json.h"

namespace fm::cli {
namespace {

TEST_CASE("P-82 an error says what happened, why, and what to do") {
  const Error error{"store_in_use", "The store is in use.", "Process 12 owns it.",
                    "Wait until it is done."};
  CHECK(error_text(error, 80, Charset::kUtf8) ==
        "folkmoot: The store is in use.\n  Process 12 owns it.\n  Wait until it is done.\n");
  CHECK(error_text({"x", "Short.", "", ""}, 80, Charset::kUtf8) == "folkmoot: Short.\n");
}

TEST_CASE("E-8 errors are under 2,000 bytes and of one line as JSON, whatever they quote") {
  for (const std::string& piece :
       {std::string("\x01\x02"), std::string("日本"), std::string("a b "), std::string("\"\\"),
        std::string("\xff"), std::string("x\n")}) {
    std::string text;
    while (text.size() < 20'000) text += piece;
    const Error error{"some_code", text, text, text};
    CHECK(error_text(error, 80, Charset::kUtf8).size() < 2000);
    const std::string json = error_json(error);
    CHECK(json.size() < 2000);
    CHECK(json.find('\n') == json.size() - 1);
    const auto read = parse_json(json);
    REQUIRE(read);
    CHECK(text_at(read->at("error"), "code") == "some_code");
  }
}

TEST_CASE("E-8 the exit status follows from the error") {
  CHECK(status_of({"store_in_use", "", "", ""}) == 75);
  CHECK(status_of({"room_unknown", "", "", ""}) == 2);
  CHECK(status_of({"channel_unbound", "", "", ""}) == 2);
  CHECK(status_of({"topic_too_long", "", "", ""}) == 2);
  CHECK(status_of({"store_damaged", "", "", ""}) == 1);
}

}  // namespace
}  // namespace fm::cli
