#include "app/files/folder_files.h"

#include <doctest/doctest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/ids.h"
#include "test/support/scratch_folder.h"

namespace fm {
namespace {

namespace fs = std::filesystem;
constexpr std::size_t kLimit = 1000;

std::string text_in(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

FolderFiles open(const ScratchFolder& folder) {
  auto opened = FolderFiles::open(folder.path().string());
  REQUIRE(opened.has_value());
  return std::move(*opened);
}

std::size_t count(const fs::path& path) {
  return static_cast<std::size_t>(std::distance(fs::directory_iterator(path), {}));
}

TEST_CASE("a file is written with its folders, whole, and read back") {
  const ScratchFolder folder;
  const FolderFiles files = open(folder);
  CHECK_FALSE(files.read("a/b/c.md", kLimit).value().has_value());
  REQUIRE(files.write("a/b/c.md", "one").has_value());
  REQUIRE(files.write("a/b/c.md", "two").has_value());
  CHECK(files.read("a/b/c.md", kLimit).value() == "two");
  CHECK(count(folder.path() / "a/b") == 1);
  CHECK(files.read("a/b/c.md", 2).error().code == "file_too_large");
  CHECK(files.names("a/b") == std::vector<std::string>{"c.md"});
  CHECK(files.names("no/such").empty());
}

TEST_CASE("nothing is read or written through a link, and nothing outside is touched") {
  const ScratchFolder outside, folder;
  outside.write("secret", "secret");
  fs::create_directory_symlink(outside.path(), folder.path() / "linked");
  fs::create_symlink(outside.path() / "secret", folder.path() / "file");
  fs::create_symlink(outside.path() / "new", folder.path() / "hanging");
  const FolderFiles files = open(folder);
  for (const char* path : {"linked/secret", "linked/new", "linked/sub/new", "file", "hanging"}) {
    CAPTURE(path);
    const auto written = files.write(path, "x");
    REQUIRE_FALSE(written.has_value());
    CHECK(written.error().code == "folder_file_failed");
    const auto read = files.read(path, kLimit);
    CHECK((!read || !read->has_value()));
  }
  CHECK(text_in(outside.path() / "secret") == "secret");
  CHECK(count(outside.path()) == 1);
  CHECK(count(folder.path()) == 3);
  CHECK(files.names("linked").empty());
  CHECK_THROWS_AS((void)files.write("../x", "x"), Bug);
  CHECK_THROWS_AS((void)files.write("a/../../x", "x"), Bug);
}

TEST_CASE("what has the place of a file or a folder is refused, and a pipe blocks nobody") {
  const ScratchFolder folder;
  folder.write("plain");
  fs::create_directory(folder.path() / "folder");
  REQUIRE(::mkfifo((folder.path() / "pipe").c_str(), 0600) == 0);
  const FolderFiles files = open(folder);
  CHECK(files.write("plain/x.md", "x").error().code == "folder_file_failed");
  CHECK(files.write("folder", "x").error().cause.contains("directory"));
  CHECK_FALSE(files.write("pipe", "x").has_value());
  CHECK_FALSE(files.read("pipe", kLimit).has_value());
  CHECK_FALSE(files.read("folder", kLimit).has_value());
  CHECK(FolderFiles::open("/no/such/folder").error().code == "folder_file_failed");
  const auto nowhere = FolderFiles::open("/proc");  // nobody can write there
  REQUIRE(nowhere.has_value());
  CHECK_FALSE(nowhere->write("x.md", "x").has_value());
}

TEST_CASE("a file that is put aside takes no other's place") {
  const ScratchFolder folder;
  const FolderFiles files = open(folder);
  folder.write("a.json", "one");
  CHECK(files.set_aside("a.json", ".old").value() == "a.json.old");
  folder.write("a.json", "two");
  CHECK(files.set_aside("a.json", ".old").value() == "a.json.old-2");
  CHECK(text_in(folder.path() / "a.json.old") == "one");
  CHECK(text_in(folder.path() / "a.json.old-2") == "two");
  CHECK_FALSE(files.set_aside("a.json", ".old").has_value());
}

TEST_CASE("odd names become safe ones that stay apart") {
  CHECK(safe_file_name("p-tea2") == "p-tea2");
  const std::string dots = safe_file_name("../../etc/passwd");
  CHECK(dots.starts_with("etc-passwd-"));
  for (const char* odd : {"", ".", "..", "a/b", "A b", "\xFF", "日本", "a\nb", ".git"}) {
    CAPTURE(odd);
    CHECK(check_id(safe_file_name(odd)).has_value());
  }
  CHECK(safe_file_name("A b") != safe_file_name("a B"));
  CHECK(safe_file_name(std::string(500, 'x')).size() <= 64);
}

}  // namespace
}  // namespace fm
