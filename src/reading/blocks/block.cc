#include "reading/blocks/block.h"

#include <algorithm>

#include "base/text.h"
#include "reading/json/block_line.h"
#include "reading/json/chars.h"
#include "reading/json/fields.h"
#include "reading/json/find.h"

namespace fm {
namespace {

constexpr std::size_t kMaxBlocks = 100;
constexpr std::size_t kMaxFields = 60;
constexpr std::size_t kMaxItems = 200;
constexpr std::size_t kLongestLine = 20'000;   // bytes; a longer one is no field
constexpr std::size_t kLongestInline = 4'000;  // of the fields on the marker's own line

std::string_view view(boost::json::string_view text) { return {text.data(), text.size()}; }

class Collector {
 public:
  Collector(std::string_view text, std::string_view marker) : text_(text), marker_(marker) {}

  std::vector<Block> run(Steps* steps) {
    for (const Region& region : find_regions(text_, steps)) {
      if (region.container != Container::kProse && region.container != Container::kFence) continue;
      // A marker may stand before the fence that holds its fields.
      open_ = open_ && blocks_.back().fields.empty();
      for (const std::string_view line :
           split_lines(text_.substr(region.begin, region.end - region.begin))) {
        if (blocks_.size() >= kMaxBlocks) break;
        take(line);
      }
    }
    from_json(steps);
    if (steps != nullptr) steps->add(4 * text_.size());  // line by line
    return std::move(blocks_);
  }

 private:
  void take(std::string_view line) {
    if (line.size() > kLongestLine) return;
    if (auto rest = marker_of(line)) {
      Block block;
      block.rest = std::move(*rest);
      block.begin = static_cast<std::size_t>(line.data() - text_.data());
      fill_inline(block);
      block.end = block.begin + line.size();
      blocks_.push_back(std::move(block));
      open_ = true;
      blank_ = false;
      indent_ = 0;
      return;
    }
    if (!open_) return;
    if (trim_wide(line).empty()) {
      blank_ = true;
      return;
    }
    Block& block = blocks_.back();
    line = without_speaker(line);
    FieldLine read = read_field_line(line);
    const bool first = block.fields.empty();
    const bool nested = !first && read.indent > indent_;
    if (blank_ && !first && bullet_ != 0 && read.bullet == 0 && !nested) {
      open_ = false;  // prose after the list, though it may hold a colon
      return;
    }
    // Listed with other bullets than the fields: items, though they may hold colons.
    const bool listed =
        !first && read.bullet != 0 && read.bullet != bullet_ && block.fields.back().value.empty();
    if (!read.key.empty() && !nested && !listed && block.fields.size() < kMaxFields) {
      if (first) indent_ = read.indent, bullet_ = read.bullet;
      block.fields.push_back({std::move(read.key), std::move(read.value), {}});
      block.end = end_of(line);
      blank_ = false;
      return;
    }
    const bool table = trim(line).starts_with('|');
    if (table) return;  // a head or a rule
    // What is indented or listed under a field belongs to it; anything else ends the block.
    const bool under = nested || (read.bullet != 0 && !first && block.fields.back().value.empty());
    if (first || !under || (blank_ && !nested)) {
      if (!blank_) block.end = end_of(line);  // it may be the half of a field
      open_ = first && !blank_;
      return;
    }
    add_item(block.fields.back(), read);
    block.end = end_of(line);
  }

  std::size_t end_of(std::string_view line) const {
    return static_cast<std::size_t>(line.data() - text_.data()) + line.size();
  }

  // The rest of the marker's line, also where a speaker's name stands before the marker; the lines
  // of the block may have that name too.
  std::optional<std::string> marker_of(std::string_view line) {
    auto rest = marker_rest(line, marker_);
    const std::size_t speaker = rest ? 0 : speaker_length(line);
    if (speaker > 0) rest = marker_rest(line.substr(speaker), marker_);
    if (rest) speaker_ = trim(line.substr(0, speaker));
    return rest;
  }

  std::string_view without_speaker(std::string_view line) {
    if (!speaker_.empty() && line.starts_with(speaker_)) {
      line.remove_prefix(speaker_.size());
      if (line.starts_with(' ')) line.remove_prefix(1);
      return line;
    }
    // A bulleted field behind a name: nobody writes a value so.
    const std::size_t speaker = speaker_.empty() ? speaker_length(line) : 0;
    const std::string_view rest = line.substr(speaker);
    const std::size_t bullet = speaker > 0 ? bullet_length(rest) : 0;
    if (bullet == 0 || !begins_field(rest.substr(bullet))) return line;
    speaker_ = trim(line.substr(0, speaker));
    return rest;
  }

  // A line without a bullet that is indented more than the item above continues that item.
  void add_item(BlockField& field, FieldLine& read) {
    const bool goes_on = !field.items.empty() && read.bullet == 0 && item_bullet_ != 0 &&
                         read.indent > item_indent_ && !blank_;
    if (goes_on) {
      field.items.back() += " " + read.text;
      return;
    }
    item_bullet_ = read.bullet;
    item_indent_ = read.indent;
    if (field.items.size() < kMaxItems) field.items.push_back(std::move(read.text));
  }

  // "TASK_COMPLETE: - task_id: X - status: success": all fields on the marker's line.
  static void fill_inline(Block& block) {
    std::string_view rest = block.rest;
    if (rest.size() > kLongestInline) return;
    if (rest.starts_with("- ")) rest.remove_prefix(2);
    std::vector<BlockField> fields;
    while (!rest.empty()) {
      std::size_t end = rest.size();
      std::size_t next = rest.size();
      for (const std::string_view mark : {" - ", " | ", "; ", ", "}) {
        for (std::size_t at = rest.find(mark); at < end; at = rest.find(mark, at + 1)) {
          if (!begins_field(rest.substr(at + mark.size()))) continue;
          end = at;
          next = at + mark.size();
        }
      }
      FieldLine line = read_field_line(rest.substr(0, end));
      if (line.key.empty() || fields.size() >= kMaxFields) return;
      fields.push_back({std::move(line.key), std::move(line.value), {}});
      rest.remove_prefix(next);
    }
    if (fields.size() > 1) block.fields = std::move(fields);
  }

  // {"TASK_COMPLETE": {...}}, and a JSON object right after the marker.
  void from_json(Steps* steps) {
    const Found found = find_json(text_, steps);
    for (const Candidate& candidate : found.candidates) {
      if (!candidate.parsed.value.is_object() || candidate.parsed.cut != Cut::kNone) continue;
      const JsonObject& object = candidate.parsed.value.get_object();
      for (const auto& member : object) {
        if (squash(view(member.key()).substr(0, kLongestFieldKey)) != marker_) continue;
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
      field.key = squash(view(member.key()).substr(0, kLongestFieldKey));
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
  std::string_view speaker_;  // "coder:", whose name stands before the block's lines
  bool open_ = false;
  bool blank_ = false;
  char bullet_ = 0;       // of the block's fields
  char item_bullet_ = 0;  // of the last item
  std::size_t item_indent_ = 0;
  std::size_t indent_ = 0;
};

}  // namespace

const BlockField* Block::find(std::string_view key) const {
  const auto found = std::ranges::find(fields, key, &BlockField::key);
  return found == fields.end() ? nullptr : &*found;
}

bool Block::is_last_in(std::string_view text) const {
  return end > 0 && trim_wide(text.substr(std::min(end, text.size()))).empty();
}

bool Block::has_any(std::span<const std::string_view> keys) const {
  return std::ranges::any_of(keys, [&](std::string_view key) { return find(key) != nullptr; });
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

std::vector<Block> find_blocks(std::string_view text, std::string_view marker, Steps* steps) {
  return Collector(text, marker).run(steps);
}

}  // namespace fm
