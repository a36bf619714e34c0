// Feeds any bytes to the search for JSON and the tolerant parser.
//
// Held to, besides not crashing: regions lie in order inside the text; what is found is sound JSON
// that reads back as itself without repairs; where the input escapes nothing, every text in a
// value stands in the input, in order; the work stays within its bound.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "fuzz/answer_samples.h"
#include "reading/json/find.h"

namespace fm {
namespace {

void check_regions(std::string_view text) {
  std::size_t end = 0;
  for (const Region& region : find_regions(text)) {
    hold(region.begin >= end && region.begin <= region.end && region.end <= text.size(),
         "a region outside");
    end = region.end;
  }
  hold(in_order(without_reasoning(text), text), "a text that is not in the input");
}

void check_texts(const Json& value, std::string_view input) {
  const auto check = [&](std::string_view text) {
    if (text.find("\xEF\xBF\xBD") != std::string_view::npos) return;  // stands for a bad byte
    hold(in_order(text, input), "a text that is not in the input", text);
  };
  if (value.is_string()) check({value.get_string().data(), value.get_string().size()});
  if (value.is_array()) {
    for (const Json& item : value.get_array()) check_texts(item, input);
  }
  if (value.is_object()) {
    for (const auto& member : value.get_object()) {
      check({member.key().data(), member.key().size()});
      check_texts(member.value(), input);
    }
  }
}

void check_values(std::string_view text) {
  Steps steps;
  const Found found = find_json(text, &steps);
  hold_steps(steps, text);
  for (const Candidate& candidate : found.candidates) {
    hold(candidate.begin < candidate.end && candidate.end <= text.size(), "a place outside");
    const std::string once = canonical(candidate.parsed.value);
    Steps more;
    const auto again = parse_tolerant(once, 0, more);
    hold(again.has_value(), "our own form does not read back", once);
    hold(again->repair_count == 0 && again->end == once.size(), "our own form is repaired", once);
    hold(canonical(again->value) == once, "our own form reads back as something else", once);
    if (is_unescaped(text)) check_texts(candidate.parsed.value, text);
  }
}

}  // namespace
}  // namespace fm

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  fm::check_regions(text);
  fm::check_values(text);
  return 0;
}
