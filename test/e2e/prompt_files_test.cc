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

}  // namespace
}  // namespace fm::e2e
