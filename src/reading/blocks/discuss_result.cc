#include "reading/blocks/discuss_result.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "reading/blocks/block.h"
#include "reading/ideas/score_value.h"
#include "reading/json/names.h"

namespace fm {
namespace {

constexpr int kScale = 5;
constexpr std::array<std::string_view, 7> kOurs = {"verdict",       "severity",    "averagerating",
                                                   "divergences",   "actionitems", "recommendation",
                                                   "discussionpath"};

std::vector<std::string> list_at(const Block& block, std::string_view key) {
  const BlockField* field = block.find(key);
  return field == nullptr ? std::vector<std::string>{} : list_of(*field);
}

// "consensus_blocked (MEDIUM)": what stands in the brackets.
std::string_view gloss_of(std::string_view value) {
  const std::size_t open = value.find('(');
  const std::size_t close = value.find(')', open == std::string_view::npos ? 0 : open);
  if (open == std::string_view::npos || close == std::string_view::npos) return {};
  return value.substr(open + 1, close - open - 1);
}

}  // namespace

Read<std::optional<DiscussResult>> read_discuss_result(std::string_view text, Steps* steps,
                                                       BlockEnding ending) {
  std::vector<Block> blocks = find_blocks(text, "discussresult", steps);
  // Lines with a colon after a marker that was only mentioned are no block.
  std::erase_if(blocks, [](const Block& block) { return !block.has_any(kOurs); });
  if (blocks.empty()) return std::nullopt;
  const Block& block = blocks.back();
  const auto wrong = [&](FaultCode code, std::string message) {
    return located(text, fault(code, std::move(message), block.begin));
  };
  if (ending == BlockEnding::kCutByLimit && block.is_last_in(text)) {
    return wrong(FaultCode::kTruncated, "The DISCUSS_RESULT block is cut off.");
  }
  if (const std::string key = block.conflict(); !key.empty()) {
    return wrong(FaultCode::kDuplicateKeyConflict,
                 "The DISCUSS_RESULT block gives \"" + key + "\" twice with different values.");
  }
  for (const std::string_view key :
       {"verdict", "severity", "averagerating", "recommendation", "discussionpath"}) {
    const std::string value = block.value(key);
    // "<n>/5": the format's own words; no number was filled in.
    if (!is_unfilled(value) && !(key == "averagerating" &&
                                 is_unfilled(std::string_view(value).substr(0, value.find('/')))))
      continue;
    return wrong(FaultCode::kPlaceholder, "The DISCUSS_RESULT block has \"" + block.value(key) +
                                              "\" for " + std::string(key) + ".");
  }
  DiscussResult out;
  const std::string said = block.value("verdict");
  if (said.empty()) {
    return wrong(FaultCode::kMissingField, "The DISCUSS_RESULT block has no verdict line.");
  }
  const auto verdict = verdict_of(said);
  if (!verdict || *verdict == "none") {
    return wrong(FaultCode::kInvalidValue, "The verdict \"" + said +
                                               "\" is neither consensus_reached nor "
                                               "consensus_blocked.");
  }
  out.verdict = *verdict;
  const bool inline_severity = block.find("severity") == nullptr && !gloss_of(said).empty();
  const auto severity =
      inline_severity ? severity_of(gloss_of(said)) : severity_of(block.value("severity"));
  if (!severity) {
    return wrong(FaultCode::kInvalidValue, "The severity is none of HIGH, MEDIUM, LOW, none.");
  }
  out.severity = *severity;
  if (const auto rating = read_score_text(block.value("averagerating"))) {
    const auto exact = hundredths_on_scale(*rating, kScale, kScale);
    if (exact < 0 || exact > kScale * 100) {
      return wrong(FaultCode::kOutOfRange, "The average rating is not between 0 and 5.");
    }
    out.average_rating = static_cast<int>(exact);
  }
  out.divergences = list_at(block, "divergences");
  out.action_items = list_at(block, "actionitems");
  out.recommendation = join(name_words(block.value("recommendation")), "-");
  if (const std::string path = block.value("discussionpath"); !is_none(path)) {
    out.discussion_path = path_of(path);
  }
  return out;
}

}  // namespace fm
