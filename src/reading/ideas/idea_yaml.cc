// Ideas as YAML (idea_written.h): a list of items with "key: value" lines.
//
// Only what models write: plain and quoted texts, texts over several lines, lists. Anchors, types
// and nested maps are not read; an item that holds something else ends the list.
#include <array>
#include <utility>

#include "base/text.h"
#include "reading/ideas/idea_written.h"
#include "reading/json/block_line.h"
#include "reading/json/chars.h"
#include "reading/json/fields.h"
#include "reading/json/repair.h"

namespace fm {
namespace {

constexpr std::size_t kMaxItems = 500;
constexpr std::size_t kLongestLine = 20'000;  // bytes
constexpr std::size_t kLongestText = 40'000;
constexpr std::array<std::string_view, 7> kFirstKeys = {"title", "name", "ideatitle", "ideaname",
                                                        "idea",  "id",   "ideaid"};

std::size_t indent_of(std::string_view line) {
  return std::min(line.find_first_not_of(" \t"), line.size());
}

// A quoted text or a list as JSON; anything else is the text that it is.
Json scalar_of(std::string_view text) {
  const bool marked = text.starts_with('"') || text.starts_with('\'') || text.starts_with('[');
  if (!marked) return Json(text);
  Steps steps;
  const std::string list = "[" + std::string(text) + "]";
  const auto parsed = parse_tolerant(list, 0, steps);
  const bool whole = parsed && parsed->cut == Cut::kNone && parsed->end == list.size() &&
                     parsed->value.get_array().size() == 1;
  return whole ? parsed->value.get_array()[0] : Json(text);
}

class YamlReader {
 public:
  std::optional<Json> run(std::string_view passage) {
    for (const std::string_view line : split_lines(passage)) {
      if (line.size() > kLongestLine || !take(line)) break;
    }
    if (items_.size() < (wrapped_ ? 1U : 2U)) return std::nullopt;
    return JsonObject{{"ideas", std::move(items_)}};
  }

 private:
  // False when the list is at its end.
  bool take(std::string_view line) {
    const std::size_t indent = indent_of(line);
    const std::string_view text = trim(line);
    if (text.empty()) return true;
    const bool dash = text.starts_with("- ");
    if (dash && (items_.empty() || indent <= dash_at_)) return item(trim(text.substr(2)), indent);
    if (items_.empty()) {
      // "ideas:" and nothing else; other lines before the list are prose.
      wrapped_ = text.ends_with(':') && squash(text).ends_with("ideas");
      return true;
    }
    if (indent <= dash_at_) return false;
    if (block_ != 0 && indent > key_at_) return more(text, block_ == '|' ? "\n" : " ");
    if (dash) return element(trim(text.substr(2)));
    if (indent == fields_at_ || (fields_at_ == 0 && begins_field(text))) {
      fields_at_ = indent;
      return field(text, indent);
    }
    return indent > key_at_ && more(text, " ");
  }

  bool item(std::string_view text, std::size_t indent) {
    if (!items_.empty() && indent != dash_at_) return false;
    if (!begins_field(text) || items_.size() >= kMaxItems) return false;
    const FieldLine first = read_field_line(text);
    bool starts = false;
    for (const std::string_view name : kFirstKeys) starts = starts || first.key == name;
    if (!starts) return false;
    dash_at_ = indent;
    fields_at_ = 0;
    items_.emplace_back(JsonObject{});
    return field(text, indent);
  }

  bool field(std::string_view text, std::size_t indent) {
    if (!begins_field(text)) return false;
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos) return false;
    key_ = strip_marks(text.substr(0, colon), "\"'*`");
    key_at_ = indent;
    block_ = 0;
    const std::string_view value = trim(text.substr(colon + 1));
    if (value == "|" || value == ">" || value == "|-" || value == ">-") {
      block_ = value.front();
      current() = "";
    } else {
      current() = value.empty() ? Json("") : scalar_of(value);
    }
    return true;
  }

  // One more line of a text.
  bool more(std::string_view text, std::string_view between) {
    Json& value = current();
    if (!value.is_string()) return false;
    boost::json::string& whole = value.get_string();
    if (whole.size() + text.size() > kLongestText) return false;
    if (!whole.empty()) whole.append(between);
    whole.append(text);
    return true;
  }

  bool element(std::string_view text) {
    Json& value = current();
    if (value.is_string() && value.get_string().empty()) value = JsonArray{};
    if (!value.is_array()) return false;
    value.get_array().push_back(scalar_of(text));
    return true;
  }

  Json& current() { return items_.back().get_object()[key_]; }

  JsonArray items_;
  std::string key_;
  bool wrapped_ = false;
  char block_ = 0;  // '|' or '>' while a text over several lines is read
  std::size_t dash_at_ = 0;
  std::size_t fields_at_ = 0;  // of the fields under an item's first
  std::size_t key_at_ = 0;
};

}  // namespace

std::optional<Json> yaml_ideas(std::string_view passage) { return YamlReader().run(passage); }

}  // namespace fm
