// No key is found anywhere but in the header that it is sent in (P-20, P-64).
#include <doctest/doctest.h>

#include <csignal>
#include <fstream>

#include "test/e2e/model_server.h"

namespace fm::e2e {
namespace {

const std::string kKey = "sk-very-secret-0123456789";

// Every file below `root` that holds the key.
Words files_with_key(const fs::path& root) {
  Words found;
  for (const auto& entry : fs::recursive_directory_iterator(root))
    if (entry.is_regular_file() && read_file(entry.path()).contains(kKey))
      found.push_back(entry.path().string());
  return found;
}

struct Setting {
  Place place;
  explicit Setting(const FakeProvider& server) {
    point_at(place, server);
    place.environment["OPENAI_API_KEY"] = kKey;
  }

  void nothing_has_the_key(const Ran& ran) const {
    CHECK(!ran.out.contains(kKey));
    CHECK(!ran.err.contains(kKey));
    const Words files = files_with_key(place.root);
    CHECK(files == Words());
  }
};

TEST_CASE("P-20 P-64 a key is in no store, recording, report or word of the program") {
  FakeRule echo = everything();
  echo.text = everything_text() + " Your key is " + kKey + ", isn't it? " + kKey;
  echo.chunk_bytes = 7;  // the key comes in pieces
  const FakeProvider server({{echo}});
  Setting setting(server);
  setting.place.write("README.md", "The key is " + kKey + ".\n");
  // The person's own file is theirs; what we make of it is looked at.
  const Ran ran = run(
      setting.place, {"ideate", "where to keep " + kKey + " safe", "--model", "openai:any", "--out",
                      "report.html", "--ideas", "ideas.json", "--record", "rec.jsonl"});
  CHECK(ran.status == 0);
  CHECK(!server.bodies().empty());
  for (const std::string& sent : server.authorizations()) CHECK(sent == "Bearer " + kKey);
  for (const std::string& body : server.bodies()) CHECK(!body.contains(kKey));
  fs::remove(setting.place.folder / "README.md");
  setting.nothing_has_the_key(ran);
  const Words rooms = run(setting.place, {"room", "list", "--json"}).lines();
  REQUIRE(rooms.size() == 1);
  const std::string room(text_at(*parse_json(rooms.front()), "room"));
  setting.nothing_has_the_key(run(setting.place, {"room", "export", room}));  // also what is packed
  for (const Words& command : {Words{"room", "show"},
                               {"config", "show"},
                               {"doctor"},
                               {"models"},
                               {"costs"},
                               {"room", "list", "--json"}})
    setting.nothing_has_the_key(run(setting.place, command));
}

TEST_CASE("P-20 P-64 a server that sends the key back in its errors makes it no more public") {
  for (const char* body :
       {R"({"error":{"message":"Incorrect API key provided: KEY."}})",
        "<html><title>KEY</title><body>Bad key KEY</body></html>", "KEY is not allowed"}) {
    std::string text = body;
    for (auto at = text.find("KEY"); at != text.npos; at = text.find("KEY"))
      text.replace(at, 3, kKey);
    const FakeProvider server({{refusal(401, -1, text)}});
    Setting setting(server);
    const Ran ran = run(setting.place, ideate("a topic"));
    CHECK(ran.status == 3);  // it waits for another key
    setting.nothing_has_the_key(ran);
  }
}

TEST_CASE("P-20 P-64 a password in an address, and a header that is one, are shown nowhere") {
  const FakeProvider server({{everything()}});
  Setting setting(server);
  const std::string url =
      "http://ana:" + kKey + "@127.0.0.1:" + std::to_string(server.port()) + "/v1";
  const fs::path settings = setting.place.home / ".config/folkmoot/config.yaml";
  fs::create_directories(settings.parent_path());
  std::ofstream(settings) << "providers:\n  work:\n    base_url: " << url
                          << "\n    headers: {X-Auth-Token: " << kKey
                          << "}\nproxy: http://ana:" << kKey << "@127.0.0.1:9\n";
  for (const Words& command : {Words{"config", "show"},
                               {"config", "show", "--json"},
                               {"doctor"},
                               {"models"},
                               {"models", "work", "--json"},
                               {"models", "--check"},
                               {"ideate", kKey, "--model", "work:any", "--record", "rec.jsonl"}}) {
    const Ran ran = run(setting.place, command);
    CHECK(!ran.out.contains(kKey));
    CHECK(!ran.err.contains(kKey));
  }
  fs::remove(settings);
  setting.nothing_has_the_key({});
}

TEST_CASE("P-20 P-64 a key is in no process's command line") {
  FakeRule slow = everything();
  slow.first_delay = Millis(60'000);
  FakeProvider server({{slow}});
  Setting setting(server);
  Program program(setting.place, ideate("a topic"));
  REQUIRE(server.http().wait_for([](const auto& counts) { return counts.heads > 0; }));
  for (const auto& process : fs::directory_iterator("/proc"))
    if (fs::exists(process.path() / "cmdline"))
      CHECK(!read_file(process.path() / "cmdline").contains(kKey));
  program.send(SIGTERM);
  setting.nothing_has_the_key(program.wait());
}

}  // namespace
}  // namespace fm::e2e
