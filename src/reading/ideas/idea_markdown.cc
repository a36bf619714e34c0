// Ideas written as a Markdown list (idea_written.h).
#include <optional>
#include <utility>

#include "base/text.h"
#include "reading/ideas/idea_written.h"
#include "reading/json/chars.h"
#include "reading/json/find.h"

namespace fm {
namespace {

constexpr std::size_t kMaxItems = 500;

struct Item {
  std::string title;
  std::string rest;
};

// "1. " or "1) ": its length, or 0.
std::size_t numbering(std::string_view line) {
  std::size_t at = 0;
  while (at < line.size() && is_ascii_digit(line[at])) ++at;
  if (at == 0 || at > 3 || at + 1 >= line.size()) return 0;
  return (line[at] == '.' || line[at] == ')') && line[at + 1] == ' ' ? at + 2 : 0;
}

std::string_view without_separator(std::string_view text) {
  text = trim(text);
  for (const std::string_view mark : {":", "-", "–", "—"}) {
    if (text.starts_with(mark)) return trim(text.substr(mark.size()));
  }
  return text;
}

std::string_view without_idea_number(std::string_view title) {
  const std::string lower = ascii_lower(title);
  if (!lower.starts_with("idea")) return {};
  std::size_t at = 4;
  while (at < title.size() && (title[at] == ' ' || title[at] == '#')) ++at;
  const std::size_t digits = at;
  while (at < title.size() && is_ascii_digit(title[at])) ++at;
  if (at == digits || at >= title.size()) return {};
  const std::string_view rest = title.substr(at);
  const std::string_view after = without_separator(rest);
  return after.size() < trim(rest).size() ? after : std::string_view();
}

// 1. **Title** - description
std::optional<Item> numbered_bold(std::string_view line) {
  const std::size_t begin = numbering(line);
  if (begin == 0) return std::nullopt;
  line.remove_prefix(begin);
  if (!line.starts_with("**")) return std::nullopt;
  const std::size_t end = line.find("**", 2);
  if (end == std::string_view::npos) return std::nullopt;
  std::string_view title = trim(line.substr(2, end - 2));
  if (title.ends_with(':')) title.remove_suffix(1);
  return Item{std::string(title), std::string(without_separator(line.substr(end + 2)))};
}

// ### GivenIdea 1: Title
std::optional<Item> idea_heading(std::string_view line) {
  std::size_t level = 0;
  while (level < line.size() && line[level] == '#') ++level;
  const bool bold = line.starts_with("**") && line.ends_with("**") && line.size() > 4;
  if ((level == 0 || level > 6) && !bold) return std::nullopt;
  std::string_view title = bold ? line.substr(2, line.size() - 4) : trim(line.substr(level));
  while (title.starts_with('*') && title.ends_with('*') && title.size() > 1) {
    title = title.substr(1, title.size() - 2);
  }
  const std::string_view named = without_idea_number(title);
  if (named.empty()) return std::nullopt;
  return Item{std::string(named), {}};
}

std::vector<Item> items_of(std::string_view text, std::optional<Item> (*begins)(std::string_view)) {
  std::vector<Item> items;
  bool open = false;  // more lines belong to the last item
  for (const std::string_view raw : split_lines(text)) {
    const std::string_view line = trim(raw);
    if (auto item = begins(line)) {
      if (items.size() >= kMaxItems) break;
      items.push_back(std::move(*item));
      open = true;
    } else if (line.empty() || line.starts_with('#') || line.starts_with("---")) {
      open = open && line.empty() && items.back().rest.empty();
    } else if (open && items.back().rest.size() < 4000) {
      std::string& rest = items.back().rest;
      if (!rest.empty()) rest += '\n';
      rest += line;
    }
  }
  return items;
}

}  // namespace

std::vector<GivenIdea> list_markdown_ideas(std::string_view text, Steps* steps) {
  std::string prose;
  for (const Region& region : find_regions(text, steps)) {
    if (region.container == Container::kProse) {
      prose += text.substr(region.begin, region.end - region.begin);
    }
  }
  if (steps != nullptr) steps->add(6 * prose.size());  // cleaned, and read in two forms
  const std::string cleaned = clean(prose).text;
  std::vector<Item> items = items_of(cleaned, idea_heading);
  if (items.empty()) items = items_of(cleaned, numbered_bold);
  std::vector<GivenIdea> ideas;
  for (Item& item : items) {
    if (item.title.empty() || item.title.size() > 200) return {};
    GivenIdea idea;
    idea.title = std::move(item.title);
    idea.description = std::move(item.rest);
    ideas.push_back(std::move(idea));
  }
  return ideas.size() < 2 ? std::vector<GivenIdea>{} : ideas;
}

}  // namespace fm
