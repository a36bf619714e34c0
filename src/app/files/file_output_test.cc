#include "app/files/file_output.h"

#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace fm {
namespace {

namespace fs = std::filesystem;

// A folder of its own for a test, gone afterwards.
class Folder {
 public:
  Folder() {
    std::string path = (fs::temp_directory_path() / "file-output-XXXXXX").string();
    REQUIRE(::mkdtemp(path.data()) != nullptr);
    path_ = path;
  }
  ~Folder() { fs::remove_all(path_); }
  std::string operator/(const char* name) const { return (path_ / name).string(); }
  std::size_t files() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(path_), fs::directory_iterator()));
  }

 private:
  fs::path path_;
};

std::string read(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

TEST_CASE("whether a file can be written is tried, and nothing is left of the trial") {
  const Folder folder;
  CHECK(check_file(folder / "a.html").has_value());
  CHECK(folder.files() == 0);
  CHECK(check_file("/dev/null").has_value());
  CHECK(check_file("/proc/a.html").error().code == "file_write_failed");  // whoever one is
  CHECK(check_file(folder / std::string(300, 'n').c_str()).error().cure.contains("shorter"));
  CHECK(check_file(folder / "").error().message.contains("could not be written"));
  CHECK(check_file(folder / "no/a.html").error().cure.contains("Make the folder"));
}

TEST_CASE("a file is written whole, replaces the old one, and leaves nothing else behind") {
  const Folder folder;
  CHECK(write_file(folder / "a.html", std::string("one\0two", 7)).has_value());
  CHECK(read(folder / "a.html") == std::string("one\0two", 7));
  CHECK(write_file(folder / "a.html", "").has_value());
  CHECK(read(folder / "a.html").empty());
  CHECK(folder.files() == 1);
}

TEST_CASE("an existing file keeps its permissions, and a link to it stays a link") {
  const Folder folder;
  REQUIRE(write_file(folder / "a.html", "old").has_value());
  ::chmod((folder / "a.html").c_str(), 0640);
  fs::create_symlink(folder / "a.html", folder / "link.html");
  CHECK(write_file(folder / "link.html", "new").has_value());
  CHECK(fs::is_symlink(folder / "link.html"));
  CHECK(read(folder / "a.html") == "new");
  CHECK(fs::status(folder / "a.html").permissions() == fs::perms(0640));
}

TEST_CASE("what cannot be written says where, why and what to do, and leaves nothing behind") {
  const Folder folder;
  const Result<void> missing = write_file(folder / "no/such/a.html", "x");
  REQUIRE_FALSE(missing.has_value());
  CHECK(missing.error().code == "file_write_failed");
  CHECK(missing.error().message.contains(folder / "no/such/a.html"));
  CHECK(missing.error().cause.contains("No such file or directory"));
  CHECK(missing.error().cure.contains("mkdir -p " + (folder / "no/such")));

  fs::create_directory(folder / "b.html");
  const Result<void> is_folder = write_file(folder / "b.html", "x");
  REQUIRE_FALSE(is_folder.has_value());
  CHECK(is_folder.error().cure == "The path is a folder; add a file name to it.");
  CHECK(folder.files() == 1);
}

TEST_CASE("a device is written to, not replaced") {
  CHECK(write_file("/dev/null", "x").has_value());
  CHECK(fs::is_character_file("/dev/null"));
  const Result<void> full = write_file("/dev/full", "x");
  REQUIRE_FALSE(full.has_value());
  CHECK(full.error().cause.contains("No space left"));
}

}  // namespace
}  // namespace fm
