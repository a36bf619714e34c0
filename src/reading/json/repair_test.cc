#include "reading/json/repair.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

namespace fm {
namespace {

std::expected<ParsedJson, ParseFailure> parse(std::string_view text) {
  Steps steps;
  return parse_tolerant(text, 0, steps);
}

std::string read(std::string_view text) {
  const auto parsed = parse(text);
  return parsed ? canonical(parsed->value) : "failed: " + parsed.error().message;
}

bool repaired(std::string_view text, RepairKind kind) {
  const auto parsed = parse(text);
  return parsed && std::ranges::any_of(parsed->repairs,
                                       [&](const Repair& repair) { return repair.kind == kind; });
}

TEST_CASE("sound JSON is read without repairs") {
  for (const std::string_view text : {R"({"a":[1,-2.5,true,null,"x\n\u00e9\ud83d\ude00"],"b":{}})",
                                      R"([])", R"([[],{}])", R"({"say \"hi\"":"a, \"b\": c"})"}) {
    const auto parsed = parse(text);
    REQUIRE(parsed.has_value());
    CHECK(parsed->repair_count == 0);
    CHECK(parsed->end == text.size());
    CHECK(canonical(parsed->value) == canonical(*parse_json(text)));
  }
}

TEST_CASE("what is certain is repaired and noted with its place") {
  const auto check = [](std::string_view text, std::string_view wanted, RepairKind kind) {
    INFO(text);
    CHECK(read(text) == wanted);
    CHECK(repaired(text, kind));
  };
  check(R"([1,2,])", "[1,2]", RepairKind::kTrailingComma);
  check(R"({"a":1,,"b":2})", R"({"a":1,"b":2})", RepairKind::kExtraComma);
  check("{\"a\":1\n\"b\":2}", R"({"a":1,"b":2})", RepairKind::kMissingComma);
  check(R"({"a":"x" "b":"y"})", R"({"a":"x","b":"y"})", RepairKind::kMissingComma);
  check(R"([{"a":1} {"a":2}])", R"([{"a":1},{"a":2}])", RepairKind::kMissingComma);
  check("{// why\n\"a\":1 /* or 2 */}", R"({"a":1})", RepairKind::kComment);
  check("{\"a\":1, # one\n\"b\":2}", R"({"a":1,"b":2})", RepairKind::kComment);
  check(R"({'a':'it\'s'})", R"({"a":"it's"})", RepairKind::kOtherQuotes);
  check(R"({'a':'it's ok', 'b':'y'})", R"({"a":"it's ok","b":"y"})", RepairKind::kInnerQuote);
  check("{“a”: “x ”}", R"({"a":"x "})", RepairKind::kOtherQuotes);
  check("{`a`: `x`}", R"({"a":"x"})", RepairKind::kOtherQuotes);
  check("{\"a\": \"\"\"two\nlines\"\"\"}", "{\"a\":\"two\\nlines\"}", RepairKind::kOtherQuotes);
  check(R"({"a":"the "big" one","b":1})", R"({"a":"the \"big\" one","b":1})",
        RepairKind::kInnerQuote);
  check(R"({"a":"say "hi", then go","b":1})", R"({"a":"say \"hi\", then go","b":1})",
        RepairKind::kInnerQuote);
  check(R"({a: 1, b_c: 2})", R"({"a":1,"b_c":2})", RepairKind::kUnquotedKey);
  check(R"({"a": architect, "b": 1})", R"({"a":"architect","b":1})", RepairKind::kBareWord);
  check(R"({"a": 8/10})", R"({"a":"8/10"})", RepairKind::kBareWord);
  check(R"({"a": True, "b": None})", R"({"a":true,"b":null})", RepairKind::kLiteral);
  check(R"([+1, .5, 007, 0x1F, 1_000])", "[1,0.5,7,31,1000]", RepairKind::kNumberForm);
  check(R"([NaN, -Infinity])", R"(["NaN","-Infinity"])", RepairKind::kNotFinite);
  check("[123456789012345678901234567890]", R"(["123456789012345678901234567890"])",
        RepairKind::kBigNumber);
  check("{\"a\":\"x\x01y\tz\"}", R"({"a":"xy\tz"})", RepairKind::kControlCharacter);
  check(R"({"a":"WAIT\_FOR"})", R"({"a":"WAIT_FOR"})", RepairKind::kBadEscape);
  check(R"({"a":"C:\work"})", R"({"a":"C:\\work"})", RepairKind::kBadEscape);
  check(R"({"a":"x\ud83dy"})", "{\"a\":\"x\xEF\xBF\xBDy\"}", RepairKind::kLoneSurrogate);
  check("{\"a\":\"x\xFFy\"}", "{\"a\":\"x\xEF\xBF\xBDy\"}", RepairKind::kBadUtf8);
  check("｛＂a＂： ＂x＂， ＂b＂：1｝", R"({"a":"x","b":1})", RepairKind::kWideMark);
  check("{\xC2\xA0\"a\":1}", R"({"a":1})", RepairKind::kOddSpace);
  check(R"({"a":"x" + "y"})", R"({"a":"xy"})", RepairKind::kJoinedStrings);
  check(R"({"a": , "b": 1})", R"({"b":1})", RepairKind::kMissingValue);
  check(R"({"a":[{"b":1}})", R"({"a":[{"b":1}]})", RepairKind::kMissingClose);
  check(R"([{"b":1}}, {"b":2}])", R"([{"b":1},{"b":2}])", RepairKind::kExtraClose);
  check(R"([{"b":1}, ...])", R"([{"b":1}])", RepairKind::kEllipsis);
  check(R"({"a":1,"a":1})", R"({"a":1})", RepairKind::kSameKeyTwice);
  check(R"({"a":1; "b":2})", R"({"a":1,"b":2})", RepairKind::kOtherSeparator);
  check(R"({"a" => 1, "b" => [2]})", R"({"a":1,"b":[2]})", RepairKind::kOtherSeparator);
  CHECK(parse("[1,2,]")->repairs.front().offset == 5);
}

TEST_CASE("what is not certain is a failure with its place") {
  for (const std::string_view text : {R"({"a" 1})", R"([text](link))", R"({segment})", R"({1, 2})",
                                      R"({"a":1 or 2 "b":3})", R"(["a" = 3])", R"({a = 1})"}) {
    INFO(text);
    CHECK_FALSE(parse(text).has_value());
  }
  const auto failed = parse(R"({"a": 1, "b" 2})");
  REQUIRE_FALSE(failed.has_value());
  CHECK(failed.error().offset == 13);
  CHECK(failed.error().had_content);
  CHECK(failed.error().message == "expected ':' after the key \"b\" but found '2}'");
}

TEST_CASE("what was not written out is known") {
  CHECK(left_out(*parse(R"({"a": })")));
  CHECK(left_out(*parse(R"({"a": 1, ...})")));
  CHECK_FALSE(left_out(*parse(R"({"a": 1,})")));
  CHECK_FALSE(left_out(*parse(R"({"a": "..."})")));
}

TEST_CASE("a key that comes twice with different values is a conflict") {
  const auto parsed = parse(R"({"a":1,"b":2,"a":3})");
  REQUIRE(parsed.has_value());
  REQUIRE(parsed->conflicts.size() == 1);
  CHECK(parsed->conflict_key == "a");
  CHECK(parsed->conflicts[0].offset == 13);
}

TEST_CASE("a cut drops what was incomplete and says how deep it was") {
  const auto inside = parse(R"({"ideas": [{"title": "A"}, {"title": "B", "description": "ha)");
  REQUIRE(inside.has_value());
  CHECK(inside->cut == Cut::kInside);
  CHECK(inside->open_depth == 3);
  CHECK(canonical(inside->value) == R"({"ideas":[{"title":"A"},{"title":"B"}]})");

  const auto between = parse(R"({"ideas": [{"title": "A"})");
  REQUIRE(between.has_value());
  CHECK(between->cut == Cut::kBetween);
  CHECK(between->open_depth == 2);

  // A number at the end may have been longer.
  CHECK(read(R"({"a": 1, "b": 12)") == R"({"a":1})");
}

TEST_CASE("text after the value does not belong to it") {
  const auto parsed = parse(R"({"a":1} and more])");
  REQUIRE(parsed.has_value());
  CHECK(parsed->end == 7);
}

TEST_CASE("nesting without end is refused, not followed") {
  const std::string deep(100'000, '[');
  const auto failed = parse(deep);
  REQUIRE_FALSE(failed.has_value());
  CHECK(failed.error().too_large);
  CHECK(failed.error().offset == kMaxDepth);
}

TEST_CASE("reading its own canonical form changes nothing") {
  for (const std::string_view text :
       {R"({a: 'x', b: [1, .5, NaN,],})", R"({"k": "a\u0000b\u001b", "n": 1e300})", "[[[]]]"}) {
    const std::string once = read(text);
    CHECK(read(once) == once);
    CHECK(parse(once)->repair_count == 0);
  }
}

}  // namespace
}  // namespace fm
