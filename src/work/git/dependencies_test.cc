#include "work/git/dependencies.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>

#include "test/support/git_world.h"

namespace fm {
namespace {

namespace fs = std::filesystem;

TEST_CASE("A-5 dependencies are found where they lie, and nothing that is tracked or a link") {
  GitWorld world;
  world.begin();
  world.write(".gitignore", "node_modules/\n.venv\n");
  world.write("packages/a/package.json", "{}");
  world.write("lib/vendor/kept.c", "int x;\n");
  world.shell("git add -A && git commit -q -m packages");
  world.write("node_modules/left/index.js", "x");
  world.write("packages/a/node_modules/right/index.js", "x");
  world.write(".venv/bin/tool", "x");
  world.write("vendor/gem/x.rb", "x");  // neither tracked nor ignored
  world.write("build/node.o", "x");
  world.shell(
      "mkdir packages/b && echo {} > packages/b/package.json && git add -A packages/b && "
      "git commit -q -m b && ln -s ../../node_modules packages/b/node_modules");
  const auto found = world.good(dependency_folders(world.git(), world.repository()));
  CHECK(found ==
        std::vector<std::string>{".venv", "node_modules", "packages/a/node_modules", "vendor"});
}

TEST_CASE("A-5 dependencies that are linked into a lane keep links to packages beside them") {
  GitWorld world;
  world.begin();
  world.write("node_modules/left/index.js", "left");
  world.write("node_modules/@own/core/index.js", "core");
  world.shell("ln -s ../packages/mine node_modules/mine");
  const Lane lane = world.lane("one");
  GitWorld::write_to(lane.path, "packages/mine/index.js", "the lane's own");
  const std::string from = world.repository_path() + "/node_modules";
  const std::string to = lane.path + "/node_modules";
  REQUIRE(link_dependencies(from, to));
  CHECK(GitWorld::read(to + "/left/index.js") == "left");
  CHECK(GitWorld::read(to + "/@own/core/index.js") == "core");
  CHECK(GitWorld::read(to + "/mine/index.js") == "the lane's own");
  CHECK_FALSE(link_dependencies(from, to));  // what is there stays
  CHECK_FALSE(link_dependencies(from, lane.path + "/missing/node_modules"));
}

}  // namespace
}  // namespace fm
