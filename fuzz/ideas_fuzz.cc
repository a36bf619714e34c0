// Feeds any bytes to the reader of ideas, and of the choice of one.
//
// Held to, besides not crashing: ideas or a fault with words; every idea has a title, and its
// letters stand in the input, in order; ideas in our own form read back as the same ideas; a choice
// is one of the known ideas; the work stays within its bound.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "fuzz/answer_samples.h"
#include "reading/ideas/choice.h"
#include "reading/ideas/ideas.h"

namespace fm {
namespace {

void check_ideas(std::string_view text) {
  Steps steps;
  const auto read = read_ideas(text, {}, &steps);
  hold_steps(steps, text);
  if (!read) {
    hold(!repair_prompt(read.error(), "ideas").empty(), "a fault without words");
    return;
  }
  hold(!read->ideas.empty(), "no ideas and no fault");
  for (const GivenIdea& idea : read->ideas) {
    hold(!idea.title.empty(), "an idea without a title");
    if (!is_unescaped(text)) continue;
    hold(in_order(plain_letters(idea.title), text), "a title not in the input", idea.title);
  }
  for (const MergedIdea& merged : read->merged) {
    hold(merged.into < read->ideas.size(), "merged into nothing");
  }
  const std::string once = canonical(to_json(read->ideas));
  const auto again = read_ideas(once);
  hold(again.has_value(), "our own ideas do not read back", once);
  hold(canonical(to_json(again->ideas)) == once, "our own ideas read back differently",
       once + "\n" + canonical(to_json(again->ideas)));
}

void check_choice(std::string_view text) {
  const auto chosen = read_choice(text, fuzz_ideas());
  hold(!chosen || *chosen < fuzz_ideas().size(), "a choice of nothing");
}

}  // namespace
}  // namespace fm

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  fm::check_ideas(text);
  fm::check_choice(text);
  return 0;
}
