#include "team/pack/below_folder.h"

#include <doctest/doctest.h>

#include <cerrno>
#include <filesystem>
#include <string>

#include "test/support/scratch_folder.h"

namespace fm {
namespace {

namespace fs = std::filesystem;

TEST_CASE("P-63 no link is followed on the way to a file, to its folder or in a listing") {
  const ScratchFolder folder, outside;
  outside.write("private.txt", "PRIVATE");
  folder.write("in/a.txt", "text");
  fs::create_directory_symlink(outside.path(), folder.path() / "way");
  fs::create_symlink(outside.path() / "private.txt", folder.path() / "in/link.txt");
  const auto head = read_head_below(folder.path(), "in/a.txt", 2);
  REQUIRE(head);
  CHECK(head->text == "te");
  CHECK(head->bytes == 4);
  for (const char* path : {"way/private.txt", "in/link.txt", "../x", "in/../in/a.txt", "in//a.txt",
                           "/etc/hostname", "", "in"}) {
    CAPTURE(path);
    CHECK_FALSE(read_head_below(folder.path(), path, 100));
  }
  CHECK(entries_below(folder.path(), "way", 10).entries.empty());
  const FolderEntries in = entries_below(folder.path(), "in", 10);
  REQUIRE(in.entries.size() == 1);
  CHECK(in.entries[0].name == "a.txt");
  CHECK(in.entries[0].bytes == 4);
  CHECK(in.looked_at == 2);
  CHECK(in.is_all);
  CHECK_FALSE(entries_below(folder.path(), "in", 1).is_all);
}

TEST_CASE("P-63 a person's own folder may be a link itself") {
  const ScratchFolder folder, place;
  folder.write("a.txt", "text");
  fs::create_directory_symlink(folder.path(), place.path() / "link");
  CHECK(read_head_below(place.path() / "link", "a.txt", 10));
  CHECK(entries_below(place.path() / "link", "", 10).entries.size() == 1);
}

}  // namespace
}  // namespace fm
