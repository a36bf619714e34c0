#include "team/folder/redacted_file.h"

#include <doctest/doctest.h>

#include <memory>
#include <string>

namespace fm {
namespace {

NamedFile file_of(std::string text, std::int64_t bytes) {
  return {"a.txt", std::make_shared<const std::string>(std::move(text)), bytes, {}};
}

std::string block_of(const NamedFile& file) {
  return file_block(file.path, *file.text, file.bytes);
}

TEST_CASE("P-24 P-64 a file that a secret was taken out of is not said to be cut") {
  const Redactor redactor({"correct-horse-battery-staple"});
  const NamedFile whole = redacted(file_of("key correct-horse-battery-staple\n", 33), redactor);
  CHECK_FALSE(whole.text->contains("battery"));
  CHECK(static_cast<std::size_t>(whole.bytes) == whole.text->size());
  CHECK_FALSE(block_of(whole).contains("cut"));
  const NamedFile last = redacted(file_of("so correct-horse", 16), redactor);
  CHECK(*last.text == "so correct-horse");  // no secret, and nothing comes after it
}

TEST_CASE(
    "P-24 P-64 the cut of a file shows no beginning of a secret, and says how much is missing") {
  const Redactor redactor({"correct-horse-battery-staple"});
  const NamedFile file = redacted(file_of("key correct-horse-bat", 100), redactor);
  CHECK(*file.text == "key ");
  CHECK(block_of(file).ends_with("[... cut: the first 4 of 100 bytes]\n"));
}

}  // namespace
}  // namespace fm
