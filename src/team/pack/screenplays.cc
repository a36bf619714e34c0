#include "team/pack/screenplays.h"

#include <utility>

#include "base/result.h"
#include "rehearsal/demonstration_start.h"
#include "team/pack/built_in.h"
#include "team/pack/documents.h"

namespace fm {

Result<ScreenplayText> built_in_screenplay(std::string_view name) {
  const std::string path = "screenplays/" + std::string(name) + ".yaml";
  if (const auto text = built_in_file(path))
    return ScreenplayText{std::string(*text), path, built_in_document(*text, path)};
  return fail("screenplay_unknown", "There is no screenplay \"" + std::string(name) + "\".", "",
              "Take `--model rehearsal`, or put the file into .folkmoot/screenplays/.");
}

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

Result<StartingFiles> built_in_demonstration_start(std::string_view name) {
  const ScreenplayText text = TRY(built_in_screenplay("conversation"));
  return demonstration_start(TRY(Screenplay::parse(text, built_in_screenplay)), name);
}

}  // namespace fm
