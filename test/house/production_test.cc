// What is written serves the program: functions are called outside of tests, and the tests that
// prove requirements reach the sources that the program is made of.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>

#include "test/house/proofs.h"
#include "test/house/repository.h"
#include "test/house/sources.h"

namespace fm::house {
namespace {

using Texts = std::map<std::string, std::string>;

Texts sources() {
  Texts all = files({"src"}, ".cc");
  all.merge(files({"src"}, ".h"));
  return all;
}

TEST_CASE("comments and literals are told apart from code") {
  const Divided parts = divide(
      "#include \"a.h\"\nint f() {  // calls g()\n  return h(\"g()\", '\\'', 1'000);\n}\n"
      "/* g()\n */ auto x = R\"y(g()\")y\";\n");
  CHECK(parts.code == "\nint f() {  \n  return h(\"\", '', 1'000);\n}\n\n auto x = \"\";\n");
  CHECK(parts.comments == "\n calls g()\n\n\n\n\n");
}

TEST_CASE("a function is unused when only its declaration, its definition and tests name it") {
  const Texts sources = {
      {"src/a/a.h",
       "int used(int x);\nint idle(int x);  // idle()\nint shown();\n"
       "struct S {\n  int member() const;\n  bool asked() const { return used(1); }\n};\n"},
      {"src/a/a.cc",
       "int used(int x) { return x; }\nint idle(int x) {\n  return used(x);\n}\n"
       "int S::member() const { return 1; }\n"},
      {"src/b/b.cc", "int f(S s) { return s.asked() ? shown() : 0; }\n"},
      {"src/a/a_test.cc", "void t() { idle(member()); }\n"},
      {"src/a/x_testing.h", "int for_tests();\n"}};
  CHECK(unused_functions(sources) == std::map<std::string, std::set<std::string>>{
                                         {"idle", {"src/a/a.h"}}, {"member", {"src/a/a.h"}}});
}

// Looked at by tests of the engine from outside, which own no other sight of it; and the first
// fault of a file of a pack, which the program reads by way of ParsedFiles. The second line is what
// git and processes can do and no command of the program asks for yet. This list only becomes
// shorter.
constexpr std::array<std::string_view, 9> kAllowed = {
    "quarantined", "rooms_in_memory", "parse_profile", "parse_team", "language_files",
    "forget_refs", "lane_from_json",  "merge_into",    "stat_of"};

TEST_CASE("no header of the program declares a function that only tests call") {
  const auto unused = unused_functions(sources());
  for (const auto& [name, headers] : unused) {
    if (std::ranges::find(kAllowed, name) != kAllowed.end()) continue;
    FAIL_CHECK(*headers.begin(), ": only tests call ", name,
               "(). Delete it, or move it into the test or a header *_testing.h.");
  }
  for (const std::string_view name : kAllowed)
    CHECK_MESSAGE(unused.contains(std::string(name)), name, " is used: take it out of the list");
}

// Headers of src/ that some production source beside their own includes.
std::set<std::string> production_headers(const Texts& all) {
  std::set<std::string> headers;
  for (const auto& [path, text] : all) {
    if (is_for_tests(path)) continue;
    for (const std::string& header : includes_of(text)) {
      const std::string own = path.substr(0, path.rfind('.')) + ".h";
      if (const std::string full = "src/" + header; full != own && !is_for_tests(full))
        headers.insert(full);
    }
  }
  return headers;
}

// Whether a source reaches production: by a header, by a helper of tests that does, or because it
// runs the program itself.
class Reach {
 public:
  Reach() : production_(production_headers(sources())) {
    helpers_ = files({"test", "src"}, ".h");
    helpers_.merge(files({"test", "src"}, ".cc"));
  }

  bool reaches(const std::string& path) const {
    std::set<std::string> seen;
    return reaches(path, seen);
  }

  const Texts& helpers() const { return helpers_; }

 private:
  bool reaches(const std::string& path, std::set<std::string>& seen) const {
    if (!seen.insert(path).second) return false;
    const auto text = helpers_.find(path);
    if (text == helpers_.end()) return false;
    if (text->second.contains("FOLKMOOT_BINARY")) return true;
    for (const std::string& header : includes_of(text->second)) {
      if (production_.contains("src/" + header)) return true;
      for (const std::string& full : {header, "src/" + header})
        if (is_for_tests(full) &&
            (reaches(full, seen) || reaches(full.substr(0, full.rfind('.')) + ".cc", seen)))
          return true;
    }
    return false;
  }

  std::set<std::string> production_;
  Texts helpers_;
};

// The sources of the proofs that docs/requirements.md names; what plays a script stands for it.
std::set<std::string> proving_sources() {
  const std::string page = read("docs/requirements.md");
  std::set<std::string> paths;
  for (const Proof& proof : all_proofs()) {
    const std::string& listed = proof.name.empty() ? proof.path : proof.name;
    if (!proof.ids.empty() && page.contains("`" + listed + "`"))
      paths.insert(proof.name.empty() ? "test/flows/conversation_test.cc" : proof.path);
  }
  return paths;
}

TEST_CASE("every proof of a requirement reaches the program's own sources") {
  const std::set<std::string> paths = proving_sources();
  CHECK(paths.size() > 50);
  const Reach reach;
  for (const std::string& path : paths)
    CHECK_MESSAGE(reach.reaches(path), path, " proves a requirement and touches no production");
}

TEST_CASE("a proof that includes only what tests are made of reaches nothing") {
  const Reach reach;
  CHECK_FALSE(reach.reaches("test/house/proofs_test.cc"));
  CHECK_FALSE(reach.reaches("test/none.cc"));
  CHECK(reach.reaches("test/e2e/usage_test.cc"));
}

TEST_CASE("every header that a proof includes exists") {
  const Reach reach;
  for (const std::string& path : proving_sources())
    for (const std::string& header : includes_of(reach.helpers().at(path)))
      CHECK_MESSAGE((reach.helpers().contains(header) || reach.helpers().contains("src/" + header)),
                    path, " includes ", header, ", which does not exist");
}

}  // namespace
}  // namespace fm::house
