// Any bytes as a file of a pack and as a message: nothing crashes, every fault names its line, and
// no text makes a header or a section of a prompt (P-52, P-63). A table of models gives a price to
// nobody but the provider that it is for (P-23).
#include <re2/re2.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/text.h"
#include "base/yaml/yaml.h"
#include "model/provider/model_table.h"
#include "model/provider/provider_table.h"
#include "team/pack/agent_profile.h"
#include "team/pack/prompts.h"
#include "team/pack/team.h"
#include "team/text/fence.h"

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

template <class Table>
void require_fault(const fm::Result<Table>& table, std::string_view path) {
  if (!table) require_faults({table.error()}, false, path);
}

void check_models(std::string_view text) {
  const auto table = fm::ModelTable::read(fm::parse_yaml(text, "m.yaml"));
  require_fault(table, "m.yaml");
  if (!table) return;
  for (const fm::ModelRow& row : table->rows()) {
    const fm::ModelFacts elsewhere = table->find(row.provider + "x", row.begins);
    const bool is_sold_there =
        std::ranges::count(table->rows(), row.provider + "x", &fm::ModelRow::provider) > 0;
    require(!elsewhere.price || is_sold_there);
  }
  static_cast<void>(table->find("x", text));
}

void check_providers(std::string_view text) {
  const auto table = fm::ProviderTable::read(fm::parse_yaml(text, "p.yaml"));
  require_fault(table, "p.yaml");
  if (!table) return;
  const std::string value(text.substr(0, text.find('\0')));  // as the environment has it
  for (const fm::Provider& provider : table->providers([&](const char*) { return value.c_str(); }))
    require(!provider.base_url.empty());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  std::vector<fm::Error> faults;
  const bool profile = fm::read_profile(text, "c.md", faults).has_value();
  require_faults(faults, profile, "c.md");
  faults.clear();
  const bool team = fm::read_team(text, "t.yaml", faults).has_value();
  require_faults(faults, team, "t.yaml");
  faults.clear();
  const bool prompts = fm::read_prompts(text, "prompts/ideation.yaml", faults).has_value();
  require_faults(faults, prompts, "prompts/ideation.yaml");

  check_models(text);
  check_providers(text);

  const auto document = fm::parse_yaml(text, "y.yaml");
  require(!document || !fm::contains_double(document->value));

  static const RE2 mark(R"((?m)^[\s>*_`#~|+-]*(?:\[[^\]\n]*->[^\]\n]*\]|===))");
  const std::string fenced = fm::fence(text);
  require(fm::is_utf8(fenced));
  require(!RE2::PartialMatch(fenced, mark));
  require(!fm::header_name(text).contains('\n'));
  return 0;
}
