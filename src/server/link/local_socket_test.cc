#include "server/link/local_socket.h"

#include <doctest/doctest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <optional>
#include <string>

#include "test/support/scratch_folder.h"

namespace fm::server {
namespace {

// Stops the loop with each thing that it hears.
struct Hears final : LinkEnd {
  explicit Hears(Loop& of) : loop(of) {}
  void received(std::string_view message) override {
    last = message;
    loop.stop();
  }
  void drained() override {
    is_drained = true;
    loop.stop();
  }
  void closed() override {
    is_closed = true;
    loop.stop();
  }
  Loop& loop;
  std::string last;
  bool is_drained = false;
  bool is_closed = false;
};

struct Scene {
  ScratchFolder scratch;
  const SystemClock clock;
  const std::unique_ptr<Loop> loop = make_loop(clock);
  const std::string path = (scratch.path() / "socket").string();
  std::unique_ptr<Link> came;
  std::unique_ptr<ListeningSocket> socket;

  void listen() {
    auto opened =
        ListeningSocket::open(*loop, path, [this](std::unique_ptr<Link> link, int /*pid*/) {
          came = std::move(link);
          loop->stop();
        });
    REQUIRE(opened);
    socket = std::move(*opened);
  }
};

TEST_CASE("G-44 the socket is its user's alone, and its name goes with the owner") {
  Scene scene;
  CHECK(connect_socket(*scene.loop, scene.path).error().code == "owner_absent");
  scene.listen();
  struct stat facts{};
  REQUIRE(::stat(scene.path.c_str(), &facts) == 0);
  CHECK((facts.st_mode & 0777) == 0600);
  scene.socket.reset();
  CHECK(!std::filesystem::exists(scene.path));
}

TEST_CASE("G-44 what an owner that was killed has left is no hindrance") {
  Scene scene;
  scene.listen();
  std::filesystem::rename(scene.path, scene.path + ".left");  // nobody removes it
  scene.socket.reset();
  std::filesystem::rename(scene.path + ".left", scene.path);
  CHECK(connect_socket(*scene.loop, scene.path).error().code == "owner_absent");
  scene.listen();
  CHECK(connect_socket(*scene.loop, scene.path));
}

TEST_CASE("G-44 both sides hear each other, what waits is counted, and an end is heard") {
  Scene scene;
  scene.listen();
  auto client = connect_socket(*scene.loop, scene.path);
  REQUIRE(client);
  scene.loop->run();
  REQUIRE(scene.came);
  Hears at_client(*scene.loop);
  Hears at_owner(*scene.loop);
  (*client)->listen(at_client);
  scene.came->send("hello");
  scene.loop->run();
  CHECK(at_client.last == "hello");

  const std::string large(8 << 20, 'x');  // more than the system takes of what nobody reads
  (*client)->send(large);
  CHECK((*client)->waiting() > 0);
  scene.came->listen(at_owner);
  while (!at_client.is_drained || at_owner.last.empty()) scene.loop->run();
  CHECK(at_owner.last == large);
  CHECK((*client)->waiting() == 0);

  client->reset();
  while (!at_owner.is_closed) scene.loop->run();
}

TEST_CASE("G-44 a store with a long path has its socket elsewhere, by hash") {
  const std::string store = "/home/ana/" + std::string(120, 'x');
  CHECK(socket_path("/home/ana/store", "") == "/home/ana/store/socket");
  const auto path = socket_path(store, "/run/user/1000");
  REQUIRE(path);
  CHECK(path->starts_with("/run/user/1000/folkmoot-"));
  CHECK(path->size() <= 107);
  CHECK(socket_path(store + "y", "/run/user/1000") != *path);
  CHECK(socket_path(store, "").error().code == "socket_path_long");
}

TEST_CASE("G-44 nothing is said to a socket of another user") {
  if (::geteuid() != 0) return;  // only root can be somebody else
  Scene scene;
  std::filesystem::permissions(scene.scratch.path(), std::filesystem::perms::all);
  int told[2];
  int over[2];
  REQUIRE(::pipe(told) == 0);
  REQUIRE(::pipe(over) == 0);
  const pid_t other = ::fork();
  if (other == 0) {
    if (::setuid(65534) == 0) scene.listen();
    char byte = 'x';
    if (::write(told[1], &byte, 1) == 1 && ::read(over[0], &byte, 1) == 1) ::_exit(0);
    ::_exit(1);
  }
  char byte = 0;
  REQUIRE(::read(told[0], &byte, 1) == 1);
  CHECK(connect_socket(*scene.loop, scene.path).error().code == "owner_foreign");
  REQUIRE(::write(over[1], &byte, 1) == 1);
  ::waitpid(other, nullptr, 0);
}

}  // namespace
}  // namespace fm::server
