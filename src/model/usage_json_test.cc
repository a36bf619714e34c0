#include "model/usage_json.h"

#include <doctest/doctest.h>

namespace fm {
namespace {

TEST_CASE("what a call used has the bytes that older releases stored") {
  CHECK(canonical(to_json(Usage())) == R"({"cached":0,"input":0,"output":0,"reasoning":0})");
  const Usage usage{
      .input = 5, .cached = 4, .output = 3, .reasoning = 2, .cache_write = 1, .beside = 6};
  const std::string whole =
      R"({"beside":6,"cache_write":1,"cached":4,"input":5,"output":3,"reasoning":2})";
  CHECK(canonical(to_json(usage)) == whole);
  CHECK(usage_at(JsonObject{{"usage", to_json(usage)}}) == usage);
}

TEST_CASE("where nothing is said of what a call used, it used nothing") {
  CHECK(usage_at(JsonObject()) == Usage());
  CHECK(usage_at(JsonObject{{"usage", "much"}}) == Usage());
}

}  // namespace
}  // namespace fm
