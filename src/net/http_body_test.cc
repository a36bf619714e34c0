#include "net/http_body.h"

#include <doctest/doctest.h>

#include <string>

#include "base/json.h"

namespace fm {
namespace {

// Long texts with everything that is escaped, and characters of every length at every place.
SharedText text_of(std::size_t shift) {
  std::string text(shift, 'x');
  while (text.size() < 5'000) text += "\"quoted\" \\ \n\t\x01 é 漢 🙂 ";
  SharedText shared("a short \"begin\" ");
  const auto owner = std::make_shared<const std::string>(text);
  shared.append(owner, *owner);
  shared += " end\n";
  return shared;
}

TEST_CASE(
    "P-24 a body is the same whether it is written at once or while it "
    "is sent") {
  for (std::size_t shift = 0; shift < 8; ++shift) {
    const SharedText text = text_of(shift);
    HttpBody body("{\"a\":");
    body.append_json_string(text);
    body.append("}");
    std::string expected = "{\"a\":";
    append_json_string(expected, text.str());
    expected += '}';
    CHECK(body.size() == expected.size());
    CHECK(body.str() == expected);
    CHECK(body.last() == '}');
  }
}

TEST_CASE("bytes that are no text are replaced, whatever they are cut into") {
  const auto owner = std::make_shared<const std::string>(std::string(4'000, '\xBF'));
  SharedText text;
  text.append(owner, *owner);
  HttpBody body;
  body.append_json_string(text);
  CHECK(body.str().size() == body.size());
  CHECK(parse_json(body.str()).has_value());
  CHECK(HttpBody().empty());
  CHECK(HttpBody().str().empty());
}

}  // namespace
}  // namespace fm
