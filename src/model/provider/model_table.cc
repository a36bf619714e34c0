#include "model/provider/model_table.h"

#include <algorithm>

#include "base/yaml/fields.h"
#include "base/yaml/yaml.h"
#include "model/provider/price_fields.h"
#include "reading/json/chars.h"

namespace fm {
namespace {

constexpr std::int64_t kMostTokens = 1'000'000'000;
// The name without what gateways put before it: "openrouter/anthropic/claude-x", "ft:gpt-x" and
// "us.anthropic.claude-x" end in the model's own name.
std::string bare_name(std::string_view model) {
  if (const auto slash = model.rfind('/'); slash != model.npos) model.remove_prefix(slash + 1);
  if (model.starts_with("ft:")) model.remove_prefix(3);
  std::string name = ascii_lower(model);
  // A version has digits before its dot, a region or a maker has none.
  for (auto dot = name.find('.'); dot != name.npos && dot > 0; dot = name.find('.')) {
    const std::string_view maker = std::string_view(name).substr(0, dot);
    if (!std::ranges::all_of(maker, [](char c) { return c == '-' || is_ascii_letter(c); })) break;
    name.erase(0, dot + 1);
  }
  // Some write "claude-sonnet-4.5", some "claude-sonnet-4-5".
  if (name.starts_with("claude")) std::ranges::replace(name, '.', '-');
  return name;
}

// Whether what follows a row's name only dates it ("-2025-08-07", "-001", "-latest"). Otherwise it
// is another model of the family: of about the same size, at a price of its own.
bool only_dates(std::string_view rest) {
  if (rest.empty() || rest == "-latest") return true;
  const bool is_number = rest.find_first_not_of("0123456789-") == rest.npos;
  const std::size_t first = rest.find_first_not_of("0123456789", 1);  // "-1-2025..." is a version
  return rest.front() == '-' && is_number && std::min(first, rest.size()) > 3;
}

}  // namespace

Result<ModelTable> ModelTable::read(Result<YamlDocument> file) {
  const YamlDocument document = TRY(std::move(file));
  ModelTable table;
  std::vector<Error> faults;
  Fields top(document, "", "config_invalid", faults);
  table.date_ = top.text("date");
  if (table.date_.empty()) top.fault("", "The figures have no date.", "Write `date: 2025-10-01`.");
  for (const auto& provider : top.object()) {
    if (provider.key() == "date") continue;
    Fields models = top.section(provider.key());
    for (const auto& model : models.object()) {
      Fields fields = models.section(model.key());
      ModelRow row{
          .provider = std::string(provider.key()), .begins = ascii_lower(model.key()), .facts = {}};
      row.facts.context_tokens = fields.decimal("context", {0, 1, kMostTokens}).value_or(0);
      row.facts.max_output_tokens = fields.decimal("output", {0, 1, kMostTokens}).value_or(0);
      if (fields.has("usd")) {
        Fields usd = fields.section("usd");
        row.facts.price = read_price(usd, document, faults);
        usd.refuse_unknown();
      }
      for (const std::string& can : fields.texts("can")) {
        if (can == "tools")
          row.facts.tools = true;
        else if (can == "schema")
          row.facts.schema = true;
        else if (can == "images")
          row.facts.images = true;
        else if (can == "reasoning")
          row.facts.reasoning = true;
        else
          fields.fault("can", "No model can `" + can + "`.",
                       "These are meant: tools, schema, images, reasoning.");
      }
      row.facts.without_tools = fields.has("can") && !row.facts.tools;
      fields.refuse_unknown();
      table.rows_.push_back(std::move(row));
    }
  }
  if (!faults.empty()) return std::unexpected(faults.front());
  return table;
}

ModelFacts ModelTable::find(std::string_view provider, std::string_view model) const {
  const std::string name = bare_name(model);
  const ModelRow* best = nullptr;
  for (const ModelRow& row : rows_) {
    if (!name.starts_with(row.begins)) continue;
    const auto rank = [&](const ModelRow& one) {
      return std::pair(one.begins.size(), one.provider == provider);
    };
    if (best == nullptr || rank(row) > rank(*best)) best = &row;
  }
  if (best == nullptr) return {};
  ModelFacts facts = best->facts;
  const std::string_view rest = std::string_view(name).substr(best->begins.size());
  if (best->provider != provider || !only_dates(rest)) facts.price.reset();
  return facts;
}

}  // namespace fm
