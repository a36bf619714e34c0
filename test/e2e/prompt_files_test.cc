// What a model is shown of the room's folder, with the real program on a server (P-24, P-64).
#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <string>

#include "test/e2e/model_server.h"

namespace fm::e2e {
namespace {

bool was_sent(const FakeProvider& server, std::size_t since, std::string_view words) {
  const auto bodies = server.bodies();
  return std::ranges::any_of(bodies.begin() + static_cast<std::ptrdiff_t>(since), bodies.end(),
                             [&](const std::string& body) { return body.contains(words); });
}

TEST_CASE(
    "P-24 P-64 a model sees the files of a small folder, and no secret, ignored or linked one") {
  Place place;
  const FakeProvider server(FakeScript{{{.text = "It is 8083."}}});
  point_at(place, server);
  place.write("app.py", "PORT_OF_APP = 8083\n");
  place.write(".gitignore", "local.toml\n");
  place.write("local.toml", "ignored_words = 1\n");
  place.write("settings.toml", "password = \"hunter2hunter2\"\n");
  std::ofstream(place.root / "outside.txt") << "words from outside\n";
  fs::create_symlink(place.root / "outside.txt", place.folder / "linked.txt");
  const Ran ran = run(place, {"say", "what port does it listen on?", "--model", "openai:any"});
  CAPTURE(ran.err);
  CHECK(ran.status == 0);
  CHECK(was_sent(server, 0, "=== files of the folder ==="));
  CHECK(was_sent(server, 0, "PORT_OF_APP = 8083"));
  CHECK(was_sent(server, 0, "settings.toml (it holds what looks like a secret)"));
  for (const char* never : {"ignored_words", "hunter2", "words from outside"}) {
    CAPTURE(never);
    CHECK_FALSE(was_sent(server, 0, never));
  }
}

TEST_CASE("P-24 a file that the person names is shown where it was named, as it was then") {
  Place place;
  const FakeProvider server(FakeScript{{{.text = "I see it."}}});
  point_at(place, server);
  // Too much to be shown whole in every prompt.
  for (int i = 0; i < 140; ++i) place.write("many/" + std::to_string(i) + ".py", "x = 1\n");
  place.write("config.toml", "public_url = \"https://first.example\"\n");
  const Words asks = {"say", "public_url is in config.toml, cant you see it?", "--model",
                      "openai:any"};
  CHECK(run(place, asks).status == 0);
  CHECK(was_sent(server, 0, "[folder -> team]: config.toml, as it was then:"));
  CHECK(was_sent(server, 0, "https://first.example"));
  // What the file holds later does not change what was said.
  place.write("config.toml", "public_url = \"https://second.example\"\n");
  const std::size_t asked = server.bodies().size();
  CHECK(run(place, {"say", "thank you, and what else?", "--model", "openai:any"}).status == 0);
  CHECK(server.bodies().size() > asked);
  CHECK_FALSE(was_sent(server, asked, "https://second.example"));
}

// More than is shown whole in every prompt.
void fill(const Place& place) {
  for (int i = 0; i < 140; ++i) place.write("many/" + std::to_string(i) + ".py", "x = 1\n");
  place.write("conf/port.py", "PORT_OF_APP = 8083\n");
  place.write(".env", "TOKEN=hunter2hunter2\n");
}

TEST_CASE("P-60 P-53 an agent reads a file of the folder, and what is in it decides its answer") {
  Place place;
  fill(place);
  const FakeProvider server(
      FakeScript{{reading(),
                  {.last_has = {"is not shown to agents"},
                   .text = "It is 8083, says conf/port.py; .env I could not see."},
                  {.last_has = {"1|PORT_OF_APP = 8083"},
                   .tool_calls = {{"c2", "read_file", R"({"path":".env"})"}}},
                  {.tool_calls = {{"c1", "read_file", R"({"path":"conf/port.py"})"}}}}});
  point_at(place, server);
  const Ran ran = run(place, {"say", "what port does it listen on?", "--model", "openai:any"});
  CAPTURE(ran.err);
  CAPTURE(ran.out);
  CHECK(ran.status == 0);
  CHECK(ran.out.contains("It is 8083, says conf/port.py"));
  CHECK(was_sent(server, 0, "=== looking ==="));
  CHECK_FALSE(was_sent(server, 0, "hunter2"));
  const Ran log = run(place, {"room", "show", "general", "--json"});
  const Events finished = of_kind(events_of(log.lines()), "turn.finished");
  REQUIRE(!finished.empty());
  const std::string record = canonical(finished.back());
  CAPTURE(record);
  CHECK(record.contains(R"({"tool":"read_file","what":"conf/port.py"})"));
  CHECK(record.contains(R"({"failed":true,"tool":"read_file","what":".env"})"));
  CHECK_FALSE(record.contains("8083"));
}

TEST_CASE(
    "P-40 P-20 where a server refuses tools its model writes its calls, and looks all the same") {
  Place place;
  fill(place);
  const FakeProvider server(FakeScript{
      {reading(),
       {.last_has = {"1|PORT_OF_APP = 8083"}, .any_has = {"=== tools ==="}, .text = "It is 8083."},
       {.any_has = {"=== tools ==="},
        .text =
            R"(<tool_call>{"name": "read_file", "arguments": {"path": "conf/port.py"}}</tool_call>)"},
       {.failure = ModelErrorKind::kInvalidRequest,
        .failure_words = "any does not support tools"}}});
  point_at(place, server);
  const Ran ran = run(place, {"say", "what port does it listen on?", "--model", "openai:any"});
  CAPTURE(ran.err);
  CHECK(ran.status == 0);
  CHECK(ran.out.contains("It is 8083."));
  CHECK_FALSE(ran.out.contains("tool_call"));
}

}  // namespace
}  // namespace fm::e2e
