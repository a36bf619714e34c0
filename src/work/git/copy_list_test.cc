#include "work/git/copy_list.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>

#include "test/support/git_world.h"

namespace fm {
namespace {

namespace fs = std::filesystem;

TEST_CASE("F-52 copies stay inside the repository and the lane, after links are resolved") {
  GitWorld world;
  world.begin();
  GitWorld::write_to(world.root(), "outside/secret", "secret");
  world.write(".gitignore", ".env*\nconfig\nbig\nlinks\n");
  world.shell(
      "ln -s ../../outside/secret folder/leads-out && ln -s ../outside elsewhere && "
      "git add -A && git commit -q -m links");
  world.write(".env", "KEY=1\n");
  world.write("config/local/x.ini", "x\n");
  world.shell(
      "ln -s ../../outside outlink && ln -s .env .env.link && mkdir links && "
      "ln -s ../.env links/in && ln -s ../../../outside/secret links/out && echo y > links/y");
  world.shell("mkdir big && truncate -s 1G big/file");
  const Lane lane = world.lane("one");
  const CopyEnd end = world.good(copy_into_lane(
      world.git(), lane,
      {".env", "config", "../../x", "/etc/passwd", "outlink/secret", "outlink", "folder/leads-out",
       "big", ".git/config", "missing", ".", ".env.link", "links", ""}));
  CHECK(GitWorld::read(lane.path + "/.env") == "KEY=1\n");
  CHECK(GitWorld::read(lane.path + "/config/local/x.ini") == "x\n");
  CHECK(end.copied ==
        std::vector<std::string>{".env", "config/local/x.ini", ".env.link", "links/y"});
  CHECK(end.refused.size() == 12);
  CHECK_FALSE(fs::exists(lane.path + "/big"));
  CHECK_FALSE(fs::exists(lane.path + "/outlink"));
  CHECK(GitWorld::read(lane.path + "/.git").starts_with("gitdir:"));
  CHECK_FALSE(fs::exists(world.root() / "pwn"));
}

TEST_CASE("F-52 a link in the lane leads no copy out of it") {
  GitWorld world;
  world.begin();
  GitWorld::write_to(world.root(), "outside/kept", "kept");
  world.shell("ln -s '" + (world.root() / "outside").string() +
              "' conf && git add conf && "
              "git commit -q -m conf && rm conf && mkdir conf && echo mine > conf/kept && "
              "echo mine > conf/new");
  const Lane lane = world.lane("one");
  const CopyEnd end = world.good(copy_into_lane(world.git(), lane, {"conf"}));
  CHECK(end.copied.empty());
  CHECK(end.refused.size() == 2);
  CHECK(GitWorld::read(world.root() / "outside/kept") == "kept");
  CHECK_FALSE(fs::exists(world.root() / "outside/new"));
}

}  // namespace
}  // namespace fm
