// Feeds any bytes to the reader of scores.
//
// Held to, besides not crashing: one score for each idea, on its scale; scores in our own form read
// back as the same; what nobody proposed is called as in the input; a text without any sign of a
// number gives none; the work stays within its bound.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "fuzz/answer_samples.h"
#include "reading/ideas/score_value.h"
#include "reading/ideas/scores.h"

namespace fm {
namespace {

// {"evaluations": [{"idea_id": ..., "overall": "7.50/10", ...}]}
std::string own_form(const ScoresRead& read) {
  const auto written = [](int hundredths) {
    const std::string part = std::to_string(hundredths % 100);
    return std::to_string(hundredths / 100) + "." + (part.size() < 2 ? "0" : "") + part + "/10";
  };
  JsonArray list;
  for (const GivenScore& score : read.scores) {
    if (!score.scored()) continue;
    JsonObject one{{"idea_id", score.id}};
    if (score.overall) one["overall"] = written(*score.overall);
    for (std::size_t i = 0; i < kScoreCriteria.size(); ++i) {
      if (score.criteria[i]) one[kScoreCriteria[i]] = written(*score.criteria[i]);
    }
    list.push_back(std::move(one));
  }
  return list.empty() ? "" : canonical(JsonObject{{"evaluations", std::move(list)}});
}

void check_scores(std::string_view text) {
  Steps steps;
  const auto read = read_scores(text, fuzz_ideas(), {}, &steps);
  hold_steps(steps, text);
  if (!read) return;
  hold(read->scores.size() == fuzz_ideas().size(), "not one score an idea");
  for (const GivenScore& score : read->scores) {
    const auto on_scale = [](const std::optional<int>& value) {
      return !value || (*value >= 0 && *value <= 1000);
    };
    hold(on_scale(score.overall), "an overall score off its scale");
    for (const auto& value : score.criteria) hold(on_scale(value), "a criterion off its scale");
  }
  if (is_unescaped(text)) {
    for (const std::string& name : read->unmatched) {
      const bool letters = std::ranges::none_of(name, is_ascii_digit);  // 1e2 is written as 100
      if (letters) hold(in_order(plain_letters(name), text), "a name not in the input", name);
    }
  }
  const std::string once = own_form(*read);
  if (once.empty()) return;
  const auto again = read_scores(once, fuzz_ideas());
  hold(again.has_value() && own_form(*again) == once, "our own scores read back differently", once);
}

// One score alone: its number must have a sign in the text.
void check_value(std::string_view text) {
  const auto value = read_score_text(text);
  if (!value) return;
  const bool sign = std::ranges::any_of(text, [](char byte) {
    return is_ascii_digit(byte) || is_ascii_letter(byte) ||
           static_cast<unsigned char>(byte) >= 0x80;
  });
  hold(sign, "a score out of nothing", text);
}

}  // namespace
}  // namespace fm

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  fm::check_scores(text);
  fm::check_value(text);
  return 0;
}
