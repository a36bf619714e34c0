#include "team/compaction.h"

#include <algorithm>
#include <vector>

namespace fm {
namespace {

constexpr std::int64_t kSummaryTokens = 1'600;  // 600 words, as they are guessed
constexpr std::int64_t kSlack = 400;            // the person's newest words and the like

// What the parts of a prompt cost.
struct Costs {
  std::int64_t around = 0;   // all but transcript and summary
  std::int64_t summary = 0;  // the one there is
  std::size_t replaced = 0;  // messages that it stands for
  std::vector<std::int64_t> messages;
  std::vector<bool> kept;

  // With a summary of `tokens` in place of the first `count` messages.
  std::int64_t total(std::size_t count, std::int64_t tokens) const {
    std::int64_t sum = around + tokens;
    for (std::size_t i = 0; i < messages.size(); ++i)
      if (i >= count || kept[i]) sum += messages[i];
    return sum;
  }

  // The prompt that asks for a summary of the first `count` messages.
  std::int64_t asking(std::size_t count) const {
    std::int64_t sum = around + summary;
    for (std::size_t i = 0; i < count; ++i)
      if (i >= replaced || kept[i]) sum += messages[i];
    return sum;
  }
};

Costs costs_of(const PromptParts& parts, ModelFamily family) {
  PromptParts bare = parts;
  bare.transcript = {};
  bare.summary = nullptr;
  Costs costs;
  costs.around = estimate_tokens(render_prompt(bare), family) + kSlack;
  if (parts.summary != nullptr && parts.summary->replaces > 0) {
    costs.replaced = std::min(parts.summary->replaces, parts.transcript.size());
    costs.summary = estimate_tokens(parts.summary->text, family);
  }
  for (std::size_t i = 0; i < parts.transcript.size(); ++i) {
    costs.messages.push_back(estimate_tokens(render_message(parts.transcript[i]), family));
    costs.kept.push_back(is_kept(parts.transcript, i, parts.keep));
  }
  return costs;
}

}  // namespace

CompactionPlan plan_compaction(const PromptParts& parts, const ContextWindow& window) {
  const Costs costs = costs_of(parts, window.family);
  CompactionPlan plan;
  plan.tokens_now = costs.total(costs.replaced, costs.summary);
  plan.tokens_after = plan.tokens_now;
  const std::int64_t limit = window.tokens - window.reserved_for_output;
  if (window.tokens <= 0 || plan.tokens_now <= limit) return plan;

  plan.fits = false;
  const std::int64_t target = limit * 6 / 10;
  const std::size_t size = parts.transcript.size();
  const std::size_t most = size > kNewestKept ? size - kNewestKept : 0;
  std::size_t best = 0;
  for (std::size_t count = costs.replaced + 1; count <= most; ++count) {
    if (costs.asking(count) > limit) break;
    const bool enough = best > 0 && costs.total(best, kSummaryTokens) <= target;
    const bool round_ends = parts.transcript[count - 1].kind == "synthesis";
    // The first that is enough, or the end of a round soon after it.
    if (!enough) best = count;
    if (enough && round_ends) {
      if (parts.transcript[best - 1].kind != "synthesis") best = count;
      break;
    }
  }
  if (best == 0 || costs.total(best, kSummaryTokens) >= plan.tokens_now) return plan;
  plan.replace = best;
  plan.tokens_after = costs.total(best, kSummaryTokens);
  plan.fits = plan.tokens_after <= limit;
  return plan;
}

}  // namespace fm
