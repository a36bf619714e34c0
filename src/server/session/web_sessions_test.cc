#include "server/session/web_sessions.h"

#include <doctest/doctest.h>
#include <sys/stat.h>

#include <fstream>
#include <iterator>
#include <thread>

#include "test/support/scratch_folder.h"

namespace fm::server {
namespace {

struct Scene {
  ScratchFolder scratch;
  FakeClock clock;
  std::string path() const { return (scratch.path() / "web.json").string(); }
  WebSessions sessions{path(), clock};

  Scene() { REQUIRE(sessions.set_address("http://127.0.0.1:8470")); }
  std::string text() const {
    std::ifstream file(path());
    return {std::istreambuf_iterator<char>(file), {}};
  }
  static std::string key_of(const WebSessions::Link& link) {
    return link.url.substr(link.url.find("key=") + 4);
  }
};

TEST_CASE("P-70 a link opens one session, once, in its name") {
  Scene scene;
  const auto link = scene.sessions.new_link("ada");
  REQUIRE(link);
  CHECK(link->url.starts_with("http://127.0.0.1:8470/enter?key="));
  const auto entered = scene.sessions.enter(Scene::key_of(*link));
  REQUIRE(entered);
  CHECK(entered->session.name == "ada");
  const auto found = scene.sessions.find(entered->secret);
  REQUIRE(found);
  CHECK(found->id == entered->session.id);
  CHECK_FALSE(scene.sessions.find("nobody's"));
  CHECK_FALSE(scene.sessions.find(""));
  CHECK_FALSE(scene.sessions.find(entered->session.hash));  // what the file holds opens nothing
  CHECK(scene.sessions.enter(Scene::key_of(*link)).error().code == "link_used");
  CHECK(scene.sessions.enter("").error().code == "link_used");
}

TEST_CASE("P-70 sessions outlive the server, and the file holds no secret") {
  Scene scene;
  const auto link = scene.sessions.new_link("ada");
  REQUIRE(link);
  CHECK(scene.text().find(Scene::key_of(*link)) == std::string::npos);
  const auto entered = scene.sessions.enter(Scene::key_of(*link));
  REQUIRE(entered);
  CHECK(scene.text().find(entered->secret) == std::string::npos);
  struct stat info{};
  REQUIRE(::stat(scene.path().c_str(), &info) == 0);
  CHECK((info.st_mode & 0777) == 0600);
  WebSessions next(scene.path(), scene.clock);
  REQUIRE(next.load());
  CHECK(next.find(entered->secret)->name == "ada");
  CHECK_FALSE(next.epoch().empty());
  CHECK(next.epoch() == scene.sessions.epoch());
  REQUIRE(*next.revoke(entered->session.id));
  CHECK_FALSE(next.find(entered->secret));
  CHECK_FALSE(*next.revoke(entered->session.id));
}

TEST_CASE("P-70 another process makes a link, and the server takes it") {
  Scene scene;
  WebSessions other(scene.path(), scene.clock);
  const auto link = other.new_link("ben");
  REQUIRE(link);
  const auto entered = scene.sessions.enter(Scene::key_of(*link));
  REQUIRE(entered);
  CHECK(entered->session.name == "ben");
  REQUIRE(scene.sessions.set_address({}));
  CHECK(other.new_link("ben").error().code == "serve_absent");
}

TEST_CASE("P-70 links end after an hour, sessions ninety days after they were used") {
  Scene scene;
  const auto late = scene.sessions.new_link("ada");
  scene.clock.advance(WebSessions::kLinkLasts + Millis(1));
  CHECK(scene.sessions.enter(Scene::key_of(*late)).error().code == "link_used");
  const auto entered = scene.sessions.enter(Scene::key_of(*scene.sessions.new_link("ada")));
  REQUIRE(entered);
  for (int i = 0; i < 3; ++i) {
    scene.clock.advance(WebSessions::kSessionLasts - Millis(1));
    CHECK(scene.sessions.find(entered->secret));
  }
  REQUIRE(scene.sessions.set_address("http://127.0.0.1:1"));  // each change notes when it was used
  WebSessions next(scene.path(), scene.clock);
  REQUIRE(next.load());
  CHECK(next.find(entered->secret));
  scene.clock.advance(WebSessions::kSessionLasts + Millis(1));
  CHECK_FALSE(scene.sessions.find(entered->secret));
}

TEST_CASE("P-70 who changes it at once loses nothing of each other") {
  Scene scene;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] {
      WebSessions mine(scene.path(), scene.clock);
      for (int j = 0; j < 10; ++j) (void)mine.enter(Scene::key_of(*mine.new_link("ada")));
    });
  for (std::thread& thread : threads) thread.join();
  REQUIRE(scene.sessions.load());
  CHECK(scene.sessions.all().size() == 40);
}

TEST_CASE(
    "P-70 a damaged file stops the door with its cure, and a name is one that people can have") {
  Scene scene;
  std::ofstream(scene.path()) << "{\"v\":";
  CHECK(scene.sessions.load().error().code == "sessions_unreadable");
  CHECK(scene.sessions.new_link("ada").error().code == "sessions_unreadable");
  for (const char* name : {"ada", "Zoë Müller", "李", "a.b@c"}) CHECK(check_person_name(name));
  for (const std::string& name :
       {std::string(), std::string(" ada"), std::string("a\nb"), std::string("[person"),
        std::string(65, 'x'), std::string("a\u200b"), std::string("\xff")})
    CHECK_FALSE(check_person_name(name));
}

}  // namespace
}  // namespace fm::server
