#include "reading/ideas/idea_written.h"

#include "reading/ideas/idea_list.h"
#include "reading/json/find.h"

namespace fm {

std::vector<GivenIdea> list_written_ideas(std::string_view text, Steps* steps) {
  for (const Region& region : find_regions(text, steps)) {
    if (region.container != Container::kProse && region.container != Container::kFence) continue;
    const std::string_view passage = text.substr(region.begin, region.end - region.begin);
    for (const auto form : {yaml_ideas, table_ideas}) {
      ParsedJson parsed;
      auto value = form(passage);
      if (!value) continue;
      const std::size_t count = value->at("ideas").get_array().size();
      parsed.value = std::move(*value);
      IdeaList list = list_ideas(parsed, /*whole=*/true, Complete::kIfValuesAre);
      if (list.ideas.size() + list.placeholders == count) return std::move(list.ideas);
    }
  }
  if (steps != nullptr) steps->add(4 * text.size());  // line by line, in two forms
  return list_markdown_ideas(text, steps);
}

}  // namespace fm
