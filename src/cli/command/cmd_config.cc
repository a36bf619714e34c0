// folkmoot config show
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "app/queries/model_list.h"
#include "cli/command/commands.h"
#include "cli/context/report_error.h"

namespace fm::cli {
namespace {

// A provider's key itself is nobody's to see; where it comes from is.
std::string key_text(const Provider& provider) {
  if (!provider.api_key.empty()) return provider.key_variable + " is set";
  return provider.key_variable.empty() ? "needs no key" : provider.key_variable + " is not set";
}

}  // namespace

int run(const ConfigShowArgs&, Context& context) {
  const auto config = context.backend.config(context.globals, context.folder);
  if (!config) return report(config.error(), context);
  std::vector<ConfigValue> values = config->values();
  std::ranges::move(config->budget_values(), std::back_inserter(values));
  for (const Provider& provider : config->providers())
    if (is_set_up(provider))
      values.push_back({"provider " + provider.name, key_text(provider), shown_address(provider)});
  std::size_t widest = 0;
  for (const ConfigValue& one : values) widest = std::max(widest, one.key.size());
  const Charset charset = context.terminal.charset;
  for (const ConfigValue& one : values) {
    if (context.json()) {
      print_json({{"key", one.key}, {"value", one.value}, {"origin", one.origin}}, context);
      continue;
    }
    Line line;
    line.add(column(one.key, widest, charset) + "  ")
        .add(one.value.empty() ? "-" : one_line(one.value, charset), kStrong)
        .add("  " + one_line(one.origin, charset), kQuiet);
    print({line}, context);
  }
  return kDone;
}

}  // namespace fm::cli
