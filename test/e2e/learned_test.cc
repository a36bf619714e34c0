// What one process learned of a model another one knows: by its server, and for a week.
#include <doctest/doctest.h>

#include <fstream>

#include "test/e2e/model_server.h"

namespace fm::e2e {
namespace {

// A server that takes no `stream_options`, as each of them has to be learned.
std::vector<FakeRule> picky() {
  FakeRule refuses = refusal(
      400, -1,
      R"({"error":{"message":"Unsupported parameter: 'stream_options' is not supported"}})");
  refuses.any_has = {"stream_options"};
  return {reading(), refuses, {.text = "Here I am."}};
}

std::size_t refused(const FakeProvider& server) {
  std::size_t count = 0;
  for (const std::string& body : server.bodies())
    count += !body.contains(kReadsMessage) && body.contains("stream_options");
  return count;
}

void hello(const Place& place, const fs::path& folder = {}) {
  const Ran ran = run(place, {"say", "hello", "--model", "openai:any"}, {.folder = folder});
  CAPTURE(ran.err);
  CHECK(ran.status == 0);
  CHECK(ran.out.contains("Here I am."));
}

// All that is known becomes that much older.
void age(const Place& place, Millis by) {
  const fs::path path = place.store() / "learned.json";
  Json learned = *parse_json(read_file(path));
  for (Json& one : learned.at("models").as_array())
    one.as_object()["at"] = int_at(one, "at") - by.count();
  std::ofstream(path) << canonical(learned);
}

TEST_CASE("P-25 what a model refused is known to the next process, there and for a week") {
  Place place;
  const FakeProvider first({picky()});
  const FakeProvider second({picky()});
  point_at(place, first);
  hello(place);
  REQUIRE(refused(first) == 1);
  hello(place);
  CHECK(refused(first) == 1);
  point_at(place, second);
  const fs::path elsewhere = place.root / "elsewhere";
  fs::create_directory(elsewhere);
  hello(place, elsewhere);
  CHECK(refused(second) == 1);  // of another server it is not known
  point_at(place, first);
  age(place, std::chrono::hours(6 * 24));
  hello(place);
  CHECK(refused(first) == 1);
  age(place, std::chrono::hours(8 * 24));
  hello(place);
  CHECK(refused(first) == 2);
}

}  // namespace
}  // namespace fm::e2e
