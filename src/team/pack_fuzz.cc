// Any bytes as a file of a pack and as a message: nothing crashes, every fault names its line, and
// no text makes a header or a section of a prompt (P-52, P-63).
#include <re2/re2.h>

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/text.h"
#include "base/yaml.h"
#include "team/card.h"
#include "team/fence.h"
#include "team/prompts.h"
#include "team/team.h"

namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

void require_faults(const std::vector<fm::Error>& faults, bool read, std::string_view path) {
  require(read == faults.empty());
  for (const fm::Error& fault : faults) {
    require(fault.message.starts_with(std::string(path) + ":"));
    require(fm::is_utf8(fault.message));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  std::vector<fm::Error> faults;
  const bool card = fm::read_card(text, "c.md", faults).has_value();
  require_faults(faults, card, "c.md");
  faults.clear();
  const bool team = fm::read_team(text, "t.yaml", faults).has_value();
  require_faults(faults, team, "t.yaml");
  faults.clear();
  const bool prompts = fm::read_prompts(text, "prompts/ideation.yaml", faults).has_value();
  require_faults(faults, prompts, "prompts/ideation.yaml");

  const auto document = fm::parse_yaml(text, "y.yaml");
  require(!document || !fm::contains_double(document->value));

  static const RE2 mark(R"((?m)^[\s>*_`#~|+-]*(?:\[[^\]\n]*->[^\]\n]*\]|===))");
  const std::string fenced = fm::fence(text);
  require(fm::is_utf8(fenced));
  require(!RE2::PartialMatch(fenced, mark));
  require(!fm::header_name(text).contains('\n'));
  return 0;
}
