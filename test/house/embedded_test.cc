#include "team/pack/embedded.h"

#include <doctest/doctest.h>

#include <string>

#include "test/house/repository.h"

namespace fm::house {
namespace {

TEST_CASE("the binary holds every file under packs/, byte for byte and in order") {
  const auto expected = files({"packs"}, "");
  auto file = expected.begin();
  REQUIRE(embedded_files().size() == expected.size());
  for (const EmbeddedFile& embedded : embedded_files()) {
    INFO(embedded.path);
    CHECK("packs/" + std::string(embedded.path) == file->first);
    CHECK(embedded.bytes == file->second);
    ++file;
  }
}

}  // namespace
}  // namespace fm::house
