// Which tests prove which requirements.
//
// A test case proves the ids that its name begins with: TEST_CASE("C-12 C-13 approval is ...").
// A text script proves the ids of its lines "# proves C-12".
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace fm::house {

struct Proof {
  std::string path;           // of the source or script, relative to the root
  std::string name;           // of the test case; empty for a script
  std::set<std::string> ids;  // "C-12"; may be empty
};

std::vector<Proof> proofs_in_source(std::string_view path, std::string_view text);
std::vector<Proof> proofs_in_script(std::string_view path, std::string_view text);

// All of the repository: src/ and test/.
std::vector<Proof> all_proofs();

}  // namespace fm::house
