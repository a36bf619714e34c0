#include "work/sandbox/sandbox_paths.h"

#include <doctest/doctest.h>

#include "work/sandbox/sandbox_mounts.h"

namespace fm {
namespace {

using Paths = std::vector<std::string>;

TEST_CASE("P-62 toolchains of a home are found by PATH, as much of them as is needed") {
  CHECK(toolchain_folders("/home/ada/.nvm/versions/node/v22/bin:/usr/bin:/home/ada/.cargo/bin:"
                          "/home/ada/bin:/home/ada/.nvm/versions/node/v20/bin",
                          "/home/ada") ==
        Paths{"/home/ada/.nvm", "/home/ada/.cargo/bin", "/home/ada/.rustup", "/home/ada/bin"});
  const Paths local = toolchain_folders("/home/ada/.local/bin", "/home/ada");
  CHECK(local.front() == "/home/ada/.local/bin");
  for (const std::string& path : local) CHECK(path != "/home/ada/.local/share");
}

TEST_CASE("P-62 a home as a whole is never a toolchain") {
  CHECK(toolchain_folders("/home/ada:/home/adam/bin:.:relative/bin:", "/home/ada").empty());
  CHECK(toolchain_folders("/usr/bin", "").empty());
  for (const std::string& path : cache_folders("/home/ada")) CHECK(path.starts_with("/home/ada/"));
}

TEST_CASE("P-62 sockets that are bound are read from the kernel's list") {
  CHECK(bound_sockets("Num       RefCount Protocol Flags    Type St Inode Path\n"
                      "0000: 00000002 00000000 00010000 0001 01 17 /run/a b.sock\n"
                      "0000: 00000003 00000000 00000000 0001 03 18\n"
                      "0000: 00000002 00000000 00010000 0001 01 19 @/tmp/.X11-unix/X0\n"
                      "0000: 00000002 00000000 00010000 0001 01 20 /x\n") ==
        Paths{"/run/a b.sock", "/x"});
}

}  // namespace
}  // namespace fm
