#include "base/ids.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "base/sha256.h"
#include "base/test_seed.h"

namespace fm {
namespace {

TEST_CASE("E-4 an id from outside has 1 to 64 of a-z, 0-9 and hyphen") {
  for (const std::string& id :
       {std::string("a"), std::string("room-7-x2"), std::string("-"), std::string(64, '9')}) {
    CHECK(check_id(id).has_value());
  }
  for (const std::string& id : {std::string(), std::string(65, 'a'), std::string("A"),
                                std::string("a b"), std::string("a/b"), std::string("ä"),
                                std::string("a\n"), std::string("a\0b", 3), std::string("\xff")}) {
    CAPTURE(id);
    REQUIRE(!check_id(id));
    CHECK(check_id(id).error().code == "id_invalid");
  }
}

TEST_CASE("the refusal of an id shows it short and without control characters") {
  const std::string message = check_id("\x1b[31m" + std::string(100'000, 'A')).error().message;
  CHECK(message.size() < 100);
  CHECK(message.find('\x1b') == std::string::npos);
}

TEST_CASE("E-4 a derived id depends on flow and place only") {
  const FlowId flow{"f-abc"};
  const std::string id = derived_id('g', flow, "/ask");
  CHECK(id == derived_id('g', flow, "/ask"));
  CHECK(id == "g-" + to_base32(sha256(std::string("f-abc\0/ask", 10)), 10));
  CHECK(check_id(id).has_value());
  CHECK(id != derived_id('g', flow, "/ask/2"));
  CHECK(id != derived_id('g', FlowId{"f-abd"}, "/ask"));
  CHECK(derived_id('m', FlowId{"f-a"}, "bc") != derived_id('m', FlowId{"f-ab"}, "c"));
}

TEST_CASE("E-4 a room's id is its title and four random characters") {
  CHECK(room_id("Better onboarding", 0) == "better-onboarding-aaaa");
  CHECK(room_id("Better onboarding", 1) == "better-onboarding-baaa");
  CHECK(room_id("日本語 🎉", 29) == "room-9aaa");
  const std::string longest = room_id(std::string(500, 'x'), UINT32_MAX);
  CHECK(longest.size() == 24 + 1 + 4);
  CHECK(check_id(longest).has_value());
}

TEST_CASE("a slug has the plain letters of a text") {
  CHECK(slug("Déjà Vu — Łódź!", 24) == "deja-vu-lodz");
  CHECK(slug("Straße & Søn", 24) == "strasse-son");
  CHECK(slug("Æther ĲSSEL Þórr Œuvre", 40) == "aether-ijssel-thorr-oeuvre");
  CHECK(slug("İstanbul ve Diyarbakır", 40) == "istanbul-ve-diyarbakir");
  CHECK(slug("Tiếng Việt", 24) == "tieng-viet");
  CHECK(slug("ＦＵＬＬ　ｗｉｄｔｈ", 24) == "full-width");
  CHECK(slug("Don't stop, it’s fine", 40) == "dont-stop-its-fine");
  CHECK(slug("--a__b--", 24) == "a-b");
  CHECK(slug("v2.0", 24) == "v2-0");
}

TEST_CASE("a slug of other writing is empty") {
  for (const char* text : {"", "日本語", "🎉🎉", "---", "Привет", "\xff\xfe"}) {
    CAPTURE(text);
    CHECK(slug(text, 24).empty());
  }
}

TEST_CASE("a slug that is cut does not end in a hyphen") {
  CHECK(slug("abc def", 4) == "abc");
  CHECK(slug("abc def", 5) == "abc-d");
  CHECK(slug("abc", 0).empty());
}

TEST_CASE("a slug is always empty or an id without hyphens at its ends or in pairs") {
  const std::uint64_t seed = test_seed();
  CAPTURE(seed);
  TestRandom random(seed);
  const std::vector<std::string> pieces = {"a",  "Z", "9", " ", "-", "é",    "ß",      "ĳ", "日",
                                           "🎉", "'", "…", "ﬃ", "½", "\xff", "\u0301", "ﷺ", "\n"};
  for (int i = 0; i < 2000; ++i) {
    const std::string text = random.text_of(pieces, 20);
    const std::size_t limit = random.below(30);
    const std::string made = slug(text, limit);
    CAPTURE(text);
    REQUIRE(made.size() <= limit);
    REQUIRE((made.empty() || check_id(made).has_value()));
    REQUIRE(!made.starts_with('-'));
    REQUIRE(!made.ends_with('-'));
    REQUIRE(made.find("--") == std::string::npos);
  }
}

}  // namespace
}  // namespace fm
