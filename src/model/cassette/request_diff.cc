#include "model/cassette/request_diff.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "base/text.h"

namespace fm {
namespace {

constexpr std::size_t kContext = 3;     // lines before and after
constexpr std::size_t kMostLines = 36;  // besides title and place
constexpr std::size_t kColumns = 156;
constexpr std::size_t kShownBytes = 1'024;
constexpr std::size_t kLead = 48;     // bytes of a long line that are shown before its difference
constexpr std::size_t kWindow = 400;  // lines in which the two texts may meet again

using Lines = std::vector<std::string_view>;

// A part of a request under the name that people know it by.
struct Section {
  std::string title;
  std::string text;
};

std::string plain(const Json& value) {
  const auto* text = value.if_string();
  return text != nullptr ? std::string(text->data(), text->size()) : canonical(value);
}

// In the order in which they are compared. The model comes first, because another model explains
// all other differences.
std::vector<Section> sections_of(const Json& request) {
  std::vector<Section> sections;
  const auto add = [&](const Json& object, std::string_view key, std::string title) {
    if (const Json* value = find_at(object, key))
      sections.push_back({std::move(title), plain(*value)});
  };
  add(request, "model", "the model");
  std::size_t number = 0;
  if (const Json* messages = find_at(request, "messages");
      messages != nullptr && messages->is_array()) {
    for (const Json& message : messages->get_array()) {
      const std::string title = fmt::format("message {}", ++number);
      add(message, "text", title);
      add(message, "role", title + ", its role");
      for (const std::string_view key :
           {"images", "tool_calls", "reasoning", "seals", "tool_call_id", "tool_failed"})
        add(message, key, fmt::format("{}, its {}", title, key));
    }
  }
  number = 0;
  if (const Json* tools = find_at(request, "tools"); tools != nullptr && tools->is_array())
    for (const Json& tool : tools->get_array())
      sections.push_back({fmt::format("tool {}", ++number), canonical(tool)});
  add(request, "schema", "the schema");
  add(request, "temperature_hundredths", "the temperature (in hundredths)");
  add(request, "max_output_tokens", "the most output tokens");
  return sections;
}

// At every \n, so that two texts that differ have lines that differ.
Lines lines_of(std::string_view text) {
  Lines lines;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

std::size_t common_length(std::string_view a, std::string_view b) {
  return static_cast<std::size_t>(std::ranges::mismatch(a, b).in1 - a.begin());
}

bool is_continuation(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; }

// A line from a little before byte `at` on.
std::string shown(std::string_view line, std::size_t at) {
  std::size_t from = at > kLead && line.size() > kColumns ? at - kLead : 0;
  while (from > 0 && from < line.size() && is_continuation(line[from])) --from;
  return fit((from > 0 ? "…" : "") + clean(cut_bytes(line.substr(from), kShownBytes)).text,
             kColumns);
}

// What can be seen of a shown line.
std::string visible(std::string shown_line) {
  std::ranges::replace(shown_line, '\t', ' ');
  return shown_line.substr(0, shown_line.find_last_not_of(' ') + 1);
}

// For lines that look alike: everything but printable ASCII as hexadecimal bytes.
std::string escaped(std::string_view line, std::size_t at) {
  std::string out = "\"";
  for (const char byte : line.substr(at > kLead ? at - kLead : 0)) {
    const auto code = static_cast<unsigned char>(byte);
    if (code < 0x20 || code >= 0x7F) {
      out += fmt::format("\\x{:02x}", code);
    } else {
      out += byte;
    }
  }
  return fit(out + '"', kColumns);
}

// How many lines from here on differ, on both sides: up to where the texts meet again.
std::pair<std::size_t, std::size_t> until_they_meet(const Lines& a, const Lines& b,
                                                    std::size_t first) {
  const std::size_t most_a = std::min(a.size() - first, kWindow);
  const std::size_t most_b = std::min(b.size() - first, kWindow);
  for (std::size_t sum = 1; sum < most_a + most_b; ++sum) {
    for (std::size_t i = sum > most_b ? sum - most_b : 0; i <= std::min(sum, most_a); ++i) {
      const std::size_t left = first + i;
      const std::size_t right = first + sum - i;
      if (left >= a.size() || right >= b.size() || a[left] != b[right]) continue;
      // An empty line or a brace alone stands in both texts by chance.
      const bool goes_on = left + 1 == a.size()
                               ? right + 1 == b.size()
                               : right + 1 < b.size() && a[left + 1] == b[right + 1];
      if (goes_on) return {i, sum - i};
    }
  }
  return {a.size() - first, b.size() - first};
}

class Hunk {
 public:
  Hunk(Lines recorded, Lines asked) : a_(std::move(recorded)), b_(std::move(asked)) {
    const auto same = std::ranges::mismatch(a_, b_);
    first_ = static_cast<std::size_t>(same.in1 - a_.begin());
    std::tie(gone_, come_) = until_they_meet(a_, b_, first_);
  }

  std::string text() const {
    std::string out = fmt::format("@@ line {} @@\n", first_ + 1);
    for (std::size_t i = first_ - std::min(first_, kContext); i < first_; ++i) add(out, ' ', a_[i]);
    // Both sides are shown, whatever long one of them is.
    const std::size_t room = kMostLines - 2 * kContext - 2;
    const std::size_t half = room / 2;
    const std::size_t show_gone = std::min(gone_, std::max(half, room - std::min(room, come_)));
    const std::size_t show_come = std::min(come_, room - show_gone);
    add_side(out, '-', a_, gone_, show_gone, b_, come_);
    add_side(out, '+', b_, come_, show_come, a_, gone_);
    for (std::size_t i = first_ + gone_; i < std::min(a_.size(), first_ + gone_ + kContext); ++i)
      add(out, ' ', a_[i]);
    return out;
  }

 private:
  static void add(std::string& out, char sign, std::string_view line) {
    out += fmt::format("{}{}\n", sign, shown(line, 0));
  }

  void add_side(std::string& out, char sign, const Lines& side, std::size_t lines, std::size_t show,
                const Lines& other, std::size_t others) const {
    for (std::size_t i = 0; i < show; ++i) {
      const std::string_view line = side[first_ + i];
      const std::string_view twin = i < others ? other[first_ + i] : std::string_view();
      const std::size_t at = common_length(line, twin);
      const bool alike = i < others && visible(shown(line, at)) == visible(shown(twin, at));
      out += fmt::format("{}{}\n", sign, alike ? escaped(line, at) : shown(line, at));
    }
    if (show < lines) out += fmt::format("{}… {} more lines\n", sign, lines - show);
  }

  Lines a_;
  Lines b_;
  std::size_t first_ = 0;
  std::size_t gone_ = 0;
  std::size_t come_ = 0;
};

}  // namespace

std::string request_diff(const Json& recorded, const Json& asked) {
  const std::vector<Section> a = sections_of(recorded);
  const std::vector<Section> b = sections_of(asked);
  for (std::size_t i = 0; i < std::max(a.size(), b.size()); ++i) {
    if (i < a.size() && i < b.size() && a[i].title == b[i].title) {
      if (a[i].text == b[i].text) continue;
      return fmt::format("In {}:\n", a[i].title) +
             Hunk(lines_of(a[i].text), lines_of(b[i].text)).text();
    }
    // One of them has something that the other has not.
    const bool is_gone =
        i < a.size() &&
        (i >= b.size() || std::ranges::find(b, a[i].title, &Section::title) == b.end());
    const Section& alone = is_gone ? a[i] : b[i];
    const Lines lines = lines_of(alone.text);
    return fmt::format("Only {} has {}:\n", is_gone ? "the recording" : "this call", alone.title) +
           (is_gone ? Hunk(lines, {}) : Hunk({}, lines)).text();
  }
  return "";
}

}  // namespace fm
