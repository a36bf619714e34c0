#include "base/json.h"

#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <limits>

#include "base/test_seed.h"

namespace fm {
namespace {

Json parsed(std::string_view text) {
  CAPTURE(text);
  auto value = parse_json(text);
  REQUIRE(value.has_value());
  return *value;
}

std::string quoted(std::string_view text) {
  std::string out;
  append_json_string(out, text);
  return out;
}

std::string nested(std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); }

TEST_CASE("integers stay integers as long as 64 bits hold them") {
  CHECK(parsed("-9223372036854775808").as_int64() == INT64_MIN);
  CHECK(parsed("9223372036854775807").as_int64() == INT64_MAX);
  CHECK(parsed("9223372036854775808").as_uint64() == 9223372036854775808u);
  CHECK(parsed("18446744073709551615").as_uint64() == UINT64_MAX);
  CHECK(parsed("18446744073709551616").is_double());
  CHECK(parsed("-9223372036854775809").is_double());
  CHECK(parsed("1.0").is_double());
  CHECK(parsed("1e2").is_double());
}

TEST_CASE("of a doubled key the last one wins") {
  CHECK(parsed(R"({"a":1,"b":2,"a":3})").at("a") == 3);
}

TEST_CASE("values may be 64 deep and no deeper") {
  CHECK(parse_json(nested(64)).has_value());
  CHECK(!parse_json(nested(65)));
  CHECK(!parse_json(std::string(1'000'000, '[')));
}

TEST_CASE("an error says at which byte") {
  for (const auto& [text, at] : std::vector<std::pair<std::string, std::string>>{
           {"", "byte 0."}, {"[1 2]", "byte 3."}, {"[1,]", "byte 3."}, {"{} x", "byte 3."}}) {
    CAPTURE(text);
    const auto value = parse_json(text);
    REQUIRE(!value);
    CHECK(value.error().code == "json_invalid");
    CHECK(value.error().message.find(at) != std::string::npos);
  }
}

TEST_CASE("what is not strictly JSON is refused") {
  for (const char* text : {"{a:1}", "'a'", "[1,]", "01", "+1", ".5", "1.", "NaN", "Infinity",
                           "// no\n1", "\"\t\"", "\"\xff\"", "\"\xed\xa0\x80\"", R"("\ud800")",
                           R"("\x41")", "nul", "[", "1e400", "-1e400"}) {
    CAPTURE(text);
    CHECK(!parse_json(text));
  }
}

TEST_CASE("keys are sorted by bytes and nothing is written twice over") {
  CHECK(
      canonical(parsed(R"( { "b" : [ 1 , true , null , { } , [ ] ] , "a" : "x" , "B" : -1 } )")) ==
      R"({"B":-1,"a":"x","b":[1,true,null,{},[]]})");
  CHECK(canonical(parsed(R"({"ä":1,"z":2,"":3,"za":4})")) == R"({"":3,"z":2,"za":4,"ä":1})");
}

TEST_CASE("doubles are written in their shortest form and keep their kind") {
  CHECK(canonical(0.1) == "0.1");
  CHECK(canonical(1.0) == "1.0");
  CHECK(canonical(-0.0) == "-0.0");
  CHECK(canonical(1e300) == "1e+300");
  CHECK(canonical(5e-324) == "5e-324");
  CHECK(canonical(std::numeric_limits<double>::quiet_NaN()) == "null");
  CHECK(canonical(-std::numeric_limits<double>::infinity()) == "null");
  CHECK(parsed("1e-400") == Json(0.0));
}

TEST_CASE("every double is read back to the last bit") {
  const std::uint64_t seed = test_seed();
  CAPTURE(seed);
  TestRandom random(seed);
  for (int i = 0; i < 5000; ++i) {
    const double number = std::bit_cast<double>(random.bits());
    if (!std::isfinite(number)) continue;
    const Json back = parsed(canonical(number));
    REQUIRE(back.is_double());
    REQUIRE(std::bit_cast<std::uint64_t>(back.get_double()) ==
            std::bit_cast<std::uint64_t>(number));
  }
}

TEST_CASE("strings are escaped one way only") {
  CHECK(quoted("a\"\\/\b\f\n\r\t\x01\x1f\x7f") == R"("a\"\\/\b\f\n\r\t\u0001\u001f)"
                                                  "\x7f\"");
  CHECK(quoted(std::string_view("\0", 1)) == R"("\u0000")");
  CHECK(quoted("ä日🎉\u2028") == "\"ä日🎉\u2028\"");
  CHECK(quoted("") == "\"\"");
}

TEST_CASE("invalid UTF-8 becomes U+FFFD, one for each part that began a character") {
  CHECK(quoted("a\xff"
               "b") == "\"a\uFFFDb\"");
  CHECK(quoted("\xe2\x82") == "\"\uFFFD\"");                  // cut off
  CHECK(quoted("\xed\xa0\x80") == "\"\uFFFD\uFFFD\uFFFD\"");  // a surrogate
  CHECK(quoted("\xc0\xaf") == "\"\uFFFD\uFFFD\"");            // overlong
  CHECK(quoted("\xf0\x9f\x8e"
               "A") == "\"\uFFFDA\"");
}

Json random_value(TestRandom& random, int depth) {
  const std::vector<std::string> pieces = {"a", "B",  "\"", "\\",   "\n",
                                           "é", "日", "🎉", "\x01", "/"};
  switch (random.below(depth > 0 ? 8 : 6)) {
    case 0:
      return nullptr;
    case 1:
      return random.below(2) == 0;
    case 2:
      return static_cast<std::int64_t>(random.bits());
    case 3:
      return random.bits();
    case 4:
      return static_cast<double>(random.bits() % 100'000) / 100;
    case 5:
      return Json(random.text_of(pieces, 8));
    case 6: {
      JsonArray array;
      for (std::size_t n = random.below(5); n > 0; --n)
        array.push_back(random_value(random, depth - 1));
      return array;
    }
    default: {
      JsonObject object;
      for (std::size_t n = random.below(5); n > 0; --n) {
        object[random.text_of(pieces, 4)] = random_value(random, depth - 1);
      }
      return object;
    }
  }
}

TEST_CASE("a value that is written is read back the same, and is written the same again") {
  const std::uint64_t seed = test_seed();
  CAPTURE(seed);
  TestRandom random(seed);
  for (int i = 0; i < 2000; ++i) {
    const Json value = random_value(random, 5);
    const std::string text = canonical(value);
    const Json back = parsed(text);
    REQUIRE(back == value);
    REQUIRE(canonical(back) == text);
  }
}

TEST_CASE("a double is found at any depth") {
  CHECK(contains_double(parsed("1.5")));
  CHECK(contains_double(parsed(R"([{"a":[0,{"b":1.0}]}])")));
  CHECK(!contains_double(parsed(R"([{"a":[0,{"b":"1.0"}]},null,true])")));
}

TEST_CASE("look-ups give the fallback for what is absent or of another kind") {
  const Json value = parsed(
      R"({"text":"x","number":-7,"big":18446744073709551615,"yes":true,"list":["a",1,"b"],"half":0.5})");
  CHECK(text_at(value, "text") == "x");
  CHECK(text_at(value, "number", "none") == "none");
  CHECK(text_at(value, "absent").empty());
  CHECK(int_at(value, "number") == -7);
  CHECK(int_at(value, "big", 3) == 3);
  CHECK(int_at(value, "half", 3) == 3);
  CHECK(int_at(Json{{"n", 7u}}, "n") == 7);
  CHECK(bool_at(value, "yes"));
  CHECK(!bool_at(value, "number"));
  CHECK(texts_at(value, "list") == std::vector<std::string>{"a", "b"});
  CHECK(texts_at(value, "text").empty());
  CHECK(find_at(value, "list") != nullptr);
  CHECK(find_at(value, "absent") == nullptr);
}

TEST_CASE("look-ups in what is no object give the fallback") {
  for (const Json& value : {Json(nullptr), Json(7), Json("text"), Json(JsonArray{1})}) {
    CHECK(text_at(value, "key", "none") == "none");
    CHECK(int_at(value, "key", 3) == 3);
    CHECK(bool_at(value, "key", true));
    CHECK(find_at(value, "key") == nullptr);
    CHECK(texts_at(value, "key").empty());
  }
}

TEST_CASE("an error goes to JSON and back") {
  const Error error{"code", "message \"x\"", "", "cure"};
  CHECK(canonical(to_json(error)) ==
        R"({"cause":"","code":"code","cure":"cure","message":"message \"x\""})");
  CHECK(error_from_json(to_json(error)) == error);
  CHECK(error_from_json(Json(7)) == Error{});
}

TEST_CASE("texts go to an array") {
  CHECK(canonical(to_json(std::vector<std::string>{"a", ""})) == R"(["a",""])");
}

TEST_CASE("a look-up is into what the caller has, a bare object too, never into a copy") {
  const JsonObject object{{"text", std::string(100, 'x')}, {"inner", {{"n", 1}}}};
  CHECK(static_cast<const void*>(text_at(object, "text").data()) ==
        static_cast<const void*>(object.at("text").get_string().data()));
  CHECK(find_at(object, "inner") == &object.at("inner"));
  const Json value = 5;
  CHECK(find_at(value, "x") == nullptr);
  CHECK(text_at(Json(), "x", "none") == "none");
}

}  // namespace
}  // namespace fm
