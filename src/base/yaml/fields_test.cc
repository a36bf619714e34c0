#include "base/yaml/fields.h"

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

TEST_CASE("P-52 fields: mappings and lists inside are read with the same list of faults") {
  const YamlDocument document = document_of(
      "one: {a: 1}\nmany:\n  - {b: 2}\n  - {b: x}\ntexts: [\" a, b \", 7]\nlone: c, d\nmap: [1]\n");
  std::vector<Error> faults;
  Fields top(document, "", "x", faults);
  CHECK(top.section("one").integer("a", 0, 9) == 1);
  CHECK(top.section("none").is_absent());
  CHECK_FALSE(top.section("one").is_absent());
  std::vector<Fields> many = top.sections("many");
  REQUIRE(many.size() == 2);
  CHECK(many[0].integer("b", 0, 9) == 2);
  CHECK(many[1].where() == "f.yaml:4");
  CHECK(top.sections("one").size() == 1);
  CHECK(top.sections("none").empty());
  const std::vector<FieldText> texts = top.whole_texts("texts");
  REQUIRE(texts.size() == 2);
  CHECK(texts[0].text == " a, b ");
  CHECK(texts[0].where == "f.yaml:5:9: ");
  CHECK(texts[1].text == "7");
  CHECK(top.whole_texts("lone").front().text == "c, d");
  CHECK(faults.empty());
  CHECK_FALSE(many[1].integer("b", 0, 9));
  CHECK(top.whole_texts("many").empty());
  CHECK(top.section("map").keys().empty());
  REQUIRE(faults.size() == 4);
  CHECK(faults[0].message == "f.yaml:4:9: `b` must be a whole number from 0 to 9.");
  CHECK(faults[1].message.starts_with("f.yaml:3:5: "));
  CHECK(faults[3].message.starts_with("f.yaml:7:6: "));
  CHECK(top.unknown_keys().empty());
}

TEST_CASE("P-52 the first fault of a file is the error of who wants one") {
  const auto read = [](std::string_view text, std::string_view path,
                       std::vector<Error>& faults) -> std::optional<int> {
    if (text.empty()) faults.push_back({"first", std::string(path), {}, {}});
    if (text.empty()) faults.push_back({"second", {}, {}, {}});
    return text.empty() ? std::nullopt : std::optional(static_cast<int>(text.size()));
  };
  CHECK(first_fault_or(read, "abc", "p") == 3);
  CHECK(first_fault_or(read, "", "p").error().code == "first");
  CHECK(first_fault_or(read, "", "p").error().message == "p");
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
