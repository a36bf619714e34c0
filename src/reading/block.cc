#include "reading/block.h"

#include <algorithm>
#include <array>
#include <optional>

#include "base/text.h"
#include "reading/chars.h"
#include "reading/fields.h"
#include "reading/find.h"
#include "reading/names.h"

namespace fm {
namespace {

constexpr std::size_t kMaxBlocks = 100;
constexpr std::size_t kMaxFields = 60;
constexpr std::size_t kMaxItems = 200;
constexpr std::size_t kLongestKey = 40;

std::string_view view(boost::json::string_view text) { return {text.data(), text.size()}; }

std::string plain_line(std::string_view line) { return std::string(trim(clean(line).text)); }

// The colon that ends a key: its place and length. 0 length when there is none.
std::pair<std::size_t, std::size_t> colon_in(std::string_view text) {
  const std::size_t limit = std::min(text.size(), kLongestKey);
  for (std::size_t at = 0; at < limit; ++at) {
    const Mark mark = mark_at(text, at);
    if (mark.ascii == ':') return {at, mark.length};
  }
  return {0, 0};
}

// Past "- ", "* ", "• ", "1. ": its length.
std::size_t bullet(std::string_view line) {
  for (const std::string_view mark : {"- ", "* ", "+ ", "• ", "– "}) {
    if (line.starts_with(mark)) return mark.size();
  }
  std::size_t digits = 0;
  while (digits < line.size() && digits < 3 && is_ascii_digit(line[digits])) ++digits;
  const bool numbered = digits > 0 && digits + 1 < line.size() &&
                        (line[digits] == '.' || line[digits] == ')') && line[digits + 1] == ' ';
  return numbered ? digits + 2 : 0;
}

std::string_view strip(std::string_view text, std::string_view marks) {
  text = trim(text);
  while (!text.empty() && marks.find(text.front()) != std::string_view::npos) text.remove_prefix(1);
  while (!text.empty() && marks.find(text.back()) != std::string_view::npos) text.remove_suffix(1);
  return trim(text);
}

// The rest of a line that begins with the marker; nothing if it does not, or only speaks of it.
std::optional<std::string> marker_rest(std::string_view line, std::string_view marker) {
  std::string_view text = trim(line);
  text.remove_prefix(bullet(text));
  constexpr std::string_view kAround = "#*`[]<>=~_ \t-";
  while (!text.empty() && kAround.find(text.front()) != std::string_view::npos)
    text.remove_prefix(1);
  std::size_t at = 0;
  std::string seen;
  while (at < text.size() && seen.size() < marker.size()) {
    const char character = text[at];
    if (is_ascii_letter(character)) {
      seen += ascii_lower(character);
    } else if (character != '_' && character != ' ' && character != '-' && character != '\\') {
      return std::nullopt;
    }
    ++at;
  }
  if (seen != marker) return std::nullopt;
  std::string_view rest = text.substr(at);
  while (!rest.empty() && kAround.find(rest.front()) != std::string_view::npos)
    rest.remove_prefix(1);
  if (rest.empty()) return std::string();
  const Mark mark = mark_at(rest, 0);
  if (mark.ascii != ':') return std::nullopt;
  return plain_line(strip(rest.substr(mark.length), "*`[]<>="));
}

struct Line {
  std::size_t indent = 0;
  bool bulleted = false;
  std::string key;  // squashed; empty when the line is no field
  std::string value;
  std::string text;  // without its bullet
};

Line read_line(std::string_view raw) {
  Line out;
  while (out.indent < raw.size() && (raw[out.indent] == ' ' || raw[out.indent] == '\t'))
    ++out.indent;
  std::string_view line = trim(raw);
  const std::size_t mark = bullet(line);
  out.bulleted = mark != 0;
  line = trim(line.substr(mark));
  out.text = plain_line(line);
  if (line.starts_with('|')) {
    // | key | value |
    const std::string_view inner = strip(line, "|");
    const std::size_t bar = inner.find('|');
    if (bar == std::string_view::npos) return out;
    out.key = squash(inner.substr(0, std::min(bar, kLongestKey)));
    out.value = plain_line(strip(inner.substr(bar + 1), "*"));
    return out;
  }
  const auto [colon, length] = colon_in(line);
  if (length == 0) return out;
  const std::string_view key = strip(line.substr(0, colon), "*`\"'");
  const bool name = !key.empty() && std::ranges::all_of(key, [](char character) {
    return is_ascii_letter(character) || character == '_' || character == ' ' || character == '-' ||
           character == '\\';
  });
  if (!name || std::ranges::count(key, ' ') > 2) return out;
  out.key = squash(key);
  std::string_view value = trim(line.substr(colon + length));
  if (value.starts_with("**")) value = trim(value.substr(2));  // **Key:** value
  out.value = plain_line(value);
  return out;
}

class Collector {
 public:
  Collector(std::string_view text, std::string_view marker) : text_(text), marker_(marker) {}

  std::vector<Block> run() {
    for (const Region& region : find_regions(text_)) {
      if (region.container != Container::kProse && region.container != Container::kFence) continue;
      // A marker may stand before the fence that holds its fields.
      open_ = open_ && blocks_.back().fields.empty();
      for (const std::string_view line :
           split_lines(text_.substr(region.begin, region.end - region.begin))) {
        if (blocks_.size() >= kMaxBlocks) break;
        take(line);
      }
    }
    from_json();
    return std::move(blocks_);
  }

 private:
  void take(std::string_view line) {
    if (line.size() > 20'000) return;
    if (auto rest = marker_rest(line, marker_)) {
      Block block;
      block.rest = std::move(*rest);
      block.begin = static_cast<std::size_t>(line.data() - text_.data());
      fill_inline(block);
      blocks_.push_back(std::move(block));
      open_ = true;
      blank_ = false;
      indent_ = 0;
      return;
    }
    if (!open_) return;
    if (trim(line).empty()) {
      blank_ = true;
      return;
    }
    Block& block = blocks_.back();
    Line read = read_line(line);
    const bool first = block.fields.empty();
    const bool nested = !first && read.indent > indent_;
    if (blank_ && !first && bulleted_ && !read.bulleted && !nested) {
      open_ = false;  // prose after the list, though it may hold a colon
      return;
    }
    if (!read.key.empty() && !nested && block.fields.size() < kMaxFields) {
      if (first) indent_ = read.indent, bulleted_ = read.bulleted;
      block.fields.push_back({std::move(read.key), std::move(read.value), {}});
      blank_ = false;
      return;
    }
    const bool table = trim(line).starts_with('|');
    if (table) return;  // a head or a rule
    // What is indented or listed under a field belongs to it; anything else ends the block.
    const bool under = nested || (read.bulleted && !first && block.fields.back().value.empty());
    if (first || !under || (blank_ && !nested)) {
      open_ = first && !blank_;
      return;
    }
    BlockField& field = block.fields.back();
    if (field.items.size() < kMaxItems) field.items.push_back(std::move(read.text));
  }

  // "TASK_COMPLETE: - task_id: X - status: success": all fields on the marker's line.
  static void fill_inline(Block& block) {
    std::string_view rest = block.rest;
    if (rest.starts_with("- ")) rest.remove_prefix(2);
    std::vector<BlockField> fields;
    while (!rest.empty()) {
      std::size_t end = rest.size();
      std::size_t next = rest.size();
      for (const std::string_view mark : {" - ", " | ", "; ", ", "}) {
        for (std::size_t at = rest.find(mark); at < end; at = rest.find(mark, at + 1)) {
          if (read_line(rest.substr(at + mark.size())).key.empty()) continue;
          end = at;
          next = at + mark.size();
        }
      }
      Line line = read_line(rest.substr(0, end));
      if (line.key.empty() || fields.size() >= kMaxFields) return;
      fields.push_back({std::move(line.key), std::move(line.value), {}});
      rest.remove_prefix(next);
    }
    if (fields.size() > 1) block.fields = std::move(fields);
  }

  // {"TASK_COMPLETE": {...}}, and a JSON object right after the marker.
  void from_json() {
    const Found found = find_json(text_);
    for (const Candidate& candidate : found.candidates) {
      if (!candidate.parsed.value.is_object() || candidate.parsed.cut != Cut::kNone) continue;
      const JsonObject& object = candidate.parsed.value.get_object();
      for (const auto& member : object) {
        if (squash(view(member.key()).substr(0, kLongestKey)) != marker_) continue;
        if (!member.value().is_object() || blocks_.size() >= kMaxBlocks) continue;
        Block block;
        block.begin = candidate.begin;
        fill(block, member.value().get_object());
        blocks_.push_back(std::move(block));
      }
      for (Block& block : blocks_) {
        const bool bare = block.rest.empty() || block.rest.starts_with('{');
        if (candidate.begin <= block.begin || !bare || !only_marker(block, candidate.begin))
          continue;
        block.fields.clear();
        fill(block, object);
      }
    }
    std::ranges::sort(blocks_, {}, &Block::begin);
  }

  // Whether nothing but the marker and a fence stands between a block's begin and `at`.
  bool only_marker(const Block& block, std::size_t at) const {
    const std::size_t limit = 100;
    if (at - block.begin > limit) return false;
    std::string between = squash(text_.substr(block.begin, at - block.begin));
    if (between.ends_with("json")) between.resize(between.size() - 4);
    return between == marker_;
  }

  static void fill(Block& block, const JsonObject& object) {
    for (const auto& member : object) {
      if (block.fields.size() >= kMaxFields) break;
      BlockField field;
      field.key = squash(view(member.key()).substr(0, kLongestKey));
      if (member.value().is_array()) {
        field.items = texts_of(member.value(), Split::kNo);
      } else {
        field.value = plain_text(member.value()).value_or("");
      }
      block.fields.push_back(std::move(field));
    }
  }

  std::string_view text_;
  std::string_view marker_;
  std::vector<Block> blocks_;
  bool open_ = false;
  bool blank_ = false;
  bool bulleted_ = false;  // the block's fields are list items
  std::size_t indent_ = 0;
};

}  // namespace

const BlockField* Block::find(std::string_view key) const {
  const auto found = std::ranges::find(fields, key, &BlockField::key);
  return found == fields.end() ? nullptr : &*found;
}

std::string Block::value(std::string_view key) const {
  const BlockField* field = find(key);
  if (field == nullptr) return {};
  if (!field->value.empty() || field->items.empty()) return field->value;
  return join(field->items, "\n");
}

std::string Block::text(std::string_view key) const {
  const BlockField* field = find(key);
  if (field == nullptr || field->value.empty() || field->items.empty()) return value(key);
  return field->value + "\n" + join(field->items, "\n");
}

std::string Block::conflict() const {
  for (const BlockField& field : fields) {
    const BlockField* first = find(field.key);
    if (first->value != field.value || first->items != field.items) return field.key;
  }
  return {};
}

std::vector<Block> find_blocks(std::string_view text, std::string_view marker) {
  return Collector(text, marker).run();
}

bool is_none(std::string_view value) {
  static constexpr std::array<std::string_view, 6> kNone = {"",     "na",  "none",
                                                            "null", "nil", "notapplicable"};
  const std::string key = name_key(value.substr(0, 60));
  return value.size() <= 60 && std::ranges::find(kNone, std::string_view(key)) != kNone.end();
}

std::vector<std::string> list_of(const BlockField& field) {
  std::vector<std::string> out;
  const auto add = [&](std::string_view part) {
    part = trim(part);
    part = trim(part.substr(bullet(part)));
    if (!is_none(part) && out.size() < kMaxItems) out.emplace_back(part);
  };
  if (field.value.starts_with('[')) {
    std::size_t steps = 0;
    const auto parsed = parse_tolerant(field.value, 0, steps);
    if (parsed && parsed->cut == Cut::kNone && parsed->end == field.value.size()) {
      for (const std::string& item : texts_of(parsed->value, Split::kNo)) add(item);
      return out;
    }
  }
  std::string_view rest = field.value;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(';'), rest.size());
    add(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  for (const std::string& item : field.items) add(item);
  return out;
}

std::string path_of(std::string_view value) {
  value = trim(value);
  if (value.starts_with('[') && value.ends_with(')')) {
    const std::size_t target = value.find("](");
    if (target != std::string_view::npos) {
      return std::string(trim(value.substr(target + 2, value.size() - target - 3)));
    }
  }
  return std::string(strip(value, "`\"'*"));
}

}  // namespace fm
