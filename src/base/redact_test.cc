#include "base/redact.h"

#include <doctest/doctest.h>

namespace fm {
namespace {

std::string streamed(const Redactor& redactor, std::string_view text, std::size_t size) {
  Redactor::Stream stream(redactor);
  std::string out;
  for (std::size_t at = 0; at < text.size(); at += size) out += stream.feed(text.substr(at, size));
  return out + stream.finish();
}

TEST_CASE("P-64 a secret is blotted out wherever it stands, also inside words and twice") {
  const Redactor redactor({"sk-secret-1", "sk-secret-1-longer", "short"});
  CHECK(redactor.redact("key=sk-secret-1&x=sk-secret-1.") == "key=***&x=***.");
  CHECK(redactor.redact("ask-secret-1-longer!") == "a***!");
  CHECK(redactor.redact("short stays, and so does sk-secret-") ==
        "short stays, and so does sk-secret-");
}

TEST_CASE("P-64 a secret that comes in pieces of any size is never let through") {
  const Redactor redactor({"abcabcabd-secret", "bcabcabx-other"});
  const std::string text =
      "abcabcabcabd-secret and bcabcabx-other, abcabcab, abcabcabd-secretabcabcabd-secret abc";
  for (std::size_t size = 1; size <= text.size(); ++size)
    CHECK(streamed(redactor, text, size) == "abc*** and ***, abcabcab, ****** abc");
}

TEST_CASE("without secrets text passes as it is, at once") {
  const Redactor none;
  Redactor::Stream stream(none);
  CHECK(stream.feed("abc") == "abc");
  CHECK(stream.finish().empty());
  CHECK(none.redact("x") == "x");
}

}  // namespace
}  // namespace fm
