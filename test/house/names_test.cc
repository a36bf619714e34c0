// Files that comments and pages name exist, so that whoever reads finds them.
//
// Looked at are names of C++ files ("journal.h", "engine/log/journal.h") and paths that begin with
// a folder of the repository. A name that begins with x is an example. docs/decisions/ says how
// things were and is left alone.
#include <doctest/doctest.h>
#include <re2/re2.h>

#include <algorithm>
#include <array>

#include "test/house/repository.h"
#include "test/house/sources.h"

namespace fm::house {
namespace {

constexpr std::array<std::string_view, 1> kOfOthers = {"sqlite3.h"};

struct Known {
  std::set<std::string> paths;
  std::set<std::string> names;  // "journal.h"

  void add(std::string path) {
    names.insert(path.substr(path.rfind('/') + 1));
    paths.insert(std::move(path));
  }
  bool has(const std::string& name) const {
    if (std::ranges::find(kOfOthers, name) != kOfOthers.end()) return true;
    if (!name.contains('/')) return names.contains(name);
    return paths.contains(name) || paths.contains("src/" + name) ||
           std::ranges::any_of(paths,
                               [&](const std::string& path) { return path.ends_with("/" + name); });
  }
};

Known known_files() {
  Known known;
  for (const char* folder : {"src", "test", "docs", "packs", "bench", "fuzz", "cmake", "packaging"})
    for (auto& [path, text] : files({folder}, "")) known.add(path);
  return known;
}

std::vector<std::string> named_files(std::string_view text) {
  static const RE2 pattern(
      R"re((?:^|[^\w/.~$*<-])((?:(?:src|test|docs|packs|bench|fuzz|cmake)/(?:[\w-]+/)*[\w-]+\.[a-z]+)|(?:[a-z_0-9]+/)*[a-z0-9][a-z_0-9]*\.(?:h|cc))\b)re");
  std::vector<std::string> names;
  std::string name;
  for (re2::StringPiece rest(text); RE2::FindAndConsume(&rest, pattern, &name);) {
    const std::string last = name.substr(name.rfind('/') + 1);
    if (!last.starts_with("x.") && !last.starts_with("x_")) names.push_back(name);
  }
  return names;
}

TEST_CASE("names of files are found in a text, examples left out") {
  CHECK(named_files(
            "see engine/log/journal.h, (conversation.cc) and docs/engine.md; a.b.cc x_test.cc "
            "<boost/x.h> http://a/b.h teams/x.yaml") ==
        std::vector<std::string>{"engine/log/journal.h", "conversation.cc", "docs/engine.md"});
}

TEST_CASE("every file that a comment or a page names exists") {
  const Known known = known_files();
  std::map<std::string, std::string> texts;
  for (const char* ending : {".h", ".cc"})
    for (auto& [path, text] : files({"src", "test", "bench", "fuzz"}, ending))
      texts[path] = divide(text).comments;
  for (auto& [path, text] : files({"docs", "src"}, ".md"))
    if (!path.starts_with("docs/decisions/")) texts[path] = text;
  for (const char* page : {"README.md", "CONTRIBUTING.md"}) texts[page] = read(page);
  texts.merge(files({"packs"}, ".yaml"));
  CHECK(texts.size() > 500);
  for (const auto& [path, text] : texts)
    for (const std::string& name : named_files(text))
      CHECK_MESSAGE(known.has(name), path, " names ", name, ", which does not exist");
}

}  // namespace
}  // namespace fm::house
