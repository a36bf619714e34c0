#include "model/provider/api_key.h"

#include <doctest/doctest.h>

#include <string>

namespace fm {
namespace {

TEST_CASE("P-20 what surrounds a key by mistake is taken off") {
  for (const std::string text :
       {"sk-one_2", " sk-one_2\n", "\xEF\xBB\xBFsk-one_2", "\"sk-one_2\"", "'sk-one_2'",
        "Bearer sk-one_2", "bearer  sk-one_2", "\"Bearer sk-one_2\"\r\n", "\xC2\xA0sk-one_2",
        "<sk-one_2>", "OPENAI_API_KEY=sk-one_2", "export MY_KEY='sk-one_2'", "sk-one_2\\n",
        "\"sk-one_2\\r\\n\"", "`sk-one_2`", "\xEF\xBB\xBF 'Bearer sk-one_2' "}) {
    CAPTURE(text);
    CHECK(clean_key(text).value() == "sk-one_2");
  }
  // What only looks like a name is a part of the key.
  for (const std::string text : {"sk-a=b", "ABC=", "ab_c=d"})
    CHECK(clean_key(text).value() == text);
  for (const std::string text : {"", " ", "\"\"", "Bearer ", "\xEF\xBB\xBF"})
    CHECK(clean_key(text).value().empty());
}

TEST_CASE("P-64 a key that could be more than one header's value is refused, and not shown") {
  using namespace std::string_literals;
  for (const std::string& text : {"sk-one\nX-Evil: 1"s, "sk-one\r\nsk-two"s, "sk one"s, "sk-\0one"s,
                                  "sk-\tone"s, "sk-öne"s, "sk-one\x7F"s, "sk-one\xC2\xA0two"s,
                                  "sk-one # my key"s, "sk-one\\nsk-two"s, "KEY=sk one"s}) {
    const auto key = clean_key(text);
    REQUIRE(!key.has_value());
    CHECK(key.error().code == "model_key_invalid");
    CHECK(!key.error().cure.empty());
    CHECK(!(key.error().message + key.error().cause + key.error().cure).contains("sk-"));
  }
}

}  // namespace
}  // namespace fm
