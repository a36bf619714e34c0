#include "base/fields.h"

#include <doctest/doctest.h>

namespace fm {
namespace {

YamlDocument document_of(std::string_view text) {
  auto document = parse_yaml(text, "f.yaml");
  REQUIRE(document.has_value());
  return std::move(*document);
}

TEST_CASE("P-52 fields: one pass reports every fault with file, line, column and cure") {
  const YamlDocument document =
      document_of("name: Bad Name\nrounds: 99\nscore: 7.555\ndeep: maybe\nlist: {a: 1}\nnmae: x\n");
  std::vector<Error> faults;
  Fields fields(document, "", "team_invalid", faults);
  CHECK(fields.identifier("name").empty());
  CHECK_FALSE(fields.integer("rounds", 1, 10).has_value());
  CHECK_FALSE(fields.decimal("score", {2, 0, 1000}).has_value());
  CHECK_FALSE(fields.flag("deep").has_value());
  CHECK(fields.texts("list").empty());
  fields.refuse_unknown();
  REQUIRE(faults.size() == 6);
  CHECK(faults[0].message.starts_with("f.yaml:1:7: `name` must be"));
  CHECK(faults[0].cure == "Write for example `name: bad-name`.");
  CHECK(faults[1].message == "f.yaml:2:9: `rounds` must be a whole number from 1 to 10.");
  CHECK(faults[2].message ==
        "f.yaml:3:8: `score` must be a number from 0 to 10 with at most 2 decimals.");
  CHECK(faults[5].message == "f.yaml:6:1: The key `nmae` is not known here.");
  CHECK(faults[5].cure == "Did you mean `name`?");
  for (const Error& fault : faults) CHECK(fault.code == "team_invalid");
}

TEST_CASE("fields: values of the right kind are read, absent ones are nothing") {
  const YamlDocument document = document_of("t: 5\nd: 7.5\nn: 6\nb: yes\nl: a, B(c, d)\nz: ~\n");
  std::vector<Error> faults;
  Fields fields(document, "", "x", faults);
  CHECK(fields.text("t") == "5");
  CHECK(fields.decimal("d", {2, 0, 1000}) == 750);
  CHECK(fields.decimal("n", {2, 0, 1000}) == 600);
  CHECK(fields.flag("b") == true);
  CHECK(fields.texts("l") == std::vector<std::string>{"a", "B(c, d)"});
  CHECK_FALSE(fields.has("z"));
  CHECK_FALSE(fields.integer("none", 0, 1).has_value());
  CHECK(faults.empty());
}

TEST_CASE("P-42 nearest words: close spellings and parts are offered, strangers are not") {
  const std::vector<std::string> known = {"leader", "researcher", "deep-research", "ask", "coder"};
  CHECK(nearest_words("leadr", known) == std::vector<std::string>{"leader"});
  CHECK(nearest_words("laeder", known) == std::vector<std::string>{"leader"});
  CHECK(nearest_words("research", known) ==
        std::vector<std::string>{"researcher", "deep-research"});
  CHECK(nearest_words("task", known) == std::vector<std::string>{"ask"});
  CHECK(nearest_words("zzz", known).empty());
  CHECK(suggest("zzz", {"a", "b"}) == "Known here are: a, b.");
}

TEST_CASE("decimal_text writes what parse_decimal reads") {
  CHECK(decimal_text(750, 2) == "7.5");
  CHECK(decimal_text(700, 2) == "7");
  CHECK(decimal_text(-5, 2) == "-0.05");
  CHECK(decimal_text(1, 6) == "0.000001");
}

}  // namespace
}  // namespace fm
