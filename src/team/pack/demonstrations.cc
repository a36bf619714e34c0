#include "team/pack/demonstrations.h"

#include <string_view>
#include <utility>

#include "base/result.h"
#include "rehearsal/screenplay.h"
#include "team/pack/built_in.h"
#include "team/pack/documents.h"

namespace fm {
namespace {

Result<ScreenplayText> built_in_screenplay(std::string_view name) {
  const std::string path = "screenplays/" + std::string(name) + ".yaml";
  const auto text = built_in_file(path);
  if (!text) return fail("screenplay_unknown", "There is no " + path + ".");
  return ScreenplayText{std::string(*text), path, built_in_document(*text, path)};
}

}  // namespace

std::vector<OfferedDemonstration> built_in_demonstrations() {
  const auto text = built_in_screenplay("conversation");
  FM_CHECK(text.has_value(), "the program has a screenplay of conversations");
  const auto found = Screenplay::demonstrations_of(*text, built_in_screenplay);
  FM_CHECK(found.has_value(), "the program's own demonstrations can be read");
  std::vector<OfferedDemonstration> offered;
  for (const Demonstration& one : *found)
    offered.push_back({one.name, one.title, one.about, one.opening});
  return offered;
}

}  // namespace fm
