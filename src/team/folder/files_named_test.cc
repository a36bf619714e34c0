#include "team/folder/files_named.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>

#include "test/support/scratch_folder.h"

namespace fm {
namespace {

TEST_CASE("P-24 a file is named by its path, its only base name, in marks and with an @") {
  const ScratchFolder folder;
  folder.write("config.toml", "port = 8083\n");
  folder.write("src/app.py", "print(1)\n");
  folder.write("src/twice.py", "a");
  folder.write("test/twice.py", "b");
  for (const char* text :
       {"what port is it, see src/app.py", "look at `app.py`, please.", "@src/app.py what is this?",
        "(app.py:42) fails", "./src/app.py's first line", "in \"src/app.py\"?"}) {
    CAPTURE(text);
    const auto files = files_named(folder.path(), text);
    REQUIRE(files.size() == 1);
    CHECK(files[0].path == "src/app.py");
    REQUIRE(files[0].text != nullptr);
    CHECK(*files[0].text == "print(1)\n");
  }
  CHECK(files_named(folder.path(), "config.toml and config.toml").size() == 1);
  CHECK(files_named(folder.path(), "twice.py").empty());  // which one?
  CHECK(files_named(folder.path(), "e.g. version 3.5 at https://x.org/src/app.py").empty());
  CHECK_FALSE(may_name_files("it takes 3.5 hours, and @coder knows why."));
}

TEST_CASE("P-24 an @ means a file: in quotation marks too, and one that is not there is told") {
  const ScratchFolder folder;
  folder.write("a b/\u00fc.txt", "u\n");
  folder.write("src/app.py", "print(1)\n");
  const auto files = files_named(folder.path(), "see (@\"a b/\u00fc.txt\") and @\"src/app.py\".");
  REQUIRE(files.size() == 2);
  CHECK(files[0].path == "a b/\u00fc.txt");
  REQUIRE(files[0].text != nullptr);
  CHECK(*files[0].text == "u\n");
  CHECK(files[1].path == "src/app.py");
  const auto missing = files_named(folder.path(), "@src/gone.py and src/also_gone.py");
  REQUIRE(missing.size() == 1);
  CHECK(missing[0].path == "src/gone.py");
  CHECK(missing[0].text == nullptr);
  CHECK(missing[0].why == "there is no such file in the folder");
  for (const char* text : {"@coder what now?", "@\"\"", "mail ana@example.org", "@\"open"}) {
    CAPTURE(text);
    CHECK(files_named(folder.path(), text).empty());
  }
}

TEST_CASE("P-24 words that only look like files are not searched for") {
  for (const char* text : {"Node.js with vue.js", "as on example.com and site.io",
                           "3.5s, e.g. twice", "Notice the license of the authors"}) {
    CAPTURE(text);
    CHECK_FALSE(may_name_files(text));
  }
  const ScratchFolder folder;
  folder.write("x/and/or", "OR");
  folder.write("x/Makefile", "all:\n");
  CHECK(files_named(folder.path(), "red and/or green").empty());
  CHECK(files_named(folder.path(), "x/and/or, then").size() == 1);
  CHECK(files_named(folder.path(), "what does the Makefile do?").size() == 1);
}

TEST_CASE("P-24 P-64 links, paths out of the folder, ignored files and secrets are never shown") {
  const ScratchFolder outside;
  outside.write("private.txt", "PRIVATE");
  const ScratchFolder folder;
  folder.write(".gitignore", "local.cfg\n");
  folder.write("local.cfg", "LOCAL");
  folder.write(".env", "TOKEN");
  folder.write(".git/config", "GIT");
  folder.write("a/x.txt", "x");
  std::filesystem::create_symlink(outside.path() / "private.txt", folder.path() / "link.txt");
  std::filesystem::create_directory_symlink(outside.path(), folder.path() / "way");
  const std::string up = "../" + outside.path().filename().string() + "/private.txt";
  for (const std::string& name :
       {std::string("link.txt"), std::string("way/private.txt"), up,
        (outside.path() / "private.txt").string(), "a/../" + up, std::string(".git/config")}) {
    CAPTURE(name);
    CHECK(files_named(folder.path(), "read " + name).empty());
  }
  const auto refused = files_named(folder.path(), "read local.cfg and .env");
  REQUIRE(refused.size() == 2);
  CHECK(refused[0].why == "git ignores it");
  CHECK(refused[1].why == "by its name it may hold a secret");
  CHECK(refused[0].text == nullptr);
  CHECK(refused[1].text == nullptr);
}

TEST_CASE("P-24 a long file is cut with a mark, and a fence in it does not end its own") {
  const ScratchFolder folder;
  folder.write("long.txt", std::string(30'000, 'x'));
  const auto files = files_named(folder.path(), "long.txt");
  REQUIRE(files.size() == 1);
  CHECK(files[0].text->size() == 12 * 1024);
  CHECK(files[0].bytes == 30'000);
  CHECK(file_block("long.txt", *files[0].text, files[0].bytes)
            .ends_with("```\n[... cut: the first 12288 of 30000 bytes]\n"));
  CHECK(file_block("a.md", "```\ncode\n```\n", 13) == "```` path=a.md\n```\ncode\n```\n````\n");
}

}  // namespace
}  // namespace fm
