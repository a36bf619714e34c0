// docs/requirements.md and the tests tell the same story.
//
// The page has a row `| id | sentence | proof |` for each requirement. The proof is "later", or the
// whole name of a test case whose name begins with the id, or the path of a text script that says
// "# proves" the id. Several proofs are divided by <br>. Not every proving test must be listed.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "test/house/proofs.h"
#include "test/house/repository.h"

namespace fm::house {
namespace {

const std::string kPage = "docs/requirements.md";

std::vector<std::string> divided(std::string_view cell) {
  std::vector<std::string> parts;
  for (std::size_t at = 0; at != std::string_view::npos;) {
    const auto end = cell.find("<br>", at);
    std::string_view part = cell.substr(at, end - at);
    while (part.starts_with(' ')) part.remove_prefix(1);
    while (part.ends_with(' ')) part.remove_suffix(1);
    parts.push_back(plain(part));
    at = end == std::string_view::npos ? end : end + 4;
  }
  return parts;
}

// Each id with its proofs; none for "later".
std::map<std::string, std::vector<std::string>> listed() {
  std::map<std::string, std::vector<std::string>> page;
  for (const auto& row : table_rows(read(kPage))) {
    INFO(kPage, ": ", row.front());
    REQUIRE_MESSAGE(row.size() == 3, "a row has an id, a sentence and a proof");
    CHECK_MESSAGE(!row[2].empty(), "say `later` where there is no proof yet");
    auto proofs = row[2] == "later" ? std::vector<std::string>{} : divided(row[2]);
    CHECK_MESSAGE(page.emplace(row[0], std::move(proofs)).second, "the id has two rows");
  }
  return page;
}

TEST_CASE("every proof that docs/requirements.md lists exists and proves its id") {
  const auto proofs = all_proofs();
  for (const auto& [id, names] : listed()) {
    for (const std::string& name : names) {
      const bool proven = std::ranges::any_of(proofs, [&](const Proof& proof) {
        return proof.ids.contains(id) && (proof.name.empty() ? proof.path : proof.name) == name;
      });
      CHECK_MESSAGE(proven, id, ": no test case or script `", name, "` proves it");
    }
  }
}

TEST_CASE("every id that a test proves is in docs/requirements.md and not called later") {
  const auto page = listed();
  for (const Proof& proof : all_proofs()) {
    for (const std::string& id : proof.ids) {
      const auto row = page.find(id);
      INFO(proof.path, ": ", proof.name);
      if (row == page.end())
        FAIL_CHECK(id, " is not in ", kPage);
      else
        CHECK_MESSAGE(!row->second.empty(), id, " is called later in ", kPage);
    }
  }
}

}  // namespace
}  // namespace fm::house
