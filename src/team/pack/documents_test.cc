#include "team/pack/documents.h"

#include <doctest/doctest.h>

#include <boost/json/serialize.hpp>

#include "team/pack/embedded.h"

namespace fm {
namespace {

TEST_CASE("P-34 a file that is built in is what the parser makes of it, marks included") {
  int compared = 0;
  for (const EmbeddedFile& file : embedded_files()) {
    if (!file.path.ends_with(".yaml") || file.path.contains("/language/")) continue;
    CAPTURE(file.path);
    const auto known = built_in_document(file.bytes, "as/told.yaml");
    const auto parsed = parse_yaml(file.bytes, "as/told.yaml");
    REQUIRE(known.has_value());
    REQUIRE(parsed.has_value());
    CHECK(known->path == parsed->path);
    CHECK(boost::json::serialize(known->value) == boost::json::serialize(parsed->value));
    CHECK(known->marks == parsed->marks);
    CHECK(known->keys == parsed->keys);
    ++compared;
  }
  CHECK(compared > 15);
}

TEST_CASE("P-34 a text that is not the built-in one is not taken for it") {
  CHECK_FALSE(built_in_document("about: mine\n", "x").has_value());
  const auto parsed = pack_document("about: mine\n", "x");
  REQUIRE(parsed.has_value());
  CHECK(parsed->value.at("about") == "mine");
}

}  // namespace
}  // namespace fm
