#include "base/yaml/yaml.h"

#include <doctest/doctest.h>

#include <string>

namespace fm {
namespace {

Json value_of(std::string_view text) {
  const auto document = parse_yaml(text, "a.yaml");
  REQUIRE_MESSAGE(document.has_value(), document.error().message);
  return document->value;
}

Error error_of(std::string_view text) {
  const auto document = parse_yaml(text, "a.yaml");
  REQUIRE_FALSE(document.has_value());
  CHECK_FALSE(document.error().cure.empty());
  return document.error();
}

TEST_CASE("YAML: scalars follow the core schema, and a decimal stays the text that was written") {
  CHECK(canonical(value_of("[7, -3, +4, 0x1F, 0o17, 007, 9223372036854775807]")) ==
        "[7,-3,4,31,15,7,9223372036854775807]");
  CHECK(canonical(value_of("[7.5, 1e3, .inf, 9223372036854775808, '7', +-1, 0x, '']")) ==
        R"(["7.5","1e3",".inf","9223372036854775808","7","+-1","0x",""])");
  CHECK(canonical(value_of("[true, False, TRUE, yes, no, on, off]")) ==
        R"([true,false,true,"yes","no","on","off"])");
  CHECK(canonical(value_of("[~, null, , x]")) == R"([null,null,null,"x"])");
  CHECK(canonical(value_of("[!!str 5, !!int 5, \"true\"]")) == R"(["5",5,"true"])");
  CHECK_FALSE(contains_double(value_of("{a: 7.5, b: [1.0]}")));
}

TEST_CASE("YAML: an empty text is null, blocks keep their lines, keys are text") {
  CHECK(value_of("").is_null());
  CHECK(value_of("# only a comment\n").is_null());
  CHECK(value_of("a: |\n  one\n  two\n").at("a") == "one\ntwo\n");
  CHECK(canonical(value_of("1: a\ntrue: b\n")) == R"({"1":"a","true":"b"})");
  CHECK(canonical(value_of("\xEF\xBB\xBF"
                           "a: 1\r\nb: 2\r\n")) == R"({"a":1,"b":2})");
}

TEST_CASE("YAML: every value and key knows its line and column") {
  const auto document = parse_yaml("name: moot\nlist:\n  - x\n  - {a/b: 1}\n", "t.yaml");
  REQUIRE(document.has_value());
  CHECK(document->mark("/name") == YamlMark{1, 7});
  CHECK(document->key_mark("/name") == YamlMark{1, 1});
  CHECK(document->mark("/list/0") == YamlMark{3, 5});
  CHECK(document->mark("/list/1/a~1b") == YamlMark{4, 11});
  CHECK(document->key_mark("/list/1/a~1b") == YamlMark{4, 6});
  CHECK(document->mark("/list/1/missing/deeper") == YamlMark{4, 5});
  CHECK(document->key_mark("/missing") == YamlMark{1, 1});
}

TEST_CASE("YAML: a fault names file, line and column, in words") {
  CHECK(error_of("a: 1\nb: c: d\n").message ==
        "a.yaml:2:5: A `: ` stands where no new key can begin.");
  CHECK(error_of("a: 1\nb: 2\na: 3\n").message ==
        "a.yaml:3:1: The key `a` stands here a second time.");
  CHECK(error_of("a: 1\nb: 2\na: 3\n").cure == "Remove it here or in line 1.");
  CHECK(error_of("a: [1, 2\nb: 3\n").message.starts_with("a.yaml:"));
  CHECK(error_of("a:\n\tb: 1\n").message.starts_with("a.yaml:2:"));
  CHECK(error_of("a: 'x\nb: 1\n").message == "a.yaml:1:4: A quotation mark is never closed.");
  CHECK(error_of("a: \"x\\\"\nb: 1\n").message.find("quotation mark") != std::string::npos);
  CHECK(error_of("a: 1\n---\nb: 2\n").message.find("Another document") != std::string::npos);
  CHECK(error_of("[a, b]: 1\n").message.find("key is not plain text") != std::string::npos);
  CHECK(error_of("~: 1\n").message.find("key is not plain text") != std::string::npos);
  CHECK(error_of("a: !python/object:os.system x\n").message.find("tag") != std::string::npos);
  CHECK(error_of("a: !!map x\n").message.find("tag") != std::string::npos);
  CHECK(error_of("b: &b {x: 1}\na:\n  <<: *b\n").message.find("Merge keys") != std::string::npos);
  CHECK(error_of("a: 1\nb: \"\xff\"\n").message.starts_with("a.yaml:2:1: "));
  CHECK(error_of(std::string_view("a: \0", 4)).code == "yaml_invalid");
  CHECK(error_of("a: *nowhere\n").message.find("no anchor") != std::string::npos);
}

TEST_CASE("YAML: aliases are written out, but cannot grow without bound or hold themselves") {
  CHECK(canonical(value_of("a: &x [1, {b: 2}]\nc: *x\n")) ==
        R"({"a":[1,{"b":2}],"c":[1,{"b":2}]})");
  std::string bomb = "a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol]\n";
  for (int i = 1; i < 30; ++i) {
    bomb += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [";
    for (int j = 0; j < 9; ++j) bomb += (j ? ", *a" : "*a") + std::to_string(i - 1);
    bomb += "]\n";
  }
  CHECK(error_of(bomb).code == "yaml_too_large");
  CHECK(error_of("a: &a [*a]\n").message.find("inside the part that it repeats") !=
        std::string::npos);
}

TEST_CASE("YAML: size and depth are capped, whatever the nesting is made of") {
  CHECK(error_of(std::string(kYamlBytes + 1, ' ')).code == "yaml_too_large");
  for (const std::string_view unit : {"[", "{a: ", "- ", "? "}) {
    std::string deep;
    for (int i = 0; i < 20'000; ++i) deep += unit;
    CHECK(error_of(deep).code.starts_with("yaml_"));
  }
}

TEST_CASE("YAML: parse_decimal is exact or nothing") {
  CHECK(parse_decimal("7.5", 2) == 750);
  CHECK(parse_decimal("-0.07", 2) == -7);
  CHECK(parse_decimal("10", 2) == 1000);
  CHECK(parse_decimal("1.000001", 6) == 1'000'001);
  for (const std::string_view none :
       {"", ".", "7.", ".5", "7.555", "1e3", "7,5", "abc", "--1", "99999999999999999999"})
    CHECK_FALSE(parse_decimal(none, 2).has_value());
}

}  // namespace
}  // namespace fm
