#include "reading/json/schema.h"

#include <doctest/doctest.h>

namespace fm {
namespace {

Json json(std::string_view text) { return *parse_json(text); }

std::string to_words(const std::vector<SchemaFault>& faults) {
  std::string out;
  for (const SchemaFault& fault : faults) {
    if (!out.empty()) out += "; ";
    out += fault.pointer.empty() ? "the value" : fault.pointer;
    out += " " + fault.message;
  }
  return out;
}

std::string faults(std::string_view schema, std::string_view value) {
  const auto loaded = Schema::load(json(schema));
  if (!loaded) return loaded.error().message;
  return to_words(loaded->check(json(value)));
}

TEST_CASE("a value that fits has no faults") {
  constexpr std::string_view kSchema = R"({
    "type": "object", "required": ["ideas"], "additionalProperties": false,
    "properties": {"ideas": {"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/idea"}}},
    "$defs": {"idea": {"type": "object", "required": ["title"],
      "properties": {"title": {"type": "string", "minLength": 1, "maxLength": 5},
                     "score": {"type": ["number", "null"], "minimum": 0, "maximum": 10}}}}})";
  CHECK(faults(kSchema,
               R"({"ideas":[{"title":"äöüßé","score":7.5},{"title":"x","score":null}]})") == "");
  CHECK(faults(kSchema, R"({"ideas":[]})") == "/ideas has 0 items but needs at least 1");
  CHECK(faults(kSchema, R"({"ideas":[{"score":11}]})") ==
        "/ideas/0 is missing \"title\"; /ideas/0/score is 11 but must be at most 10");
  CHECK(faults(kSchema, R"({"ideas":[{"title":""}],"more":1})") ==
        "/ideas/0/title is empty; the value must not have \"more\"");
  CHECK(faults(kSchema, R"([])") == "the value is [] but must be an object");
}

TEST_CASE("values, patterns and combinations are held to") {
  CHECK(faults(R"({"enum":["a","b"]})", R"("c")") ==
        R"(the value is "c" but must be one of ["a","b"])");
  CHECK(faults(R"({"const":1})", "2") == "the value is 2 but must be 1");
  CHECK(faults(R"({"pattern":"^[a-z-]+$"})", R"("a-b")") == "");
  CHECK(faults(R"({"pattern":"^[a-z-]+$"})", R"("A")") == "the value does not match ^[a-z-]+$");
  CHECK(faults(R"({"anyOf":[{"type":"string"},{"type":"null"}]})", "1") ==
        "the value is 1, which fits none of the allowed forms");
  CHECK(faults(R"({"oneOf":[{"type":"integer"},{"minimum":5}]})", "6") ==
        "the value is 6, which fits 2 of the forms of which one is allowed");
  CHECK(faults(R"({"allOf":[{"type":"integer"},{"minimum":5}]})", "4") ==
        "the value is 4 but must be at least 5");
  CHECK(faults(R"({"not":{"type":"null"}})", "null") == "the value is null, which is excluded");
  CHECK(faults(R"({"prefixItems":[{"type":"string"}],"items":{"type":"integer"}})",
               R"(["a",1,2])") == "");
  CHECK(faults(R"({"prefixItems":[{"type":"string"}],"items":{"type":"integer"}})",
               R"(["a","b"])") == R"(/1 is "b" but must be a whole number)");
  CHECK(faults(R"({"type":"integer"})", "3.0") == "");
}

TEST_CASE("a pointer escapes what would part it") {
  CHECK(faults(R"({"properties":{"a/b~c":{"type":"null"}}})", R"({"a/b~c":1})") ==
        "/a~1b~0c is 1 but must be null");
}

TEST_CASE("a schema that cannot be kept is refused when it is loaded") {
  CHECK(faults(R"({"type":"object","patternProperties":{}})", "1") ==
        "The schema cannot be used: at \"/patternProperties\" this keyword is not known.");
  CHECK(faults(R"({"$ref":"#/$defs/none"})", "1").find("leads to no schema") != std::string::npos);
  CHECK(faults(R"({"$ref":"#"})", "1").find("circle") != std::string::npos);
  CHECK(faults(R"({"type":"text"})", "1").find("no type") != std::string::npos);
  CHECK(faults(R"~({"pattern":"(?=x)"})~", "1").find("RE2") != std::string::npos);
  CHECK(faults(R"({"items":[1]})", "1").find("must be an object or a boolean") !=
        std::string::npos);
}

TEST_CASE("a schema that refers to itself checks as deep as the value goes") {
  constexpr std::string_view kTree =
      R"({"type":"object","properties":{"next":{"$ref":"#"}},"additionalProperties":false})";
  CHECK(faults(kTree, R"({"next":{"next":{}}})") == "");
  CHECK(faults(kTree, R"({"next":{"next":{"x":1}}})") == "/next/next must not have \"x\"");
}

TEST_CASE("the work is bounded") {
  // Each step doubles the ways to fit, and none ends.
  const auto loaded =
      Schema::load(json(R"({"$defs":{"a":{"anyOf":[{"$ref":"#/$defs/b"},{"$ref":"#/$defs/b"}]},
    "b":{"anyOf":[{"$ref":"#/$defs/a"},{"$ref":"#/$defs/a"}]}},"$ref":"#/$defs/a"})"));
  REQUIRE(loaded.has_value());
  CHECK(to_words(loaded->check(json("1"))) == "the value is too large or too deep to be checked");
}

}  // namespace
}  // namespace fm
