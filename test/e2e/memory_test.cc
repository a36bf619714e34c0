// What a folder remembers of its finished projects, with the real program on a server.
#include <doctest/doctest.h>

#include <algorithm>

#include "test/e2e/model_server.h"

namespace fm::e2e {
namespace {

// A small task: nothing is asked, it is done, and the person takes it.
FakeScript helpful_team() {
  return {{{.last_has = {"You are expected to find out"}, .text = "I have nothing to ask."},
           {.text = "# Letter\n\nDear landlord, the heater is cold."}}};
}

const std::string kFirst = "Write an email to my landlord about the broken heater";
const std::string kNext = "Write a packing list for a week in the mountains";

bool is_offered(const FakeProvider& server, std::size_t since) {
  const auto bodies = server.bodies();
  return std::ranges::any_of(
      bodies.begin() + static_cast<std::ptrdiff_t>(since), bodies.end(),
      [](const std::string& body) { return body.contains("=== earlier projects here ==="); });
}

TEST_CASE(
    "C-52 what a project came to is listed, offered to the next team there, deleted for good") {
  Place place;
  const FakeProvider server(helpful_team());
  point_at(place, server);
  const Words conversation = {"--model", "openai:any"};
  CHECK(run(place, {"memory"}).out.contains("No project of this folder"));
  const Ran done = run(place, conversation, {.input = kFirst + "\naccept\n"});
  CAPTURE(done.out);
  CAPTURE(done.err);
  CHECK(done.status == 0);
  CHECK(done.out.contains("Done. "));
  CHECK_FALSE(is_offered(server, 0));

  const Ran listed = run(place, {"memory", "--json"});
  CHECK(listed.status == 0);
  REQUIRE(listed.lines().size() == 1);
  const auto entry = parse_json(listed.lines()[0]);
  REQUIRE(entry.has_value());
  CHECK(text_at(*entry, "title") == kFirst);
  CHECK(text_at(*entry, "one_liner") == "Dear landlord, the heater is cold.");
  const std::string project(text_at(*entry, "project"));
  CHECK(run(place, {"memory", "list"}).out.contains(project));
  CHECK(run(place, {"memory", "show", project}).out.contains("Dear landlord"));
  CHECK(run(place, {"memory", "show", project.substr(0, 4), "--json"}).status == 0);

  // A later team is told; another folder's is not.
  std::size_t asked = server.bodies().size();
  run(place, {"say", kNext, "--model", "openai:any"});
  CHECK(server.bodies().size() > asked);
  CHECK(is_offered(server, asked));
  const fs::path elsewhere = place.root / "elsewhere";
  fs::create_directory(elsewhere);
  asked = server.bodies().size();
  run(place, {"say", kNext, "--model", "openai:any"}, {.folder = elsewhere});
  CHECK(server.bodies().size() > asked);
  CHECK_FALSE(is_offered(server, asked));
  CHECK(run(place, {"memory", "--json"}, {.folder = elsewhere}).out.empty());

  // What is deleted is gone: from the list, and from what the team after that is told.
  check_told(run(place, {"memory", "delete", project}), 1, "--yes");
  CHECK(run(place, {"memory", "--json"}).lines().size() == 1);
  const Ran deleted = run(place, {"memory", "delete", project, "--yes"});
  CHECK_MESSAGE(deleted.status == 0, deleted.err);
  CHECK(deleted.out.contains(project));
  CHECK(run(place, {"memory", "--json"}).out.empty());
  check_told(run(place, {"memory", "show", project}), 2, "folkmoot memory");
  check_told_json(run(place, {"memory", "delete", project, "--yes", "--json"}), 2,
                  "memory_unknown");
  run(place, {"project", "reset", "--yes"});
  asked = server.bodies().size();
  run(place, {"say", kNext, "--model", "openai:any"});
  CHECK(server.bodies().size() > asked);
  CHECK_FALSE(is_offered(server, asked));
  CHECK(run(place, {"store", "check"}).status == 0);
}

}  // namespace
}  // namespace fm::e2e
