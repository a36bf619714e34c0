#include "people/message/mentions.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <fstream>
#include <string>

#include "base/json.h"

namespace fm {
namespace {

using List = std::vector<std::string>;

TEST_CASE("names after an @ are found in order, folded, each once") {
  CHECK(find_mentions("@Coder and @all, then @coder") == List{"coder", "all"});
  CHECK(find_mentions("(@ux-designer): why?") == List{"ux-designer"});
  CHECK(find_mentions("ask \"@leader\" first") == List{"leader"});
}

TEST_CASE("code, addresses, links, scopes and citations mention nobody") {
  for (const std::string_view text :
       {"mail me@home.org", "`@all`", "```\n@all\n```", "~~~\n@all\n~~~", "> @all said so",
        "npm i @vue/core", "https://x.org/@all", "    @Override", "a@b", "@", "@ all", "@-"}) {
    CHECK_MESSAGE(find_mentions(text).empty(), text);
  }
}

TEST_CASE("P-24 a file after an @ mentions nobody, and the end of a sentence is no ending") {
  CHECK(find_mentions("@notes.txt and @src/app.py, what is in @a.md?").empty());
  CHECK(find_mentions("ask @coder. Then @ux.") == std::vector<std::string>{"coder", "ux"});
}

TEST_CASE("our own cases of mentions are all read right") {
  std::ifstream file(std::string(std::getenv("FM_SOURCE_DIR")) + "/test/own_corpus/mentions.jsonl");
  REQUIRE(file);
  int total = 0;
  for (std::string line; std::getline(file, line); ++total) {
    const Json one = *parse_json(line);
    List expected;
    for (const Json& name : one.at("expect").as_array())
      expected.emplace_back(std::string_view(name.as_string()));
    CHECK_MESSAGE(find_mentions(text_at(one, "text")) == expected, text_at(one, "text"));
  }
  CHECK(total > 60);
}

}  // namespace
}  // namespace fm
