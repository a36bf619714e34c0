#include "rehearsal/rehearsal_template.h"

#include <doctest/doctest.h>

#include "rehearsal/rehearsal_words.h"

namespace fm {
namespace {

std::string rendered(std::string_view text, JsonObject values) {
  const auto made = Template::parse(text);
  REQUIRE_MESSAGE(made.has_value(), made.error().message);
  const Json scope = std::move(values);
  return made->render({&scope}, [](std::string_view name, const auto&) {
    return name == "word" ? std::string("apple") : std::string();
  });
}

TEST_CASE("a template puts values, list entries and filtered ones into a text") {
  CHECK(rendered("{{a}} and {{ b.c }}", {{"a", "x"}, {"b", {{"c", 3}}}}) == "x and 3");
  CHECK(rendered("{{word}} {{Word}}", {}) == "apple Apple");
  CHECK(rendered("{{a|json}}", {{"a", "\"x\"\n\\"}}) == R"(\"x\"\n\\)");
  CHECK(rendered("{{a|html}}", {{"a", "<b>&'\""}}) == "&lt;b&gt;&amp;&#39;&quot;");
  CHECK(rendered("{{a}}, {{a|or}}", {{"a", {"x", "y", "z"}}}) == "x, y and z, x, y or z");
  CHECK(rendered("[{{missing}}]", {}) == "[]");
}

TEST_CASE("sections repeat, appear or stay away, and see what is around them") {
  CHECK(rendered("{{#l}}{{n}}.{{t}}{{o}} {{/l}}",
                 {{"o", "!"}, {"l", {JsonObject{{"t", "x"}}, JsonObject{{"t", "y"}}}}}) ==
        "1.x! 2.y! ");
  CHECK(rendered("{{#l}}{{.}},{{/l}}", {{"l", {"x", "y"}}}) == "x,y,");
  CHECK(rendered("{{#l}}{{.}}{{#more}}, {{/more}}{{/l}}", {{"l", {"x", "y", "z"}}}) == "x, y, z");
  CHECK(rendered("{{#o}}{{t}}{{/o}}", {{"o", {{"t", "in"}}}, {"t", "out"}}) == "in");
  CHECK(rendered("{{#a}}yes{{/a}}{{^a}}no{{/a}}", {{"a", ""}}) == "no");
  CHECK(rendered("{{#a}}yes {{a}}{{/a}}{{^a}}no{{/a}}", {{"a", "x"}}) == "yes x");
  CHECK(rendered("{{^a}}none{{/a}}", {{"a", JsonArray()}}) == "none");
}

TEST_CASE("a section's tag alone on its line leaves no empty line") {
  CHECK(rendered("a\n{{#l}}\n- {{.}}\n{{/l}}\nb\n", {{"l", {"x", "y"}}}) == "a\n- x\n- y\nb\n");
  CHECK(rendered("a\n  {{#l}}\n- {{.}}\n  {{/l}}\nb", {{"l", JsonArray()}}) == "a\nb");
  CHECK(rendered("{{#l}}\nx\n{{/l}}", {{"l", true}}) == "x\n");
}

TEST_CASE("a template that cannot be read says what is wrong") {
  for (const char* wrong : {"{{", "{{a", "{{#a}}", "{{/a}}", "{{#a}}{{/b}}", "{{a b}}", "{{}}",
                            "{{a|shout}}", "{{#a}}{{#b}}{{/a}}{{/b}}"}) {
    CAPTURE(wrong);
    const auto made = Template::parse(wrong);
    REQUIRE_FALSE(made.has_value());
    CHECK(made.error().code == "template_invalid");
    CHECK(made.error().message.ends_with("."));
  }
  CHECK(Template::parse("a } b }} {c}").has_value());
}

TEST_CASE("words get capitals, and a text is shown on one line") {
  CHECK(capitalised("“what now?”") == "“What now?”");
  CHECK(capitalised("fetch_users") == "fetch_users");
  CHECK(capitalised("") == "");
  CHECK(shown_line(" a\n\n b\tc ", 10) == "a b c");
}

}  // namespace
}  // namespace fm
