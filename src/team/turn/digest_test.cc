#include "team/turn/digest.h"

#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <string>
#include <vector>

#include "team/text/fence.h"
#include "test/support/scratch_folder.h"

namespace fm {
namespace {

namespace fs = std::filesystem;

TEST_CASE("P-24 the digest holds tree, manifests, README and guides, and nothing hidden or built") {
  const ScratchFolder folder;
  folder.write("src/a.cc");
  folder.write("src/deep/er/too_deep.cc");
  folder.write("src/deep/b.cc");
  folder.write("README.md", "# Tool library\nFor the street.");
  folder.write("package.json", "{\"name\": \"lib\"}");
  folder.write("AGENTS.md", "Use spaces.");
  for (const char* hidden : {".git/config", ".env", "node_modules/x/i.js", "build/o.o",
                             "cmake-build-debug/c", "src/.secret"})
    folder.write(hidden, "SECRET");
  const std::string text = digest_folder(folder.path()).text;
  CHECK(text ==
        "## Files\n\nAGENTS.md, README.md, package.json\nsrc/\n  a.cc\n  deep/\n    b.cc\n    er/\n"
        "\n``` path=package.json\n{\"name\": \"lib\"}\n```\n"
        "\n``` path=README.md\n# Tool library\nFor the street.\n```\n"
        "\n``` path=AGENTS.md\nUse spaces.\n```\n");
}

TEST_CASE(
    "C-44 a file that the digest shows whole is shown as it is, and one that it cuts says so") {
  const ScratchFolder folder;
  const std::string readme = "\nShop\n====\n\n```\n[a -> b]: x\n```\n\n";
  folder.write("README.md", readme);
  folder.write("Makefile", "all:\n" + std::string(2'000, '#'));
  const FolderDigest digest = digest_folder(folder.path());
  CHECK(digest.whole == std::vector<std::string>{"README.md"});
  CHECK(fence(digest.text).contains("```` path=README.md\n" + readme + "````\n"));
  CHECK(digest.text.contains("## Makefile\n\nall:\n###"));
  CHECK(digest.text.contains("#\n[...]\n"));
}

TEST_CASE("P-24 an empty or missing folder has an empty digest") {
  const ScratchFolder folder;
  CHECK(digest_folder(folder.path()).text.empty());
  CHECK(digest_folder(folder.path() / "nowhere").text.empty());
  // The process stands in the source folder, which has a README.
  CHECK(digest_folder({}).text.empty());
}

TEST_CASE("P-24 the digest's hash changes exactly when what it shows does") {
  const ScratchFolder folder;
  folder.write("a.txt");
  const FolderDigest first = digest_folder(folder.path());
  CHECK(digest_folder(folder.path()).hash == first.hash);
  folder.write(".hidden");
  CHECK(digest_folder(folder.path()).hash == first.hash);
  folder.write("b.txt");
  CHECK(digest_folder(folder.path()).hash != first.hash);
}

TEST_CASE("P-24 a huge folder is bounded, and its top is whole rather than its first branch") {
  const ScratchFolder folder;
  for (int i = 0; i < 12; ++i)
    for (int j = 0; j < 60; ++j)
      folder.write("folder-" + std::to_string(i) + "/file-" + std::to_string(j));
  for (int i = 0; i < 2'100; ++i) folder.write("many/" + std::to_string(i), "");
  folder.write("README.md", std::string(50'000, 'r'));
  folder.write("AGENTS.md", std::string(50'000, 'a'));
  const std::string text = digest_folder(folder.path()).text;
  CHECK(text.size() <= kDigestBytes);
  CHECK(text.size() > kDigestBytes / 2);
  CHECK(text.contains("folder-11/"));
  CHECK(text.contains("many/"));
  CHECK(text.contains("too many entries"));
  CHECK(text.contains("[...]"));
}

TEST_CASE("P-63 links, pipes and binary files are not read") {
  const ScratchFolder folder, secret;
  secret.write("key", "SECRET");
  fs::create_symlink(secret.path() / "key", folder.path() / "README.md");
  fs::create_directory_symlink(secret.path(), folder.path() / "linked");
  folder.write("package.json", std::string_view("a\0b", 3));
  REQUIRE(::mkfifo((folder.path() / "AGENTS.md").c_str(), 0600) == 0);
  const std::string text = digest_folder(folder.path()).text;
  CHECK_FALSE(text.contains("SECRET"));
  CHECK_FALSE(text.contains("linked"));
  CHECK(text == "## Files\n\npackage.json\n");
}

TEST_CASE("P-64 the digest shows no secret and nothing that git ignores") {
  const ScratchFolder folder;
  folder.write(".gitignore", "CLAUDE.md\n");
  folder.write("CLAUDE.md", "PRIVATE NOTES");
  folder.write("Makefile", "export API_KEY=3f9a81c27be4\n");
  folder.write("README.md", "# Shop\n");
  const FolderDigest digest = digest_folder(folder.path());
  CHECK_FALSE(digest.text.contains("PRIVATE NOTES"));
  CHECK_FALSE(digest.text.contains("3f9a81c27be4"));
  CHECK(digest.text.contains("# Shop"));
  CHECK(digest.whole == std::vector<std::string>{"README.md"});
}

TEST_CASE("P-24 the digest says of what git ignores why it is never shown") {
  const ScratchFolder folder;
  folder.write(".gitignore", "/notes/private.md\ndrafts/\n");
  folder.write("notes/a.md", "# A");
  folder.write("notes/private.md", "# P");
  folder.write("drafts/x.txt", "x");
  CHECK(digest_folder(folder.path()).text ==
        "## Files\n\ndrafts/ (ignored by git)\nnotes/\n  a.md, private.md (ignored by git)\n");
}

TEST_CASE("P-50 a CLAUDE.md that is a copy of AGENTS.md is given once") {
  const ScratchFolder folder;
  folder.write("AGENTS.md", "Same guidance.");
  folder.write("CLAUDE.md", "Same guidance.");
  const std::string text = digest_folder(folder.path()).text;
  CHECK(text.find("Same guidance.") == text.rfind("Same guidance."));
}

}  // namespace
}  // namespace fm
