#include "net/sse.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace fm {
namespace {

std::string shown(const SseEvent& event) {
  std::string text;
  if (event.kind == SseKind::kUnfinished) text += "(unfinished)";
  if (event.kind == SseKind::kErrorField) text += "(error field)";
  if (event.kind == SseKind::kBareJson) text += "(bare)";
  if (!event.type.empty()) text += std::string(event.type) + "=";
  return text + std::string(event.data);
}

// All events of a stream that came in reads of `size` bytes.
std::vector<std::string> events(std::string_view bytes, std::size_t size) {
  SseReader reader;
  std::vector<std::string> seen;
  const auto note = [&](const SseEvent& event) { seen.push_back(shown(event)); };
  for (std::size_t at = 0; at < bytes.size(); at += size)
    CHECK(reader.feed(bytes.substr(at, size), note).has_value());
  reader.finish(note);
  return seen;
}

void check(std::string_view bytes, const std::vector<std::string>& expected) {
  for (std::size_t size = 1; size <= bytes.size() + 1; ++size) {
    INFO("in reads of ", size, " bytes");
    CHECK(events(bytes, size) == expected);
  }
}

TEST_CASE("each of the three line ends ends a line, however the bytes are cut") {
  check("data: a\n\ndata: b\n\n", {"a", "b"});
  check("data: a\r\rdata: b\r\r", {"a", "b"});
  check("data: a\r\n\r\ndata: b\r\n\r\n", {"a", "b"});
  check("data: a\r\n\ndata: b\n\r\n", {"a", "b"});
}

TEST_CASE("characters of several bytes may be cut anywhere") {
  check("data: Grüße 🌍\n\n", {"Grüße 🌍"});
}

TEST_CASE("fields are read by the rules") {
  check("data:no space\n\ndata:  two\n\n", {"no space", " two"});
  check("data: one\ndata: two\n\n", {"one\ntwo"});
  check("event: ping\ndata: {}\nid: 7\nretry: 3\n\ndata: x\n\n", {"ping={}", "x"});
  check(": comment\n:\n\ndata: x\nnonsense\nunknown: y\n\n", {"x"});
  check("event: no data\n\ndata: x\n\n", {"x"});
  check("data\n\ndata:\n\n", {"", ""});
  check(
      "\xEF\xBB\xBF"
      "data: x\n\n",
      {"x"});
  check("\n\n\r\n", {});
}

TEST_CASE("the last event counts without its blank line, and is marked") {
  check("data: a\n\ndata: b\n", {"a", "(unfinished)b"});
  check("data: a\n\nevent: e\ndata: b", {"a", "(unfinished)e=b"});
}

TEST_CASE("what servers do beyond the rules") {
  check("error: {\"code\":400}\n\ndata: [DONE]\n\n", {"(error field){\"code\":400}", "[DONE]"});
  check("{\"error\":{}}\n\n", {"(bare){\"error\":{}}"});
  check("data: data: x\n\ndata:data:y\n\n", {"x", "y"});
  check("data: : keep-alive\n\ndata: x\n\n", {"x"});
}

TEST_CASE("an endless line is an error, at once and from then on") {
  SseReader reader;
  const std::string piece(1 << 20, 'x');
  const auto none = [](const SseEvent&) { FAIL("no event was sent"); };
  for (int i = 0; i < 8; ++i) CHECK(reader.feed(piece, none).has_value());
  for (int i = 0; i < 2; ++i) {
    const auto result = reader.feed("y\n\n", none);
    REQUIRE(!result.has_value());
    CHECK(result.error().code == "stream_line_too_long");
  }
  reader.finish(none);
}

TEST_CASE("an endless event is an error, at once and from then on") {
  SseReader reader;
  const std::string piece = "data: " + std::string(1 << 20, 'x') + "\n";
  const auto none = [](const SseEvent&) { FAIL("no event was sent"); };
  Result<void> result;
  for (int i = 0; i < 8; ++i) result = reader.feed(piece, none);
  REQUIRE(!result.has_value());
  CHECK(result.error().code == "stream_event_too_long");
  CHECK(!reader.feed("\ndata: x\n\n", none).has_value());
  reader.finish(none);
}

TEST_CASE("lines serve NDJSON, the last one without an end too") {
  LineReader reader;
  std::vector<std::string> seen;
  const auto note = [&](std::string_view text) { seen.emplace_back(text); };
  for (std::string_view piece : {"{\"a\"", ":1}\n{\"b\":2}\r", "\n{\"c\":3}"})
    CHECK(reader.feed(piece, note).has_value());
  CHECK(seen == std::vector<std::string>{"{\"a\":1}", "{\"b\":2}"});
  CHECK(reader.take_rest() == "{\"c\":3}");
  CHECK(reader.take_rest().empty());
}

}  // namespace
}  // namespace fm
