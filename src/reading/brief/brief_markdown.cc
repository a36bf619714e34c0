#include "reading/brief/brief_markdown.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "base/text.h"
#include "reading/brief/brief_fields.h"
#include "reading/brief/brief_objections.h"
#include "reading/json/chars.h"
#include "reading/json/find.h"
#include "reading/json/names.h"

namespace fm {
namespace {

struct BriefSection {
  std::string_view key;  // name_key() of its heading
  std::string_view field;
};

constexpr std::array<BriefSection, 37> kSections = {{
    {"goal", "goal"},
    {"objective", "goal"},
    {"purpose", "goal"},
    {"title", "title"},
    {"name", "title"},
    {"projecttitle", "title"},
    {"projectname", "title"},
    {"project", "title"},
    {"projectbrief", "title"},
    {"brief", "title"},
    {"inscope", "included"},
    {"scope", "included"},
    {"included", "included"},
    {"features", "included"},
    {"scopeincluded", "included"},
    {"outofscope", "excluded"},
    {"excluded", "excluded"},
    {"notinscope", "excluded"},
    {"nongoals", "excluded"},
    {"constraints", "constraints"},
    {"limits", "constraints"},
    {"budget", "budget"},
    {"timeline", "timeline"},
    {"platform", "platform"},
    {"decisions", "decisions"},
    {"decided", "decisions"},
    {"agreed", "decisions"},
    {"objections", "objections"},
    {"needmoreinfo", "unknowns"},
    {"unknowns", "unknowns"},
    {"openquestions", "unknowns"},
    {"stillunknown", "unknowns"},
    {"unansweredquestions", "unknowns"},
    {"proposednextsteps", "next_steps"},
    {"nextsteps", "next_steps"},
    {"steps", "next_steps"},
    {"tasks", "next_steps"},
}};

std::string_view field_of(std::string_view heading) {
  constexpr std::size_t kLongest = 80;
  if (heading.size() > kLongest) return {};
  const std::string key = name_key(heading);
  const auto found = std::ranges::find(kSections, std::string_view(key), &BriefSection::key);
  return found == kSections.end() ? std::string_view() : found->field;
}

bool is_list(std::string_view field) {
  return field == "included" || field == "excluded" || field == "constraints" ||
         field == "unknowns" || field == "next_steps" || field == "decisions" ||
         field == "objections";
}

std::string_view without_marks(std::string_view text, std::string_view marks) {
  text = trim(text);
  while (!text.empty() && marks.contains(text.front())) text.remove_prefix(1);
  while (!text.empty() && marks.contains(text.back())) text.remove_suffix(1);
  return trim(text);
}

bool is_rule(std::string_view line) {
  return line.size() >= 3 && line.find_first_not_of("-*_= ") == std::string_view::npos;
}

// Without the backslashes and entities that keep a text from being Markdown.
std::string unescaped(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const bool marked =
        text.size() > 1 && text[0] == '\\' && std::string_view("#>|<=~`[-*_+.):").contains(text[1]);
    if (marked) text.remove_prefix(1);
    if (text.starts_with("&lt;")) {
      out += '<';
      text.remove_prefix(4);
    } else if (text.starts_with("&#33;") || text.starts_with("&#96;")) {
      out += text[2] == '3' ? '!' : '`';
      text.remove_prefix(5);
    } else {
      out += text.front();
      text.remove_prefix(1);
    }
  }
  return out;
}

class MarkdownReader {
 public:
  void line(std::string_view whole) {
    const std::string_view line = trim(whole);
    if (line.empty()) {
      in_item_ = false;
      return;
    }
    if (is_rule(line)) {
      field_ = {};
      return;
    }
    if (line.starts_with('#')) return heading(without_marks(line, "#*"));
    const bool item = without_list_mark(line) != line;
    const bool bold = line.starts_with("**");
    if (bold && (line.ends_with("**") || line.ends_with("**:")) &&
        !field_of(without_marks(line, "*:")).empty()) {
      return heading(without_marks(line, "*:"));
    }
    // "Goal: ..." outside of a list, "**Goal:** ..." also as an item of one; inside the constraints
    // their own names stand.
    const bool in_scope = field_ == "included" || field_ == "excluded";
    const bool bold_item = in_scope || line.contains("**");
    const Labelled parts = split_label(line);
    const std::string_view field =
        parts.label.empty() || (item && !bold_item) ? "" : field_of(parts.label);
    const bool own_words = field_ == "constraints" || field_ == "next_steps" ||
                           (item && (field_ == "decisions" || field_ == "objections"));
    if (!field.empty() && !own_words) {
      field_ = field;
      add(parts.text, false);
      if (!is_list(field)) field_ = {};
      return;
    }
    if (!item && line.ends_with(':')) {
      const std::string_view begun = field_of(line.substr(0, line.size() - 1));
      if (!begun.empty()) {
        field_ = begun;
        return;
      }
    }
    const bool continues = in_item_ && !item && is_ascii_space(whole.front());
    add(item ? without_list_mark(line) : line, continues);
    in_item_ = in_item_ || item;
  }

  JsonObject take() {
    if (fields_.contains("objections")) {
      for (Json& item : fields_["objections"].get_array()) item = objection(item.get_string());
    }
    const bool brief = fields_.contains("goal") &&
                       (fields_.contains("included") || fields_.contains("next_steps") ||
                        fields_.contains("unknowns") || fields_.contains("constraints"));
    return brief ? std::move(fields_) : JsonObject{};
  }

 private:
  void heading(std::string_view text) {
    in_item_ = false;
    field_ = field_of(text);
    if (!field_.empty()) {
      // "# Project Brief" has no text of its own; what follows it is not the title.
      if (field_ == "title") field_ = {};
      return;
    }
    const Labelled parts = split_label(text);
    const std::string_view labelled = parts.label.empty() ? "" : field_of(parts.label);
    if (!labelled.empty()) {
      field_ = labelled;
      add(parts.text, false);
      if (!is_list(field_)) field_ = {};
    } else if (fields_.empty()) {
      field_ = "title";
      add(text, false);
      field_ = {};
    }
  }

  // "**@adversary**: text. Open."; its marks are read before they are taken for text.
  static Json objection(std::string_view line) {
    const std::string_view bare = without_list_mark(line);
    const bool named = bare.starts_with("**") || bare.starts_with('@');
    const Labelled parts = named ? split_label(bare) : Labelled{"", std::string(bare)};
    const BriefObjection read = split_objection(parts.text);
    return JsonObject{{"agent", parts.label},
                      {"text", unescaped(read.text)},
                      {"outcome", to_string(read.outcome)},
                      {"why", unescaped(read.why)}};
  }

  void add(std::string_view written, bool continues) {
    const std::string text = field_ == "objections" ? std::string(written) : unescaped(written);
    if (field_.empty() || text.empty()) return;
    Json& value = fields_[field_];
    if (!is_list(field_)) {
      std::string joined = value.is_string() ? std::string(value.get_string()) + "\n" : "";
      value = joined.append(text);
      return;
    }
    if (!value.is_array()) value = JsonArray{};
    JsonArray& list = value.get_array();
    if (continues && !list.empty()) {
      std::string joined(list.back().get_string());
      list.back() = joined.append(" ").append(text);
    } else {
      list.emplace_back(std::string_view(text));
    }
  }

  JsonObject fields_;
  std::string_view field_;
  bool in_item_ = false;
};

}  // namespace

JsonObject brief_of_markdown(std::string_view text, Steps* steps) {
  // Texts are joined line by line, so that a very long one would cost too much; no brief is.
  constexpr std::size_t kLongest = 128 << 10;
  constexpr std::size_t kMaxLines = 2000;
  if (steps != nullptr) steps->add(text.size());
  if (text.size() > kLongest) return {};
  MarkdownReader reader;
  std::size_t count = 0;
  for (const Region& region : find_regions(text, steps)) {
    const bool fence = region.container == Container::kFence &&
                       (region.info.empty() || ascii_lower(region.info).starts_with("m"));
    if (region.container != Container::kProse && !fence) continue;
    for (const std::string_view line :
         split_lines(text.substr(region.begin, region.end - region.begin))) {
      if (++count > kMaxLines) return {};
      reader.line(line);
    }
  }
  return reader.take();
}

}  // namespace fm
