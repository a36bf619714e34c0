#include "model/cassette/request_diff.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "base/test_seed.h"
#include "base/text.h"
#include "model/cassette/cassette_request.h"

namespace fm {
namespace {

ModelRequest asks(std::string text) {
  ModelRequest request;
  request.messages = {{.role = Role::kSystem, .text = "Rules."},
                      {.role = Role::kUser, .text = std::move(text)}};
  return request;
}

std::string diff(const ModelRequest& recorded, const ModelRequest& asked) {
  return request_diff(canonical_request("test:m", recorded), canonical_request("test:m", asked));
}

std::string diff(const std::string& recorded, const std::string& asked) {
  return diff(asks(recorded), asks(asked));
}

TEST_CASE("P-35 the first difference is shown with the lines around it") {
  CHECK(diff("a\nb\nc\nd\ne\nf\ng\nh", "a\nb\nc\nd\nE\nE2\nf\ng\nh") ==
        "In message 2:\n"
        "@@ line 5 @@\n b\n c\n d\n-e\n+E\n+E2\n f\n g\n h\n");
}

TEST_CASE("lines that are new, gone or at the end are shown as such") {
  CHECK(diff("a\nb\nc", "a\nc") == "In message 2:\n@@ line 2 @@\n a\n-b\n c\n");
  CHECK(diff("a\nc\nd", "a\nb\nc\nd") == "In message 2:\n@@ line 2 @@\n a\n+b\n c\n d\n");
  CHECK(diff("a", "a\nb") == "In message 2:\n@@ line 2 @@\n a\n+b\n");
  CHECK(diff("a", "b") == "In message 2:\n@@ line 1 @@\n-a\n+b\n");
}

TEST_CASE("only the first place is shown, and equal requests have none") {
  const std::string text = diff("a\nb\nc\nd\ne\nf\ng", "A\nb\nc\nd\ne\nf\nG");
  CHECK(text == "In message 2:\n@@ line 1 @@\n-a\n+A\n b\n c\n d\n");
  CHECK(diff("a", "a").empty());
}

TEST_CASE("a long line is shown around the place where it differs") {
  const std::string same(5'000, 'x');
  const std::string text = diff(same + " red " + same, same + " blue " + same);
  CHECK(text.contains("-…xxx"));
  CHECK(text.contains(" red xxx"));
  CHECK(text.contains(" blue xxx"));
  for (const auto line : split_lines(text)) CHECK(width(line) <= 160);
}

TEST_CASE("what cannot be seen is shown as bytes") {
  CHECK(diff("a\x1b[31m", "a") == "In message 2:\n@@ line 1 @@\n-\"a\\x1b[31m\"\n+\"a\"\n");
  CHECK(diff("a\t", "a ").contains("\\x09"));
  CHECK(diff("a", "a\n") == "In message 2:\n@@ line 2 @@\n a\n+\n");
}

TEST_CASE("what else differs is named") {
  const ModelRequest plain = asks("a");
  const auto with = [&](auto change) {
    ModelRequest changed = plain;
    change(changed);
    return diff(plain, changed);
  };
  CHECK(with([](ModelRequest& r) { r.messages.push_back({.role = Role::kUser, .text = "b"}); }) ==
        "Only this call has message 3:\n@@ line 1 @@\n+b\n");
  CHECK(with([](ModelRequest& r) { r.messages.pop_back(); }) ==
        "Only the recording has message 2:\n@@ line 1 @@\n-a\n");
  CHECK(with([](ModelRequest& r) { r.messages[1].role = Role::kTool; }) ==
        "In message 2, its role:\n@@ line 1 @@\n-user\n+tool\n");
  CHECK(with([](ModelRequest& r) { r.temperature_hundredths = 70; }) ==
        "Only this call has the temperature (in hundredths):\n@@ line 1 @@\n+70\n");
  CHECK(with([](ModelRequest& r) { r.max_output_tokens = 7; }).contains("the most output tokens"));
  CHECK(with([](ModelRequest& r) { r.schema = Json(JsonObject()); }).contains("the schema"));
  CHECK(with([](ModelRequest& r) { r.tools = {{"t", "", {}}}; }).contains("tool 1"));
  CHECK(request_diff(canonical_request("test:m", plain), canonical_request("test:n", plain)) ==
        "In the model:\n@@ line 1 @@\n-test:m\n+test:n\n");
}

TEST_CASE("any two requests that differ have a short difference without control characters") {
  const std::uint64_t seed = test_seed();
  CAPTURE(seed);
  TestRandom random(seed);
  static constexpr auto kPieces = std::to_array<std::string_view>(
      {"a\n", "b\n", "\n", "c ", "ä€🌱", "\x1b", "\r", "long line of words and more words, "});
  for (int i = 0; i < 300; ++i) {
    const std::string a = random.text_of(kPieces, 200);
    const std::string b =
        random.below(2) == 0 ? random.text_of(kPieces, 200) : a.substr(0, a.size() / 2) + "\nX" + a;
    if (to_utf8(a) == to_utf8(b)) continue;
    const std::string text = diff(to_utf8(a), to_utf8(b));
    const auto lines = split_lines(text);
    CHECK(lines.size() > 2);
    CHECK(lines.size() <= 40);
    for (const auto line : lines) CHECK(width(line) <= 160);
    CHECK(clean(text).removed == 0);
    CHECK(std::ranges::any_of(
        lines, [](auto line) { return line.starts_with('-') || line.starts_with('+'); }));
  }
}

}  // namespace
}  // namespace fm
